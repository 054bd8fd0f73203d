//! Tests of the rules: the contest's example, hand-made positions, and games whose results are known.

mod losses;

use super::account::{Account, Rules};
use super::board::{Board, SIDE, Swap};
use super::create::{create, example};
use super::duel::State;
use super::event::{Event, Reason};
use super::reference::{Order, first_swap};
use super::runs::{has_run, legal_swaps};
use super::tile::Tile;
use super::{Gems, Orders, Setup};
use wag_core::game::conformance::RandomPlay;
use wag_core::game::{Game, Phase, RandomStream, Seat};

const EXAMPLE: &str = "\
R B B 3 G G 5 B 1 G
B G Y Y L Y L G R L
L B L R L 1 R G G B
G L G L R R Y B R B
G Y R Y B R G L B G
B B Y Y G B R Y B Y
5 R 5 B R 2 R Y G R
Y G Y G B R L 3 R B
3 L R 4 R G B R G B
L B L 1 L 1 B G R L
";

fn board(text: &str) -> Board {
    Board::parse(text.as_bytes()).expect("a board")
}

fn setup(board: Board, opener: u8) -> Setup {
    Setup { board, opener: Seat(opener), rules: Rules::default() }
}

fn swap(numbers: [i64; 4]) -> Orders {
    Orders::Swap(numbers)
}

fn moved(state: &mut State, numbers: [i64; 4]) -> Vec<Event> {
    let mut events = Vec::new();
    let mover = state.mover;
    Gems::apply(state, &[(mover, swap(numbers))], &mut events);
    events
}

fn start(board: Board, opener: u8) -> State {
    Gems::start(&setup(board, opener), 0, &mut Vec::new())
}

/// Returns a board with this field and a stock that contains no runs.
fn with_stock(field: &str) -> Board {
    board(&format!("{}{field}", "R Y R Y R Y R Y R Y \nG B G B G B G B G B \n".repeat(20)))
}

#[test]
fn the_board_of_the_example_has_its_field_and_a_stock() {
    assert_eq!(example().field_text().replace(" \n", "\n"), EXAMPLE);
    assert_eq!((example().height(), example().to_text()), (1000, example().to_text()));
}

#[test]
fn the_example_has_these_moves() {
    let board = board(EXAMPLE);
    assert!(!has_run(&board));
    let mut legal: Vec<_> = legal_swaps(&board).into_iter().map(|swap| (swap.from, swap.to)).collect();
    legal.sort_unstable();
    let mut known = vec![
        ((0, 8), (0, 9)),
        ((0, 8), (1, 8)),
        ((1, 0), (1, 1)),
        ((1, 4), (1, 5)),
        ((1, 6), (1, 7)),
        ((2, 4), (2, 5)),
        ((2, 6), (2, 7)),
        ((3, 6), (3, 7)),
        ((3, 6), (4, 6)),
        ((4, 2), (5, 2)),
        ((4, 8), (5, 8)),
        ((5, 2), (5, 3)),
        ((5, 2), (6, 2)),
        ((5, 4), (6, 4)),
        ((5, 5), (6, 5)),
        ((5, 7), (6, 7)),
        ((6, 6), (6, 7)),
        ((7, 1), (8, 1)),
        ((7, 6), (8, 6)),
        ((8, 5), (8, 6)),
        ((8, 5), (9, 5)),
        ((8, 6), (9, 6)),
    ];
    known.sort_unstable();
    assert_eq!(legal, known);
    assert_eq!(first_swap(&board, Order::Rows), Swap::of([1, 0, 1, 1]));
    assert_eq!(first_swap(&board, Order::Columns), Swap::of([0, 8, 0, 9]));
}

