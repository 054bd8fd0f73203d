//! The report of an evaluation, which docs/en/json.md documents.

use crate::VoidMatch;
use crate::evaluate::Evaluation;
use crate::take_over::LossSum;
use serde::Serialize;
use wag_core::problem::{EnglishExplanation, Explanation, Problem, ShownProblem};
use wag_i18n::Message;
use wag_play::logs::split_traceback;
use wag_stats::compare::{Sums, share};
use wag_stats::series::{EntrantResult, MatchResult, PlayedMatch, Row, estimate, summarise};

/// The version of the report's format. It changes when a field disappears or changes its meaning.
pub const EVALUATE_VERSION: u32 = 1;
/// The maximum number of different messages of each kind of fault.
const MESSAGES_MAX: usize = 20;

/// The report of an evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationReport {
    /// The version of this format.
    pub wag_evaluate: u32,
    /// The version of Wag.
    pub wag: &'static str,
    pub game: &'static str,
    /// The name of the evaluated player, and its player spec.
    pub name: String,
    pub player: String,
    pub seed: u64,
    /// The maps or boards.
    pub places: Vec<String>,
    pub games: usize,
    pub games_planned: usize,
    pub interrupted: bool,
    pub status: Status,
    pub opponents: Vec<OpponentReport>,
    /// The player's faults, by kind, in the order of their first occurrence.
    pub faults: Vec<FaultGroup>,
    pub faults_total: u64,
    /// The number of matches in which the player took no part.
    pub forfeits: u32,
    /// The number of turns that the player was asked for.
    pub turns: u64,
    pub times: Times,
    /// True if the same seed gives the same matches again; `None` if that is unknown.
    pub repeatable: Option<bool>,
    /// A row for each match, as in the JSON of a series, with the opponent.
    pub played: Vec<EvaluatedMatch>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<VoidMatch>,
    /// The losses of the player over all matches; `None` if they were not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossSum>,
}

/// A match of an evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluatedMatch {
    #[serde(flatten)]
    pub played: PlayedMatch,
    /// The opponent's player spec.
    pub opponent: String,
    /// The seat of the evaluated player, counted from 1.
    pub seat: Option<usize>,
}

/// Whether the evaluated player played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It completed at least one turn.
    Played,
    /// It started, but failed in every turn.
    NoCompletedTurn,
    /// It did not start in any match.
    CannotStart,
}

/// The result against one opponent.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentReport {
    /// The opponent's player spec.
    pub opponent: String,
    pub games: usize,
    /// The number of matches in which the player was the only winner.
    pub wins: usize,
    /// The number of matches that the player won together with others.
    pub ties: usize,
    pub losses: usize,
    pub mean_place: Option<f64>,
    /// The mean share of opponents that the player has beaten, from 0 to 1; equal places count half.
    pub score: f64,
    /// The 95 % confidence interval of the score.
    pub interval: [f64; 2],
    /// `better`, `worse` or `undecided`: whether the interval lies above, below or around 0.5.
    pub verdict: &'static str,
    /// The name of the figure that decides the game; `None` if it has no figures.
    pub figure: Option<&'static str>,
    /// The mean of this figure: the player's, and that of its opponents.
    pub figure_mean: Option<f64>,
    pub figure_mean_opponent: Option<f64>,
    pub faults: u64,
    /// The number of faults of the opponent.
    pub faults_opponent: u64,
}

/// All faults of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct FaultGroup {
    pub kind: &'static str,
    pub count: u64,
    /// The number of matches with such a fault.
    pub matches: usize,
    /// The first fault: its message, and the file and line in it.
    pub message: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Python's traceback; `None` if there is none.
    pub traceback: Option<String>,
    /// The rest of the output of that turn; only its end if it is long.
    pub output: String,
    /// The code and the English sentence of the explanation; `None` if there is none.
    pub explanation: Option<EnglishExplanation>,
    /// The first fault with all languages. Its report is in `output` and `traceback`.
    pub problem: ShownProblem,
    /// Where the first fault happened: the round, `None` for a failed start, and the match, from 1, with its seed,
    /// opponent and map.
    pub round: Option<u32>,
    #[serde(rename = "match")]
    pub number: usize,
    pub seed: u64,
    pub opponent: String,
    pub place: Option<String>,
    /// The different messages, each with the number of faults.
    pub messages: Vec<FaultMessage>,
}

