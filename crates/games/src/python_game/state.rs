//! Positions of games in Python. The position itself is in a worker; the engine has the number of it, and the step.

use super::declaration::Rules;
use super::frame::{self, Change, Frame};
use super::host::{Arrival, Handle, Host, Worker, problem, with_place};
use super::item::Item;
use super::moves::{Asked, Judged, judge, known};
use super::{Event, Failure, Orders, Setup};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use wag_core::game::{Printed, Seat, SeatSet};
use wag_core::problem::{Problem, ProblemKind, Unseeded};
use wag_i18n::message;
use wag_python::protocol::game::{GameCall, GameProblem, MatchSetup, SIDE_MAX, SeatView, Step};

/// A position of a match.
#[derive(Clone)]
pub struct State {
    setup: Arc<Setup>,
    place: Place,
    seed: u64,
    /// The number of steps so far.
    turns: u64,
    position: Arc<Position>,
}

/// Where the position itself is.
#[derive(Clone)]
enum Place {
    Live(Arc<Handle>),
    /// A saved position, which the next step sends to a worker.
    Stored(Arc<[u8]>),
    /// The match is over, or the position is lost.
    Gone,
}

/// The part of a position that the engine has.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Position {
    step: Step,
    /// The last round that was played.
    round: u32,
    /// The seats that have lost because they gave no legal order.
    lost: SeatSet,
    unseeded: Unseeded,
    failure: Option<Failure>,
    #[serde(skip)]
    problem: Option<Box<Problem>>,
    #[serde(skip)]
    printed: Printed,
}

impl Setup {
    pub fn seats(&self) -> usize {
        self.names.len()
    }

    /// Returns whether the setup agrees with the declaration of its game. Setups in replays are untrusted.
    pub fn is_sound(&self) -> bool {
        let declared = self.rules.declared();
        let (least, most) = declared.seats;
        let is_option =
            |(name, _): &(String, Item)| declared.options.iter().any(|option| option.name == *name);
        let is_side = |side: u16| (1..=SIDE_MAX).contains(&side.into());
        (usize::from(least)..=usize::from(most)).contains(&self.seats())
            && self.bots.len() == self.seats()
            && self.options.iter().all(is_option)
            && self.options.len() <= declared.options.len()
            && self.board.is_none_or(|(width, height)| is_side(width) && is_side(height))
    }

    pub fn for_worker(&self) -> MatchSetup {
        let option = |(name, value): &(String, Item)| (name.clone(), value.bytes().to_vec());
        MatchSetup {
            options: self.options.iter().map(option).collect(),
            names: self.names.clone(),
            bots: self.bots.clone(),
            has_boards: self.has_boards,
            has_observations: self.has_observations,
        }
    }
}

impl State {
    pub fn start(setup: &Setup, seed: u64, events: &mut Vec<Event>) -> State {
        let mut state = State {
            setup: Arc::new(setup.clone()),
            place: Place::Gone,
            seed,
            turns: 0,
            position: Arc::new(Position::before_the_start(setup)),
        };
        let arrival = state.first_step().unwrap_or_else(Arrival::from);
        state.take(arrival, 0, events);
        state
    }

    fn first_step(&mut self) -> Result<Arrival, GameProblem> {
        let kept = self.setup.host.0.clone().filter(|worker| !worker.is_over());
        let worker = kept.map_or_else(|| Worker::of(self.setup.rules), Ok)?;
        let to = worker.new_state();
        let call = GameCall::Start { to, setup: self.setup.for_worker(), seed: self.seed };
        let arrival = worker.step(call);
        self.place = Place::Live(Arc::new(Handle { id: to, worker }));
        Ok(arrival)
    }

