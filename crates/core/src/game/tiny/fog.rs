//! Fog: three seats walk around a ring of squares, all at once, and each sees one square to either side. A seat that
//! reaches the coin scores a point, and a new coin falls on a random square. Seats that meet on a square are out.

use crate::game::conformance::RandomPlay;
use crate::game::{Actions, Environment, Game, Phase, Plane, RandomStream, Seat, SeatSet, Spaces, Standing};
use serde::{Deserialize, Serialize};

const SEATS: usize = 3;
const FIELDS: u32 = 9;

#[derive(Debug)]
pub enum Fog {}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub rounds: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    rounds: u32,
    round: u32,
    /// The square of each seat; `None` if the seat is out.
    walkers: [Option<u32>; SEATS],
    coin: u32,
    points: [i64; SEATS],
    luck: RandomStream,
}

/// A seat's view of its surroundings.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub round: u32,
    pub own_field: Option<u32>,
    /// The seats on the viewer's own square and the two next to it, each with its square.
    pub walkers: Vec<(Seat, u32)>,
    /// The square of the coin; `None` if it is out of sight.
    pub coin: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Walked {
        seat: Seat,
        to: u32,
    },
    /// The rules refused a move of more than one square.
    Refused {
        seat: Seat,
        steps: i32,
    },
    Met {
        seat: Seat,
    },
    Found {
        seat: Seat,
    },
    CoinFell {
        on: u32,
    },
}

/// A seat's move: 1 is one step clockwise, -1 is one step back.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Orders {
    pub steps: i32,
}

impl Game for Fog {
    const NAME: &'static str = "fog";
    type Setup = Setup;
    type State = State;
    type View<'s> = View;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, seed: u64, events: &mut Vec<Event>) -> State {
        let mut state = State {
            rounds: setup.rounds,
            round: 1,
            walkers: [Some(0), Some(3), Some(6)],
            coin: 0,
            points: [0; SEATS],
            luck: RandomStream::new(seed, 0),
        };
        state.drop_coin(events);
        state
    }

    fn reseed(state: &mut State, seed: u64) {
        state.luck = RandomStream::new(seed, 0);
    }

    fn phase(state: &State) -> Phase {
        let seats: SeatSet = state.in_play().map(|(seat, _)| seat).collect();
        if state.round > state.rounds || seats.len() < 2 {
            return Phase::Over;
        }
        Phase::Ask { round: state.round, seats }
    }

    fn view(state: &State, seat: Seat) -> View {
        let own_field = state.walkers[seat.index()];
        let in_sight = |field: &u32| own_field.is_some_and(|own| near(own, *field));
        View {
            round: state.round,
            own_field,
            walkers: state.in_play().filter(|(_, field)| in_sight(field)).collect(),
            coin: Some(state.coin).filter(in_sight),
        }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        if Fog::phase(state) == Phase::Over {
            return;
        }
        for (seat, orders) in orders {
            state.walk(*seat, orders.steps, events);
        }
        state.meet(events);
        state.find_coin(events);
        state.round += 1;
    }

    fn is_out(state: &State, seat: Seat) -> bool {
        state.walkers[seat.index()].is_none()
    }

    fn standings(state: &State) -> Vec<Standing> {
        Standing::by("points", &state.points)
    }
}

impl Environment for Fog {
    type Element = f32;

    fn spaces(_: &Setup) -> Spaces {
        let plane = |name, meaning| Plane { name, meaning, most: 1 };
        let planes = vec![
            plane("walkers", "1 where a walker in sight stands"),
            plane("coin", "1 where the coin is, if it is in sight"),
        ];
        let meanings = &[("steps", "0 stays, 1 is a step clockwise, 2 a step back")];
        let actions = Actions { shape: vec![1, 1], choices: vec![3], meanings };
        Spaces { planes, rows: 1, columns: FIELDS as usize, actions }
    }

    fn observe(view: &View, out: &mut [f32]) {
        out.fill(0.0);
        view.walkers.iter().for_each(|(_, field)| out[*field as usize] = 1.0);
        if let Some(coin) = view.coin {
            out[(FIELDS + coin) as usize] = 1.0;
        }
    }

    fn mask(_: &View, out: &mut [i8]) {
        out.fill(1);
    }

    fn orders(_: &View, action: &[i32]) -> Orders {
        Orders { steps: [0, 1, -1][action[0] as usize] }
    }

    fn action(_: &View, orders: &Orders) -> Option<Vec<i32>> {
        let choice = [0, 1, -1].iter().position(|steps| *steps == orders.steps)?;
        Some(vec![choice as i32])
    }
}

