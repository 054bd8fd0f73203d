//! Recorded turns, played again: rebuilds the view and the random numbers of a turn, and compares the answer of a player
//! with the recorded one.

use crate::reasons::{Circumstances, Reason, reasons};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wag_core::arena::{Answer, Ask, Player, TurnReport, judge_answer, same_orders};
use wag_core::game::{Game, GameInfo, Playable, Refusal, Seat, SeatOrders, Show, derive_seed, turn_seed};
use wag_core::problem::FaultKind;
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_games::with_game;
use wag_i18n::t;
use wag_play::error::{PlayError, user_error};
use wag_play::keep::closed;
use wag_play::line_up::player_spec::PlayerSpec;
use wag_play::recorded::{is_persistent, named, other_rules};
use wag_play::seats::instrument::Instrument;
use wag_play::seats::seating::{PlayerFactory, start_player};
use wag_play::seats::unstarted::Unstarted;
use wag_python::host::{Console, EditorPort};
use wag_replay::{Blocks, Reader, ReplayError, Turn, Verdict, resimulate};
use wag_sandbox::Limits;

/// The turns to play again.
#[derive(Clone, Copy, Debug)]
pub enum Selection {
    /// The first turn of the player in this round.
    Round(u32),
    /// Every turn of the player whose number has the remainder `part` when divided by `parts`.
    Part { part: u64, parts: u64 },
    /// About one in `one_in` turns of the player, chosen by the seed.
    Sample { seed: u64, one_in: u64 },
}

/// The request to play turns of a replay again.
pub struct ReenterRequest<'r> {
    /// The path of the replay, for messages.
    pub path: &'r Path,
    pub seat: Seat,
    pub player: &'r PlayerSpec,
    pub selection: Selection,
    pub limits: Limits,
    pub instrument: RequestedInstrument,
    /// How often each turn is then played with other random numbers.
    pub reseeds: u64,
    pub stop: Arc<AtomicBool>,
}

impl<'r> ReenterRequest<'r> {
    /// Returns a request without an instrument.
    pub fn new(
        path: &'r Path,
        (seat, player): (Seat, &'r PlayerSpec),
        selection: Selection,
        limits: Limits,
        stop: &Arc<AtomicBool>,
    ) -> ReenterRequest<'r> {
        ReenterRequest {
            path,
            seat,
            player,
            selection,
            limits,
            instrument: RequestedInstrument::None,
            reseeds: 0,
            stop: Arc::clone(stop),
        }
    }
}

/// The tool that watches the player from inside while it plays a turn again.
#[derive(Clone, Default)]
pub enum RequestedInstrument {
    #[default]
    None,
    /// Python's debugger, which stops at the first line of the turn and at `breakpoint()`.
    Debugger(Arc<dyn Console>),
    /// An editor, for which the player waits at this port.
    Editor(Arc<EditorPort>),
    Profiler,
    /// Records the lines that run in the turn of [`Selection::Round`], and the values of variables.
    Tracer,
}

impl RequestedInstrument {
    /// Returns the instrument for the player. The debugger of a persistent player stops only while `gate` is open.
    fn of_player(
        &self,
        seat: Seat,
        is_persistent: bool,
        gate: &Arc<AtomicBool>,
        traced_turn: impl Fn() -> u32,
    ) -> Instrument {
        match self {
            RequestedInstrument::None => Instrument::None,
            RequestedInstrument::Debugger(console) => {
                let gated = GatedConsole { inner: Arc::clone(console), is_open: Arc::clone(gate) };
                Instrument::Debugger { seat, console: Arc::new(gated), at_first_line: !is_persistent }
            }
            RequestedInstrument::Editor(port) => Instrument::Editor { port: Arc::clone(port) },
            RequestedInstrument::Profiler => Instrument::Profiler,
            RequestedInstrument::Tracer => Instrument::Tracer { turn: traced_turn() },
        }
    }
}

/// A recorded turn that was played again.
#[derive(Clone, Debug)]
pub struct ReenteredTurn {
    pub round: u32,
    /// Whether the orders equal the recorded ones.
    pub is_same: bool,
    /// The reasons why they differ; empty if they are equal.
    pub reasons: Vec<Reason>,
    pub recorded: TurnSide,
    pub now: TurnSide,
}

impl ReenteredTurn {
    /// Returns the indexes of the new orders that were not recorded.
    pub fn added(&self) -> Vec<usize> {
        unmatched(&self.now.values, &self.recorded.values)
    }

