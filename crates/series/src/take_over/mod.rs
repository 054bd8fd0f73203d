//! Why did I lose? The take-over curve of a recorded match: what a built-in player would have reached from each position
//! of the player, where that falls, and the causes.

mod cache;
mod cards;
mod futures;
mod points;
mod report;
mod search;
mod sum;
mod words;

use crate::many::Executor;
pub use report::{
    BetterOrder, CardCause, CurvePoint, LossCard, LossReport, OnsetSource, TakeOverCurve, VoidCurve,
    VoidReason,
};
use search::Search;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
pub use sum::{LossSum, SummedCause, sum_losses};
use wag_core::game::{Losses, Sampling, Seat};
use wag_core::text::printable;
use wag_games::{KnownGame, open_replay, recorded_losses};
use wag_i18n::Message;
use wag_inspect::prepare_fork;
use wag_inspect::recorded_player::chosen_seat;
use wag_ladder as ladder;
use wag_play::LimitOptions;
use wag_play::error::PlayError;
use wag_play::fork::{Change, Fork, ForkRequest};
use wag_play::line_up::player_spec::Kind;
use wag_play::recorded::{named, open};
use wag_replay::{Header, RecordedLosses, ReplayError};

/// The default time for all futures, in seconds.
pub const SECONDS: u32 = 20;
/// The minimum number of rounds of a match that has a curve.
const ROUNDS_MIN: u32 = 3;
/// A built-in player is strong enough if it would have reached so much more, as a part of the scale.
const STRONGER: f64 = 0.05;
/// A built-in player whose value from the start is below this part of the scale loses from the start.
const HOPELESS: f64 = 0.25;

/// A request for the take-over curve of a player.
pub struct TakeOver<'r> {
    pub replay: &'r Path,
    /// The name or the number of the player; `None` for the only Python file.
    pub player: Option<&'r str>,
    pub options: &'r TakeOverOptions,
}

/// How take-over curves are computed.
pub struct TakeOverOptions {
    /// The built-in player that takes over; `None` to choose one.
    pub stand_in: Option<String>,
    /// The time for all futures, in seconds. It decides only how many of them are played.
    pub seconds: f64,
    /// The number of futures; `None` for as many as the time allows.
    pub futures: Option<u32>,
    /// The seed of the futures; `None` for that of the match.
    pub seed: Option<u64>,
    pub limits: LimitOptions,
    pub executor: Arc<dyn Executor>,
    pub stop: Arc<AtomicBool>,
    pub warn: ladder::Warn,
}

impl TakeOverOptions {
    /// Returns the default options.
    pub fn new(executor: Arc<dyn Executor>, stop: Arc<AtomicBool>) -> TakeOverOptions {
        TakeOverOptions {
            stand_in: None,
            seconds: SECONDS.into(),
            futures: None,
            seed: None,
            limits: LimitOptions::default(),
            executor,
            stop,
            warn: |_| {},
        }
    }
}

/// The progress so far.
pub struct TakeOverProgress<'p> {
    /// The numbers of futures that were played and that are planned.
    pub played: usize,
    pub planned: usize,
    /// The report of the futures so far, after each step.
    pub partial: Option<&'p LossReport>,
}

/// The function that reads the progress.
pub type OnProgress<'p> = &'p mut dyn FnMut(TakeOverProgress<'_>);

/// The end of an analysis without a curve.
enum End {
    Void(VoidCurve),
    /// Futures are missing and must not be played.
    Missing,
    Error(PlayError),
}

impl From<PlayError> for End {
    fn from(error: PlayError) -> End {
        End::Error(error)
    }
}

/// A recorded match and the player whose losses are explained.
struct Subject {
    game: KnownGame,
    header: Header,
    repeatable: Option<bool>,
    seat: Seat,
    player: String,
    /// The losses, or the reason why they cannot be explained.
    losses: Result<Option<Box<dyn RecordedLosses>>, ReplayError>,
}

impl Subject {
    fn name(&self, seat: Seat) -> String {
        self.header.players.get(seat.index()).map_or_else(String::new, |player| printable(&player.name))
    }
}

impl TakeOver<'_> {
    /// Returns the report. If there is no curve, it says why.
    pub fn explain(&self, progress: OnProgress<'_>) -> Result<LossReport, PlayError> {
        let subject = self.subject()?;
        match self.report(&subject, Some(progress)) {
            Ok(report) => Ok(report),
            Err(End::Void(void)) => Ok(void_report(&subject, void)),
            Err(End::Missing) => unreachable!("all futures are played"),
            Err(End::Error(error)) => Err(error),
        }
    }

    /// Returns the report of the futures that are stored beside the replay, without playing any; `None` if the report needs
    /// more of them.
    pub fn cached(&self) -> Result<Option<LossReport>, PlayError> {
        let subject = self.subject()?;
        match self.report(&subject, None) {
            Ok(report) => Ok(Some(report)),
            Err(End::Void(void)) => Ok(Some(void_report(&subject, void))),
            Err(End::Missing) => Ok(None),
            Err(End::Error(error)) => Err(error),
        }
    }

    fn subject(&self) -> Result<Subject, PlayError> {
        let (game, blocks) = named(self.replay, open_replay(open(self.replay)?))?;
        let header = blocks.header.clone();
        let seat = chosen_seat(&header, self.player)?;
        let player = printable(&header.players[seat.index()].name);
        let repeatable = blocks.ended.as_ref().and_then(|ended| ended.repeatable);
        let losses = recorded_losses(game, blocks, seat);
        Ok(Subject { game, header, repeatable, seat, player, losses })
    }

    /// Returns the report. Without `progress` no futures are played.
    fn report(&self, subject: &Subject, progress: Option<OnProgress<'_>>) -> Result<LossReport, End> {
        let record = Record::check(subject)?;
        if record.declared.sampling == Sampling::Events {
            return Ok(cards::certain_report(subject, &record));
        }
        let mut search = Search::begin(self, subject, record, progress)?;
        search.refine()?;
        search.save();
        Ok(search.report())
    }
}

