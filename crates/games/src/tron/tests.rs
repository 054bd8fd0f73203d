//! Tests of light cycles on hand-drawn boards and in random play.

mod loss;

use super::bots::{roomy, straight};
use super::rules::{Cycle, State};
use super::{Event, Orders, Setup, Tron, View};
use Direction::{East, North, South, West};
use wag_core::game::conformance::RandomPlay;
use wag_core::game::{
    Direction, Game, GameOptions, Phase, Place, Playable, RandomStream, Seat, Seated, Show,
};

fn setup(width: i8, height: i8, seats: u8) -> Setup {
    Setup { width, height, seats }
}

fn start(setup: &Setup) -> State {
    Tron::start(setup, 0, &mut Vec::new())
}

/// Parses the rows of a board. `.` is a free square, a digit a wall, and a letter a cycle that faces north, `A` for
/// player 1.
fn board(rows: &[&str]) -> State {
    let cells: Vec<char> = rows.concat().chars().collect();
    let width = rows[0].len();
    let place = |letter| cells.iter().position(|cell| *cell == letter);
    let places = "ABCD".chars().map_while(place).map(|at| ((at % width) as i8, (at / width) as i8));
    let cycles: Vec<Cycle> = places.map(|at| Cycle { at, facing: North, survived: None }).collect();
    let wall = |cell: &char| match cell {
        '.' => 0,
        'A'..='D' => *cell as u8 - b'A' + 1,
        _ => cell.to_digit(10).expect("a wall") as u8,
    };
    let setup = setup(width as i8, rows.len() as i8, cycles.len() as u8);
    State { setup, walls: cells.iter().map(wall).collect(), cycles, rounds: 0 }
}

/// Draws a state in the form that [`board`] parses. Crashed cycles are not drawn.
fn drawn(state: &State) -> Vec<String> {
    let mut rows: Vec<Vec<char>> = super::show::rows(state).map(|row| row.chars().collect()).collect();
    for (cycle, letter) in state.cycles.iter().zip('A'..) {
        if cycle.survived.is_none() {
            rows[cycle.at.1 as usize][cycle.at.0 as usize] = letter;
        }
    }
    rows.iter().map(String::from_iter).collect()
}

/// Plays a round with these directions, in seat order. A player with `None` goes straight on. Returns the events.
fn ride(state: &mut State, protocols: &[Option<Direction>]) -> Vec<Event> {
    let orders: Vec<Orders> =
        protocols.iter().map(|direction| direction.map_or(Orders::Nothing, Orders::Go)).collect();
    let mut events = Vec::new();
    Tron::apply(state, &Seat::all(4).zip(orders).collect::<Vec<_>>(), &mut events);
    events
}

fn crash(seat: u8, at: Place, whose: Option<u8>) -> Event {
    Event::Crashed(Seat(seat), at, whose.map(Seat))
}

fn places(state: &State) -> Vec<u32> {
    Tron::standings(state).iter().map(|standing| standing.place).collect()
}

#[test]
fn cycles_leave_walls_and_go_straight_without_orders() {
    let mut state = board(&[".....", "A....", ".....", "....B", "....."]);
    let events = ride(&mut state, &[Some(East), None]);
    assert_eq!(events, [Event::Moved(Seat(0), (1, 1)), Event::Moved(Seat(1), (4, 2))]);
    assert_eq!(drawn(&state), [".....", "1A...", "....B", "....2", "....."]);
    ride(&mut state, &[None, Some(West)]);
    assert_eq!(drawn(&state), [".....", "11A..", "...B2", "....2", "....."]);
}

#[test]
fn two_that_enter_the_same_square_both_crash() {
    let mut state = board(&[".....", ".A.B.", ".....", ".....", "....."]);
    assert_eq!(ride(&mut state, &[Some(East), Some(West)]), [crash(0, (2, 1), None), crash(1, (2, 1), None)]);
    assert_eq!(drawn(&state), [".....", ".1.2.", ".....", ".....", "....."]);
    assert_eq!((Tron::phase(&state), places(&state)), (Phase::Over, vec![1, 1]));
}

#[test]
fn two_that_swap_squares_both_crash() {
    let mut state = board(&[".....", ".AB..", ".....", ".....", "....."]);
    assert_eq!(
        ride(&mut state, &[Some(East), Some(West)]),
        [crash(0, (2, 1), Some(1)), crash(1, (1, 1), Some(0))]
    );
    assert_eq!(places(&state), [1, 1]);
}

