//! The answers of games in Python, which come from processes of strangers.

use wag_core::game::{Datum, Seat, SeatSet};
use wag_core::problem::CodePlace;
use wag_python::protocol::game::{
    Board, BotOrder, Declared, DeclaredBot, DeclaredOption, GameAnswer, GameAnswered, GameProblem, MOVES_MAX,
    OptionKind, PIECES_MAX, Piece, SeatView, Step, Tile, Wall,
};

/// Reads an answer of a game, and checks it as the engine does.
pub fn read(bytes: &[u8]) {
    assert_eq!(Datum::is_packed(bytes), Datum::unpack(bytes).is_some(), "both find the same data");
    if let Some(datum) = Datum::unpack(bytes) {
        assert!(datum.pack().len() <= bytes.len(), "no other encoding is shorter");
    }
    let Some(answered) = GameAnswered::read(bytes) else { return };
    let again = postcard::to_stdvec(&answered).expect("plain data can be written");
    assert!(GameAnswered::read(&again).is_some(), "what was read can be sent");
    match answered.answer {
        GameAnswer::Stepped(step) => is_usable(&step),
        GameAnswer::Declared(declared) if declared.is_sound().is_ok() => {
            assert!((1..=declared.seats.1).contains(&declared.seats.0) && declared.seats.1 <= 32);
            assert!(!declared.figures.is_empty() && declared.tiles.len() <= 256);
        }
        GameAnswer::Failed(problem) => {
            assert!(problem.message.english().chars().count() <= 2000);
            assert!(problem.place.is_none_or(|place| place.file.chars().count() <= 200));
            assert!(problem.report.is_none_or(|report| report.english().chars().count() <= 20_000));
        }
        _ => {}
    }
}

/// Checks a step against the declaration of the seeds.
fn is_usable(step: &Step) {
    let (declared, seats) = (declared(), 2);
    if step.is_sound(&declared, seats, None).is_err() {
        return;
    }
    assert_eq!((step.figures.len(), step.seats.len()), (seats, seats));
    assert!(step.ask.iter().chain(step.out.iter()).all(|seat| seat.index() < seats));
    assert!(step.ask.iter().all(|seat| step.seats[seat.index()].is_some()));
    assert!(
        step.events.iter().all(|event| Datum::unpack(event).is_some_and(|event| event.get("type").is_some()))
    );
    for view in step.seats.iter().flatten() {
        assert!(
            Datum::unpack(&view.view).is_some()
                && view.moves.as_ref().is_none_or(|list| list.len() <= MOVES_MAX)
        );
        view.shown.iter().for_each(|board| is_drawable(board, &declared));
    }
    step.board.iter().for_each(|board| is_drawable(board, &declared));
}

fn is_drawable(board: &Board, declared: &Declared) {
    let width = usize::from(board.width);
    assert!(board.cells.len().checked_rem(width).unwrap_or(board.cells.len()) == 0);
    assert!(board.cells.iter().all(|tile| usize::from(*tile) < declared.tiles.len()));
    assert!(board.pieces.len() <= PIECES_MAX && board.walls.len() <= PIECES_MAX);
    let is_inside = |x: u16, y: u16| (usize::from(y) * width + usize::from(x)) < board.cells.len();
    assert!(board.pieces.iter().all(|piece| is_inside(piece.x, piece.y)));
}

fn declared() -> Declared {
    Declared {
        class: "Hex".into(),
        title: "Hex".into(),
        version: 1,
        seats: (2, 2),
        options: vec![
            DeclaredOption {
                name: "size".into(),
                about: "rows".into(),
                kind: OptionKind::Number { usual: 5, least: 1, most: 9 },
            },
            DeclaredOption {
                name: "mode".into(),
                about: String::new(),
                kind: OptionKind::Choice { words: vec!["a".into(), "b".into()] },
            },
        ],
        figures: vec!["points".into()],
        accounts: vec![("points".into(), vec!["sold".into()])],
        tiles: vec![Tile { sign: ".".into(), tone: "ground".into(), seat: None, text: String::new() }; 2],
        steps_max: 100,
        bots: vec![DeclaredBot { name: "Straight".into(), about: "goes on".into() }],
        methods: vec!["moves".into()],
        actions: vec![Datum::Int(3).pack()],
        observation: Some((vec!["own".into()], 2, 2)),
        imported: vec!["rules.py".into()],
        places: vec![("phase".into(), CodePlace::new("rules.py", 3))],
        ..Declared::default()
    }
}

fn step() -> Step {
    let event = Datum::Dict(vec![(Datum::Text("type".into()), Datum::Text("moved".into()))]).pack();
    let view = SeatView {
        view: Datum::Tuple(vec![Datum::None, Datum::Float(0.5), Datum::Bool(true)]).pack(),
        moves: Some(vec![Datum::Int(-3).pack()]),
        made: vec![0, 300],
        shown: None,
        observation: vec![0.5; 4],
        mask: vec![true],
        bot: Some(BotOrder::Order(Datum::Int(3).pack())),
    };
    let piece = Piece { x: 0, y: 0, sign: "K".into(), seat: Some(Seat(1)), text: "king".into(), id: Some(7) };
    let board = Board {
        width: 2,
        cells: vec![0, 1, 0, 1],
        pieces: vec![piece],
        walls: vec![Wall { x: 1, y: 1, is_south: true }],
        has_hexagons: true,
        text: "5".into(),
    };
    Step {
        round: 1,
        ask: SeatSet::one(Seat(0)),
        out: SeatSet::one(Seat(1)),
        figures: vec![vec![3], vec![-4]],
        seats: vec![Some(view), None],
        board: Some(board),
        events: vec![event],
        refused: vec![(Seat(0), "too far".into())],
    }
}

/// Returns an answer of each kind, and a packed datum.
pub fn seeds() -> Vec<Vec<u8>> {
    assert!(declared().is_sound().is_ok() && step().is_sound(&declared(), 2, None).is_ok());
    let problem =
        GameProblem { place: Some(CodePlace::new("rules.py", 3)), ..GameProblem::of("fails".into()) };
    let answers = [
        GameAnswer::Declared(Box::new(declared())),
        GameAnswer::Stepped(Box::new(step())),
        GameAnswer::Saved(vec![1, 2, 3]),
        GameAnswer::Loaded,
        GameAnswer::Chosen(Datum::Int(3).pack()),
        GameAnswer::Failed(Box::new(problem)),
        GameAnswer::Checked(Datum::List(Vec::new()).pack()),
    ];
    let answered =
        |answer| GameAnswered { nonce: [7; 8], answer, unseeded: wag_core::problem::Unseeded::CLOCK };
    let packed = |answer| postcard::to_stdvec(&answered(answer)).unwrap_or_default();
    answers.into_iter().map(packed).chain(step().events).collect()
}
