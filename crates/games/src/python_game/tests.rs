//! Tests without workers: positions are made by hand. `tests/games/` plays with workers.

use super::declaration::{Rules, Stored};
use super::frame::Change;
use super::moves::judge;
use super::protocols::PROTOCOLS;
use super::{Event, Failure, Item, Orders, PythonGame, Setup, State, View};
use serde_json::json;
use wag_core::game::{
    AccountBook, ColumnReader, Columns, Datum, Game, Phase, Playable, Seat, SeatSet, Show, plain,
};
use wag_python::protocol::game::{
    Board, BotOrder, Declared, DeclaredBot, DeclaredOption, GameProblem, OptionKind, SeatView, Step, Tile,
    WithoutOrder,
};

fn declared(without_order: WithoutOrder) -> Declared {
    let tile = |sign: &str, seat| Tile { sign: sign.into(), seat, ..Tile::default_of_tests() };
    Declared {
        class: "Stones".into(),
        title: "Stones".into(),
        about: "takes stones".into(),
        version: 1,
        seats: (2, 3),
        options: vec![DeclaredOption {
            name: "count".into(),
            about: "stones".into(),
            kind: OptionKind::Number { usual: 9, least: 1, most: 20 },
        }],
        figures: vec!["points".into(), "stones".into()],
        accounts: vec![("points".into(), vec!["sold".into()])],
        without_order,
        tiles: vec![tile(".", None), tile("A", Some(Seat(0))), tile("B", Some(Seat(1)))],
        steps_max: 100,
        bots: vec![DeclaredBot { name: "First".into(), about: String::new() }],
        methods: vec!["moves".into(), "board".into()],
        ..Declared::default()
    }
}

trait OfTests {
    fn default_of_tests() -> Self;
}

impl OfTests for Tile {
    fn default_of_tests() -> Tile {
        Tile { sign: String::new(), tone: String::new(), seat: None, text: String::new() }
    }
}

fn setup(without_order: WithoutOrder) -> Setup {
    let stored = Stored { name: "stones".into(), sha256: "0".repeat(64), declared: declared(without_order) };
    Setup {
        rules: Rules::of(stored).unwrap(),
        options: vec![("count".into(), Item::new(&Datum::Int(9)))],
        names: vec!["anna".into(), "bert".into()],
        bots: vec![None, Some("First".into())],
        board: Some((2, 1)),
        has_boards: true,
        has_observations: false,
        host: super::Host::default(),
    }
}

fn pair(x: i64, y: i64) -> Datum {
    Datum::Tuple(vec![Datum::Int(x), Datum::Int(y)])
}

fn step() -> Step {
    let seat = SeatView {
        view: Datum::Dict(vec![(Datum::Text("left".into()), Datum::Int(9))]).pack(),
        moves: Some(vec![pair(0, 1).pack(), pair(2, 3).pack(), Datum::Text("pass".into()).pack()]),
        bot: Some(BotOrder::Order(pair(2, 3).pack())),
        ..SeatView::default()
    };
    Step {
        round: 1,
        ask: SeatSet::first(2),
        figures: vec![vec![0, 9], vec![0, 9]],
        seats: vec![Some(seat.clone()), Some(seat)],
        board: Some(Board { width: 2, cells: vec![0, 1], ..Board::default() }),
        ..Step::default()
    }
}

fn state(without_order: WithoutOrder) -> State {
    State::of_step(setup(without_order), step())
}

fn value(datum: &Datum) -> Orders {
    Orders::Value(Item::new(datum))
}

