//! Builds a contest replay from the events of a match.

use super::super::Setup;
use super::super::event::{End, Event, Status};
use super::super::position::{self, Position};
use super::super::torus::{At, Direction};
use super::file::{self, Ant, Board, CHALLENGE, Data, File, Food, Hill, REVISION};
use wag_core::game::{Seat, places};

/// Returns the replay of a match. The caller must add the players' names and the settings of random numbers.
pub fn tell(setup: &Setup, events: &[Event]) -> File {
    let mut replay_builder = ReplayBuilder::new(setup);
    events.iter().for_each(|event| replay_builder.follow(event));
    replay_builder.close_turn();
    replay_builder.finish(setup)
}

/// The match so far. An object that still exists has [`LASTS`] as the turn of its end.
struct ReplayBuilder {
    position: Position,
    ants: Vec<Ant>,
    /// The squares of the living ants, and their indices in `ants`.
    living: Vec<(At, usize)>,
    food: Vec<Food>,
    scores: Vec<Vec<i32>>,
    hives: Vec<Vec<u32>>,
    /// The last turn whose values are in the histories.
    closed: u32,
    bonus: Vec<i32>,
    winning: Since<Vec<bool>>,
    ranking: Since<Vec<u32>>,
}

const LASTS: u32 = u32::MAX;

/// A value, and the turn since which it has been the same. The value is `None` until the end of the first turn.
struct Since<T> {
    value: Option<T>,
    turn: u32,
}

impl<T: PartialEq> Since<T> {
    const fn unknown() -> Since<T> {
        Since { value: None, turn: 0 }
    }

    fn update(&mut self, value: T, turn: u32) {
        if self.value.as_ref() != Some(&value) {
            *self = Since { value: Some(value), turn };
        }
    }
}

impl ReplayBuilder {
    fn new(setup: &Setup) -> ReplayBuilder {
        let position = Position::new(setup);
        let values = |value: fn(&position::Player) -> i32| position.players.iter().map(value).collect();
        let scores: Vec<i32> = values(|player| player.score);
        let food = |at: &At| Food { at: *at, from: 0, end: LASTS, owner: None };
        let mut replay_builder = ReplayBuilder {
            ants: Vec::new(),
            living: Vec::new(),
            food: position.food.iter().map(food).collect(),
            scores: scores.iter().map(|score| vec![*score]).collect(),
            hives: vec![vec![0]; position.players.len()],
            closed: 0,
            bonus: vec![0; position.players.len()],
            winning: Since::unknown(),
            ranking: Since::unknown(),
            position,
        };
        replay_builder.born(&setup.first_ants());
        replay_builder
    }

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Turn => {
                self.close_turn();
                self.living.iter().for_each(|(_, ant)| self.ants[*ant].moves.push('-'));
            }
            Event::Over { .. } => self.close_turn(),
            _ => {}
        }
        self.position.follow(event);
        let turn = self.position.turn;
        match event {
            Event::Moved(moves) => self.walk(moves),
            Event::Died { ants, .. } => self.die(ants),
            Event::Born(ants) => self.born(ants),
            Event::Food(food) => {
                self.food.extend(food.iter().map(|at| Food { at: *at, from: turn, end: LASTS, owner: None }));
            }
            Event::Gathered(food) => self.gather(food),
            Event::Over { bonus, .. } => {
                self.bonus.clone_from(bonus);
                self.rate();
            }
            _ => {}
        }
    }

    fn born(&mut self, ants: &[(At, Seat)]) {
        for (at, owner) in ants {
            self.living.push((*at, self.ants.len()));
            let (at, owner, born) = (*at, *owner, self.position.turn);
            self.ants.push(Ant { at, owner, born, end: LASTS, moves: String::new() });
        }
    }

    fn walk(&mut self, moves: &[(At, Direction)]) {
        for (at, ant) in &mut self.living {
            if let Ok(index) = moves.binary_search_by_key(at, |(from, _)| *from) {
                let direction = moves[index].1;
                *at = self.position.size.step(*at, direction);
                let moves = &mut self.ants[*ant].moves;
                moves.pop();
                moves.push(direction.sign());
            }
        }
    }

    fn die(&mut self, dead: &[(At, Seat)]) {
        let is_dead = |at: At| dead.binary_search_by_key(&at, |(place, _)| *place).is_ok();
        for (_, ant) in self.living.extract_if(.., |(at, _)| is_dead(*at)) {
            self.ants[ant].end = self.position.turn;
        }
    }

    fn gather(&mut self, gathered: &[(At, Option<Seat>)]) {
        for food in self.food.iter_mut().filter(|food| food.end == LASTS) {
            if let Ok(index) = gathered.binary_search_by_key(&food.at, |(at, _)| *at) {
                (food.end, food.owner) = (self.position.turn, gathered[index].1);
            }
        }
    }

    /// Adds the results of the turn to the histories. The history of an eliminated player only gets values that
    /// changed.
    fn close_turn(&mut self) {
        let turn = self.position.turn;
        if turn == self.closed {
            return;
        }
        self.closed = turn;
        let counts = self.position.counts();
        for (index, player) in self.position.players.iter().enumerate() {
            let is_alive = counts[index] > 0 && !matches!(player.status, Status::Removed(_));
            note(&mut self.scores[index], player.score, is_alive, turn);
            note(&mut self.hives[index], player.hive, is_alive, turn);
        }
        self.rate();
    }

    /// Updates the turns since which the leaders and the ranks have been the same.
    fn rate(&mut self) {
        let scores: Vec<i32> = self.position.players.iter().map(|player| player.score).collect();
        self.winning.update(leaders(&scores), self.position.turn);
        self.ranking.update(ranks(&scores), self.position.turn);
    }

    fn finish(self, setup: &Setup) -> File {
        let (position, numbers) = (self.position, &setup.numbers);
        let last = position.turn;
        let end = |end: u32| end.min(last + 1);
        let mut ants: Vec<Ant> = self.ants.into_iter().map(|ant| Ant { end: end(ant.end), ..ant }).collect();
        ants.sort_by_key(|ant| (ant.born, ant.owner, ant.at));
        let food = self.food.into_iter().map(|food| Food { end: end(food.end), ..food });
        let hills = position.hills.iter();
        let hills =
            hills.map(|hill| Hill { at: hill.at, owner: hill.owner, end: end(hill.razed.unwrap_or(LASTS)) });
        let players = &position.players;
        let score: Vec<i32> = players.iter().map(|player| player.score).collect();
        File {
            challenge: CHALLENGE.to_string(),
            replayformat: file::FORMAT,
            game_id: 0,
            location: file::LOCATION,
            game_length: last,
            playernames: Vec::new(),
            errors: None,
            status: players.iter().map(|player| player.status.word().to_string()).collect(),
            playerturns: players.iter().map(|player| player.turns).collect(),
            rank: ranks(&score),
            score,
            replaydata: Data {
                revision: REVISION,
                players: setup.map.players,
                loadtime: 0,
                turntime: 0,
                turns: numbers.turns,
                viewradius2: numbers.view_radius2,
                attackradius2: numbers.attack_radius2,
                spawnradius2: numbers.spawn_radius2,
                engine_seed: 0,
                player_seed: 0,
                food_rate: 0,
                food_turn: 0,
                food_start: 0,
                cutoff: position
                    .end
                    .filter(|end| *end != End::Unrecorded)
                    .map(|end| end.cutoff().to_string()),
                winning_turn: Some(self.winning.turn),
                ranking_turn: Some(self.ranking.turn),
                bonus: Some(self.bonus),
                map: board(setup, &position),
                ants,
                food: food.collect(),
                hills: hills.collect(),
                scores: self.scores,
                hive_history: Some(self.hives),
            },
            wag: None,
            date: None,
            timestamp: None,
        }
    }
}

