//! The messages to players, in the contest's line format. Existing programs rely on them, so not even a blank may
//! change.

use super::Setup;
use super::event::End;
use super::state::State;
use super::torus::At;
use std::fmt::Write;
use wag_core::game::Seat;
use wag_core::game::protocols::Times;

/// Returns a time limit in milliseconds, as in the contest's messages. If there is no limit, returns a very long time.
pub fn milliseconds(time: Option<u64>) -> u64 {
    time.unwrap_or(1_000_000_000)
}

/// Returns the message that a player gets before the first turn.
pub fn hello(setup: &Setup, times: Times) -> String {
    let (numbers, size) = (&setup.numbers, setup.map.size);
    format!(
        "turn 0\nloadtime {}\nturntime {}\nrows {}\ncols {}\nturns {}\nviewradius2 {}\nattackradius2 {}\nspawnradius2 {}\nplayer_seed {}\nready\n",
        milliseconds(times.start),
        milliseconds(times.turn),
        size.rows,
        size.cols,
        numbers.turns,
        numbers.view_radius2,
        numbers.attack_radius2,
        numbers.spawn_radius2,
        setup.player_seed,
    )
}

/// Returns the message that a player gets in a turn. It describes the state after the previous turn.
pub fn turn(state: &State, seat: Seat) -> String {
    let mut text = format!("turn {}\n", state.position.turn + 1);
    write_state(state, seat, &mut text);
    text.push_str("go\n");
    text
}

/// Returns the message that a player gets when its part in the match ends. For a player that was eliminated earlier, it
/// describes the state at that time.
pub fn end(state: &State, seat: Seat) -> String {
    if let Some(text) = &state.end_messages[seat.index()] {
        return text.clone();
    }
    let met = state.vision.met(seat);
    let players = &state.position.players;
    let line = |word: &str, value: &dyn Fn(usize) -> String| {
        let values = (0..players.len())
            .map(|number| met.get(number).map_or("None".to_string(), |seat| value(seat.index())));
        format!("{word} {}\n", values.collect::<Vec<_>>().join(" "))
    };
    let mut text = format!("end\nplayers {}\n", players.len());
    text += &line("score", &|seat| players[seat].score.to_string());
    text += &line("status", &|seat| players[seat].status.word().to_string());
    text += &line("playerturns", &|seat| players[seat].turns.to_string());
    write_state(state, seat, &mut text);
    text.push_str("go\n");
    text
}

fn write_state(state: &State, seat: Seat, text: &mut String) {
    let (vision, position) = (&state.vision, &state.position);
    let number = |owner: Seat| vision.number(seat, owner).unwrap_or_default();
    for at in vision.new_water(seat) {
        write_item(text, 'w', *at, None);
    }
    // The bonus of a lone survivor is the points for all other hills, and the contest's engine razes these hills.
    let is_alone = position.end == Some(End::LoneSurvivor);
    let hills = position.standing().filter(|hill| hill.owner == seat || !is_alone);
    for hill in hills.filter(|hill| vision.sees(seat, hill.at)) {
        write_item(text, 'h', hill.at, Some(number(hill.owner)));
    }
    for ant in position.ants.iter().filter(|ant| vision.sees(seat, ant.at)) {
        write_item(text, 'a', ant.at, Some(number(ant.owner)));
    }
    for at in position.food.iter().filter(|at| vision.sees(seat, **at)) {
        write_item(text, 'f', *at, None);
    }
    for (at, owner) in state.dead.iter().filter(|(at, owner)| *owner == seat || vision.sees(seat, *at)) {
        write_item(text, 'd', *at, Some(number(*owner)));
    }
}

fn write_item(text: &mut String, sign: char, at: At, owner: Option<usize>) {
    let written = match owner {
        Some(owner) => writeln!(text, "{sign} {} {} {owner}", at.row, at.col),
        None => writeln!(text, "{sign} {} {}", at.row, at.col),
    };
    debug_assert!(written.is_ok(), "a text has room");
}
