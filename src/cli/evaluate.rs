//! `wag evaluate`: plays a player against several opponents, and reports results, faults and times.

mod args;

use super::answer::{ExitStatus, interrupted, print};
use super::explain::many::in_words as losses_in_words;
use super::progress::{SeriesFollower, bar, bar_of_matches, warn};
use super::report::hint_of_turn;
use super::start::stop_on_signals;
use super::table::{Column, Table};
use super::with_game::WithGame;
use super::words::PlayerList;
use crate::output::Paint;
pub use args::Evaluate as Args;
use std::sync::Arc;
use wag_core::game::GameInfo;
use wag_core::problem::ShownProblem;
use wag_core::text::printable;
use wag_i18n::{Language, decimal, later, t};
use wag_series::evaluate::{
    EvaluateRequest, Evaluation, EvaluationReport, FaultGroup, OpponentReport, Status,
};
use wag_series::take_over::TakeOverOptions;
use wag_series::{LocalPool, SeriesEvent};

/// Plays all matches and prints the report.
pub fn run(options: &WithGame<Args>) -> anyhow::Result<ExitStatus> {
    let words = &options.words;
    let request = EvaluateRequest {
        game: options.game,
        options: options.options.clone(),
        places: options.places.clone(),
        player: words.player.clone(),
        against: PlayerList::all(&words.against),
        games: words.games,
        seed: words.seed,
        executor: words.executor_args.executor()?,
        limits: words.limit_args.0.clone(),
        replays: words.explain.clone(),
    };
    let stop = stop_on_signals()?;
    let mut evaluation = Evaluation::prepare(&request, Arc::clone(&stop), warn)?;
    let template = t!("{bar:30.cyan/blue} match {pos}/{len}  {per_sec}  {eta} left");
    let mut follower = SeriesFollower::new(bar(&template, !words.quiet && !words.json));
    let mut report = evaluation.play(&mut |event| match event {
        // The JSON contains the reasons.
        SeriesEvent::Message { .. } if words.json && words.quiet => {}
        event => follower.show(event),
    })?;
    follower.bar.finish_and_clear();
    if report.games == 0 {
        return Ok(interrupted(words.json));
    }
    if words.explain.is_some() && !report.interrupted {
        let options =
            TakeOverOptions { warn, ..TakeOverOptions::new(LocalPool::executor(None), Arc::clone(&stop)) };
        let bar = bar_of_matches(LocalPool::executor(None), "", !words.quiet && !words.json);
        bar.set_length(report.games as u64);
        report.losses = Some(evaluation.losses(options, &mut || bar.inc(1))?);
        bar.finish_and_clear();
    }
    if words.json {
        print(&format!("{}\n", serde_json::to_string(&report)?))?;
    } else if !words.quiet {
        print(&in_words(options.game.info, &report))?;
    }
    Ok(match report.status {
        _ if report.interrupted => ExitStatus::Interrupted,
        Status::Played => ExitStatus::Success,
        Status::NoCompletedTurn => ExitStatus::Defect,
        Status::CannotStart => ExitStatus::CannotStart,
    })
}

fn in_words(info: &GameInfo, report: &EvaluationReport) -> String {
    let name = printable(&report.name);
    let mut out = match report.status {
        Status::Played => String::new(),
        Status::NoCompletedTurn => t!("%{name} never completed a turn.\n", name = name.red()),
        Status::CannotStart => t!("%{name} cannot start.\n", name = name.red()),
    };
    out += &t!(
        "%{games} of %{planned} matches, seed %{seed}\n",
        games = report.games,
        planned = report.games_planned,
        seed = report.seed
    );
    out += &format!("{}\n", table(info, report));
    let times = &report.times;
    out += &t!(
        "Turns of %{name}: %{turns}, %{mean} ms on average, %{max} ms at most; %{faults} errors\n",
        name,
        turns = report.turns,
        mean = decimal(times.turn_ms_mean, 3),
        max = decimal(times.turn_ms_max, 3),
        faults = report.faults_total
    );
    report.faults.iter().for_each(|group| out += &fault_in_words(group));
    if report.repeatable == Some(false) {
        out += &t!(
            "Not repeatable: an AI ran out of time, or used something that the seed does not determine.\n"
        );
    }
    if let Some(losses) = &report.losses {
        out += &format!("\n{}", losses_in_words(losses));
    }
    out
}

fn table(info: &GameInfo, report: &EvaluationReport) -> Table {
    let mut columns = vec![
        Column::essential(later!("opponent")).wrapped(),
        Column::middle(later!("games")),
        Column::high(later!("wins")),
        Column::middle(later!("ties")),
        Column::high(later!("mean score")),
        Column::high(later!("verdict")),
    ];
    columns.extend(info.figures.first().map(|figure| Column::low(figure)));
    columns.push(Column::middle(later!("errors")));
    let mut table = Table::new(columns);
    for opponent in &report.opponents {
        table.row(row(opponent));
    }
    table
}

fn row(opponent: &OpponentReport) -> Vec<String> {
    let percent = |share: f64| decimal(100.0 * share, 0);
    let [low, high] = opponent.interval.map(percent);
    let verdict = match opponent.verdict {
        "better" => t!("better"),
        "worse" => t!("worse"),
        _ => t!("undecided"),
    };
    let mut row = vec![
        opponent.opponent.clone(),
        opponent.games.to_string(),
        opponent.wins.to_string(),
        opponent.ties.to_string(),
        t!("%{mean} % (%{low} to %{high})", mean = percent(opponent.score), low, high),
        verdict,
    ];
    if opponent.figure.is_some() {
        let mean = |value: Option<f64>| value.map_or_else(|| "-".to_string(), |value| decimal(value, 1));
        let both = [opponent.figure_mean, opponent.figure_mean_opponent].map(mean);
        row.push(both.join(" : "));
    }
    row.push(opponent.faults.to_string());
    row
}

/// Describes the faults of one kind, with the traceback and the output of the first one.
fn fault_in_words(group: &FaultGroup) -> String {
    let ShownProblem(problem) = &group.problem;
    let at = match group.round {
        Some(round) => t!("round %{round} of match %{number}", round, number = group.number),
        None => t!("match %{number}", number = group.number),
    };
    let mut out = t!(
        "\n%{kind}: %{count} times in %{matches} matches, first in %{at} against %{opponent}, seed %{seed}: %{message}\n",
        kind = t!(group.kind).red(),
        count = group.count,
        matches = group.matches,
        at,
        opponent = printable(&group.opponent),
        seed = group.seed,
        message = problem.line(Language::spoken())
    );
    if problem.round.is_none() {
        // Its report and hint were printed when the player did not start.
        return out;
    }
    out += &hint_of_turn(problem);
    for text in std::iter::once(&group.output).chain(&group.traceback) {
        out.extend(text.lines().map(|line| format!("  | {}\n", printable(line))));
    }
    out
}