    /// Applies orders. The match is over if the game fails.
    pub fn apply(&mut self, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        if self.step().ask.is_empty() {
            return;
        }
        let differs = orders.iter().find(|(_, order)| *order == Orders::CopyDiffers);
        if let Some((seat, _)) = differs
            && let Err(problem) = self.check_repetition(*seat)
        {
            Arc::make_mut(&mut self.position).printed = Printed::default();
            return self.fail(problem, events);
        }
        let round = self.step().round;
        let Judged { orders, refused, lost } = judge(&self.asked(), orders);
        events.extend(refused.into_iter().map(|(seat, why)| Event::Refused(seat, why)));
        self.turns += 1;
        if !lost.is_empty() {
            return self.lose(lost, round, events);
        }
        let arrival = self.next_step(orders).unwrap_or_else(Arrival::from);
        self.take(arrival, round, events);
    }

    /// Makes the moves of a match of the course again in a new worker with another seed. The error says that the moves
    /// of this seat are then other ones, so that the game depends on more than its moves.
    fn check_repetition(&self, seat: Seat) -> Result<(), GameProblem> {
        let (rules, known) = (self.setup.rules, self.known(seat));
        let worker = Worker::of(rules)?;
        let (on, seed) = (worker.new_state(), !self.seed);
        let mut step = worker.step(GameCall::Start { to: on, setup: self.setup.for_worker(), seed }).step?;
        for (made, number) in known.made.iter().zip(1..) {
            let asked = step.ask.iter().next();
            let moves = asked.and_then(|seat| step.seats.get(seat.index())?.as_ref()?.moves.as_ref());
            let order = moves.and_then(|moves| moves.get(*made as usize)).cloned();
            let orders = asked.filter(|_| order.is_some()).map(|seat| (seat, order));
            let Some(orders) = orders.map(|one| vec![one]) else { return Err(not_the_same(rules)) };
            step = worker.step(GameCall::Apply { on, to: on, seed, step: number, orders }).step?;
        }
        let again = step.seats.get(seat.index()).and_then(Option::as_ref);
        match again.is_some_and(|again| again.moves == known.moves) {
            true => Ok(()),
            false => Err(not_the_same(rules)),
        }
    }

    fn next_step(&mut self, orders: Vec<(Seat, Option<Vec<u8>>)>) -> Result<Arrival, GameProblem> {
        let (seed, step) = (self.seed, self.turns);
        let handle = self.live()?;
        // A position that others share stays as it is: the worker copies it.
        let is_own = Arc::get_mut(handle).is_some();
        let (on, worker) = (handle.id, Arc::clone(&handle.worker));
        let to = if is_own { on } else { worker.new_state() };
        let arrival = worker.step(GameCall::Apply { on, to, seed, step, orders });
        if to != on {
            self.place = Place::Live(Arc::new(Handle { id: to, worker }));
        }
        Ok(arrival)
    }

    /// Returns the position in a worker. A saved one is restored first.
    fn live(&mut self) -> Result<&mut Arc<Handle>, GameProblem> {
        if let Place::Stored(pickle) = &self.place {
            let worker = match Host::kept(self.setup.rules).0 {
                Some(worker) => worker,
                None => Worker::of(self.setup.rules)?,
            };
            let handle = worker.load(self.setup.for_worker(), pickle.to_vec());
            self.place = Place::Live(Arc::new(handle?));
        }
        match &mut self.place {
            Place::Live(handle) => Ok(handle),
            Place::Stored(_) | Place::Gone => Err(problem(message!("the position is lost"))),
        }
    }

    fn check(&self, step: &Step) -> Result<(), GameProblem> {
        let declared = self.setup.rules.declared();
        let before = (self.turns > 0).then(|| self.step());
        step.is_sound(declared, self.setup.seats(), before)?;
        let size = step.board.as_ref().and_then(size_of);
        if self.setup.has_boards && self.setup.board.is_some() && size != self.setup.board {
            return Err(problem(message!("board(...) returned a board of another size than at the start")));
        }
        if self.turns >= declared.steps_max.into() && !step.ask.is_empty() {
            return Err(problem(message!(
                "the match has not ended after %{most} steps; end it in phase(...), or raise steps_max in the class",
                most = declared.steps_max
            )));
        }
        Ok(())
    }

