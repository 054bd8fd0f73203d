//! `wag explain`: tells where a player lost and why, or when a match was decided with an account of each player.

mod losses;
pub mod many;

use super::answer::{ExitStatus, print, user_error};
use super::chart::{self, Bar, Bars, Line, Mark};
use super::executor_args::ExecutorArgs;
use super::progress::warn;
use super::table::{Column, Importance, Table, width_of};
use super::wrap::{wrapped, wrapped_behind};
use crate::cli::newest::newest_replay;
use crate::output::Paint;
use crate::watch::plot;
use clap::Args as ClapArgs;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::files;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_games::json_replay_of;
use wag_games::open_replay;
use wag_i18n::{message, t};
use wag_inspect::recorded_player::{python_seats, seat_of};
use wag_play::PlayError;
use wag_play::recorded::{named, open};
use wag_replay::{Amount, Curve, MatchExplanation, MomentKind, PlayerAccounts};
use wag_series::take_over::{SECONDS, TakeOverOptions};

pub const EXPLAIN_HELP: &str = "\
A folder or a tournament's file instead of a replay: what cost the player the most in all its matches, with the worst example of
each cause.
Of a damaged or unfinished replay, everything that can be read is explained.";

#[derive(Debug, ClapArgs)]
pub struct Explain {
    /// Replay file, or a folder or tournament file (.db) of replays whose losses are added [default: the newest in saves/]
    #[arg(value_name = "REPLAY", default_value_os_t = newest_replay(), hide_default_value = true)]
    pub replay: PathBuf,
    /// Name or seat of the player [default: the only Python file]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Print the accounts of the match, without computing where it was lost
    #[arg(long)]
    pub account: bool,
    /// Built-in player that takes over the seat [default: one near the player's strength]
    #[arg(long, value_name = "NAME", conflicts_with = "account")]
    pub stand_in: Option<String>,
    /// Time to compute, in seconds; it decides how many futures are played
    #[arg(long, value_name = "S", default_value_t = SECONDS, value_parser = clap::value_parser!(u32).range(1..=86_400), conflicts_with = "account")]
    pub seconds: u32,
    /// Number of futures, whatever time they take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), conflicts_with_all = ["account", "seconds"])]
    pub futures: Option<u32>,
    /// Random seed of the futures [default: that of the match]
    #[arg(long, value_name = "N", conflicts_with = "account")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Draw the course of the match to an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print the explanation as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Explain {
    /// Returns how losses are found.
    fn take_over(&self, stop: &Arc<AtomicBool>) -> Result<TakeOverOptions, PlayError> {
        Ok(TakeOverOptions {
            stand_in: self.stand_in.clone(),
            seconds: self.seconds.into(),
            futures: self.futures,
            seed: self.seed,
            warn,
            ..TakeOverOptions::new(self.executor_args.executor()?, Arc::clone(stop))
        })
    }
}

/// The width of the plot, in terminal columns.
const PLOT_WIDTH: usize = 100;
const PLOT_WIDTH_MIN: usize = 40;
/// The maximum length of a player's name, in characters.
const NAME_MAX: usize = 40;

pub fn run(options: &Explain) -> anyhow::Result<ExitStatus> {
    let is_tournament = options.replay.extension().is_some_and(|ending| ending == "db");
    if (options.replay.is_dir() || is_tournament) && !options.account {
        return many::run(options);
    }
    match subject(options)? {
        Some(player) if !options.account && options.svg.is_none() => losses::run(options, &player),
        _ => run_account(options, None),
    }
}

/// Returns the player whose losses are explained: the named one, or else the only Python file.
fn subject(options: &Explain) -> anyhow::Result<Option<String>> {
    let (_, blocks) = named(&options.replay, open_replay(open(&options.replay)?))?;
    let header = &blocks.header;
    let seat = match (options.player.as_deref(), python_seats(header).as_slice()) {
        (Some(word), _) => seat_of(header, word)?,
        (None, [seat]) => *seat,
        (None, _) => return Ok(None),
    };
    Ok(Some(header.players[seat.index()].name.clone()))
}

