//! The rules: the board, the starting positions, and the outcome of a round.

use super::{Event, Orders, Setup};
use serde::{Deserialize, Serialize};
use wag_core::game::{Direction, Place, Seat, SeatSet};

/// The maximum number of cycles.
const SEATS_MAX: usize = 4;

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub setup: Setup,
    /// The wall on each square, row by row: 0 for none, 1 for player 1's, and so on. A cycle stands on the newest piece
    /// of its own wall.
    pub walls: Vec<u8>,
    /// The cycles in seat order.
    pub cycles: Vec<Cycle>,
    /// Number of rounds played so far.
    pub rounds: u32,
}

/// A player's cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cycle {
    pub at: Place,
    /// Direction of the cycle's last move.
    pub facing: Direction,
    /// Number of rounds that the cycle survived, or `None` if it has not crashed.
    pub survived: Option<u32>,
}

impl Setup {
    /// Returns a square's index in lists of all squares, which are row by row. Returns `None` if it is off the board.
    pub fn index(&self, (x, y): Place) -> Option<usize> {
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_inside.then(|| y as usize * self.width as usize + x as usize)
    }
}

impl State {
    /// Creates the starting position. Each cycle is near its own corner, a quarter of the board's width and height from
    /// the edges, and faces left or right toward the middle.
    pub fn new(setup: &Setup) -> State {
        let (left, top) = (setup.width / 4, setup.height / 4);
        let (right, bottom) = (setup.width - 1 - left, setup.height - 1 - top);
        let places = [(left, top), (right, bottom), (right, top), (left, bottom)];
        let facing = |x| if x == left { Direction::East } else { Direction::West };
        let cycles = places.map(|at| Cycle { at, facing: facing(at.0), survived: None });
        let cycles = cycles.into_iter().take(setup.seats.into()).collect();
        let walls = vec![0; setup.width as usize * setup.height as usize];
        let mut state = State { setup: setup.clone(), walls, cycles, rounds: 0 };
        Seat::all(setup.seats.into()).zip(places).for_each(|(seat, at)| state.enter(seat, at));
        state
    }

    pub fn is_free(&self, at: Place) -> bool {
        self.setup.index(at).is_some_and(|index| self.walls[index] == 0)
    }

    /// Returns the seats whose cycles have not crashed.
    pub fn in_play(&self) -> SeatSet {
        Seat::all(self.cycles.len()).filter(|seat| self.cycles[seat.index()].survived.is_none()).collect()
    }

    /// Appends the events that these orders cause. Does not change the state.
    pub fn outcome(&self, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        let mut aims = [None; SEATS_MAX];
        for (seat, aim) in Seat::all(self.cycles.len()).zip(&mut aims) {
            let Cycle { at, facing, survived: None } = self.cycles[seat.index()] else { continue };
            let given = orders.iter().find(|(whose, _)| *whose == seat).map(|(_, orders)| *orders);
            if given == Some(Orders::Nonsense) {
                events.push(Event::Refused(seat));
            }
            let direction = if let Some(Orders::Go(direction)) = given { direction } else { facing };
            *aim = Some(direction.from(at));
        }
        let moving = Seat::all(SEATS_MAX).zip(aims).filter_map(|(seat, aim)| Some((seat, aim?)));
        events.extend(moving.map(|(seat, aim)| self.move_event(seat, aim, &aims)));
    }

    /// Returns the event that a cycle's move to a square causes, while all cycles move to the squares in `aims`.
    fn move_event(&self, seat: Seat, at: Place, aims: &[Option<Place>]) -> Event {
        let wall = self.setup.index(at).map(|index| self.walls[index]);
        let is_alone = aims.iter().filter(|aim| **aim == Some(at)).count() == 1;
        if wall == Some(0) && is_alone {
            return Event::Moved(seat, at);
        }
        Event::Crashed(seat, at, wall.and_then(|number| number.checked_sub(1)).map(Seat))
    }

    /// Applies the events of a round and counts it as played.
    pub fn follow(&mut self, events: &[Event]) {
        for event in events {
            match *event {
                Event::Refused(_) => {}
                Event::Moved(seat, to) => self.enter(seat, to),
                Event::Crashed(seat, ..) => self.cycles[seat.index()].survived = Some(self.rounds),
            }
        }
        self.rounds = self.rounds.saturating_add(1);
    }

    fn enter(&mut self, seat: Seat, to: Place) {
        if let Some(index) = self.setup.index(to) {
            self.walls[index] = seat.number();
        }
        let cycle = &mut self.cycles[seat.index()];
        let direction = Direction::ALL.into_iter().find(|direction| direction.from(cycle.at) == to);
        (cycle.at, cycle.facing) = (to, direction.unwrap_or(cycle.facing));
    }
}