/// A message of faults, and their number.
#[derive(Clone, Debug, Serialize)]
pub struct FaultMessage {
    pub message: String,
    pub count: u64,
}

/// The times of the player's turns, in milliseconds, and the duration of the evaluation, in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct Times {
    pub turn_ms_mean: f64,
    pub turn_ms_max: f64,
    /// The part of these times in which the player had a processor; `None` if unknown.
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    pub time_outs: u64,
    /// The number of time-outs that a busy machine may have caused.
    pub time_outs_doubtful: u64,
    pub wall_s: f64,
}

impl EvaluationReport {
    pub(super) fn of(evaluation: &Evaluation) -> EvaluationReport {
        let (plan, results) = (&evaluation.plan, &evaluation.results);
        let own: Vec<&EntrantResult> = results.iter().filter_map(own_result).collect();
        let started = own.iter().filter(|seat| !did_not_start(seat));
        let turns: u64 = started.map(|seat| u64::from(seat.turns)).sum();
        let rows = summarise(results, plan.entrants.len(), 0);
        let row = &rows[0];
        let opponents = (0..evaluation.against.len()).map(|opponent| of_opponent(evaluation, opponent));
        EvaluationReport {
            wag_evaluate: EVALUATE_VERSION,
            wag: env!("CARGO_PKG_VERSION"),
            game: plan.game.info.name,
            name: plan.entrants[0].name.clone(),
            player: evaluation.player.clone(),
            seed: evaluation.seed,
            places: plan.places.iter().map(|place| place.word.clone()).collect(),
            games: results.len(),
            games_planned: plan.fixtures.len(),
            interrupted: evaluation.is_interrupted(),
            status: status(&own),
            opponents: opponents.collect(),
            faults: faults(evaluation),
            faults_total: row.faults,
            forfeits: row.forfeits,
            turns,
            times: times(row, evaluation.began.elapsed().as_secs_f64()),
            repeatable: repeatable(results),
            played: results.iter().map(|result| played(evaluation, result)).collect(),
            void: VoidMatch::list(plan, &evaluation.void),
            losses: None,
        }
    }
}

/// Returns the result of the evaluated player.
fn own_result(result: &MatchResult) -> Option<&EntrantResult> {
    result.seats.iter().find(|seat| seat.entrant == 0)
}

/// Returns whether the player could not start in this match.
fn did_not_start(seat: &EntrantResult) -> bool {
    seat.failure.as_ref().is_some_and(|failure| failure.round.is_none())
}

fn status(own: &[&EntrantResult]) -> Status {
    // A failed start counts as a fault, but not as a turn.
    let completed = |seat: &&&EntrantResult| !did_not_start(seat) && seat.turns > seat.faults;
    match () {
        () if own.is_empty() || own.iter().filter(completed).count() > 0 => Status::Played,
        () if own.iter().all(|seat| did_not_start(seat)) => Status::CannotStart,
        () => Status::NoCompletedTurn,
    }
}

fn times(row: &Row, wall_s: f64) -> Times {
    Times {
        turn_ms_mean: row.think_ms_mean,
        turn_ms_max: row.think_ms_max,
        cpu_ms_mean: row.cpu_ms_mean,
        cpu_ms_max: row.cpu_ms_max,
        time_outs: row.time_outs,
        time_outs_doubtful: row.doubtful,
        wall_s: (wall_s * 1e3).round() / 1e3,
    }
}

/// Combines the matches: false if one of them is not repeatable, `None` if that is unknown for one of them.
fn repeatable(results: &[MatchResult]) -> Option<bool> {
    let all = || results.iter().map(|result| result.repeatable);
    match () {
        () if all().any(|one| one == Some(false)) => Some(false),
        () if all().any(|one| one.is_none()) => None,
        () => Some(true),
    }
}

