//! Tests of the losses that are certain from the events.

use super::*;
use crate::tests::losses::{Recorded, changed};
use wag_core::arena::TurnReport;
use wag_core::problem::{Fault, FaultKind};

/// Plays a match of built-in players in which the first one answers differently in some rounds.
fn duel(change: impl Fn(usize, Orders) -> Orders + Clone + Send + 'static) -> Recorded<Gems> {
    let turns = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let first = changed::<Gems, _>("greedy", move |_: &super::super::View<'_>, orders| {
        change(turns.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, orders)
    });
    Recorded::<Gems>::play(&setup(example(), 0), 1, first, "greedy")
}

#[test]
fn illegal_moves_are_one_certain_loss() {
    let game = duel(|turn, orders| match turn {
        2 | 3 => swap([0, 0, 5, 5]),
        4 => Orders::Nonsense,
        _ => orders,
    });
    let account = game.account(Seat(0), |_| TurnReport::default());
    let losses = account.certain_losses();
    let [loss] = &losses[..] else { panic!("{losses:?}") };
    assert_eq!(loss.loss, 15.0);
    let causes = account.causes(loss);
    assert_eq!((causes.len(), causes[0].name, causes[0].count, causes[0].share), (1, "illegal", 3, 1.0));
    assert_eq!(causes[0].onset, Some(loss.from));
    assert!(game.account(Seat(1), |_| TurnReport::default()).certain_losses().is_empty());
}

#[test]
fn a_failed_turn_loses_everything() {
    let game = duel(|turn, orders| if turn == 3 { Orders::Nothing } else { orders });
    let last = game.rounds();
    let failed = |round| match round {
        _ if round == last => {
            TurnReport::default().lost(Fault { kind: FaultKind::Exception, message: "it failed".into() })
        }
        _ => TurnReport::default(),
    };
    let account = game.account(Seat(0), failed);
    let losses = account.certain_losses();
    let [loss] = &losses[..] else { panic!("{losses:?}") };
    assert_eq!((loss.from, loss.until), (last, last));
    let causes = account.causes(loss);
    assert_eq!((causes[0].name, causes[0].share, causes[0].cost), ("failed_turn", 1.0, loss.loss));
    assert_eq!(causes[0].phrase, "a turn without an answer, which loses the game (exception)");
}