/// Shows the accounts of the match, after a sentence about why there is nothing better.
fn run_account(options: &Explain, reason: Option<&str>) -> anyhow::Result<ExitStatus> {
    let path = options.replay.as_path();
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let seat = options.player.as_deref().map(|word| seat_of(&blocks.header, word)).transpose()?;
    let json_replay = named(path, json_replay_of(game, blocks))?;
    let mut explanation = named(path, json_replay.explain())?;
    if let Some(file) = &options.svg {
        draw(&explanation, file)?;
    }
    let names: Vec<String> = explanation.players.iter().map(short_name).collect();
    explanation.players.retain(|player| seat.is_none_or(|seat| seat.number() == player.seat));
    if options.json {
        return print(&format!("{}\n", serde_json::to_string(&explanation)?));
    }
    let mut text = String::new();
    if let Some(reason) = reason {
        let _ = writeln!(text, "{}\n", wrapped(&printable(reason)).yellow());
    }
    for remark in &explanation.remarks {
        let _ = writeln!(text, "{}", wrapped(&printable(remark.translated())).yellow());
    }
    let decision = wrapped(&printable(explanation.decision.phrase.translated()));
    let _ = writeln!(text, "{}\n", decision.bold());
    text += &tell_course(&explanation, &names);
    text += &tell_moments(&explanation, seat);
    text += &tables(&explanation);
    print(&text)
}

/// The columns before the sentence about a turning point.
const MOMENT_INDENT: usize = 16;

/// Lists the turning points, those of one player if a seat is given.
fn tell_moments(explanation: &MatchExplanation, seat: Option<Seat>) -> String {
    let is_told = |number: u8| seat.is_none_or(|seat| seat.number() == number);
    let mut text = String::new();
    for moment in explanation.moments.iter().filter(|moment| is_told(moment.seat)) {
        let round = t!("round %{round}", round = moment.round);
        let _ = writeln!(
            text,
            "  {}  {}",
            format!("{round:>12}").dimmed(),
            wrapped_behind(MOMENT_INDENT, &printable(moment.phrase.translated()))
        );
    }
    if text.is_empty() { text } else { format!("{}\n{text}\n", t!("Turning points").bold()) }
}

/// Returns a table for each account, and one for the counts.
fn tables(explanation: &MatchExplanation) -> String {
    let players = &explanation.players;
    let Some(first) = players.first() else { return String::new() };
    let mut text = String::new();
    for (at, account) in first.accounts.iter().enumerate() {
        let accounts = || players.iter().filter_map(|player| player.accounts.get(at));
        if accounts().all(|own| own.start == own.end && own.entries.iter().all(|entry| entry.amount == 0)) {
            continue;
        }
        let mut table = table(&t!(account.figure), players);
        table.row(row(t!("at the start"), accounts().map(|own| own.start.to_string())));
        for (entry, Amount { label, .. }) in account.entries.iter().enumerate() {
            let amounts: Vec<i64> =
                accounts().filter_map(|own| Some(own.entries.get(entry)?.amount)).collect();
            if amounts.iter().any(|amount| *amount != 0) {
                table.row(row(t!(*label), amounts.into_iter().map(signed)));
            }
        }
        if accounts().any(|own| own.unexplained != 0) {
            table.row(row(t!("unexplained"), accounts().map(|own| signed(own.unexplained))));
        }
        table.row(row(t!("at the end"), accounts().map(|own| own.end.to_string())));
        let _ = writeln!(text, "{table}\n");
    }
    let mut counts = table(&t!("counts"), players);
    for (at, count) in first.counts.iter().enumerate() {
        let numbers: Vec<u64> =
            players.iter().filter_map(|player| Some(player.counts.get(at)?.count)).collect();
        if numbers.iter().any(|number| *number != 0) {
            counts.row(row(t!(count.label), numbers.iter().map(u64::to_string)));
        }
    }
    let _ = writeln!(text, "{counts}");
    text
}