fn of_opponent(evaluation: &Evaluation, opponent: usize) -> OpponentReport {
    let met = || evaluation.results.iter().filter(|result| evaluation.opponent(result.number) == opponent);
    let own = || met().filter_map(own_result);
    let others = || met().flat_map(|result| result.seats.iter().filter(|seat| seat.entrant != 0));
    let score = |result: &MatchResult| share(result, own_result(result).map_or(0, |own| own.seat), |_| true);
    let sums: Sums = met().map(score).collect();
    let (low, high) = sums.interval();
    let winners = |result: &MatchResult| result.seats.iter().filter(|seat| seat.place == 1).count();
    let is_first = |result: &&MatchResult| own_result(result).is_some_and(|own| own.place == 1);
    let firsts = met().filter(is_first).count();
    let wins = met().filter(is_first).filter(|result| winners(result) == 1).count();
    let figure = evaluation.plan.game.info.figures.first().copied();
    let mean = |seats: &mut dyn Iterator<Item = &EntrantResult>| {
        let values: Vec<f64> =
            seats.filter_map(|seat| seat.figures.first()).map(|value| *value as f64).collect();
        (!values.is_empty()).then(|| estimate(&values).mean)
    };
    let places: Vec<f64> = own().map(|seat| f64::from(seat.place)).collect();
    OpponentReport {
        opponent: evaluation.against[opponent].clone(),
        games: met().count(),
        wins,
        ties: firsts - wins,
        losses: met().count() - firsts,
        mean_place: (!places.is_empty()).then(|| estimate(&places).mean),
        score: sums.mean(),
        interval: [low, high],
        verdict: match () {
            () if low > 0.5 => "better",
            () if high < 0.5 => "worse",
            () => "undecided",
        },
        figure,
        figure_mean: mean(&mut own()),
        figure_mean_opponent: mean(&mut others()),
        faults: own().map(|seat| u64::from(seat.faults)).sum(),
        faults_opponent: others().map(|seat| u64::from(seat.faults)).sum(),
    }
}

/// Groups the faults of the evaluated player by kind, in the order of their first occurrence.
fn faults(evaluation: &Evaluation) -> Vec<FaultGroup> {
    let mut groups: Vec<FaultGroup> = Vec::new();
    for result in &evaluation.results {
        let mut kinds_of_match = Vec::new();
        for (failure, count) in own_result(result).into_iter().flat_map(|seat| &seat.fault_counts) {
            let at = match groups.iter().position(|group| group.kind == failure.kind().name()) {
                Some(at) => at,
                None => {
                    groups.push(first_fault(evaluation, result, failure));
                    groups.len() - 1
                }
            };
            groups[at].add(failure, *count);
            if !kinds_of_match.contains(&at) {
                kinds_of_match.push(at);
            }
        }
        kinds_of_match.into_iter().for_each(|at| groups[at].matches += 1);
    }
    groups
}

fn first_fault(evaluation: &Evaluation, result: &MatchResult, failure: &Problem) -> FaultGroup {
    let fixture = &evaluation.plan.fixtures[result.number];
    let message = failure.message.english();
    let report = failure.report.as_ref().map(Message::english);
    let (output, traceback) = match failure.round {
        // The report of a failed start is Python's own.
        None => (String::new(), report),
        Some(_) => {
            let report = report.unwrap_or_default();
            let (output, traceback) = split_traceback(&report);
            (output.to_string(), traceback.map(str::to_string))
        }
    };
    FaultGroup {
        kind: failure.kind().name(),
        count: 0,
        matches: 0,
        file: failure.place.as_ref().map(|place| place.file.clone()),
        line: failure.place.as_ref().map(|place| place.line),
        message,
        traceback,
        output,
        explanation: failure.explanation.as_ref().map(Explanation::english),
        problem: ShownProblem(Problem { report: None, ..failure.clone() }),
        round: failure.round,
        number: result.number + 1,
        seed: fixture.seed,
        opponent: evaluation.against[evaluation.opponent(result.number)].clone(),
        place: Some(evaluation.plan.places[fixture.place].word.clone()).filter(|word| !word.is_empty()),
        messages: Vec::new(),
    }
}

impl FaultGroup {
    fn add(&mut self, failure: &Problem, count: u32) {
        self.count += u64::from(count);
        let message = failure.message.english();
        if let Some(known) = self.messages.iter_mut().find(|known| known.message == message) {
            known.count += u64::from(count);
        } else if self.messages.len() < MESSAGES_MAX {
            self.messages.push(FaultMessage { message, count: count.into() });
        }
    }
}

fn played(evaluation: &Evaluation, result: &MatchResult) -> EvaluatedMatch {
    let plan = &evaluation.plan;
    let fixture = &plan.fixtures[result.number];
    let names: Vec<String> = plan.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    EvaluatedMatch {
        played: PlayedMatch::of(result, fixture, &plan.places[fixture.place].word, &names),
        opponent: evaluation.against[evaluation.opponent(result.number)].clone(),
        seat: own_result(result).map(|own| own.seat + 1),
    }
}
