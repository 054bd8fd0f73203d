//! Follows a match for whoever sits at the terminal: progress, warnings, and turn by turn if that is asked for.

use super::answer::print;
use super::start::drawn_for_play;
use crate::language::{decimal, retold, t};
use crate::play::{Audience, CutTurn, PlayError, Telling};
use crate::text::printable;
use anstream::eprintln;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use owo_colors::OwoColorize;
use std::io::IsTerminal;

/// Something that the user should know, although the command goes on.
pub fn warn(what: impl std::fmt::Display) {
    eprintln!("{} {what}", "wag:".red().bold());
}

/// A bar on standard error, if somebody is there to see it.
pub fn bar(template: &str, is_shown: bool) -> ProgressBar {
    let is_shown = is_shown && std::io::stderr().is_terminal();
    let target = if is_shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key(
            "pace",
            |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{}", t!("%{per_sec} rounds/s", per_sec = decimal(state.per_sec(), 0)));
            },
        ));
    }
    bar
}

/// Tells each sentence about a start once.
#[derive(Default)]
pub struct Starts {
    told: Vec<String>,
}

impl Starts {
    pub fn tell(&mut self, words: &str) {
        if !self.told.iter().any(|told| told == words) {
            warn(words.trim_end().lines().map(printable).collect::<Vec<_>>().join("\n"));
            self.told.push(words.to_string());
        }
    }
}

/// The audience of a match that is played at a terminal.
pub struct Follower {
    /// `None`: drawn, and the same for all games of the match.
    pub seed: Option<u64>,
    pub has_bar: bool,
    /// How much is told turn by turn.
    pub telling: Telling,
    bar: ProgressBar,
    round: u32,
    starts: Starts,
    /// In whose turn the match was stopped, in words.
    cut: Option<String>,
}

impl Follower {
    pub fn new(seed: Option<u64>, has_bar: bool, telling: Telling) -> Follower {
        let (bar, starts) = (ProgressBar::hidden(), Starts::default());
        Follower { seed, has_bar, telling, bar, round: 0, starts, cut: None }
    }
}

impl Audience for Follower {
    fn seed(&mut self) -> Result<u64, PlayError> {
        let seed = self.seed.map_or_else(drawn_for_play, Ok)?;
        self.seed = Some(seed);
        Ok(seed)
    }

    fn planned(&mut self, rounds: u32) {
        let template = match rounds {
            0 => t!("round {pos}  {pace:>14}"),
            _ => t!("{bar:30.cyan/blue} round {pos}/{len}  {pace:>14}  {eta} left"),
        };
        self.bar = bar(&template, self.has_bar && self.telling == Telling::Nothing);
        self.bar.set_length(u64::from(rounds));
        self.round = 0;
    }

    fn started(&mut self, words: &str) {
        self.starts.tell(words);
    }

    fn awaited(&mut self, player: &str, address: &str) {
        eprintln!("{}", t!("%{player} is waited for at %{address}", player, address));
    }

    fn round(&mut self, round: u32) {
        // Every round would cost more than the round.
        if round >= self.round + 8 || round < self.round {
            self.round = round;
            self.bar.set_position(u64::from(round));
        }
    }

    fn cut_short(&mut self, cut: &CutTurn<'_>) {
        let CutTurn { round, player, lasted, words, .. } = cut;
        let (seconds, words) = (decimal(lasted.as_secs_f64(), 1), retold(words));
        self.cut = Some(t!(
            "%{player}, round %{round}, after %{seconds} s: %{words}",
            player,
            round,
            seconds,
            words
        ));
    }

    fn over(&mut self) {
        self.bar.finish_and_clear();
        if let Some(cut) = self.cut.take().filter(|_| self.has_bar) {
            warn(printable(&cut));
        }
    }

    fn telling(&self) -> Telling {
        self.telling
    }

    /// Whoever reads it may stop in the middle.
    fn tell(&mut self, words: &str) {
        let _ = print(words);
    }
}