#[test]
fn border_walls_and_the_own_tail_stop_a_cycle() {
    let rows = ["A.2..", "1....", "..C..", ".....", "...B."];
    for (direction, event) in [
        (None, crash(0, (0, -1), None)),
        (Some(West), crash(0, (-1, 0), None)),
        (Some(South), crash(0, (0, 1), Some(0))),
    ] {
        let mut state = board(&rows);
        assert!(ride(&mut state, &[direction, None, None]).contains(&event));
        assert_eq!(drawn(&state), ["1.2..", "1.C..", "..3..", "...B.", "...2."]);
        assert!(Tron::is_out(&state, Seat(0)) && !Tron::is_out(&state, Seat(1)));
    }
    let mut state = board(&rows);
    ride(&mut state, &[Some(East), None, None]);
    assert!(ride(&mut state, &[None, None, Some(North)]).contains(&crash(2, (2, 0), Some(1))));
}

#[test]
fn walls_stay_and_later_crashes_rank_higher() {
    let mut state = board(&["A..C.", "1....", ".....", ".....", "....B"]);
    ride(&mut state, &[None, None, Some(South)]);
    ride(&mut state, &[None, None, None]);
    assert_eq!(drawn(&state), ["1..3.", "1..3.", "...CB", "....2", "....2"]);
    assert_eq!(places(&state), [3, 1, 1]);
    ride(&mut state, &[None, None, Some(East)]);
    assert_eq!(Tron::phase(&state), Phase::Over);
    assert_eq!(places(&state), [3, 1, 2]);
    let rounds = Tron::standings(&state).iter().map(|standing| standing.figures[0].1).collect::<Vec<_>>();
    assert_eq!(rounds, [0, 3, 2]);
}

#[test]
fn all_the_rest_may_crash_together_and_share_the_place() {
    let mut state = board(&["A.B.C", ".....", ".....", ".....", "....D"]);
    ride(&mut state, &[Some(South), None, None, None]);
    ride(&mut state, &[Some(West), None, None, Some(East)]);
    assert_eq!((Tron::phase(&state), places(&state)), (Phase::Over, vec![1, 3, 3, 1]));
}

#[test]
fn nonsense_is_reported_and_the_cycle_goes_straight_on() {
    let mut state = board(&[".....", ".....", "A...B", ".....", "....."]);
    let mut events = Vec::new();
    let strangers = [(Seat(0), Orders::Nonsense), (Seat(9), Orders::Nonsense), (Seat(7), Orders::Go(East))];
    Tron::apply(&mut state, &strangers, &mut events);
    assert_eq!(events[0], Event::Refused(Seat(0)));
    assert_eq!((events.len(), state.cycles[0].at, state.cycles[1].at), (3, (0, 1), (4, 1)));
    assert_eq!([0, 1].map(|seat| Tron::count_refused(&events, Seat(seat))), [1, 0]);
    let refusal = Tron::explain_empty_answer(&Orders::Nonsense, "\"soth\"").unwrap();
    assert_eq!(Tron::refused(&refusal), "\"soth\" is not a direction; did you mean \"SOUTH\"?");
    assert_eq!(Tron::explain_empty_answer(&Orders::Nothing, ""), None);
    let person = Tron::PROTOCOLS.person.as_ref().unwrap();
    let view = Tron::view(&state, Seat(0));
    let received = "The move must be NORTH, EAST, SOUTH or WEST, not \"nroth\"; did you mean NORTH?";
    assert_eq!((person.orders)(&view, "nroth"), Err(received.into()));
}

/// The starting positions are a quarter of the board's width and height away from the edges, and the cycles face the
/// middle.
#[test]
fn starting_positions_are_as_documented() {
    let state = start(&setup(8, 6, 4));
    let rows = ["........", "..A..C..", "........", "........", "..D..B..", "........"];
    assert_eq!(drawn(&state), rows);
    assert_eq!(state.cycles.iter().map(|cycle| cycle.facing).collect::<Vec<_>>(), [East, West, West, East]);
}

/// For each starting position, there is a reflection of the board that maps the first starting position to it, and
/// every starting position to a starting position.
#[test]
fn starts_of_two_and_four_are_the_same_for_all_by_symmetry() {
    for (width, height) in [(5, 5), (5, 100), (6, 7), (20, 20), (99, 50), (100, 100)] {
        for seats in [2, 4] {
            let state = start(&setup(width, height, seats));
            let all: Vec<(Place, Direction)> =
                state.cycles.iter().map(|cycle| (cycle.at, cycle.facing)).collect();
            let turned = |(at, facing): (Place, Direction), across: bool, down: bool| {
                let place = (
                    if across { width - 1 - at.0 } else { at.0 },
                    if down { height - 1 - at.1 } else { at.1 },
                );
                (place, if across { facing.turned(2) } else { facing })
            };
            for goal in &all {
                let protocols = [(false, false), (true, true), (true, false), (false, true)];
                let fits = |(across, down): &(bool, bool)| {
                    turned(all[0], *across, *down) == *goal
                        && all.iter().all(|one| all.contains(&turned(*one, *across, *down)))
                };
                assert!(protocols.iter().any(fits), "{width}x{height}, {seats}: {goal:?}");
            }
        }
    }
}

