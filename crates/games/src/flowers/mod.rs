//! The flower farm: two players buy land, plant, water and harvest. The player with the larger total harvest after 100
//! rounds wins.
//!
//! - `turn` has the rules and `state` the state that they change; `event` lists the changes.
//! - `orders` are the players' answers, `wire` and `protocols` the messages to players of each kind. Only `python`
//!   depends on Python, and `settings` reads player settings from the text of a Python file.
//! - `numbers`, `board` and `play` are the options of a match. `sower`, `gardener` and `estate` are the built-in
//!   players.
//! - `environment` has the observations and actions of learners.
//! - `show` is the replay format and display, `words` describes events.

mod board;
mod environment;
mod estate;
mod event;
mod gardener;
mod numbers;
mod orders;
mod play;
mod protocols;
pub mod python;
mod settings;
mod show;
mod sower;
mod state;
mod tile;
mod turn;
mod wire;
mod words;

#[cfg(test)]
mod tests;

use event::{End, Event};
use numbers::{Numbers, ROUNDS_MAX};
use orders::Orders;
use serde::{Deserialize, Serialize};
use state::State;
use tile::{Tile, Tiles};
use wag_core::game::{Absence, Game, Phase, Seat, SeatSet, Standing, places};
use wag_i18n::{Message, later};

/// The flower farm, as an implementation of [`Game`].
#[derive(Debug)]
pub enum Flowers {}

/// The number of players.
const SEATS: usize = 2;
/// The maximum number of games in a match that replays draws: the first game, two of the same length, and a longer one.
const GAMES_MAX: usize = 4;
/// The maximum number of training games in a row.
const TRAINING_MAX: u32 = 100_000;

/// Everything that determines a match besides the players' orders. The rules use no random numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub numbers: Numbers,
    pub rounds: u32,
    /// True if the rules follow the contest's server where it differs from the contest's rule text.
    pub original: bool,
    /// The special tiles of each game: the first one, and those that follow a draw.
    pub boards: Vec<Tiles>,
    pub training: Option<Training>,
}

/// A series of training games between the same players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Training {
    pub games: u32,
    /// The round before which every game except the last is cut off.
    pub until: u32,
    /// The seed of the random boards, which differ from game to game.
    pub seed: u64,
}

impl Setup {
    pub const fn home(seat: Seat) -> Tile {
        if seat.0 == 0 { Tile::at(0, 0) } else { Tile::at(7, 7) }
    }

    /// Returns the number of rounds of a game. `game` counts from 0. The last game that replays a draw has 1.5 times as
    /// many rounds as the others.
    pub fn rounds_of(&self, game: u32) -> u32 {
        let is_longer = self.training.is_none() && game + 1 >= GAMES_MAX as u32;
        if is_longer { self.rounds + self.rounds / 2 } else { self.rounds }
    }

    /// Returns the round before which a game is cut off because another one follows. Returns `None` if it is played to
    /// its end.
    pub fn broken_off(&self, game: u32) -> Option<u32> {
        self.training.as_ref().filter(|training| game + 1 < training.games).map(|training| training.until)
    }

    /// Returns the special tiles of the game after `game`, or `None` if no game follows. `is_draw` is true if `game`
    /// ended in a draw.
    pub fn next_board(&self, game: u32, is_draw: bool) -> Option<Tiles> {
        match &self.training {
            Some(training) if game + 1 < training.games => {
                board::drawn(training.seed.wrapping_add(u64::from(game) + 1)).next()
            }
            Some(_) => None,
            None => self.boards.get(game as usize + 1).copied().filter(|_| is_draw),
        }
    }

    fn is_sound(&self) -> bool {
        self.numbers.is_sound()
            && (1..=ROUNDS_MAX).contains(&self.rounds)
            && (1..=GAMES_MAX).contains(&self.boards.len())
            && self.boards.iter().all(|special| board::is_fair(*special))
            && self.training.as_ref().is_none_or(|training| {
                (1..=TRAINING_MAX).contains(&training.games) && training.until > 1 && self.boards.len() == 1
            })
    }
}

/// A seat, and the state, of which the seat may see only a part.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    pub state: &'s State,
    pub seat: Seat,
}

impl Game for Flowers {
    const NAME: &'static str = "flowers";
    /// There is no limit, because the rules themselves count missed actions, starting from 0 in each training game.
    const LOST_TURNS_ALLOWED: u32 = u32::MAX;
    type Setup = Setup;
    type State = State;
    type View<'s> = View<'s>;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, _: u64, _: &mut Vec<Event>) -> State {
        State::new(setup)
    }

    fn phase(state: &State) -> Phase {
        match state.end {
            Some(_) => Phase::Over,
            None => Phase::Ask {
                round: state.rounds_before.saturating_add(state.round),
                seats: SeatSet::one(state.mover),
            },
        }
    }

    fn view(state: &State, seat: Seat) -> View<'_> {
        View { state, seat }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        for (seat, orders) in orders {
            if *seat == state.mover && state.end.is_none() {
                events.extend(state.play(orders));
            }
        }
    }

    fn absent(absence: Absence) -> Orders {
        if absence.at_start { Orders::default() } else { Orders::Gone }
    }

    fn is_out(_: &State, _: Seat) -> bool {
        false
    }

    fn refusals(events: &[Event], seat: Seat) -> Vec<Message> {
        words::refusals(events, seat)
    }

    fn effects(events: &[Event], seat: Seat) -> String {
        words::effects(events, seat)
    }

    fn count_refused(events: &[Event], seat: Seat) -> u32 {
        let is_own = |event: &&Event| event.is_refusal() && event.seat() == Some(seat);
        events.iter().filter(is_own).count() as u32
    }

    fn standings(state: &State) -> Vec<Standing> {
        let worth = [0, 1].map(|seat: usize| state.players[seat].worth(&state.setup));
        let points = [0, 1].map(|seat: usize| state.players[seat].points);
        let deciding = match state.end {
            Some(End::Misses(loser)) => [0, 1].map(|seat| i64::from(Seat(seat) != loser)),
            Some(End::Worth) => worth,
            _ => points,
        };
        let standing = |(seat, place): (usize, u32)| {
            let player = &state.players[seat];
            let tiles = player.tiles.len() as i64;
            let figures = [points[seat], player.gold, tiles, worth[seat]];
            Standing { place, figures: FIGURES.into_iter().zip(figures).collect() }
        };
        places(&deciding).into_iter().enumerate().map(standing).collect()
    }
}

/// The names of the figures that are counted for each player. The first one decides the ranking.
pub const FIGURES: [&str; 4] = [later!("points"), later!("gold"), later!("tiles"), later!("worth")];