    /// Takes what a worker has answered.
    fn take(&mut self, arrival: Arrival, round: u32, events: &mut Vec<Event>) {
        let Arrival { step, unseeded, printed } = arrival;
        let step = step.and_then(|step| self.check(&step).map(|()| step));
        let position = Arc::make_mut(&mut self.position);
        position.unseeded = position.unseeded.and(unseeded);
        position.printed = printed;
        match step {
            Ok(step) => self.arrive(step, round, events),
            Err(problem) => self.fail(problem, events),
        }
    }

    fn arrive(&mut self, mut step: Step, round: u32, events: &mut Vec<Event>) {
        let before = self.frame();
        let mut new = Position { round, ..Position::clone(&self.position) };
        let said = std::mem::take(&mut step.events).into_iter().filter_map(Item::of_bytes);
        events.extend(said.map(Event::Said));
        let refused = std::mem::take(&mut step.refused);
        if step.board.is_none() {
            step.board = new.step.board.take();
        }
        new.step = step;
        self.position = Arc::new(new);
        let lost = match self.setup.rules.loses_without_order() {
            true => refused.iter().map(|(seat, _)| *seat).collect(),
            false => SeatSet::default(),
        };
        events.extend(refused.into_iter().map(|(seat, why)| Event::Refused(seat, shortened(&why).into())));
        if !lost.is_empty() {
            self.end_with_losers(lost);
        }
        self.note_change(&before, events);
        if self.step().ask.is_empty() {
            self.place = Place::Gone;
        }
    }

    fn lose(&mut self, lost: SeatSet, round: u32, events: &mut Vec<Event>) {
        let before = self.frame();
        let position = Arc::make_mut(&mut self.position);
        (position.round, position.printed) = (round, Printed::default());
        self.end_with_losers(lost);
        self.note_change(&before, events);
        self.place = Place::Gone;
    }

    /// Ends the match. In games of the course the figure says who has won.
    fn end_with_losers(&mut self, lost: SeatSet) {
        let is_course_game = self.setup.rules.declared().is_course_game;
        let position = Arc::make_mut(&mut self.position);
        position.lost = lost;
        position.end();
        for (seat, figures) in Seat::all(position.step.figures.len()).zip(&mut position.step.figures) {
            if let Some(won) = figures.first_mut().filter(|_| is_course_game) {
                *won = i64::from(!lost.contains(seat));
            }
        }
    }

    /// Ends the match because the game cannot go on.
    fn fail(&mut self, problem: GameProblem, events: &mut Vec<Event>) {
        let failure = Failure { problem, round: self.step().round };
        events.push(Event::Failed(failure.clone()));
        self.place = Place::Gone;
        let position = Arc::make_mut(&mut self.position);
        position.end();
        position.set_failure(Some(failure));
    }

    fn note_change(&self, before: &Frame, events: &mut Vec<Event>) {
        if self.turns > 0 {
            events.extend(Change::between(before, &self.frame()).map(Event::Changed));
        }
    }

    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn step(&self) -> &Step {
        &self.position.step
    }

    /// Returns what a seat knows. A seat that is not asked knows nothing.
    pub fn known(&self, seat: Seat) -> &SeatView {
        known(self.step(), seat)
    }

    /// Returns what decides what an answer means as an order.
    pub fn asked(&self) -> Asked<'_> {
        Asked { step: self.step(), rules: self.setup.rules, seed: self.seed, turns: self.turns }
    }

    pub fn figures(&self) -> &[Vec<i64>] {
        &self.step().figures
    }

    pub fn places(&self) -> Vec<u32> {
        frame::places(self.figures(), self.position.lost)
    }

    pub fn frame(&self) -> Frame {
        let step = self.step();
        Frame {
            round: self.position.round,
            board: step.board.clone().unwrap_or_default(),
            figures: step.figures.clone(),
            places: self.places(),
            out: step.out,
        }
    }

    pub fn problem(&self) -> Option<&Problem> {
        self.position.problem.as_deref()
    }

    pub fn unseeded(&self) -> Unseeded {
        self.position.unseeded
    }

    /// Returns what the game printed in the last step.
    pub fn printed(&self) -> &Printed {
        &self.position.printed
    }

    /// Returns the position in its own worker, for players that search.
    pub fn pickle(&self) -> Result<Option<Vec<u8>>, GameProblem> {
        match &self.place {
            Place::Live(handle) => handle.worker.save(handle.id).map(Some),
            Place::Stored(pickle) => Ok(Some(pickle.to_vec())),
            Place::Gone => Ok(None),
        }
    }
}

