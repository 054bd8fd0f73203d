//! Tests of the causes of lost ants, on matches with one planted fault.

use super::super::View;
use super::super::torus::Direction;
use super::*;
use crate::tests::losses::{Recorded, built_in, changed};
use std::cmp::Ordering;
use std::sync::OnceLock;
use wag_core::game::{Bot, Cause as LossCause, LossSpan, Playable, Show, Standing};

const TURNS: u32 = 300;
/// The turn in which the fault begins.
const FAULT: u32 = 120;

fn hedges() -> Setup {
    use wag_core::game::Kind;
    let Kind::File { built_in, .. } = &Ants::INFO.options[0].kind else { panic!("the map comes first") };
    let text = (built_in.iter().find(|file| file.name == "hedges").expect("a built-in map").text)();
    let map = Arc::new(Map::parse(text.as_bytes()).unwrap());
    let numbers = Numbers { turns: TURNS, ..Numbers::default() };
    Setup { map, numbers, random: super::Kind::Wag, player_seed: 1, given: None }
}

/// Plays a match of two Foragers, the first of which has changed orders from the fault on. With the same seed and
/// unchanged orders, the match goes on to its last turn.
fn played(change: impl Fn(&View<'_>, Orders) -> Orders + Clone + Send + 'static) -> Recorded<Ants> {
    static SEED: OnceLock<u64> = OnceLock::new();
    fn play(seed: u64, player: Bot<Ants>) -> Recorded<Ants> {
        Recorded::<Ants>::play(&hedges(), seed, player, "Forager")
    }
    let is_long = |seed: &u64| play(*seed, built_in::<Ants>("Forager")).rounds() == TURNS;
    let seed = *SEED.get_or_init(|| (1..100).find(is_long).expect("a long match"));
    let faulty = changed::<Ants, _>("Forager", move |view: &View<'_>, orders| {
        if view.state.position.turn + 1 < FAULT { orders } else { change(view, orders) }
    });
    play(seed, faulty)
}

/// Returns the causes of the loss of a Forager with changed orders from the fault on.
fn causes(change: impl Fn(&View<'_>, Orders) -> Orders + Clone + Send + 'static) -> Vec<LossCause> {
    let game = played(change);
    let causes = game.causes(Seat(0), FAULT, "Forager", 2);
    assert!(causes.iter().all(|cause| cause.share > 0.0 && cause.share <= 1.0), "{causes:?}");
    causes
}

fn own(view: &View<'_>) -> Vec<At> {
    let ants = view.state.position.ants.iter();
    ants.filter(|ant| ant.owner == view.seat).map(|ant| ant.at).collect()
}

#[test]
fn idle_ants_are_the_cause() {
    let causes = causes(|_, _| Orders::default());
    assert_eq!(causes[0].name, "idle", "{causes:?}");
    assert!(causes[0].onset.is_some_and(|onset| onset.abs_diff(FAULT) <= 3), "{causes:?}");
}

#[test]
fn refused_orders_are_the_cause() {
    let causes = causes(|view, _| {
        let lines: String = own(view).iter().map(|at| format!("o {} {} nord\n", at.row, at.col)).collect();
        Orders::read(lines.as_bytes())
    });
    assert_eq!((causes[0].name, causes[0].onset), ("refused", Some(FAULT)), "{causes:?}");
    assert!(causes[0].phrase.english().ends_with("most often: invalid direction"));
}

#[test]
fn collisions_are_a_cause() {
    // All ants walk to the same one, which stands still. Some of them walk into water, too.
    let causes = causes(|view, _| {
        let ants = own(view);
        let Some(goal) = ants.first().copied() else { return Orders::default() };
        let way = |at: At| match (at.row.cmp(&goal.row), at.col.cmp(&goal.col)) {
            (Ordering::Less, _) => Direction::South,
            (Ordering::Greater, _) => Direction::North,
            (_, Ordering::Less) => Direction::East,
            (_, _) => Direction::West,
        };
        Orders::of(ants.into_iter().filter(|at| *at != goal).map(|at| (at, way(at))), [])
    });
    let collisions = causes.iter().find(|cause| cause.name == "collisions");
    assert!(collisions.is_some_and(|cause| cause.share > 0.2 && cause.onset == Some(FAULT)), "{causes:?}");
}

#[test]
fn a_removed_player_has_no_other_cause() {
    let causes = causes(|_, _| Orders::Gone { cause: Cause::TimedOut, at_start: false });
    let [cause] = &causes[..] else { panic!("{causes:?}") };
    assert_eq!((cause.name, cause.share, cause.onset), ("removed", 1.0, Some(FAULT)));
}

#[test]
fn ants_that_no_longer_gather_are_the_cause() {
    // The ants go back and forth.
    let causes = causes(|view, _| {
        let turn = view.state.position.turn;
        let direction = if turn.is_multiple_of(2) { Direction::North } else { Direction::South };
        Orders::of(own(view).into_iter().map(|at| (at, direction)), [])
    });
    assert_eq!(causes[0].name, "not_gathering", "{causes:?}");
}

#[test]
fn a_cause_at_half_its_rate_goes_on() {
    let game = played(|_, _| Orders::default());
    let account = game.account(Seat(0), |_| Default::default());
    let span =
        |from, until| LossSpan { from, until, loss: 30.0, healthy_from: 0, rounds: TURNS, start_value: 50.0 };
    let (first, second) = (span(FAULT, FAULT + 15), span(FAULT + 15, FAULT + 30));
    assert!(account.continues("idle", &first, &second));
    assert!(!account.continues("collisions", &first, &second));
}

#[test]
fn strength_counts_ants_and_scores() {
    let standing = |score, ants| Standing { place: 1, figures: vec![("score", score), ("ants", ants)] };
    let standings = [standing(2, 30), standing(1, 10), standing(1, 20)];
    let values: Vec<f64> = Seat::all(3).map(|seat| Ants::loss_value(&standings, seat)).collect();
    assert_eq!(values, [70.0, 15.0, 30.0]);
    assert_eq!(Ants::loss_value(&[standing(0, 0), standing(0, 0)], Seat(0)), 0.0);
}