fn near(one: u32, other: u32) -> bool {
    matches!((FIELDS + one - other) % FIELDS, 0 | 1 | 8)
}

impl State {
    fn in_play(&self) -> impl Iterator<Item = (Seat, u32)> {
        Seat::all(SEATS).filter_map(|seat| self.walkers[seat.index()].map(|field| (seat, field)))
    }

    fn walk(&mut self, seat: Seat, steps: i32, events: &mut Vec<Event>) {
        let Some(field) = self.walkers[seat.index()] else { return };
        if !(-1..=1).contains(&steps) {
            events.push(Event::Refused { seat, steps });
            return;
        }
        let to = (FIELDS + field).saturating_add_signed(steps) % FIELDS;
        self.walkers[seat.index()] = Some(to);
        events.push(Event::Walked { seat, to });
    }

    fn meet(&mut self, events: &mut Vec<Event>) {
        let before: Vec<(Seat, u32)> = self.in_play().collect();
        for (seat, field) in &before {
            if before.iter().any(|(other, there)| other != seat && there == field) {
                self.walkers[seat.index()] = None;
                events.push(Event::Met { seat: *seat });
            }
        }
    }

    fn find_coin(&mut self, events: &mut Vec<Event>) {
        let finder = self.in_play().find(|(_, field)| *field == self.coin);
        if let Some((seat, _)) = finder {
            self.points[seat.index()] += 1;
            events.push(Event::Found { seat });
            self.drop_coin(events);
        }
    }

    fn drop_coin(&mut self, events: &mut Vec<Event>) {
        self.coin = self.luck.below(FIELDS);
        events.push(Event::CoinFell { on: self.coin });
    }
}

impl RandomPlay for Fog {
    const HAS_CHANCE: bool = true;

    fn setups() -> Vec<Setup> {
        vec![Setup { rounds: 12 }, Setup { rounds: 1 }]
    }

    fn asks_max(setup: &Setup) -> usize {
        setup.rounds as usize
    }

    fn legal_orders(_: &View, luck: &mut RandomStream) -> Orders {
        Orders { steps: luck.below(3) as i32 - 1 }
    }

    fn nonsense(_: &View, luck: &mut RandomStream) -> Orders {
        Orders { steps: luck.bits() as i32 }
    }

    fn is_refusal(event: &Event) -> bool {
        matches!(event, Event::Refused { .. })
    }

    fn check(state: &State) {
        let fields: Vec<u32> = state.in_play().map(|(_, field)| field).collect();
        assert!(fields.iter().all(|field| *field < FIELDS));
        assert!(fields.iter().enumerate().all(|(at, field)| !fields[..at].contains(field)), "{fields:?}");
    }
}

#[cfg(test)]
fn state(walkers: [Option<u32>; SEATS], coin: u32) -> State {
    State { walkers, coin, ..Fog::start(&Setup { rounds: 9 }, 0, &mut Vec::new()) }
}

/// Changes that a seat cannot see do not change its view; changes that it can see do.
#[test]
fn view_hides_fields_in_the_fog() {
    let seen = |walkers, coin| Fog::view(&state(walkers, coin), Seat(0));
    let far = seen([Some(0), Some(3), Some(6)], 4);
    assert_eq!(far, seen([Some(0), Some(4), Some(2)], 7));
    assert_eq!(far, seen([Some(0), None, None], 2));
    assert_ne!(far, seen([Some(0), Some(8), Some(6)], 4));
    assert_ne!(far, seen([Some(0), Some(3), Some(6)], 1));
}

/// All seats move before any of them meet: two seats that swap squares pass each other, and two seats that move to the
/// same square are out.
#[test]
fn all_walk_at_once() {
    let order =
        |steps: [i32; SEATS]| Seat::all(SEATS).zip(steps.map(|steps| Orders { steps })).collect::<Vec<_>>();
    let mut passing = state([Some(0), Some(1), Some(5)], 8);
    Fog::apply(&mut passing, &order([1, -1, 0]), &mut Vec::new());
    assert_eq!(passing.walkers, [Some(1), Some(0), Some(5)]);
    let mut meeting = state([Some(0), Some(2), Some(5)], 8);
    Fog::apply(&mut meeting, &order([1, -1, 0]), &mut Vec::new());
    assert_eq!(meeting.walkers, [None, None, Some(5)]);
    assert_eq!(Fog::phase(&meeting), Phase::Over);
}
