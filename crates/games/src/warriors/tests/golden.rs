//! A short match described turn by turn. Its snapshot shows how a change of the rules affects players.

use super::super::board::{FieldIndex, FieldType};
use super::super::event::UnitName;
use super::super::orders::{Direction, Orders, UnitType};
use super::super::rules::Rules;
use super::super::state::{State, Unit};
use super::super::{SEATS, Setup, Warriors};
use super::kit::{map_of, setup};
use super::story;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use wag_core::game::{Game, Phase, Seat};

const ROUNDS: u32 = 12;

/// Player 1 gathers, player 2 fights, player 3 does both, and player 4 is a Dummy.
#[test]
fn a_short_match() {
    let map = map_of(&["1..R..2", ".X...X.", "..RRR..", "R.R.R.R", "..RRR..", ".Y...Y.", "4..R..3"]);
    let mut setup = setup(&map, Rules { rounds: ROUNDS, ..Rules::default() });
    setup.players[3].starts_empty = true;
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("a_short_match", tell_match(&setup, 194));
    });
}

fn tell_match(setup: &Setup, seed: u64) -> String {
    let mut text = String::new();
    let mut events = Vec::new();
    let mut state = Warriors::start(setup, seed, &mut events);
    let mut shown_round = 0;
    loop {
        for event in events.drain(..) {
            writeln!(text, "  {}", story::tell(&state.board, &event)).unwrap();
        }
        let Phase::Ask { round, seats } = Warriors::phase(&state) else { break };
        if round > shown_round {
            shown_round = round;
            writeln!(text, "\n{}", picture(&state)).unwrap();
        }
        let orders: Vec<(Seat, Orders)> = seats.iter().map(|seat| (seat, order(&state, seat))).collect();
        writeln!(text, "round {round}, player {}", orders[0].0).unwrap();
        Warriors::apply(&mut state, &orders, &mut events);
    }
    writeln!(text, "\n{}", picture(&state)).unwrap();
    for (seat, standing) in Seat::all(SEATS).zip(Warriors::standings(&state)) {
        writeln!(text, "player {seat}: place {}, {:?}", standing.place, standing.figures).unwrap();
    }
    text
}

/// Draws a state: fields as map file letters, resources as `*`, and units as `g` or `w` with the number of their owner.
fn picture(state: &State) -> String {
    let side = state.board.side();
    let row = |y| (0..side).map(|x| word(state, FieldIndex(x * side + y))).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (0..side).map(|y| row(y).trim_end().to_string()).collect();
    let stocks = state.players.each_ref().map(|player| player.stock.to_string()).join(", ");
    format!("{}\nstocks {stocks}", rows.join("\n"))
}

fn word(state: &State, at: FieldIndex) -> String {
    let lying = if state.resources(at) > 0 { "*" } else { "" };
    match state.occupant(at).and_then(|name| state.unit(name).map(|unit| (name.owner, unit.kind))) {
        Some((owner, UnitType::Gatherer)) => format!("g{owner}{lying:1}"),
        Some((owner, UnitType::Warrior)) => format!("w{owner}{lying:1}"),
        None => format!("{}{lying:2}", super::super::map_file::letter(state.board.field(at))),
    }
}

fn order(state: &State, seat: Seat) -> Orders {
    let player = state.player(seat);
    let hunters = match seat {
        Seat(0) => 0,
        Seat(1) => 3,
        _ => 1,
    };
    let warriors = player.units.iter().filter(|unit| unit.kind == UnitType::Warrior).count();
    let unit_type = if warriors < hunters { UnitType::Warrior } else { UnitType::Gatherer };
    let affordable = player.stock >= state.rules.unit(unit_type).cost && player.units.len() < 4;
    let moves = player.units.iter().map(|unit| (unit.id, direction_of(state, seat, unit))).collect();
    Orders { creations: if affordable { vec![unit_type] } else { Vec::new() }, moves }
}

/// Sends a unit with cargo home, other warriors to the nearest enemy, and gatherers to the nearest resources.
fn direction_of(state: &State, seat: Seat, unit: &Unit) -> Direction {
    let enemy = |who: Option<UnitName>| who.is_some_and(|who| who.owner != seat);
    toward(state, seat, unit.at, |at| match unit.kind {
        _ if unit.cargo > 0 => at == state.board.base(seat),
        UnitType::Warrior => enemy(state.occupant(at)),
        UnitType::Gatherer => state.resources(at) > 0 && state.occupant(at).is_none(),
    })
}

/// Returns the direction of the first step on a shortest path to a field for which `goal` is true, or STAY if there is
/// none.
fn toward(state: &State, seat: Seat, from: FieldIndex, goal: impl Fn(FieldIndex) -> bool) -> Direction {
    let mut first_steps = BTreeMap::from([(from, Direction::Stay)]);
    let mut edge = VecDeque::from([from]);
    while let Some(at) = edge.pop_front() {
        if at != from && goal(at) {
            return first_steps[&at];
        }
        for direction in [Direction::North, Direction::West, Direction::South, Direction::East] {
            let Some(next) = state.board.neighbour(at, direction) else { continue };
            let home = state.board.field(next) == FieldType::Base(seat);
            if (state.board.field(next).is_open() || home) && !first_steps.contains_key(&next) {
                let first = if at == from { direction } else { first_steps[&at] };
                first_steps.insert(next, first);
                edge.push_back(next);
            }
        }
    }
    Direction::Stay
}