#[test]
fn setups_with_invalid_seats_or_sides_are_rejected() {
    let seated = [Seated { name: "x", built_in: None }; 5];
    let draw = wag_core::game::Draw { seed: 1, game: 0 };
    for seats in 0..=5 {
        let made = Tron::setup(&Tron::INFO, &GameOptions::default(), &seated[..seats], draw);
        let fits = (2..=4).contains(&seats);
        assert_eq!(made.ok(), fits.then(|| setup(20, 20, seats as u8)));
    }
    for (side, fits) in [(4, false), (5, true), (100, true), (101, false), (u64::MAX, false)] {
        let mut options = GameOptions::default();
        options.values.insert("height", wag_core::game::Choice::Number(side));
        assert_eq!(Tron::setup(&Tron::INFO, &options, &seated[..2], draw).is_ok(), fits, "{side}");
    }
}

#[test]
fn a_picture_shows_walls_and_cycles() {
    let mut state = board(&["A....", ".....", "....B", ".....", "....."]);
    ride(&mut state, &[None, Some(West)]);
    let picture = Tron::picture(&state.setup, &state);
    assert!(picture.contains("  0 1x. . . .\n") && picture.contains("  2 . . . 2<2\n"), "{picture}");
}

#[test]
fn frames_of_other_boards_are_not_read() {
    let state = start(&setup(8, 6, 3));
    let bytes = Tron::write_frame(&state.setup, &state);
    assert_eq!(Tron::read_frame(&state.setup, &bytes).as_ref(), Some(&state));
    assert_eq!(Tron::read_frame(&setup(6, 8, 3), &bytes), None);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x15;
        let frame = Tron::read_frame(&state.setup, &damaged).unwrap_or_else(|| state.clone());
        let mut followed = frame.clone();
        Tron::follow(&state.setup, &mut followed, &[], &[crash(2, (9, 9), Some(1))]);
        assert!(Tron::picture(&state.setup, &frame).lines().count() > 6, "{at}");
        assert_eq!(Tron::show_frame(&state.setup, &frame)["rows"].as_array().unwrap().len(), 6, "{at}");
        assert_eq!(Tron::frame_standings(&state.setup, &followed).len(), 3, "{at}");
    }
    let wall = crash(0, (0, 0), Some(3));
    assert!(!Tron::is_possible(&state.setup, &wall));
    assert!(!Tron::is_possible(&state.setup, &Event::Moved(Seat(0), (8, 0))));
}

#[test]
fn programs_speak_the_line_protocol() {
    let lines = Tron::PROTOCOLS.lines.as_ref().unwrap();
    let mut state = board(&["A....", ".....", "....B", ".....", "....."]);
    assert_eq!(
        (lines.hello)(&state.setup, Seat(1), wag_core::game::protocols::Times::default()),
        "tron 5 5 2 2\n"
    );
    let received = (lines.turn)(&Tron::view(&state, Seat(1)), 1);
    assert_eq!(received, "round 1\n0 0\n4 2\n1....\n.....\n....2\n.....\n.....\n");
    assert_eq!((lines.read_answer)(b"south\r\n"), Orders::Go(South));
    assert_eq!((lines.read_answer)(b"\xff\xfe"), Orders::Nonsense);
    ride(&mut state, &[None, None]);
    assert!((lines.turn)(&Tron::view(&state, Seat(1)), 2).starts_with("round 2\nout\n4 1\n"));
    assert_eq!((lines.end)(&state, Seat(0)), "end 2\n");
}