    /// Returns the indexes of the recorded orders that are missing now.
    pub fn missing(&self) -> Vec<usize> {
        unmatched(&self.recorded.values, &self.now.values)
    }
}

/// Returns the indexes of the orders of `one` that `other` does not contain. Each order of `other` matches one order.
pub fn unmatched<T: PartialEq>(one: &[T], other: &[T]) -> Vec<usize> {
    let mut rest: Vec<&T> = other.iter().collect();
    let is_unmatched = |(_, order): &(usize, &T)| match rest.iter().position(|other| other == order) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    };
    let mut unmatched: Vec<(usize, &T)> = one.iter().enumerate().collect();
    unmatched.retain(is_unmatched);
    unmatched.into_iter().map(|(at, _)| at).collect()
}

/// Returns the indexes of the refused orders of `one` that `other` does not contain.
pub fn unmatched_refusals(one: &[RefusedOrder], other: &[RefusedOrder]) -> Vec<usize> {
    let [one, other] =
        [one, other].map(|list| list.iter().map(|refused| refused.refusal.order()).collect::<Vec<_>>());
    unmatched(&one, &other)
}

/// The recorded or the new half of a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnSide {
    /// The orders as sentences, with the position after the turn; empty if both halves are equal and nobody needs them.
    pub orders: Vec<String>,
    /// The orders as objects, as in the JSON of a replay, in the same sequence.
    pub values: Vec<Value>,
    /// The first orders that were refused before they reached the rules.
    pub refused: Vec<RefusedOrder>,
    pub report: TurnReport,
}

/// An order that was refused before it reached the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RefusedOrder {
    #[serde(flatten)]
    pub refusal: Refusal,
    /// The reason, as a sentence without a full stop.
    pub sentence: String,
}

impl RefusedOrder {
    /// Returns the stored refused orders of a turn.
    pub fn of_turn<G: Game>(report: &TurnReport) -> Vec<RefusedOrder> {
        let refused = |refusal: &Refusal| RefusedOrder {
            // It numbers the turn's lines, which are not part of the order.
            refusal: Refusal { chain: None, ..refusal.clone() },
            sentence: printable(&G::refused(refusal).translated()),
        };
        report.refused.iter().map(refused).collect()
    }

    /// Describes the order as a line of a list of orders.
    pub fn in_words(&self) -> String {
        t!("refused: %{reason}", reason = self.sentence)
    }
}

/// The time that a player took for a recorded turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTime {
    pub round: u32,
    pub seat: Seat,
    pub think: Duration,
    pub fault: Option<FaultKind>,
}

/// Plays turns of a replay again, and passes each of them to `on_turn`. If a persistent player ends before its selected
/// turn, passes the turn in which it ends.
pub fn reenter(
    game: KnownGame,
    blocks: Blocks,
    request: &ReenterRequest<'_>,
    on_turn: &mut dyn FnMut(ReenteredTurn),
) -> Result<(), PlayError> {
    with_game!(game, G => reenter_game::<G>(game.info, blocks, request, on_turn))
}

fn reenter_game<G: Playable>(
    info: &'static GameInfo,
    blocks: Blocks,
    request: &ReenterRequest<'_>,
    on_turn: &mut dyn FnMut(ReenteredTurn),
) -> Result<(), PlayError> {
    let then = Circumstances::recorded(&blocks.header, blocks.ended.as_ref(), request.seat);
    let now = Circumstances::here(info, request.player, &request.limits);
    let reader = named(request.path, Reader::<G>::of(blocks))?;
    let is_persistent = is_persistent::<G>(info, request.player);
    if let Selection::Round(round) = request.selection {
        check_turn(&reader, request, round)?;
    }
    let traced_turn = || match request.selection {
        Selection::Round(round) if is_persistent => number_of_turn(&reader, request.seat, round),
        // Other players play it once before, so that the modules are loaded.
        Selection::Round(_) | Selection::Part { .. } | Selection::Sample { .. } => 2,
    };
    let files = closed([request.path]);
    let factory = PlayerFactory::new(info, request.limits.clone(), files, Arc::clone(&request.stop));
    let gate = Arc::new(AtomicBool::new(!is_persistent));
    let instrument = request.instrument.of_player(request.seat, is_persistent, &gate, traced_turn);
    let factory = factory.with_instrument(instrument);
    let player = start_player::<G>(&factory, request.player, reader.setup(), request.seat)?;
    let unstarted = |problem| Unstarted::one(request.seat, &request.player.name, problem);
    let player = player.map_err(|problem| PlayError::CannotStart(unstarted(problem)))?;
    // A person would have to step through the turn twice.
    let is_warm =
        matches!(request.instrument, RequestedInstrument::Debugger(_) | RequestedInstrument::Editor(_));
    let mut session = Reentry {
        reader: &reader,
        request,
        player,
        then,
        now,
        is_persistent,
        gate,
        is_warm,
        is_gone: false,
        on_turn,
    };
    session.player.begin();
    let verdict = resimulate(&reader, |state, turn, turns| session.visit(state, turn, turns));
    drop(session);
    factory.close();
    match named(request.path, verdict)? {
        Verdict::Differs(first) => user_error(other_rules::<G>(request.path, reader.header(), &first)),
        Verdict::Same { .. } => Ok(()),
    }
}