/// Adds a player's value in this turn to its history. Fills gaps for earlier turns with the history's last value.
fn note<T: Copy + PartialEq>(history: &mut Vec<T>, value: T, is_alive: bool, turn: u32) {
    let last = history.last().copied().unwrap_or(value);
    if is_alive || value != last {
        history.resize(turn as usize, last);
        history.push(value);
    }
}

fn leaders(scores: &[i32]) -> Vec<bool> {
    let best = scores.iter().max();
    scores.iter().map(|score| Some(score) == best).collect()
}

/// Returns the rank of each player, counted from 0. Players with equal scores share the better rank.
fn ranks(scores: &[i32]) -> Vec<u32> {
    let scores: Vec<i64> = scores.iter().map(|score| (*score).into()).collect();
    places(&scores).into_iter().map(|place| place - 1).collect()
}

/// Returns the board at the end of the match, in the characters of a map file.
fn board(setup: &Setup, position: &Position) -> Board {
    let map = &setup.map;
    let sign = |at: At| {
        let is_hill = |hill: &&position::Hill| hill.at == at;
        let owned = |first: u8, owner: Seat| char::from(first + owner.0);
        match (position.ant_at(at), position.standing().find(is_hill)) {
            (Some(ant), Some(_)) => owned(b'A', ant.owner),
            (Some(ant), None) => owned(b'a', ant.owner),
            (None, Some(hill)) => owned(b'0', hill.owner),
            (None, None) if map.is_water(at) => '%',
            (None, None) if position.food.binary_search(&at).is_ok() => '*',
            (None, None) => '.',
        }
    };
    let row = |row: u16| (0..map.size.cols).map(|col| sign(At { row, col })).collect();
    Board { rows: map.size.rows, cols: map.size.cols, data: (0..map.size.rows).map(row).collect() }
}