#[test]
fn clients_speak_the_json_protocol() {
    let json = Tron::PROTOCOLS.json.as_ref().unwrap();
    let state = board(&["A....", ".....", "....B", ".....", "....."]);
    let view = (json.view)(&Tron::view(&state, Seat(0)));
    assert_eq!(view["rows"][2], "....2");
    assert_eq!(view["cycles"][1], serde_json::json!({"at": [4, 2], "facing": "NORTH", "survived": null}));
    let read = |text: &str| (json.orders)(&serde_json::from_str(text).unwrap());
    assert_eq!(read(r#"{"move": "WEST"}"#), Ok(Orders::Go(West)));
    assert!(read(r#"{"move": "UP"}"#).is_err() && read("7").is_err());
}

#[test]
fn persons_choose_among_free_directions() {
    let person = Tron::PROTOCOLS.person.as_ref().unwrap();
    let state = board(&["A1...", ".....", "11...", "B1...", "11..."]);
    let view = |seat| Tron::view(&state, Seat(seat));
    assert_eq!((person.choices)(&view(0)), ["SOUTH"]);
    assert_eq!((person.choices)(&view(1)), ["NORTH", "EAST", "SOUTH", "WEST"]);
    assert_eq!((person.orders)(&view(0), "south"), Ok(Orders::Go(South)));
    assert!((person.orders)(&view(0), "down").is_err());
    assert!((person.show)(&view(0), Seat(0)).ends_with("You are player 1, at [0, 0], heading NORTH.\n"));
}

type StatelessBot = fn(&View<'_>) -> Orders;

/// Plays a match to its end. Returns the rank of each player.
fn play(setup: &Setup, bots: &[StatelessBot]) -> Vec<u32> {
    let mut state = start(setup);
    while let Phase::Ask { seats, .. } = Tron::phase(&state) {
        let orders: Vec<(Seat, Orders)> =
            seats.iter().map(|seat| (seat, bots[seat.index()](&Tron::view(&state, seat)))).collect();
        Tron::apply(&mut state, &orders, &mut Vec::new());
    }
    places(&state)
}

/// Plays two duels on each of these boards, in which the bots swap seats. Returns how many of them the first bot won,
/// how many were draws, and how many were played.
fn duels(
    sides: impl Iterator<Item = (i8, i8)>,
    first: StatelessBot,
    second: StatelessBot,
) -> (u32, u32, u32) {
    let (mut won, mut shared, mut played) = (0, 0, 0);
    for (width, height) in sides {
        for (at, bots) in [[first, second], [second, first]].iter().enumerate() {
            let places = play(&setup(width, height, 2), bots);
            played += 1;
            won += u32::from(places[at] < places[1 - at]);
            shared += u32::from(places == [1, 1]);
        }
    }
    (won, shared, played)
}

#[test]
fn room_beats_going_straight() {
    let sides = (0..20).map(|number| (10 + number % 5 * 5, 11 + number * 2));
    let (won, shared, played) = duels(sides, roomy, straight);
    assert!(won * 10 >= played * 9, "{won} won and {shared} shared of {played}");
}

/// To run it: `cargo test --release --lib tron -- --ignored --nocapture`.
#[test]
#[ignore = "takes long without optimization: make test-slow"]
fn roomy_beats_straight_on_large_and_small_boards() {
    let sides = (0..100).map(|number| (10 + number % 10 * 4, 10 + number / 10 * 4));
    assert_eq!(duels(sides, roomy, straight), (200, 0, 200));
    let small = (0..100).map(|number| (5 + number % 10, 5 + number / 10));
    assert_eq!(duels(small, roomy, straight), (154, 17, 200));
    for seat in 0..4 {
        let mut bots: [StatelessBot; 4] = [straight; 4];
        bots[seat] = roomy;
        let places = play(&setup(20, 20, 4), &bots);
        assert!((0..4).all(|other| other == seat || places[other] > places[seat]), "{places:?}");
    }
}

impl RandomPlay for Tron {
    const HAS_CHANCE: bool = false;

    fn setups() -> Vec<Setup> {
        vec![setup(5, 5, 2), setup(9, 6, 3), setup(20, 20, 4)]
    }

    fn asks_max(setup: &Setup) -> usize {
        setup.width as usize * setup.height as usize
    }

    fn legal_orders(view: &View<'_>, luck: &mut RandomStream) -> Orders {
        let free: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|direction| view.state.is_free(direction.from(view.cycle.at)))
            .collect();
        match luck.below(4) {
            0 => Orders::Nothing,
            1 => Orders::Go(Direction::ALL[luck.below(4) as usize]),
            _ => free.first().map_or(Orders::Nothing, |direction| Orders::Go(*direction)),
        }
    }

    fn nonsense(_: &View<'_>, luck: &mut RandomStream) -> Orders {
        if luck.below(2) == 0 { Orders::Nonsense } else { Orders::Go(Direction::ALL[luck.below(4) as usize]) }
    }

    fn is_refusal(event: &Event) -> bool {
        matches!(event, Event::Refused(_))
    }

    fn check(state: &State) {
        assert!(Tron::is_frame_sound(&state.setup, state));
        for (seat, cycle) in Seat::all(4).zip(&state.cycles) {
            let at = state.setup.index(cycle.at).expect("cycles stay on the board");
            assert_eq!(state.walls[at], seat.number());
        }
    }
}