/// A console that continues at every stop until it is opened. A persistent player calls `breakpoint()` in all its turns,
/// and only the selected one matters.
struct GatedConsole {
    inner: Arc<dyn Console>,
    is_open: Arc<AtomicBool>,
}

impl Console for GatedConsole {
    fn show(&self, text: &str) {
        if self.is_open.load(Ordering::Relaxed) {
            self.inner.show(text);
        }
    }

    fn line(&self) -> Option<String> {
        if self.is_open.load(Ordering::Relaxed) { self.inner.line() } else { Some("continue".to_string()) }
    }
}

/// A player that plays turns of a replay again.
struct Reentry<'r, G: Playable> {
    reader: &'r Reader<G>,
    request: &'r ReenterRequest<'r>,
    player: Box<dyn Player<G>>,
    then: Circumstances,
    now: Circumstances,
    is_persistent: bool,
    /// Set when the debugger may stop.
    gate: Arc<AtomicBool>,
    /// Whether the player has loaded its modules, or need not.
    is_warm: bool,
    /// Whether the player has ended, so that it gets no more turns.
    is_gone: bool,
    on_turn: &'r mut dyn FnMut(ReenteredTurn),
}

impl<G: Playable> Reentry<'_, G> {
    fn visit(&mut self, state: &G::State, turn: &Turn<G>, turns: u64) -> ControlFlow<()> {
        let seat = self.request.seat;
        if self.is_gone || self.request.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let Some((_, recorded)) = turn.reports.iter().find(|(one, _)| *one == seat) else {
            return ControlFlow::Continue(());
        };
        let (is_selected, is_last) = match self.request.selection {
            Selection::Round(round) => (turn.round == round, turn.round == round),
            Selection::Part { part, parts } => (turns % parts == part, false),
            Selection::Sample { seed, one_in } => {
                (derive_seed(seed, "audit", &[turns]).is_multiple_of(one_in), false)
            }
        };
        if !is_selected && !self.is_persistent {
            return ControlFlow::Continue(());
        }
        if is_selected {
            self.gate.store(true, Ordering::Relaxed);
        }
        let random_seed = turn_seed(self.reader.header().seed_in(turn.round), seat, turns);
        let ask = Ask { round: turn.round, random_seed };
        if !std::mem::replace(&mut self.is_warm, true) {
            self.player.warm_up(ask, G::view(state, seat));
        }
        self.player.ask(ask, G::view(state, seat));
        let answer = judge_answer::<G>(state, seat, self.player.answer(G::view(state, seat)));
        self.is_gone = answer.report.is_gone;
        if self.request.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let ends_early = self.is_gone && matches!(self.request.selection, Selection::Round(_));
        if is_selected || ends_early {
            let compared = self.compare(state, turn, recorded, answer);
            (self.on_turn)(compared);
            for number in 0..self.request.reseeds {
                let random_seed = derive_seed(random_seed, "reseed", &[number]);
                self.player.ask(Ask { random_seed, ..ask }, G::view(state, seat));
                let answer = judge_answer::<G>(state, seat, self.player.answer(G::view(state, seat)));
                let compared = self.compare(state, turn, recorded, answer);
                (self.on_turn)(compared);
            }
        }
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn compare(
        &self,
        state: &G::State,
        turn: &Turn<G>,
        recorded: &TurnReport,
        mut answer: Answer<G::Orders>,
    ) -> ReenteredTurn {
        G::sort_orders(&mut answer.orders);
        let then = orders_of::<G>(&turn.orders, self.request.seat);
        let is_same = same_orders::<G>((&then, recorded), (&answer.orders, &answer.report));
        let is_told = !is_same || matches!(self.request.selection, Selection::Round(_));
        let side = |orders: &G::Orders, report: TurnReport| {
            let frame = is_told.then(|| self.frame_after(state, turn, orders));
            let texts = frame
                .iter()
                .flat_map(|frame| G::tell_orders(self.reader.setup(), frame, self.request.seat, orders));
            TurnSide {
                orders: texts.map(|order| printable(&order.words)).collect(),
                values: if is_told { G::show_orders(orders) } else { Vec::new() },
                refused: RefusedOrder::of_turn::<G>(&report),
                report,
            }
        };
        let reasons = match is_same {
            true => Vec::new(),
            false => reasons(&self.then.of_turn(recorded), &self.now.of_turn(&answer.report)),
        };
        ReenteredTurn {
            round: turn.round,
            is_same,
            reasons,
            recorded: side(&then, recorded.clone()),
            now: side(&answer.orders, answer.report),
        }
    }

    /// Returns the position after a turn in which the player gives these orders and the others give the recorded ones.
    fn frame_after(&self, state: &G::State, turn: &Turn<G>, orders: &G::Orders) -> G::Frame {
        let (mut next, mut all) = (state.clone(), turn.orders.clone());
        for (seat, given) in &mut all {
            if *seat == self.request.seat {
                given.clone_from(orders);
            }
        }
        G::apply(&mut next, &all, &mut Vec::new());
        G::frame(&next)
    }
}