#[test]
fn orders_are_compared_with_the_moves_and_missing_ones_replaced_as_declared() {
    let list = Datum::List(vec![Datum::Int(2), Datum::Int(3)]);
    let judged =
        judge(&state(WithoutOrder::None).asked(), &[(Seat(0), value(&list)), (Seat(1), value(&pair(7, 7)))]);
    assert_eq!(judged.orders, [(Seat(0), Some(pair(2, 3).pack())), (Seat(1), None)], "a list equals a tuple");
    assert_eq!(judged.refused.len(), 1);
    assert_eq!((judged.refused[0].0, judged.lost), (Seat(1), SeatSet::default()));

    let none = [(Seat(0), Orders::Move(2)), (Seat(1), Orders::Absent)];
    let judged = judge(&state(WithoutOrder::First).asked(), &none);
    assert_eq!(judged.orders[0].1, Some(Datum::Text("pass".into()).pack()));
    assert_eq!((&judged.orders[1].1, judged.refused.len()), (&Some(pair(0, 1).pack()), 0));
    let random = judge(&state(WithoutOrder::Random).asked(), &none);
    assert_eq!(random, judge(&state(WithoutOrder::Random).asked(), &none), "the seed decides");
    assert!(random.orders[1].1.is_some());
    let lost =
        judge(&state(WithoutOrder::Lose).asked(), &[(Seat(0), Orders::Move(3)), (Seat(1), Orders::Move(0))]);
    assert_eq!((lost.lost, lost.refused.len()), (SeatSet::one(Seat(0)), 1));
}

#[test]
fn a_seat_without_an_order_loses_at_once_if_the_game_says_so() {
    let mut state = state(WithoutOrder::Lose);
    let mut events = Vec::new();
    PythonGame::apply(&mut state, &[(Seat(0), Orders::Nothing), (Seat(1), Orders::Move(0))], &mut events);
    assert_eq!(PythonGame::phase(&state), Phase::Over);
    assert_eq!(state.places(), [2, 1]);
    assert!(PythonGame::failure(&state).is_none() && !PythonGame::continues_after_fault(&state));
    let [Event::Changed(change)] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!((change.places.as_deref(), change.round), ([2, 1].as_slice().into(), Some(1)));
}

#[test]
fn a_game_without_a_worker_fails_as_data() {
    let mut events = Vec::new();
    let mut state = PythonGame::start(&setup(WithoutOrder::None), 1, &mut events);
    assert_eq!(PythonGame::phase(&state), Phase::Over);
    assert!(matches!(events.as_slice(), [Event::Failed(_)]));
    assert!(PythonGame::failure(&state).is_some());
    assert_eq!(PythonGame::standings(&state).len(), 2);
    PythonGame::apply(&mut state, &[], &mut events);
    assert_eq!(events.len(), 1, "a finished match stays as it is");
    let saved = plain::write(&state);
    let restored: State = plain::read(&saved).unwrap();
    assert_eq!(PythonGame::failure(&restored), PythonGame::failure(&state));
    assert_eq!(plain::write(&restored), saved);
}

fn events() -> Vec<Event> {
    let said = Datum::Dict(vec![
        (Datum::Text("type".into()), Datum::Text("sold".into())),
        (Datum::Text("seat".into()), Datum::Int(1)),
        (Datum::Text("points".into()), Datum::Int(4)),
    ]);
    let problem = GameProblem { message: "apply(...) raised KeyError: 3".into(), ..GameProblem::default() };
    vec![
        Event::Said(Item::new(&said)),
        Event::Refused(Seat(0), "no".into()),
        Event::Changed(Change {
            round: Some(1),
            cells: vec![(1, 2)],
            figures: Some(vec![vec![0, 7], vec![5, 9]]),
            places: Some(vec![2, 1]),
            ..Change::default()
        }),
        Event::Failed(Failure { problem, round: 1 }),
    ]
}

#[test]
fn packed_turns_are_restored_and_frames_follow() {
    let setup = setup(WithoutOrder::None);
    let first = PythonGame::frame(&state(WithoutOrder::None));
    let orders = vec![(Seat(0), value(&pair(0, 1))), (Seat(1), Orders::Unreadable("x".into()))];
    let (mut packed, mut columns) = (first.clone(), Columns::new(PythonGame::COLUMNS));
    PythonGame::pack(&setup, &mut packed, &orders, &events(), &mut columns);
    assert_eq!((packed.board.cells.as_slice(), packed.round), ([0, 2].as_slice(), 1));
    let mut bytes = Vec::new();
    columns.finish(&mut bytes);
    let mut reader = ColumnReader::new(PythonGame::COLUMNS, &mut bytes.as_slice()).unwrap();
    let mut read = first.clone();
    let turn = PythonGame::unpack(&setup, &mut read, &[Seat(0), Seat(1)], &mut reader).unwrap();
    assert_eq!((turn, &read), ((orders, events()), &packed));
    let written = PythonGame::write_frame(&setup, &packed);
    assert_eq!(PythonGame::read_frame(&setup, &written).as_ref(), Some(&packed));
    assert!(events().iter().all(|event| PythonGame::show_event(&setup, event)["type"].is_string()));
    let mut arrays = PythonGame::frame_arrays(&setup);
    PythonGame::add_frame(&setup, &packed, &mut arrays);
    assert!(arrays.is_exact());
    assert_eq!(PythonGame::picture(&setup, &packed), "    0 1\n  0 . B\n");
}

