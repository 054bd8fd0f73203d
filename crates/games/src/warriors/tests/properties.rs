//! Properties that hold on every board, whatever orders the players give.

use super::super::board::FieldIndex;
use super::super::event::{Event, UnitName};
use super::super::orders::{Orders, UnitId, UnitType};
use super::super::state::State;
use super::super::wire::{Snapshot, encode_view};
use super::super::{SEATS, Setup, View, Warriors};
use super::kit::{fixed_cases, map_of, setup};
use super::random_play::lively_rules;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wag_core::game::conformance::RandomPlay;
use wag_core::game::{Game, RandomStream, Seat};

/// Generates boards with walls and water anywhere and a base near each corner, and rules that cause many events.
pub fn any_setup() -> impl Strategy<Value = Setup> {
    (5usize..10).prop_flat_map(|side| {
        let fields =
            prop::collection::vec(prop::sample::select(vec!['.', '.', 'R', 'R', 'X', 'Y']), side * side);
        let bases = prop::array::uniform4((0..side / 2, 0..side / 2));
        (fields, bases, 1u32..25).prop_map(move |(fields, bases, rounds)| {
            let mut rows: Vec<Vec<char>> = fields.chunks(side).map(<[char]>::to_vec).collect();
            for (seat, base) in bases.into_iter().enumerate() {
                add_base(&mut rows, seat, base);
            }
            let rows: Vec<String> = rows.iter().map(String::from_iter).collect();
            setup(&map_of(&rows), lively_rules(rounds))
        })
    })
}

/// Puts a base into its seat's quarter of the board, with a field of land beside it.
fn add_base(rows: &mut [Vec<char>], seat: usize, (x, y): (usize, usize)) {
    let last = rows.len() - 1;
    let column = |x| if seat == 0 || seat == 3 { x } else { last - x };
    let row = |y| if seat < 2 { y } else { last - y };
    rows[row(y)][column(x)] = ['1', '2', '3', '4'][seat];
    rows[row(y)][column(if x > 0 { x - 1 } else { 1 })] = '.';
}

/// A match with some invalid orders, played one turn at a time.
struct RandomMatch {
    state: State,
    luck: RandomStream,
    events: Vec<Event>,
}

impl RandomMatch {
    fn start(setup: &Setup, seed: u64) -> RandomMatch {
        let mut events = Vec::new();
        let state = Warriors::start(setup, seed, &mut events);
        RandomMatch { state, luck: RandomStream::new(seed, 99), events }
    }

    /// Plays one turn and returns its seat and orders, or `None` if the match is over.
    fn next(&mut self) -> Option<(Seat, Orders)> {
        let seat = self.state.to_move()?;
        let orders = Warriors::nonsense(&Warriors::view(&self.state, seat), &mut self.luck);
        let turn = [(seat, orders)];
        self.events.clear();
        Warriors::apply(&mut self.state, &turn, &mut self.events);
        let [turn] = turn;
        Some(turn)
    }
}

/// Returns the sum of all resources in bases, on units and on fields.
fn wealth(state: &State) -> u64 {
    let players = state.players.iter();
    let owned = players.map(|player| player.stock + player.units.iter().map(|unit| unit.cargo).sum::<u64>());
    owned.sum::<u64>() + state.all_resources().iter().sum::<u64>()
}

fn appeared(events: &[Event]) -> u64 {
    let amount = |event: &Event| if let Event::Spawned { amount, .. } = event { *amount } else { 0 };
    events.iter().map(amount).sum()
}

fn spent(state: &State, events: &[Event]) -> u64 {
    let price = |event: &Event| {
        if let Event::Created { kind, .. } = event { state.rules.unit(*kind).cost } else { 0 }
    };
    events.iter().map(price).sum()
}

/// The state of a match as its events alone describe it.
#[derive(Debug, Default, PartialEq)]
struct ReconstructedState {
    stocks: [u64; SEATS],
    kills: [u32; SEATS],
    losses: [u32; SEATS],
    out: [bool; SEATS],
    units: BTreeMap<UnitName, (UnitType, FieldIndex, u64)>,
    lying: BTreeMap<usize, u64>,
}

