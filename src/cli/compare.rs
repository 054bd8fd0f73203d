//! `wag compare`: tests whether a new player is better than an old one.

mod args;
mod told;

use super::answer::{ExitStatus, user_error};
use super::limit_args::LimitArgs;
use super::locks;
use super::progress::{Starts, bar};
use super::series::places;
use super::start::{drawn_seed, stop_on_signals};
use super::with_game::WithGame;
pub use args::Compare;
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use told::{CompareReport, percent};
use wag_i18n::{decimal, t};
use wag_runner::{FailedStarts, GameInfo, Kind as Plays, Plan, PlayError, PlayerSpec, play_all, several};
use wag_stats::compare::{Comparison, Measure, Role, Schedule, Terms, Verdict};
use wag_stats::series::MatchResult;

/// The number of clearest losses to keep.
const LOSSES: usize = 5;

/// Plays until the result is certain or the maximum number of matches is reached.
pub fn run(options: &WithGame<Compare>) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let (words, card) = (&options.words, &options.game.card);
    let terms = terms(words)?;
    let seed = words.seed.map_or_else(drawn_seed, Ok)?;
    let places = places(options.game, &options.options, &options.places)?;
    let (seats, opponents) = (seats(card, &words.against)?, words.against.len());
    let schedule = Schedule { seats, places: places.len(), opponents, seed };
    let plan = Plan {
        game: options.game,
        entrants: entrants(card, &schedule, [&words.new, &words.old], &words.against, &words.limit_args)?,
        places,
        fixtures: schedule.fixtures(words.games as usize / 2),
        limits: words.limit_args.limits_for(card, &options.options),
        failed_starts: FailedStarts::RefuseUnlessLate,
        jobs: words.jobs.map(|jobs| jobs as usize),
        replays: None,
        stop,
    };
    let files = plan.places.iter().flat_map(|place| card.files(&place.chosen));
    locks::check_all(options.game, &plan.entrants, files)?;
    let measure = if words.by == "score" { Measure::Figure } else { Measure::Places };
    let mut comparison = Comparison::new(schedule, terms, measure);
    match play(&plan, words, &mut comparison) {
        Err(PlayError::CannotStart(_)) => return Ok(ExitStatus::Rejected),
        played => played?,
    }
    let is_broken_off = plan.stop.load(Ordering::Relaxed) && comparison.verdict == Verdict::Undecided;
    if let (Some(folder), false) = (&words.losses, is_broken_off) {
        keep_losses(&plan, folder, &comparison)?;
    }
    CompareReport { options, plan: &plan, seed, terms, comparison: &comparison, is_broken_off }.print()?;
    Ok(match comparison.verdict {
        _ if is_broken_off => ExitStatus::Interrupted,
        Verdict::Better => ExitStatus::Success,
        Verdict::NotBetter => ExitStatus::Defect,
        Verdict::Undecided => ExitStatus::Undecided,
    })
}

/// Returns the player spec of a role.
fn word(words: &Compare, role: Role) -> &str {
    match role {
        Role::New => &words.new,
        Role::Old => &words.old,
        Role::Opponent(which) => &words.against[which],
    }
}

/// Plays the matches until one of them decides.
fn play(plan: &Plan, words: &Compare, comparison: &mut Comparison) -> Result<(), PlayError> {
    let progress = bar("{spinner} {msg}", !words.quiet && !words.json);
    let mut starts = Starts::default();
    let over = |result: MatchResult| {
        comparison.add(result);
        show(&progress, comparison);
        Ok(match comparison.verdict {
            Verdict::Undecided => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        })
    };
    play_all(plan, over, |words| starts.tell(words))?;
    progress.finish_and_clear();
    Ok(())
}

/// Plays the clearest losses again and saves replays of them. Of each pair of matches, this plays the first, in which
/// the new player has the seat; where the two players meet, either match would do.
fn keep_losses(plan: &Plan, folder: &Path, comparison: &Comparison) -> Result<(), PlayError> {
    let lost = comparison.clearest_losses(LOSSES).into_iter();
    let again = Plan {
        game: plan.game,
        entrants: plan.entrants.clone(),
        places: plan.places.clone(),
        fixtures: lost.map(|pair| plan.fixtures[2 * pair.number].clone()).collect(),
        limits: plan.limits.clone(),
        failed_starts: plan.failed_starts,
        jobs: plan.jobs,
        replays: Some(folder.to_path_buf()),
        // The verdict has set the flag of the first plan.
        stop: Arc::default(),
    };
    play_all(&again, |_| Ok(ControlFlow::Continue(())), |_| {})
}

/// Shows the current state.
fn show(progress: &ProgressBar, comparison: &Comparison) {
    let (least, most) = comparison.terms().bounds();
    progress.set_message(t!(
        "%{matches} matches, %{score}; log-likelihood ratio %{ratio} (%{least} to %{most})",
        matches = 2 * comparison.pairs.len(),
        score = percent(&comparison.sums),
        ratio = decimal(comparison.log_ratio(), 2),
        least = decimal(least, 2),
        most = decimal(most, 2)
    ));
    progress.tick();
}

fn terms(words: &Compare) -> anyhow::Result<Terms> {
    if words.elo0 >= words.elo1 {
        return user_error(t!(
            "--elo0 has to be less than --elo1: between them lies what the verdict decides"
        ));
    }
    Ok(Terms { elo0: words.elo0, elo1: words.elo1, alpha: words.alpha, beta: words.beta })
}

/// Returns the number of seats in a match: one for each named player, or all seats if the game fills them.
pub fn seats(card: &GameInfo, against: &[String]) -> anyhow::Result<usize> {
    let least = *card.seats.start();
    let seats = match (card.filler, against.len()) {
        (Some(_), _) => card.most(),
        (None, 0) => least.max(2),
        (None, opponents) => (1 + opponents).clamp(least, card.most()),
    };
    match seats {
        seats if seats % 2 == 1 && against.is_empty() => user_error(t!(
            "the two can't share %{seats} seats evenly; --against says who plays besides",
            seats
        )),
        seats => Ok(seats),
    }
}

/// Returns the players, each as often as it may sit in one match.
pub fn entrants(
    card: &GameInfo,
    schedule: &Schedule,
    [new, old]: [&String; 2],
    against: &[String],
    limit_args: &LimitArgs,
) -> anyhow::Result<Vec<PlayerSpec>> {
    let word = |role: &Role| match role {
        Role::New => new.clone(),
        Role::Old => old.clone(),
        Role::Opponent(which) => against[*which].clone(),
    };
    let said: Vec<String> = schedule.entrants().iter().map(word).collect();
    let entrants = several(card, &said, &limit_args.readable)?;
    match entrants.iter().find(|entrant| matches!(entrant.kind, Plays::Person | Plays::Client { .. })) {
        Some(entrant) => user_error(t!(
            "%{word} can't be compared, nor played against: nobody is asked or waited for here",
            word = entrant.word
        )),
        None => Ok(entrants),
    }
}
