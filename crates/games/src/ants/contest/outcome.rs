//! Converts a replay file to the recorded outcome of each turn, whatever today's rules would produce.

use super::super::event::{Cause, End, Event, Status};
use super::super::position::Position;
use super::super::torus::{At, Direction, Torus};
use super::super::{Given, Setup};
use super::check::status;
use super::file::File;
use wag_core::game::Seat;

/// Returns the recorded outcome of each turn, from turn 0, for a match with this setup.
pub fn of(file: &File, setup: &Setup) -> Vec<Given> {
    let mut position = Position::new(setup);
    let turns = turns(file, setup);
    let outcome = |(turn, recorded): (u32, Turn)| {
        let mut outcome = Vec::new();
        if turn > 0 {
            position.follow(&Event::Turn);
            position.follow(&Event::Moved(recorded.moves.clone()));
        }
        let mut apply_event = |position: &mut Position, event: Event| {
            position.follow(&event);
            outcome.push(event);
        };
        recorded.events(file, turn).into_iter().for_each(|event| apply_event(&mut position, event));
        for (hill, at) in &recorded.razed {
            let owner = position.hills[usize::from(*hill)].owner;
            let razer = position.ant_at(*at).map_or(owner, |ant| ant.owner);
            apply_event(&mut position, Event::Razed(*hill, razer));
        }
        recorded.later_events().into_iter().for_each(|event| apply_event(&mut position, event));
        for seat in eliminated(file, &position, turn) {
            apply_event(&mut position, Event::Eliminated(seat));
        }
        if let Some(counted) = counted(file, &position, turn as usize) {
            apply_event(&mut position, counted);
        }
        if turn == file.game_length {
            let over = over(file, &position);
            apply_event(&mut position, over);
        }
        Given { outcome: Some(outcome), ..Given::default() }
    };
    (0..).zip(turns).map(outcome).collect()
}

/// The record of one turn in a file. Each list is sorted by square.
#[derive(Clone, Default)]
struct Turn {
    moves: Vec<(At, Direction)>,
    died: Vec<(At, Seat)>,
    /// The number and the square of each hill that was razed.
    razed: Vec<(u16, At)>,
    born: Vec<(At, Seat)>,
    gathered: Vec<(At, Option<Seat>)>,
    food: Vec<At>,
}

impl Turn {
    /// Returns the events before any hill is razed: removals and deaths. Ants that died on the same square have
    /// collided there.
    fn events(&self, file: &File, turn: u32) -> Vec<Event> {
        let mut events: Vec<Event> =
            removed(file, turn).map(|(seat, cause)| Event::Removed(seat, cause)).collect();
        let groups = || self.died.chunk_by(|one, other| one.0 == other.0);
        for fought in [false, true] {
            let ants: Vec<(At, Seat)> =
                groups().filter(|group| (group.len() == 1) == fought).flatten().copied().collect();
            if !ants.is_empty() {
                events.push(Event::Died { ants, fought });
            }
        }
        events
    }

    fn later_events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        if !self.born.is_empty() {
            events.push(Event::Born(self.born.clone()));
        }
        if !self.gathered.is_empty() {
            events.push(Event::Gathered(self.gathered.clone()));
        }
        if !self.food.is_empty() {
            events.push(Event::Food(self.food.clone()));
        }
        events
    }
}

/// Returns the records of all turns from turn 0 on. Objects that exist from the start are part of the setup instead.
fn turns(file: &File, setup: &Setup) -> Vec<Turn> {
    let data = &file.replaydata;
    let size = Torus { rows: data.map.rows, cols: data.map.cols };
    let mut turns = vec![Turn::default(); file.game_length as usize + 1];
    for ant in &data.ants {
        let mut at = ant.at;
        for (direction, turn) in ant.directions().zip(&mut turns[ant.born as usize + 1..]) {
            if let Some(direction) = direction {
                turn.moves.push((at, direction));
                at = size.step(at, direction);
            }
        }
        if ant.born > 0 {
            turns[ant.born as usize].born.push((ant.at, ant.owner));
        }
        if let Some(turn) = turns.get_mut(ant.end as usize) {
            turn.died.push((at, ant.owner));
        }
    }
    for food in &data.food {
        if food.from > 0 {
            turns[food.from as usize].food.push(food.at);
        }
        if let Some(turn) = turns.get_mut(food.end as usize) {
            turn.gathered.push((food.at, food.owner));
        }
    }
    for hill in &data.hills {
        let number = setup.map.hills.iter().position(|(at, _)| *at == hill.at);
        if let (Some(turn), Some(number)) = (turns.get_mut(hill.end as usize), number) {
            turn.razed.push((number as u16, hill.at));
        }
    }
    for turn in &mut turns {
        turn.moves.sort_by_key(|(at, _)| *at);
        turn.died.sort_unstable();
        turn.razed.sort_unstable();
        turn.born.sort_unstable();
        turn.gathered.sort_unstable();
        turn.food.sort_unstable();
    }
    turns
}

fn removed(file: &File, turn: u32) -> impl Iterator<Item = (Seat, Cause)> {
    let players = Seat::all(file.status.len()).zip(file.status.iter().zip(&file.playerturns));
    players.filter(move |(_, (_, last))| **last == turn).filter_map(|(seat, (word, _))| match status(word) {
        Some(Status::Removed(cause)) => Some((seat, cause)),
        _ => None,
    })
}

/// Returns the players that were eliminated in this turn because they lost their last ant.
fn eliminated(file: &File, position: &Position, turn: u32) -> Vec<Seat> {
    let counts = position.counts();
    let is_out = |seat: &Seat| {
        let player = seat.index();
        counts[player] == 0
            && file.playerturns[player] == turn
            && status(&file.status[player]) == Some(Status::Eliminated)
    };
    Seat::all(counts.len()).filter(is_out).collect()
}

/// Returns the recorded scores and hives as an event if they differ from those of the position, otherwise `None`. If a
/// history ends before this turn, its last value counts.
fn counted(file: &File, position: &Position, turn: usize) -> Option<Event> {
    let data = &file.replaydata;
    let score = |list: &Vec<i32>| list.get(turn).or(list.last()).copied().unwrap_or_default();
    let hive = |list: &Vec<u32>| list.get(turn).or(list.last()).copied().unwrap_or_default();
    let scores: Vec<i32> = data.scores.iter().map(score).collect();
    let own: Vec<u32> = position.players.iter().map(|player| player.hive).collect();
    let hives =
        data.hive_history.as_ref().map_or_else(|| own.clone(), |lists| lists.iter().map(hive).collect());
    let is_same =
        hives == own && position.players.iter().map(|player| player.score).eq(scores.iter().copied());
    (!is_same).then_some(Event::Counted { scores, hives })
}

/// Returns the event that ends the match, including the points that the end added to the scores.
fn over(file: &File, position: &Position) -> Event {
    let cutoff = file.replaydata.cutoff.as_deref();
    let end = End::ALL.into_iter().find(|end| Some(end.cutoff()) == cutoff).unwrap_or(End::Unrecorded);
    let bonus =
        position.players.iter().zip(&file.score).map(|(player, score)| score.saturating_sub(player.score));
    Event::Over { end, bonus: bonus.collect() }
}
