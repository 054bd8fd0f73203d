//! Tests of the rules: boards, with the same results as in the contest's engine.

mod chance;
mod losses;
mod play;
mod rows;

use super::event::{Cause, End, Event, RefusalReason};
use super::map::Map;
use super::numbers::Numbers;
use super::orders::Orders;
use super::rng::Kind;
use super::state::State;
use super::torus::At;
use super::{Ants, Setup, wire};
use std::sync::Arc;
use wag_core::game::{Game, Phase, Seat};

/// A match on a small board. It is a scenario in which no food appears.
struct War {
    state: State,
    events: Vec<Event>,
}

fn at(word: &str) -> At {
    let (row, col) = word.split_once(',').unwrap();
    At::new(row.parse().unwrap(), col.parse().unwrap())
}

/// Returns a map of 10x10 squares with hill 0 at 0,0, hill 1 at 9,9, and, for three players, hill 2 at 0,9. `words`
/// adds objects: `h0 0,5` a hill of player 0, `a 4,4` an ant of player 0, `b` and `c` ants of players 1 and 2, `f`
/// food, `w` water. More squares may follow the first one.
fn map(players: u8, words: &str) -> Map {
    let size = super::torus::Torus { rows: 10, cols: 10 };
    let hills = [(At::new(0, 0), Seat(0)), (At::new(9, 9), Seat(1)), (At::new(0, 9), Seat(2))];
    let hills = hills[..players.into()].to_vec();
    let (water, ants, food) = (vec![false; size.area()], Vec::new(), Vec::new());
    let mut map = Map { size, players, water, hills, ants, food };
    let mut what = "";
    for word in words.split_whitespace() {
        match (what, word.contains(',')) {
            (_, false) => what = word,
            ("f", _) => map.food.push(at(word)),
            ("w", _) => map.water[size.index(at(word))] = true,
            ("a" | "b" | "c", _) => map.ants.push((at(word), Seat(what.as_bytes()[0] - b'a'))),
            _ => map.hills.push((at(word), Seat(what.as_bytes()[1] - b'0'))),
        }
    }
    map.hills.sort_unstable();
    map.ants.sort_unstable();
    map.food.sort_unstable();
    map
}

fn scenario(attack_radius2: u32) -> Numbers {
    Numbers { attack_radius2, food: false, scenario: true, ..Numbers::default() }
}

impl War {
    fn with(map: Map, numbers: Numbers, random: Kind, seed: i64) -> War {
        let setup = Setup { map: Arc::new(map), numbers, random, player_seed: 42, given: None };
        assert!(setup.is_sound());
        let mut events = Vec::new();
        let state = Ants::start(&setup, seed as u64, &mut events);
        War { state, events }
    }

    fn new(attack_radius2: u32, players: u8, words: &str) -> War {
        War::with(map(players, words), scenario(attack_radius2), Kind::Wag, 1)
    }

    /// Plays one turn. `b!` means that player b crashes, `b?` that it was never ready. A letter followed by squares
    /// gives orders of that player: `a 4,4e`.
    fn turn(&mut self, words: &str) -> &mut War {
        let Phase::Ask { seats, .. } = Ants::phase(&self.state) else { panic!("the match is over") };
        let mut orders: Vec<(Seat, Orders)> = seats.iter().map(|seat| (seat, Orders::default())).collect();
        let mut texts = vec![String::new(); 10];
        let mut seat = 0;
        for word in words.split_whitespace() {
            if let Some((row, rest)) = word.split_once(',') {
                let (col, direction) = rest.split_at(rest.len() - 1);
                texts[seat] += &format!("o {row} {col} {direction}\n");
                continue;
            }
            seat = usize::from(word.as_bytes()[0] - b'a');
            let gone = match &word[1..] {
                "!" => Orders::Gone { cause: Cause::Crashed, at_start: false },
                "?" => Orders::Gone { cause: Cause::TimedOut, at_start: true },
                _ => continue,
            };
            let player = orders.iter_mut().find(|(whose, _)| whose.index() == seat).unwrap();
            player.1 = gone;
        }
        for (seat, given) in &mut orders {
            if matches!(given, Orders::Given(_)) {
                *given = Orders::read(texts[seat.index()].as_bytes());
            }
        }
        self.play(&orders)
    }

    fn play(&mut self, orders: &[(Seat, Orders)]) -> &mut War {
        self.events.clear();
        Ants::apply(&mut self.state, orders, &mut self.events);
        self
    }

    fn ants(&self) -> String {
        let ants = self.state.position.ants.iter();
        let texts =
            ants.map(|ant| format!("{}{},{}", char::from(b'a' + ant.owner.0), ant.at.row, ant.at.col));
        texts.collect::<Vec<_>>().join(" ")
    }

    fn scores(&self) -> Vec<i32> {
        self.state.position.players.iter().map(|player| player.score).collect()
    }

    fn hives(&self) -> Vec<u32> {
        self.state.position.players.iter().map(|player| player.hive).collect()
    }

    fn end(&self) -> Option<End> {
        self.state.position.end
    }

    fn bonus(&self) -> Vec<i32> {
        let over = self.events.iter().find_map(|event| match event {
            Event::Over { bonus, .. } => Some(bonus.clone()),
            _ => None,
        });
        over.unwrap_or_default()
    }

    fn statuses(&self) -> Vec<&'static str> {
        self.state.position.players.iter().map(|player| player.status.word()).collect()
    }

    fn refusals(&self) -> Vec<(&str, RefusalReason)> {
        let refused = self.events.iter().filter_map(|event| match event {
            Event::Refused { line, why, .. } => Some((line.as_str(), *why)),
            _ => None,
        });
        refused.collect()
    }
}