/// Returns the recorded orders of a seat in the sequence in which a replay stores them.
fn orders_of<G: Show>(orders: &SeatOrders<G>, seat: Seat) -> G::Orders {
    let own = orders.iter().find(|(one, _)| *one == seat);
    let mut own = own.map_or_else(G::Orders::default, |(_, orders)| orders.clone());
    G::sort_orders(&mut own);
    own
}

/// Returns an error if the player has no turn in this round.
fn check_turn<G: Show>(
    reader: &Reader<G>,
    request: &ReenterRequest<'_>,
    round: u32,
) -> Result<(), PlayError> {
    let has_turn = |turn: &Turn<G>| turn.reports.iter().any(|(seat, _)| *seat == request.seat);
    let stretch = named(request.path, reader.round(round))?;
    if stretch.turns.iter().any(has_turn) {
        return Ok(());
    }
    let turns = reader.all_chunks().flatten().flat_map(|stretch| stretch.turns);
    let last = turns.filter(|turn| turn.round < round).filter(has_turn).map(|turn| turn.round).last();
    let name = printable(&reader.header().players[request.seat.index()].name);
    user_error(match last {
        Some(last) => t!(
            "%{name} has no turn in round %{round}; its last turn before that is in round %{last}",
            name,
            round,
            last
        ),
        None => t!("%{name} has no turn in round %{round}, and none before it", name, round),
    })
}

/// Returns the number of the player's turns up to its first one in this round.
fn number_of_turn<G: Show>(reader: &Reader<G>, seat: Seat, round: u32) -> u32 {
    let turns = reader.all_chunks().flatten().flat_map(|stretch| stretch.turns);
    let own = turns.filter(|turn| turn.round < round && turn.reports.iter().any(|(one, _)| *one == seat));
    own.count() as u32 + 1
}

/// Returns the time of each recorded turn of a replay. `path` is for messages, and `seat` selects one player.
pub fn turn_times(
    game: KnownGame,
    blocks: Blocks,
    path: &Path,
    seat: Option<Seat>,
) -> Result<Vec<TurnTime>, PlayError> {
    with_game!(game, G => times_of::<G>(blocks, path, seat))
}

fn times_of<G: Show>(blocks: Blocks, path: &Path, seat: Option<Seat>) -> Result<Vec<TurnTime>, PlayError> {
    let reader = named(path, Reader::<G>::of(blocks))?;
    let mut times = Vec::new();
    for stretch in reader.all_chunks() {
        let stretch = named(path, stretch)?;
        if let Some((first, last)) = stretch.damaged {
            return named(path, Err(ReplayError::Damaged { first, last }));
        }
        for turn in stretch.turns {
            let own = turn.reports.iter().filter(|(one, _)| seat.is_none_or(|seat| seat == *one));
            times.extend(own.map(|(seat, report)| TurnTime {
                round: turn.round,
                seat: *seat,
                think: report.think,
                fault: report.fault.as_ref().map(|fault| fault.kind),
            }));
        }
    }
    Ok(times)
}