#[test]
fn accounts_add_up() {
    let setup = setup(WithoutOrder::None);
    let before = PythonGame::frame(&state(WithoutOrder::None));
    let mut book = AccountBook::new(PythonGame::accounts(&setup), 2);
    PythonGame::book(&setup, &before, &[], &events(), &mut book);
    assert_eq!(book.amounts(Seat(1)), [4, 1, 0], "sold for 4, 1 more for other reasons, no stones");
    assert_eq!(book.amounts(Seat(0)), [0, 0, -2]);
}

#[test]
fn setups_survive_json_and_unsound_ones_are_found() {
    let setup = setup(WithoutOrder::None);
    let json = serde_json::to_value(&setup).unwrap();
    assert_eq!(json["options"], json!([["count", 9]]));
    let read: Setup = serde_json::from_value(json).unwrap();
    assert!(read.rules == setup.rules && PythonGame::is_sound(&read));
    let too_many = Setup { names: vec![String::new(); 4], bots: vec![None; 4], ..setup.clone() };
    let unknown = Setup { options: vec![("x".into(), Item::text("y"))], ..setup.clone() };
    assert!(!PythonGame::is_sound(&too_many) && !PythonGame::is_sound(&unknown));
    let mut nameless = setup.clone();
    PythonGame::remove_names(&mut nameless);
    assert_eq!(PythonGame::seats(&nameless), 2);
}

#[test]
fn programs_and_people_answer_with_json_or_numbers() {
    let state = state(WithoutOrder::None);
    let view = PythonGame::view(&state, Seat(0));
    let (lines, person) = (PROTOCOLS.lines.as_ref().unwrap(), PROTOCOLS.person.as_ref().unwrap());
    assert_eq!(
        (lines.turn)(&view, 1),
        "{\"moves\":[[0,1],[2,3],\"pass\"],\"round\":1,\"type\":\"turn\",\"view\":{\"left\":9}}\n"
    );
    assert_eq!((lines.read_answer)(b"{\"move\": 1}\n"), Orders::Move(1));
    assert_eq!((lines.read_answer)(b"[2,3]\n"), value(&Datum::List(vec![Datum::Int(2), Datum::Int(3)])));
    assert_eq!((lines.read_answer)(b"null\n"), Orders::Nothing);
    assert!(matches!((lines.read_answer)(b"[2,\n"), Orders::Unreadable(_)));
    let choices = (person.choices)(&view);
    assert_eq!(choices, ["[0,1]", "[2,3]", "\"pass\""]);
    assert!(choices.iter().all(|choice| (person.orders)(&view, choice).is_ok()));
    assert_eq!((person.orders)(&view, "pass"), Ok(Orders::Move(2)), "a text needs no quotation marks");
    assert_eq!((person.orders)(&view, "#1"), Ok(Orders::Move(1)));
    assert!((person.orders)(&view, "#3").is_err() && (person.orders)(&view, "[3, 3]").is_err());
    assert!((person.show)(&view, Seat(0)).ends_with('\n'));
}

#[test]
fn bots_of_the_file_answer_with_the_step() {
    let state = state(WithoutOrder::None);
    let info = state.setup().rules.info();
    let names: Vec<&str> = info.built_in.iter().map(|player| player.name).collect();
    let expected = ["random", "greedy", "minimax", "mcts", "First"];
    assert_eq!((names.as_slice(), info.rules), (expected.as_slice(), PythonGame::NAME));
    let mut bot = PythonGame::bot(info, "First").unwrap();
    assert_eq!(bot(&View { state: &state, seat: Seat(0) }, 0), value(&pair(2, 3)));
    assert!(PythonGame::bot(info, "Second").is_none());
}