impl ReconstructedState {
    fn of(state: &State) -> ReconstructedState {
        let mut reconstructed = ReconstructedState {
            stocks: state.players.each_ref().map(|player| player.stock),
            kills: state.players.each_ref().map(|player| player.kills),
            losses: state.players.each_ref().map(|player| player.losses),
            out: state.players.each_ref().map(|player| player.out),
            ..ReconstructedState::default()
        };
        for owner in Seat::all(SEATS) {
            for unit in &state.player(owner).units {
                reconstructed.units.insert(UnitName { owner, id: unit.id }, (unit.kind, unit.at, unit.cargo));
            }
        }
        let lying = state.all_resources().iter().copied().enumerate();
        reconstructed.lying = lying.filter(|(_, amount)| *amount > 0).collect();
        reconstructed
    }

    fn apply_event(&mut self, state: &State, event: &Event) {
        match event {
            Event::Created { unit, kind } => {
                self.stocks[unit.owner.index()] -= state.rules.unit(*kind).cost;
                let before = self.units.insert(*unit, (*kind, state.board.base(unit.owner), 0));
                assert_eq!(before, None, "{unit:?} is created twice");
            }
            Event::Moved { unit, from, to } => {
                assert_eq!(std::mem::replace(&mut self.unit(unit).1, *to), *from);
            }
            Event::Fought { attacker, defender, at, attacker_won, dropped, .. } => {
                let (winner, loser) = if *attacker_won { (attacker, defender) } else { (defender, attacker) };
                self.kills[winner.owner.index()] += 1;
                self.losses[loser.owner.index()] += 1;
                let (_, _, cargo) = self.units.remove(loser).expect("the loser was there");
                assert_eq!(cargo, *dropped);
                *self.lying.entry(at.index()).or_default() += dropped;
            }
            Event::PickedUp { unit, at, amount } => {
                self.unit(unit).2 += amount;
                *self.lying.get_mut(&at.index()).expect("something lay there") -= amount;
            }
            Event::Delivered { unit, amount } => {
                assert_eq!(std::mem::take(&mut self.unit(unit).2), *amount);
                self.stocks[unit.owner.index()] += amount;
            }
            Event::Spawned { at, amount } => *self.lying.entry(at.index()).or_default() += amount,
            Event::Out { seat } => self.out[seat.index()] = true,
            Event::CreationRefused { .. }
            | Event::MoveRefused { .. }
            | Event::Blocked { .. }
            | Event::Ended { .. } => {}
        }
        self.lying.retain(|_, amount| *amount > 0);
    }

    fn unit(&mut self, name: &UnitName) -> &mut (UnitType, FieldIndex, u64) {
        self.units.get_mut(name).expect("the unit lives")
    }
}

/// Checks that the sequence of orders in a turn does not matter. Replays rely on this: they store orders sorted by unit
/// id.
fn plays_the_same_in_any_sequence(setup: &Setup, seed: u64) {
    let mut luck = RandomStream::new(seed, 98);
    let mut state = Warriors::start(setup, seed, &mut Vec::new());
    while let Some(seat) = state.to_move() {
        let orders = Warriors::legal_orders(&Warriors::view(&state, seat), &mut luck);
        let mut shuffled = orders.clone();
        for last in (1..shuffled.moves.len()).rev() {
            shuffled.moves.swap(last, luck.below(last as u32 + 1) as usize);
        }
        let (mut other, mut events, mut other_events) = (state.clone(), Vec::new(), Vec::new());
        Warriors::apply(&mut other, &[(seat, shuffled)], &mut other_events);
        Warriors::apply(&mut state, &[(seat, orders)], &mut events);
        assert_eq!(events, other_events);
        assert_eq!(serde_json::to_value(&state).unwrap(), serde_json::to_value(&other).unwrap());
    }
}

