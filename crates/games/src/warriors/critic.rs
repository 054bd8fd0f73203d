//! Advice on problems that players easily overlook: units blocked for a long time, a stock that no longer changes,
//! resources that no unit ever reaches.

use super::board::{FieldIndex, Position};
use super::event::{Event, Obstacle, UnitName};
use super::orders::Direction;
use super::state::State;
use super::{SEATS, Setup, Warriors};
use std::collections::BTreeMap;
use wag_core::game::{Advice, Critic, Seat};
use wag_core::text::format_call_stack;
use wag_i18n::{Message, message};

/// Minimum number of rounds that a problem must last to be reported.
const LONG: u32 = 100;

/// A series of blocked moves of one unit, always from the same field in the same direction.
#[derive(Clone, Copy, PartialEq)]
struct Stuck {
    at: FieldIndex,
    direction: Direction,
    by: Obstacle,
    first: u32,
    last: u32,
}

impl Stuck {
    fn rounds(&self) -> u32 {
        self.last - self.first + 1
    }
}

#[derive(Default)]
struct SeatObservations {
    /// The unit that has been blocked for the most rounds so far, or `None` if none has been blocked.
    longest: Option<(UnitName, Stuck)>,
    /// The most recent round in which the player's stock changed.
    changed: u32,
    /// True if any unit has picked up resources.
    has_gathered: bool,
    /// The round in which the first unit was created, or `None` if there has been no unit yet.
    first_unit: Option<u32>,
}

/// Watches a match and collects advice for its players.
#[derive(Default)]
pub struct MatchCritic {
    seats: [SeatObservations; SEATS],
    /// Units that were blocked in their last turn.
    stuck: BTreeMap<UnitName, Stuck>,
}

impl Critic<Warriors> for MatchCritic {
    fn turn(&mut self, round: u32, events: &[Event], state: &State) {
        for event in events {
            match *event {
                Event::Blocked { unit, direction, by } => self.blocked(round, unit, direction, by, state),
                Event::Created { unit, .. } => {
                    let seat = &mut self.seats[unit.owner.index()];
                    seat.changed = round;
                    seat.first_unit.get_or_insert(round);
                }
                Event::Delivered { unit, .. } => self.seats[unit.owner.index()].changed = round,
                Event::PickedUp { unit, .. } => self.seats[unit.owner.index()].has_gathered = true,
                _ => {}
            }
        }
    }

    fn advice(&self, rounds: u32, state: &State) -> Vec<Advice> {
        Seat::all(SEATS).flat_map(|seat| self.seats[seat.index()].advice(seat, rounds, state)).collect()
    }
}

impl MatchCritic {
    fn blocked(&mut self, round: u32, unit: UnitName, direction: Direction, by: Obstacle, state: &State) {
        let Some(at) = state.unit(unit).map(|unit| unit.at) else { return };
        let new = Stuck { at, direction, by, first: round, last: round };
        let stuck = self.stuck.entry(unit).or_insert(new);
        let is_same = (stuck.at, stuck.direction, stuck.by) == (at, direction, by) && stuck.last + 1 == round;
        *stuck = if is_same { Stuck { last: round, ..*stuck } } else { new };
        let longest = &mut self.seats[unit.owner.index()].longest;
        if longest.is_none_or(|(_, longest)| longest.rounds() < stuck.rounds()) {
            *longest = Some((unit, *stuck));
        }
    }
}

impl SeatObservations {
    fn advice(&self, seat: Seat, rounds: u32, state: &State) -> Vec<Advice> {
        let player = state.player(seat);
        let stuck = self.longest.filter(|(_, stuck)| stuck.rounds() >= LONG);
        let idle = rounds.saturating_sub(self.changed);
        let since_first = self.first_unit.map_or(0, |first| rounds.saturating_sub(first));
        let mut all: Vec<Advice> =
            stuck.map(|(unit, stuck)| blocked(unit, &stuck, state)).into_iter().collect();
        if idle >= LONG && !player.out {
            let note =
                Advice::new(seat, "idle_stock", idle.into()).with("rounds", idle).with("stock", player.stock);
            all.push(Advice { round: Some(self.changed.max(1)), at: Some(base(seat, state)), ..note });
        }
        if !self.has_gathered && since_first >= LONG {
            all.extend(never_reached(seat, since_first, state));
        }
        all
    }
}