#[test]
fn the_example_cascade_stops_as_described() {
    let stock = "R Y R Y R Y R Y R Y \nG B G B G B G B G B \n".repeat(10);
    let mut state = start(board(&format!("{stock}{EXAMPLE}")), 0);
    let illegal = moved(&mut state.clone(), [2, 2, 3, 2]);
    assert!(matches!(illegal[0], Event::Refused { .. }), "not before the three lilac ones are gone");
    moved(&mut state, [1, 0, 1, 1]);
    assert_eq!(state.account(Seat(0)).numbers(), [30, 15, 0, 0, 0, 3]);
    assert_eq!(state.board.field_text().lines().last(), Some("3 B R 1 L 1 B G R L "));
    assert_eq!(state.mover, Seat(1));
    moved(&mut state, [2, 2, 3, 2]);
    assert_eq!(state.account(Seat(0)).numbers()[..2], [30, 5]);
}

#[test]
fn tiles_in_two_runs_count_twice() {
    let mut account = Account::new(&Rules::default());
    let mut opponent = account;
    let column = [Tile::Bomb(1), Tile::Bomb(2), Tile::Bomb(3)];
    let row = [Tile::Bomb(1), Tile::Bomb(4), Tile::Bomb(5)];
    let damage = account.credit(column.into_iter(), &Rules::default())
        + account.credit(row.into_iter(), &Rules::default());
    opponent.hurt(damage);
    assert_eq!((damage, opponent.numbers()[..2].to_vec()), (16, vec![29, 0]));
}

#[test]
fn a_cross_of_bombs_takes_five_tiles_away() {
    let mut board = with_stock(EXAMPLE);
    let cross = [
        ((4, 4), Tile::Bomb(1)),
        ((4, 5), Tile::Bomb(2)),
        ((4, 6), Tile::Bomb(3)),
        ((5, 4), Tile::Bomb(4)),
        ((6, 4), Tile::Bomb(5)),
    ];
    let old = board.clone();
    board.set_field(|place| match cross.iter().find(|(at, _)| *at == place) {
        Some((_, tile)) => *tile,
        None => old.tile(place).expect("a tile"),
    });
    let found = super::runs::runs(&board);
    let bombs: Vec<_> = found.iter().filter(|run| matches!(run.tiles[0], Tile::Bomb(_))).collect();
    assert_eq!(bombs.iter().map(|run| run.places.len()).collect::<Vec<_>>(), [3, 3]);
    let mut places: Vec<_> = bombs.iter().flat_map(|run| run.places.clone()).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 5);
}

#[test]
fn cashing_in_leaves_the_rest() {
    let rules = Rules::default();
    let mut mover = Account { red: 13, ..Account::new(&rules) };
    let mut opponent = Account { shield: 4, ..Account::new(&rules) };
    mover.credit([Tile::Red; 3].into_iter(), &rules);
    let cashed: Vec<_> = mover.cash_in(&rules).collect();
    assert_eq!(cashed.iter().map(|cashed| cashed.damage).collect::<Vec<_>>(), [10]);
    opponent.hurt(10);
    assert_eq!((mover.red, opponent.numbers()[..2].to_vec()), (1, vec![24, 0]));
}

#[test]
fn the_shield_is_full_at_fifteen() {
    let rules = Rules::default();
    let mut account = Account { shield: 13, ..Account::new(&rules) };
    account.credit([Tile::Blue; 4].into_iter(), &rules);
    assert_eq!(account.shield, 15);
}

#[test]
fn lilac_pays_for_another_turn_and_the_rest_stays() {
    let rules = Rules::default();
    let mut account = Account { lilac: 14, ..Account::new(&rules) };
    account.credit([Tile::Lilac; 3].into_iter(), &rules);
    assert!(account.pay_for_turn(&rules));
    assert_eq!(account.lilac, 2);
    assert!(!account.pay_for_turn(&rules));
}