proptest! {
    #![proptest_config(fixed_cases(200))]

    /// Resources appear only when they spawn, and disappear only when players spend them.
    #[test]
    fn resources_are_conserved(setup in any_setup(), seed: u64) {
        let mut play = RandomMatch::start(&setup, seed);
        prop_assert_eq!(wealth(&play.state), SEATS as u64 * setup.rules.start_stock + appeared(&play.events));
        let mut before = wealth(&play.state);
        while play.next().is_some() {
            let after = wealth(&play.state);
            prop_assert_eq!(after + spent(&play.state, &play.events), before + appeared(&play.events));
            before = after;
        }
    }

    #[test]
    fn the_sequence_of_moves_means_nothing(setup in any_setup(), seed: u64) {
        plays_the_same_in_any_sequence(&setup, seed);
    }

    /// Each player's ids start at 0, increase by one with each creation, and are never reused.
    #[test]
    fn ids_never_repeat(setup in any_setup(), seed: u64) {
        let mut play = RandomMatch::start(&setup, seed);
        let mut next = [0; SEATS];
        while play.next().is_some() {
            for event in &play.events {
                if let Event::Created { unit, .. } = event {
                    prop_assert_eq!(unit.id, UnitId(next[unit.owner.index()]));
                    next[unit.owner.index()] += 1;
                }
            }
        }
    }

    /// No two units share a field, no unit carries too much, a unit on resources is full, and all counters are right.
    #[test]
    fn the_state_never_contradicts_itself(setup in any_setup(), seed: u64) {
        let mut play = RandomMatch::start(&setup, seed);
        Warriors::check(&play.state);
        while play.next().is_some() {
            Warriors::check(&play.state);
        }
    }

    /// A turn moves only units of the player whose turn it is, at most one field each and in the direction of their
    /// last move.
    #[test]
    fn units_go_where_their_last_move_says(setup in any_setup(), seed: u64) {
        let mut play = RandomMatch::start(&setup, seed);
        let mut before = play.state.clone();
        while let Some((seat, _)) = play.next() {
            for owner in Seat::all(SEATS) {
                for unit in &play.state.player(owner).units {
                    let old = before.unit(UnitName { owner, id: unit.id });
                    let (from, last_move) =
                        old.map_or((play.state.board.base(owner), unit.last_move), |old| (old.at, old.last_move));
                    if owner == seat {
                        prop_assert_eq!(play.state.board.neighbour(from, unit.last_move), Some(unit.at));
                    } else {
                        prop_assert_eq!((unit.at, unit.last_move), (from, last_move));
                    }
                }
            }
            before = play.state.clone();
        }
    }

    /// The events describe the whole state: stocks, units, cargo, fields, kills, and who is out.
    #[test]
    fn the_events_tell_everything(setup in any_setup(), seed: u64) {
        let mut play = RandomMatch::start(&setup, seed);
        let mut reconstructed = ReconstructedState { stocks: [setup.rules.start_stock; SEATS], ..ReconstructedState::default() };
        loop {
            play.events.iter().for_each(|event| reconstructed.apply_event(&play.state, event));
            prop_assert_eq!(&reconstructed, &ReconstructedState::of(&play.state));
            if play.next().is_none() {
                break;
            }
        }
    }

    /// The same seed and orders give the same match, down to the last byte and event.
    #[test]
    fn the_same_seed_and_orders_make_the_same_match(setup in any_setup(), seed: u64) {
        let mut play = RandomMatch::start(&setup, seed);
        let mut again = RandomMatch::start(&setup, seed);
        loop {
            prop_assert_eq!(&play.events, &again.events);
            let bytes = |state: &State| postcard::to_stdvec(state).unwrap();
            prop_assert_eq!(bytes(&play.state), bytes(&again.state));
            if (play.next(), again.next()) == (None, None) {
                break;
            }
        }
    }

    /// A decoded view equals the state.
    #[test]
    fn a_decoded_view_equals_the_state(setup in any_setup(), seed: u64) {
        let mut play = RandomMatch::start(&setup, seed);
        let (mut bytes, mut snapshot) = (Vec::new(), Snapshot::default());
        while let Some((seat, _)) = play.next() {
            bytes.clear();
            encode_view(&View { state: &play.state, seat }, &mut bytes);
            prop_assert!(snapshot.decode(&bytes).is_some());
            prop_assert_eq!(snapshot.round, play.state.round);
            for (read, player) in snapshot.players.iter().zip(&play.state.players) {
                prop_assert_eq!((read.stock, &read.units), (player.stock, &player.units));
            }
            let lying: BTreeMap<usize, u64> =
                snapshot.resources.iter().map(|(at, amount)| (at.index(), *amount)).collect();
            prop_assert_eq!(lying, ReconstructedState::of(&play.state).lying);
        }
    }
}
