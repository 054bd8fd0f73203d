//! Tests of the causes of lost points, on matches with one planted fault.

use super::*;
use crate::tests::losses::{Recorded, changed};
use wag_core::game::{Bot, Cause};

/// Returns the match of a faulty Sower against a Gardener.
fn against_gardener(change: impl Fn(u32, Orders) -> Orders + Clone + Send + 'static) -> Recorded<Flowers> {
    let setup = setup(&[("board", "picture")]);
    let faulty =
        changed::<Flowers, _>("Sower", move |view: &View<'_>, orders| change(view.state.round, orders));
    Recorded::<Flowers>::play(&setup, 1, faulty, "Gardener")
}

/// Returns the name, share and start of the first cause, rounded.
fn first(causes: &[Cause]) -> (&'static str, f64, Option<u32>) {
    let cause = &causes[0];
    (cause.name, (cause.share * 10.0).round() / 10.0, cause.onset)
}

#[test]
fn passing_from_round_40_on_explains_the_loss() {
    let game = against_gardener(|round, orders| if round < 40 { orders } else { Orders::Pass });
    let causes = game.causes(Seat(0), 40, "Sower", 1);
    let (name, share, _) = first(&causes);
    assert!(name == "passed" && share >= 0.6, "{causes:?}");
}

#[test]
fn actions_without_effect_are_counted_with_their_reason() {
    let game = against_gardener(|round, orders| if round < 50 { orders } else { order("P 0,0:6") });
    let causes = game.causes(Seat(0), 50, "Sower", 1);
    let (name, share, onset) = first(&causes);
    assert!(name == "void" && share >= 0.6 && onset == Some(50), "{causes:?}");
    assert_eq!(
        causes[0].phrase,
        "actions without effect: 51, most often: planting: none of these cards is left"
    );
}

#[test]
fn the_third_missed_action_explains_everything() {
    let game = against_gardener(|round, orders| if round < 60 { orders } else { Orders::Missed });
    assert_eq!(game.rounds(), 62);
    let causes = game.causes(Seat(0), 62, "Sower", 1);
    assert_eq!(causes.len(), 1);
    assert_eq!(first(&causes), ("missed", 1.0, Some(62)));
}

#[test]
fn gold_for_unused_cards_takes_over_purchases_that_are_too_dear() {
    // It buys fertilizer until its gold is spent, and then tries to.
    let game = against_gardener(|round, orders| if round < 31 { orders } else { order("C 2:1") });
    let causes = game.causes(Seat(0), 31, "Sower", 1);
    assert_eq!(first(&causes).0, "spending", "{causes:?}");
    assert_eq!(causes[0].onset, Some(31));
    assert!(causes[0].values["too_dear"] > 50, "{causes:?}");
    assert!(causes.iter().all(|cause| cause.name != "void"), "{causes:?}");
}

#[test]
fn a_missed_action_has_the_plants_killed_by_rain_as_its_consequence() {
    // A fixed cycle of ten rounds that fits the rain until one action is missed.
    let cycle =
        ["C 6:1 0:1", "P 0,0:6", "W 0,0:1", "H", "C 6:1 0:1", "P 0,0:6", "W 0,0:1", "H", "pass", "pass"];
    let mut step = 0;
    let fixed: Bot<Flowers> = Box::new(move |view, _| {
        if view.state.round == 41 {
            return Orders::Missed;
        }
        step += 1;
        order(cycle[(step - 1) % cycle.len()])
    });
    let setup = setup(&[("board", "()")]);
    let game = Recorded::<Flowers>::play(&setup, 1, fixed, "Sower");
    let causes = game.causes(Seat(0), 41, "Gardener", 1);
    let missed = causes.iter().find(|cause| cause.name == "missed").expect("a cause");
    assert_eq!(missed.onset, Some(41));
    assert!(causes.iter().all(|cause| cause.name != "rained"), "{causes:?}");
}
