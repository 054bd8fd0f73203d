//! Re-simulates a contest replay: plays the recorded moves with the recorded food and births, but by today's rules.

use super::super::event::{Cause, RefusalReason, Status};
use super::super::map::Map;
use super::super::numbers::Numbers;
use super::super::orders::{Order, Orders};
use super::super::rng::Kind;
use super::super::state::State;
use super::super::torus::{At, Direction, Torus};
use super::super::{Ants, Given, Setup};
use super::check::status;
use super::file::File;
use super::outcome;
use super::replay_builder;
use std::sync::Arc;
use wag_core::game::{Game, Phase, Script, Seat};

/// Returns the replay file of the match that today's rules produce from the moves in this file.
pub fn play(file: &File) -> File {
    play_script(file, script(file))
}

/// Plays a script that was made from this file. Returns the replay file of the match played.
pub fn play_script(file: &File, script: Script<Ants>) -> File {
    let Script { setup, orders, .. } = script;
    let mut events = Vec::new();
    let mut state = State::new(&setup, 0, &mut events);
    let is_unready = file.playerturns.contains(&0);
    let is_played = |round| file.has_turn(round) || round == 1 && is_unready;
    while let Phase::Ask { round, seats } = Ants::phase(&state)
        && is_played(round)
    {
        let given: Vec<(Seat, Orders)> = seats.iter().map(|seat| (seat, orders(seat, round))).collect();
        Ants::apply(&mut state, &given, &mut events);
    }
    replay_builder::tell(&setup, &events)
}

/// Returns the match as a script that is played by today's rules.
pub fn script(file: &File) -> Script<Ants> {
    let (turns, given) = turns(file);
    let removed = removed(file);
    let names = (0..file.replaydata.players).map(|player| file.name(player.into())).collect();
    let orders = move |seat: Seat, round: u32| {
        let moves = turns.get(round as usize).map_or(&[][..], |moves| moves);
        let own = moves.iter().filter(|(owner, ..)| *owner == seat);
        orders(Orders::of(own.map(|(_, at, direction)| (*at, *direction)), []), removed[seat.index()], round)
    };
    Script { setup: setup(file, given), names, orders: Box::new(orders), warning: None }
}

/// Returns the match as a script that shows what the file records, whatever today's rules would produce.
pub fn recorded(file: &File) -> Script<Ants> {
    let script = script(file);
    let given = Some(Arc::new(outcome::of(file, &script.setup)));
    Script { setup: Setup { given, ..script.setup }, ..script }
}

/// Returns the setup of a scenario that begins with turn 0 of the file.
fn setup(file: &File, given: Vec<Given>) -> Setup {
    let data = &file.replaydata;
    let size = Torus { rows: data.map.rows, cols: data.map.cols };
    let water = data.map.data.iter().flat_map(|row| row.chars().map(|sign| sign == '%')).collect();
    let ants = data.ants.iter().filter(|ant| ant.born == 0).map(|ant| (ant.at, ant.owner));
    let food = data.food.iter().filter(|food| food.from == 0).map(|food| food.at);
    let hills = data.hills.iter().map(|hill| (hill.at, hill.owner));
    let map = Map {
        size,
        players: data.players,
        water,
        hills: sorted(hills),
        ants: sorted(ants),
        food: sorted(food),
    };
    let wag = file.wag.clone().unwrap_or_default();
    let numbers = Numbers {
        turns: data.turns,
        view_radius2: data.viewradius2,
        attack_radius2: data.attackradius2,
        spawn_radius2: data.spawnradius2,
        cutoff_turn: wag.cutoff_turn,
        cutoff_percent: wag.cutoff_percent,
        food: false,
        scenario: true,
        strict: true,
        ..Numbers::default()
    };
    let given = Some(Arc::new(given));
    Setup { map: Arc::new(map), numbers, random: Kind::Wag, player_seed: 0, given }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = items.collect();
    list.sort_unstable();
    list
}

/// Moves of a turn: owner, square and direction of each ant.
type Moves = Vec<(Seat, At, Direction)>;

/// Returns the moves and the recorded random decisions, both by turn, from turn 0.
fn turns(file: &File) -> (Vec<Moves>, Vec<Given>) {
    let data = &file.replaydata;
    let size = Torus { rows: data.map.rows, cols: data.map.cols };
    let count = file.game_length as usize + 1;
    let (mut turns, mut given) = (vec![Moves::new(); count], vec![Given::default(); count]);
    for ant in &data.ants {
        given[ant.born as usize].births.insert(ant.at);
        let mut at = ant.at;
        for (direction, moves) in ant.directions().zip(&mut turns[ant.born as usize + 1..]) {
            if let Some(direction) = direction {
                moves.push((ant.owner, at, direction));
                at = size.step(at, direction);
            }
        }
    }
    for food in &data.food {
        given[food.from as usize].food.insert(food.at);
    }
    (turns, given)
}

/// The reason why a player was removed, and the turn in which that happened. `None` for a player that was not removed.
type Removal = Option<(Cause, u32)>;

fn removed(file: &File) -> Vec<Removal> {
    let players = file.status.iter().zip(&file.playerturns);
    players
        .map(|(word, turn)| match status(word) {
            Some(Status::Removed(cause)) => Some((cause, *turn)),
            _ => None,
        })
        .collect()
}

fn orders(orders: Orders, removal: Removal, round: u32) -> Orders {
    match removal {
        Some((cause, 0)) => Orders::Gone { cause, at_start: true },
        Some((Cause::Invalid, turn)) if turn == round => with_invalid_order(orders),
        Some((cause, turn)) if turn == round => Orders::Gone { cause, at_start: false },
        _ => orders,
    }
}

/// Adds an invalid order to the orders of a player that was removed because of one.
fn with_invalid_order(orders: Orders) -> Orders {
    let invalid_order = Order::Unread { line: String::new(), why: RefusalReason::UnknownAction };
    Orders::Given(std::iter::once(invalid_order).chain(orders.into_list()).collect())
}