/// Returns the problem of a game that has other moves when the same moves are made again.
fn not_the_same(rules: Rules) -> GameProblem {
    let places = &rules.declared().places;
    let place = places.iter().find(|(name, _)| name == "valid_moves").map(|(_, place)| place.clone());
    let message = message!(
        "valid_moves() is not the same after the same moves; a game must depend on nothing but its moves"
    );
    GameProblem { place, ..problem(message) }
}

/// The longest reason of a refused order, in characters. A game may refuse orders in each step.
const REASON_MAX: usize = 500;

fn shortened(why: &str) -> String {
    why.chars().take(REASON_MAX).collect()
}

/// Returns the width and height of a board; `None` if it has no cells.
pub fn size_of(board: &wag_python::protocol::game::Board) -> Option<(u16, u16)> {
    let height = board.cells.len().checked_div(board.width.into())?;
    Some((board.width, u16::try_from(height).ok()?))
}

impl Position {
    fn before_the_start(setup: &Setup) -> Position {
        let figures = vec![vec![0; setup.rules.figures.len()]; setup.seats()];
        Position { step: Step { figures, ..Step::default() }, ..Position::default() }
    }

    fn end(&mut self) {
        self.step.round = 0;
        self.step.ask = SeatSet::default();
        self.step.seats = vec![None; self.step.figures.len()];
    }

    fn set_failure(&mut self, failure: Option<Failure>) {
        self.problem = failure.as_ref().map(|failure| Box::new(failure.problem()));
        self.failure = failure;
    }
}

impl Failure {
    /// Returns the failure as every display of an error shows it.
    pub fn problem(&self) -> Problem {
        let GameProblem { message, place, explanation, report, .. } = self.problem.clone();
        let round = (self.round > 0).then_some(self.round);
        let message = with_place(message, place.as_ref());
        Problem { round, kind: ProblemKind::Game, message, place, explanation, report }
    }
}

impl Debug for State {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{:?} after {} steps: {:?}", self.setup.rules, self.turns, self.step())
    }
}

/// A position as it is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    setup: Setup,
    /// The pickle of the game's worker; `None` if the match is over.
    pickle: Option<Vec<u8>>,
    seed: u64,
    turns: u64,
    position: Position,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut state = self.clone();
        let pickle = self.pickle().unwrap_or_else(|problem| {
            state.fail(problem, &mut Vec::new());
            None
        });
        let State { setup, seed, turns, position, .. } = state;
        let saved =
            Saved { setup: Setup::clone(&setup), pickle, seed, turns, position: Position::clone(&position) };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<State, D::Error> {
        let Saved { setup, pickle, seed, turns, mut position } = Saved::deserialize(deserializer)?;
        let seats = setup.seats();
        let is_over = position.step.ask.is_empty();
        if !setup.is_sound()
            || !is_over && position.step.is_sound(setup.rules.declared(), seats, None).is_err()
            || position.step.figures.len() != seats
        {
            return Err(D::Error::custom("not a position of the game"));
        }
        let failure = position.failure.take();
        position.set_failure(failure);
        let place = pickle.map_or(Place::Gone, |pickle| Place::Stored(pickle.into()));
        Ok(State { setup: Arc::new(setup), place, seed, turns, position: Arc::new(position) })
    }
}

#[cfg(test)]
impl State {
    /// Returns a position without a worker.
    pub fn of_step(setup: Setup, step: Step) -> State {
        let position = Position { step, ..Position::default() };
        State { setup: Arc::new(setup), place: Place::Gone, seed: 7, turns: 0, position: Arc::new(position) }
    }
}