#[test]
fn nine_illegal_moves_kill() {
    let mut state = start(with_stock(EXAMPLE), 0);
    for number in 0..9 {
        assert_eq!(
            Gems::phase(&state),
            Phase::Ask { round: 2 * number + 1, seats: wag_core::game::SeatSet::one(Seat(0)) }
        );
        Gems::apply(&mut state, &[(Seat(0), swap([0, 0, 5, 5]))], &mut Vec::new());
        if number < 8 {
            let legal = legal_swaps(&state.board)[0];
            let numbers = [legal.from.0, legal.from.1, legal.to.0, legal.to.1].map(|number| number as i64);
            // Only its own illegal moves may damage the first player.
            let mut quiet = state.clone();
            moved(&mut quiet, numbers);
            state.mover = Seat(0);
            state.moves += 1;
        }
    }
    assert_eq!(state.end.map(|end| (end.reason, end.winner)), Some((Reason::Life, Some(Seat(1)))));
    assert_eq!(state.account(Seat(0)).numbers()[..2], [0, 0]);
}

#[test]
fn a_missing_answer_loses() {
    let mut state = start(with_stock(EXAMPLE), 1);
    let mut events = Vec::new();
    Gems::apply(&mut state, &[(Seat(1), Orders::Nothing)], &mut events);
    assert_eq!(events[0], Event::Failed { seat: Seat(1) });
    assert_eq!(events.last(), Some(&Event::Ended { reason: Reason::Failure, winner: Some(Seat(0)) }));
    assert_eq!(Gems::phase(&state), Phase::Over);
    assert_eq!(Gems::standings(&state).iter().map(|standing| standing.place).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn an_exhausted_stock_ends_the_game() {
    let mut state = start(board(EXAMPLE), 0);
    let events = moved(&mut state, [0, 8, 0, 9]);
    assert!(matches!(events.last(), Some(Event::Ended { reason: Reason::Stock, .. })), "{events:?}");
}

#[test]
fn boards_are_read_and_written() {
    let board = board(EXAMPLE);
    assert_eq!(board.to_text().replace(" \n", "\n"), EXAMPLE);
    assert!(board.to_text().lines().all(|line| line.len() == 20 && line.ends_with(' ')));
    let err = |text: &str| Board::parse(text.as_bytes()).unwrap_err().english();
    let row = "R Y G B L R Y G B 1 \n";
    let nine = format!("{row}R Y G B L R Y G B \n{}", row.repeat(8));
    let cases = [
        (String::new(), "line 1, column 1: the board ends after 0 rows of 10 stones; add at least 10"),
        (row.repeat(7), "line 8, column 1: the board ends after 7 rows of 10 stones; add at least 3"),
        ("R Y".to_string(), "line 1, column 4: this row has 2 stones, but needs 10; add 8: write R, Y"),
        (nine, "line 2, column 18: this row has 9 stones, but needs 10; add 1:"),
        (
            row.replace('L', "l").repeat(10),
            "line 1, column 9: this row has 9 stones, but needs 10: found 'l', which is not a",
        ),
        (
            row.replace("1 ", "1 R").repeat(10) + "R",
            "line 1, column 21: this row has 11 stones, but needs 10; remove 1",
        ),
        ("\nr y g\n".to_string(), "line 2, column 1: found 'r', which is not a stone; write R, Y"),
        ("R".repeat(101), "line 1, column 11: this row has 101 stones, but needs 10; remove 91"),
    ];
    for (text, expected) in cases {
        assert!(err(&text).starts_with(expected), "{text:?} gives {}", err(&text));
    }
    assert_eq!(Board::parse("R".repeat(110).as_bytes()).map(|board| board.height()), Ok(11));
}

/// Returns a random board, and how many of its rows were dropped to make it playable. The random number generator is so
/// simple that other programs can use it too.
fn known_board(seed: u32) -> (Board, usize) {
    let mut state = seed;
    let mut draw = || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let value = (state >> 16) % 50;
        match value {
            45.. => Tile::Bomb((value - 44) as u8),
            _ => Tile::from_letter(b"RYGBL"[(value / 9) as usize]).expect("a letter"),
        }
    };
    let rows: Vec<Vec<Tile>> = (0..1000).map(|_| (0..SIDE).map(|_| draw()).collect()).collect();
    let mut board = Board::from_rows(rows.iter().map(Vec::as_slice));
    let mut dropped = 0;
    while has_run(&board) || legal_swaps(&board).is_empty() {
        board.drop_bottom_row();
        dropped += 1;
    }
    (board, dropped)
}

fn reference_game(board: Board, opener: u8) -> State {
    let mut state = start(board, opener);
    while let Phase::Ask { .. } = Gems::phase(&state) {
        let orders = match first_swap(&state.board, Order::Rows) {
            Some(Swap { from, to }) => swap([from.0, from.1, to.0, to.1].map(|number| number as i64)),
            None => Orders::Nothing,
        };
        let mover = state.mover;
        Gems::apply(&mut state, &[(mover, orders)], &mut Vec::new());
    }
    state
}

#[test]
fn known_games_end_as_known() {
    for (seed, dropped, moves, first, second) in [
        (1, 180, 23, [0, 0, 12, 9, 9, 12], [30, 6, 2, 9, 3, 13]),
        (2, 79, 38, [0, 0, 9, 12, 0, 5], [28, 6, 12, 1, 12, 2]),
    ] {
        let (board, gone) = known_board(seed);
        assert_eq!(gone, dropped);
        for opener in [0, 1] {
            let end = reference_game(board.clone(), opener);
            assert_eq!(end.moves, moves);
            // The result is the same for both openers.
            assert_eq!(end.account(Seat(opener)).numbers(), first);
            assert_eq!(end.account(Seat(1 - opener)).numbers(), second);
            assert_eq!(end.end.and_then(|end| end.winner), Some(Seat(1 - opener)));
        }
    }
}

#[test]
fn created_boards_have_a_swap_and_no_run() {
    for seed in 0..5 {
        let board = create(seed);
        assert!(
            board.height() == 1000 && board.is_full() && !has_run(&board) && !legal_swaps(&board).is_empty()
        );
        assert_eq!(board, create(seed));
    }
    let text = create(1).to_text();
    let share =
        |letters: &str| text.chars().filter(|letter| letters.contains(*letter)).count() as f64 / 10_000.0;
    for letter in ["R", "Y", "G", "B", "L"] {
        assert!((0.16..0.20).contains(&share(letter)), "{letter}: {}", share(letter));
    }
    assert!((0.08..0.12).contains(&share("12345")));
}

impl RandomPlay for Gems {
    const HAS_CHANCE: bool = false;

    fn setups() -> Vec<Setup> {
        vec![setup(create(1), 0), setup(with_stock(EXAMPLE), 1)]
    }

    fn asks_max(_: &Setup) -> usize {
        5000
    }

    fn legal_orders(view: &super::View<'_>, rng: &mut RandomStream) -> Orders {
        let legal = legal_swaps(view.board);
        let Swap { from, to } = legal[rng.below(legal.len() as u32) as usize];
        swap([from.0, from.1, to.0, to.1].map(|number| number as i64))
    }

    fn nonsense(_: &super::View<'_>, rng: &mut RandomStream) -> Orders {
        match rng.below(4) {
            0 => Orders::Nonsense,
            1 => swap([-1, 0, 0, 0]),
            2 => swap([i64::MAX, i64::MIN, 3, 3]),
            _ => swap([0, 0, 9, 9]),
        }
    }

    fn is_refusal(event: &Event) -> bool {
        matches!(event, Event::Refused { .. })
    }

    fn check(state: &State) {
        for seat in Seat::all(super::SEATS) {
            assert!(state.account(seat).life <= 30 && state.account(seat).shield <= 15);
        }
        assert!(state.end.is_some() || state.board.is_full());
    }
}
