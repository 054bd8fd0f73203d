//! Tests of the causes of lost chances.

use super::*;
use wag_core::arena::{OrderSources, TurnReport};
use wag_core::game::{Cause, LossSpan, LossTurn, Standing};
use wag_core::problem::{CodePlace, Fault, FaultKind};

/// Plays one round of player 1 with this order and report, and books it. Returns the causes of a loss in that round.
fn causes(mut state: State, orders: &[Orders], report: TurnReport) -> Vec<Cause> {
    let mut account = Tron::loss_account(&state.setup, Seat(0)).unwrap();
    let (before, round) = (state.clone(), state.rounds + 1);
    let orders: Vec<(Seat, Orders)> = Seat::all(4).zip(orders.iter().copied()).collect();
    let mut events = Vec::new();
    Tron::apply(&mut state, &orders, &mut events);
    let reports = [(Seat(0), report)];
    let turn = LossTurn {
        round,
        before: &before,
        orders: &orders,
        events: &events,
        reports: &reports,
        notices: &[],
    };
    account.book(&turn);
    account.causes(&LossSpan {
        from: round,
        until: round,
        loss: 0.5,
        healthy_from: 0,
        rounds: round,
        start_value: 1.0,
    })
}

/// Returns the name and the sentence of the only cause.
fn cause(rows: &[&str], orders: &[Orders], report: TurnReport) -> (&'static str, String) {
    let causes = causes(board(rows), orders, report);
    let [cause] = &causes[..] else { panic!("{causes:?}") };
    assert_eq!((cause.share, cause.cost, cause.onset), (1.0, 0.5, Some(1)));
    (cause.name, cause.phrase.english())
}

const ROWS: [&str; 5] = ["A.2..", "1....", ".....", "....2", "....B"];

fn failed(kind: FaultKind) -> TurnReport {
    TurnReport::default().lost(Fault { kind, message: "it failed".into() })
}

#[test]
fn a_crash_beside_a_free_square_is_the_cause() {
    let go = |direction| [Orders::Go(direction), Orders::Go(West)];
    let sound = TurnReport::default;
    let (name, phrase) = cause(&ROWS, &go(North), sound());
    assert_eq!((name, &*phrase), ("border", "the cycle crashed into the border; free: EAST"));
    assert_eq!(cause(&ROWS, &go(South), sound()).0, "own_wall");
    let beside = ["A2...", ".....", ".....", "....2", "....B"];
    assert_eq!(cause(&beside, &go(East), sound()).0, "other_wall");
    let meeting = [".A.B.", ".....", ".....", ".....", "....."];
    let orders = [Orders::Go(East), Orders::Go(West)];
    let (name, phrase) = cause(&meeting, &orders, sound());
    assert_eq!(name, "collision");
    assert_eq!(phrase, "the cycle entered the same field as another one; free: EAST, SOUTH, WEST");
}

#[test]
fn lost_turns_and_wrong_answers_go_before_the_crash() {
    let orders = [Orders::Nothing, Orders::Go(West)];
    let (name, phrase) = cause(&ROWS, &orders, failed(FaultKind::Timeout));
    assert_eq!(name, "failed_turn");
    assert_eq!(phrase, "the turn failed (timeout), so the cycle went straight into the border; free: EAST");
    let orders = [Orders::Nonsense, Orders::Go(West)];
    assert_eq!(cause(&ROWS, &orders, TurnReport::default()).0, "refused");
    let straight = [".....", "A....", ".....", "....2", "....B"];
    let orders = [Orders::Nothing, Orders::Go(West)];
    assert_eq!(cause(&straight, &orders, failed(FaultKind::Exception)).0, "failed_turn");
}

#[test]
fn a_move_into_a_pocket_gives_away_space() {
    let rows = [".1.....", ".1.....", ".1.....", ".A.....", ".1.....", "......B"];
    let orders = [Orders::Go(West), Orders::Go(North)];
    let origins = OrderSources {
        files: vec!["bot.py".to_string()],
        chains: vec![wag_core::arena::CallStack(vec![(0, 3), (0, 17)])],
        places: vec![Some(0)],
    };
    let report = TurnReport { origins, ..TurnReport::default() };
    let causes = causes(board(&rows), &orders, report);
    assert_eq!(causes[0].name, "space");
    assert!(causes[0].values["squares"] < causes[0].values["squares_best"], "{:?}", causes[0].values);
    assert_eq!(causes[0].lines, [CodePlace::new("bot.py", 17)]);
}

#[test]
fn a_crash_without_a_free_square_has_no_cause() {
    let rows = ["A2...", "1....", ".....", "....2", "....B"];
    let orders = [Orders::Go(East), Orders::Go(West)];
    assert!(causes(board(&rows), &orders, TurnReport::default()).is_empty());
}

#[test]
fn a_shared_first_place_counts_as_its_part() {
    let values = |rounds: &[i64]| -> Vec<f64> {
        let standings = Standing::by("rounds", rounds);
        Seat::all(rounds.len()).map(|seat| Tron::loss_value(&standings, seat)).collect()
    };
    assert_eq!(values(&[9, 4]), [1.0, 0.0]);
    assert_eq!(values(&[9, 9, 4, 9]), [1.0 / 3.0, 1.0 / 3.0, 0.0, 1.0 / 3.0]);
}

#[test]
fn free_directions_are_worth_trying() {
    let state = board(&ROWS);
    assert_eq!(Tron::alternatives(&state.setup, &state, Seat(0)), [("EAST", Orders::Go(East))]);
    assert_eq!(Tron::alternatives(&state.setup, &state, Seat(1)), [("WEST", Orders::Go(West))]);
}