/// Returns a table with a column for each player.
fn table(title: &str, players: &[PlayerAccounts]) -> Table {
    let column = |player: &PlayerAccounts| Column::titled(short_name(player), Importance::Middle);
    let first = Column::titled(title.to_string(), Importance::Essential);
    Table::new([first].into_iter().chain(players.iter().map(column)))
}

/// Returns a player's name for a terminal, cut if it is very long.
fn short_name(player: &PlayerAccounts) -> String {
    printable(&player.name).chars().take(NAME_MAX).collect()
}

fn row(label: String, cells: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    [label].into_iter().chain(cells)
}

/// Formats an amount of an account. An amount of zero is only a mark, so that the others stand out.
fn signed(amount: i64) -> String {
    if amount == 0 { "-".to_string() } else { amount.to_string() }
}

/// Draws the value that shows who leads, over the rounds, with a legend.
fn tell_course(explanation: &MatchExplanation, names: &[String]) -> String {
    let Curve { rounds, values } = &explanation.curve;
    let lines: Vec<Vec<(f64, f64)>> = values.iter().map(|values| points(rounds, values)).collect();
    let width = width_of(std::io::stdout()).unwrap_or(PLOT_WIDTH).clamp(PLOT_WIDTH_MIN, PLOT_WIDTH);
    match plot(&lines, names, width as u16) {
        Some(plot) => format!("{}   {plot}\n", t!(explanation.lead).bold()),
        None => String::new(),
    }
}

fn points(rounds: &[u32], values: &[i64]) -> Vec<(f64, f64)> {
    rounds.iter().zip(values).map(|(round, value)| (f64::from(*round), *value as f64)).collect()
}

/// Draws the course of the match to an SVG file. Vertical marks show the turning points.
fn draw(explanation: &MatchExplanation, file: &Path) -> anyhow::Result<()> {
    let Curve { rounds, values } = &explanation.curve;
    let lines: Vec<Line> = (0..)
        .zip(explanation.players.iter().zip(values))
        .map(|(seat, (player, values)): (usize, _)| Line {
            name: short_name(player),
            look: format!("hue{}", seat % 10),
            points: points(rounds, values),
        })
        .collect();
    let decided = explanation.decision.round.map(|round| (round, explanation.decision.phrase.translated()));
    let changes = explanation.moments.iter().filter(|moment| moment.kind != MomentKind::Swing);
    let all = decided.into_iter().chain(changes.map(|moment| (moment.round, moment.phrase.translated())));
    let mut seen = BTreeSet::new();
    let marks: Vec<Mark> = all
        .filter(|(round, _)| seen.insert(*round))
        .map(|(round, title)| Mark { x: f64::from(round), title: printable(title) })
        .collect();
    let name = explanation.decision.phrase.translated();
    let (name, round, lead) = (printable(name), t!("round"), t!(explanation.lead));
    let Some(svg) = chart::svg_file(&lines, &marks, &bars(explanation), &name, &round, &lead) else {
        return user_error(message!("the replay has no rounds to draw"));
    };
    files::write(file, svg.as_bytes()).or_else(|err| {
        user_error(message!("%{file} cannot be written: %{fault}", file = file.display(), fault = err))
    })
}

/// Returns the bars of the first account of each player.
fn bars(explanation: &MatchExplanation) -> Bars {
    let accounts =
        || explanation.players.iter().filter_map(|player| Some((player, player.accounts.first()?)));
    let first = accounts().next().map(|(_, account)| account);
    let labels = first.map_or(&[][..], |account| &account.entries).iter().map(|entry| t!(entry.label));
    let bars = accounts().map(|(player, account)| {
        let amounts = account.entries.iter().map(|entry| entry.amount as f64);
        Bar { name: short_name(player), amounts: [account.start as f64].into_iter().chain(amounts).collect() }
    });
    Bars {
        title: first.map_or_else(String::new, |account| t!(account.figure)),
        labels: [t!("at the start")].into_iter().chain(labels).collect(),
        bars: bars.collect(),
    }
}