fn place(at: FieldIndex, state: &State) -> (u32, u32) {
    let Position { x, y } = state.board.position(at);
    (x, y)
}

fn base(seat: Seat, state: &State) -> (u32, u32) {
    place(state.board.base(seat), state)
}

fn blocked(unit: UnitName, stuck: &Stuck, state: &State) -> Advice {
    let (by, other) = match stuck.by {
        Obstacle::Edge => ("edge", String::new()),
        Obstacle::Water => ("water", String::new()),
        Obstacle::Wall => ("wall", String::new()),
        Obstacle::ForeignBase(seat) => ("base", seat.number().to_string()),
        Obstacle::OwnUnit(id) => ("unit", id.0.to_string()),
    };
    let note = Advice::new(unit.owner, "blocked", stuck.rounds().into()).with("unit", unit.id.0);
    let note = note.with("rounds", stuck.rounds()).with("direction", stuck.direction.name());
    let note = note.with("by", by).with("other", other);
    Advice { round: Some(stuck.first), at: Some(place(stuck.at, state)), ..note }
}

/// Returns the advice for a player whose units picked up no resources in the whole match. It includes the position of
/// the resources nearest to the player's base.
fn never_reached(seat: Seat, rounds: u32, state: &State) -> Option<Advice> {
    let (home_x, home_y) = base(seat, state);
    let lying = state.lying().map(|(at, _)| place(at, state));
    let (far, at) = lying.map(|(x, y)| (x.abs_diff(home_x) + y.abs_diff(home_y), (x, y))).min()?;
    let note = Advice::new(seat, "never_reached", rounds.into()).with("rounds", rounds).with("far", far);
    Some(Advice { at: Some(at), ..note })
}

/// Creates the critic of a match.
pub fn new_critic(_: &Setup) -> Box<dyn Critic<Warriors>> {
    Box::new(MatchCritic::default())
}

/// Describes a piece of advice in one sentence, without a full stop.
pub fn sentence(note: &Advice) -> Message {
    let (round, rounds) = (note.round.unwrap_or_default(), note.value("rounds"));
    let at = note.at.map_or(String::new(), |(x, y)| format!("[{x}, {y}]"));
    match note.kind.as_str() {
        "blocked" => blocked_sentence(note, round, &at),
        "idle_stock" => {
            message!(
                "the stock stayed at %{stock} from round %{round} on: for %{rounds} rounds nothing was delivered or spent",
                stock = note.value("stock"),
                round,
                rounds
            )
        }
        "type_compared" => type_compared_sentence(note),
        "never_reached" => {
            let far = note.value("far");
            message!(
                "no unit picked up resources in %{rounds} rounds; at the end, the nearest resources were at %{at}, %{far} fields from the base",
                rounds,
                at,
                far
            )
        }
        _ => Message::default(),
    }
}

/// Explains an AI's comparison that is always false: its source line, and the correct form of the comparison.
fn type_compared_sentence(note: &Advice) -> Message {
    let (given, way) = (note.value("given"), format_call_stack(&note.lines));
    match given {
        "WARRIOR" | "GATHERER" => message!(
            "unit.getUnitType() was compared with UnitType.%{given}%{way}, which is never equal: write str(unit.getUnitType()) == UnitType.%{given}",
            given,
            way
        ),
        _ => message!(
            "unit.getUnitType() was compared with the text \"%{given}\"%{way}, which is never equal: compare str(unit.getUnitType())",
            given,
            way
        ),
    }
}

fn blocked_sentence(note: &Advice, round: u32, at: &str) -> Message {
    let (unit, rounds, direction) = (note.value("unit"), note.value("rounds"), note.value("direction"));
    let other = note.value("other");
    let why = match note.value("by") {
        "edge" => message!("the edge of the board was in the way"),
        "wall" => message!("a wall was in the way"),
        "water" => message!("water was in the way"),
        "base" => message!("the base of player %{other} was in the way", other),
        "unit" => message!("unit %{other} was in the way", other),
        by => message!("%{by} was in the way", by),
    };
    message!(
        "unit %{unit} stood at %{at} for %{rounds} rounds from round %{round} on: it was sent %{direction}, but %{why}",
        unit,
        at,
        rounds,
        round,
        direction,
        why
    )
}
