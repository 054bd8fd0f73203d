//! Fives: two seats take turns counting to thirty, in steps of one to three. A seat that lands on a multiple of five
//! scores a point and plays again. An empty order passes. The game has no randomness and hides nothing.

use crate::game::conformance::RandomPlay;
use crate::game::protocols::{Json, Lines};
use crate::game::{Actions, Environment, Game, Phase, Plane, RandomStream, Seat, SeatSet, Spaces, Standing};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const TARGET: u32 = 30;
const MOST_STEP: u32 = 3;

#[derive(Debug)]
pub enum Fives {}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The maximum number of rounds.
    pub rounds: u32,
    /// The seat that begins.
    pub first: Seat,
    /// The number from which the seats count.
    pub count: u32,
}

impl Setup {
    pub fn of(rounds: u32) -> Setup {
        Setup { rounds, first: Seat(0), count: 0 }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    rounds: u32,
    round: u32,
    first: Seat,
    to_move: Seat,
    pub(super) count: u32,
    pub(super) points: [i64; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    Counted {
        seat: Seat,
        to: u32,
    },
    Passed {
        seat: Seat,
    },
    /// The rules refused a step that was not 1 to 3 or went beyond thirty. It counts as a pass.
    Refused {
        seat: Seat,
        step: u32,
    },
    Scored {
        seat: Seat,
    },
}

/// A seat's answer: the step to count on, or `None` to pass.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Orders {
    pub step: Option<u32>,
}

impl Game for Fives {
    const NAME: &'static str = "fives";
    type Setup = Setup;
    type State = State;
    type View<'s> = &'s State;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, _: u64, _: &mut Vec<Event>) -> State {
        let Setup { rounds, first, count } = *setup;
        State { rounds, round: 1, first, to_move: first, count, points: [0; 2] }
    }

    fn phase(state: &State) -> Phase {
        if state.count == TARGET || state.round > state.rounds {
            return Phase::Over;
        }
        Phase::Ask { round: state.round, seats: SeatSet::one(state.to_move) }
    }

    fn view(state: &State, _: Seat) -> &State {
        state
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        for (seat, orders) in orders {
            if !state.count_on(*seat, orders, events) {
                state.pass_on();
            }
        }
    }

    fn is_out(_: &State, _: Seat) -> bool {
        false
    }

    fn standings(state: &State) -> Vec<Standing> {
        Standing::by("points", &state.points)
    }
}

impl Environment for Fives {
    type Element = u8;

    fn spaces(_: &Setup) -> Spaces {
        let plane = Plane { name: "count", meaning: "the count, on every square", most: TARGET };
        let meanings = &[("number", "0 passes, 1 to 3 are steps")];
        Spaces { planes: vec![plane], rows: 2, columns: 2, actions: Actions::discrete(4, meanings) }
    }

    fn observe(view: &&State, out: &mut [u8]) {
        out.fill(view.count as u8);
    }

    fn mask(view: &&State, out: &mut [i8]) {
        for (step, allowed) in (0..).zip(out) {
            *allowed = i8::from(step <= TARGET - view.count);
        }
    }

    fn orders(_: &&State, action: &[i32]) -> Orders {
        Orders { step: u32::try_from(action[0]).ok().filter(|step| *step > 0) }
    }

    fn action(_: &&State, orders: &Orders) -> Option<Vec<i32>> {
        let step = orders.step.unwrap_or(0);
        (step <= 3).then(|| vec![step as i32])
    }
}

impl State {
    /// Advances the count by the ordered step. Returns whether the same seat plays again.
    fn count_on(&mut self, seat: Seat, orders: &Orders, events: &mut Vec<Event>) -> bool {
        let Some(step) = orders.step else {
            events.push(Event::Passed { seat });
            return false;
        };
        if !(1..=MOST_STEP.min(TARGET - self.count)).contains(&step) {
            events.push(Event::Refused { seat, step });
            return false;
        }
        self.count += step;
        events.push(Event::Counted { seat, to: self.count });
        let scores = self.count.is_multiple_of(5);
        if scores {
            self.points[seat.index()] += 1;
            events.push(Event::Scored { seat });
        }
        scores
    }

    fn pass_on(&mut self) {
        self.to_move = Seat(1 - self.to_move.0);
        self.round += u32::from(self.to_move == self.first);
    }
}

/// The engine sends the round and the count; the program answers with the step, or anything else to pass. Lines that
/// begin with `#` are comments.
pub const LINES: Lines<Fives> = Lines {
    hello: |setup, seat, _| format!("fives {} {}\n", setup.rounds, seat.0 + 1),
    answers_hello: false,
    turn: |state, round| format!("{round} {}\n", state.count),
    is_last: |line| !line.starts_with(b"#"),
    answer_max: 100,
    accepts_early_lines: false,
    read_answer: |answer| Orders {
        step: str::from_utf8(answer).ok().and_then(|text| text.lines().last()?.parse().ok()),
    },
    end: |state, seat| format!("end {}\n", state.points[seat.index()]),
};

pub const JSON: Json<Fives> = Json {
    setup: |setup, _| json!({ "rounds": setup.rounds }),
    view: |state| json!({ "count": state.count }),
    orders: |orders| match orders {
        Value::Null => Ok(Orders::default()),
        orders => match orders["step"].as_u64().and_then(|step| step.try_into().ok()) {
            Some(step) => Ok(Orders { step: Some(step) }),
            None => Err("orders are null or {\"step\": NUMBER}".into()),
        },
    },
    end: |state, seat| json!({ "points": state.points[seat.index()] }),
};

impl RandomPlay for Fives {
    const HAS_CHANCE: bool = false;

    fn setups() -> Vec<Setup> {
        vec![Setup::of(30), Setup { first: Seat(1), count: 10, ..Setup::of(3) }]
    }

    /// Returns the maximum number of turns: two per round plus one extra turn per point, and at most six points can be
    /// scored.
    fn asks_max(setup: &Setup) -> usize {
        2 * setup.rounds as usize + 6
    }

    fn legal_orders(view: &&State, luck: &mut RandomStream) -> Orders {
        let most = MOST_STEP.min(TARGET - view.count);
        Orders { step: luck.below(most + 1).checked_sub(1).map(|step| step + 1) }
    }

    fn nonsense(_: &&State, luck: &mut RandomStream) -> Orders {
        let steps = [0, 1, 2, 3, 4, u32::MAX];
        Orders { step: Some(steps[luck.below(6) as usize]) }
    }

    fn is_refusal(event: &Event) -> bool {
        matches!(event, Event::Refused { .. })
    }

    fn check(state: &State) {
        assert!(state.count <= TARGET);
        assert!(state.points.iter().sum::<i64>() <= i64::from(state.count / 5));
    }
}

/// Landing on a multiple of five gives the same seat another turn in the same round; any other step passes the turn on.
#[test]
fn a_five_gives_another_turn() {
    let mut state = Fives::start(&Setup::of(9), 0, &mut Vec::new());
    let mut asks = Vec::new();
    for step in [3, 2, 1, 3, 1] {
        let Phase::Ask { round, seats } = Fives::phase(&state) else { panic!("not over yet") };
        let seat = seats.iter().next().unwrap();
        asks.push((round, seat.0));
        Fives::apply(&mut state, &[(seat, Orders { step: Some(step) })], &mut Vec::new());
    }
    assert_eq!(asks, [(1, 0), (1, 1), (1, 1), (2, 0), (2, 1)]);
    assert_eq!(Fives::phase(&state), Phase::Ask { round: 2, seats: SeatSet::one(Seat(1)) });
    assert_eq!(state.points, [0, 2]);
}