/// The part of a record that the curve needs.
struct Record<'s> {
    losses: &'s dyn RecordedLosses,
    declared: &'static Losses,
    /// The values of all seats.
    actual: Vec<f64>,
    /// The last round in which the player had a turn.
    last_turn: u32,
}

impl<'s> Record<'s> {
    /// Returns the record. It has no curve without a result, or if another player stopped: each future would then be
    /// another match than the recorded one.
    fn check(subject: &'s Subject) -> Result<Record<'s>, End> {
        let losses = match &subject.losses {
            Ok(Some(losses)) => &**losses,
            Ok(None) => return void(None, VoidReason::Game, words::other_game()),
            Err(error) => return void(None, VoidReason::Damaged, words::damaged(error)),
        };
        let declared = losses.declared();
        let Some(actual) = losses.actual() else {
            return void(None, VoidReason::NoResult, words::no_result());
        };
        let Some(last_turn) = losses.last_turn() else {
            return void(None, VoidReason::NoTurn, words::no_turn(&subject.player));
        };
        if let Some((seat, round)) = losses.stopped().first() {
            let name = subject.name(*seat);
            let reason = words::stopped(&name, *round);
            return void(Some(name), VoidReason::Stopped, reason);
        }
        if losses.rounds() < ROUNDS_MIN && declared.sampling != Sampling::Events {
            return void(None, VoidReason::TooShort, words::too_short(losses.rounds()));
        }
        Ok(Record { losses, declared, actual, last_turn })
    }

    fn own(&self, subject: &Subject) -> f64 {
        self.actual.get(subject.seat.index()).copied().unwrap_or_default()
    }

    /// Returns the highest value of all players.
    fn best(&self) -> f64 {
        self.actual.iter().copied().fold(f64::MIN, f64::max)
    }
}

fn void<T>(player: Option<String>, reason: VoidReason, message: Message) -> Result<T, End> {
    Err(End::Void(VoidCurve { player, reason, phrase: message.into() }))
}

fn void_report(subject: &Subject, void: VoidCurve) -> LossReport {
    let declared = subject.losses.as_ref().ok().and_then(Option::as_ref).map(|losses| losses.declared());
    LossReport {
        player: subject.player.clone(),
        seat: subject.seat.number(),
        phrase: void.phrase.clone(),
        remarks: Vec::new(),
        curve: TakeOverCurve {
            player: subject.player.clone(),
            value: declared.map_or("", |declared| declared.value),
            unit: declared.map_or("", |declared| declared.unit),
            void: Some(void),
            ..TakeOverCurve::default()
        },
        cards: Vec::new(),
    }
}

/// Returns the fork in which a built-in player takes over the seat. There is none if another player cannot play on.
fn fork(request: &TakeOver<'_>, subject: &Subject, stand_in: &str) -> Result<Fork, End> {
    let player = Some(subject.header.players[subject.seat.index()].name.clone());
    let changes = vec![Change { player, file: stand_in.to_string() }];
    let request = ForkRequest { replay: request.replay, round: 1, changes, limits: &request.options.limits };
    let fork = match prepare_fork(&request) {
        Ok(fork) => fork,
        Err(error) => return void(None, VoidReason::Unplayable, words::unplayable(error.to_string())),
    };
    let entrants = fork.entrants();
    let mut seats = Seat::all(entrants.len());
    let is_missing =
        |seat: &Seat| entrants[seat.index()].kind == Kind::Recorded && fork.has_turns.contains(*seat);
    match seats.find(is_missing) {
        Some(seat) => {
            let name = subject.name(seat);
            let reason = words::no_code(&name);
            void(Some(name), VoidReason::NoCode, reason)
        }
        None => Ok(fork),
    }
}
