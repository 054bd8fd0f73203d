//! Fights: when they happen, their consequences, and their odds (manual 6.3).

use super::super::event::Event;
use super::super::fight::attack_chance;
use super::super::orders::UnitType::{Gatherer, Warrior};
use super::super::rules::Rules;
use super::kit::{Scene, scene};
use wag_core::game::Seat;

/// Manual 6.3: a unit that enters an enemy's field attacks the enemy. If it wins, it takes the field and the enemy is
/// removed.
#[test]
fn a_winning_attacker_takes_the_field() {
    scene(
        "1 . . . 2
         . . . . .
         . A e . .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . . . .
         . . A . .
         . . . . .
         4 . . . 3",
    )
    .has_events(
        "1#0 attacks 2#0 at [2,2] with odds 1.00 and wins
         1#0 moves from [1,2] to [2,2]",
    );
}

/// Manual 6.3: an attacker that loses is removed; the defender stays where it is.
#[test]
fn a_winning_defender_stays() {
    scene(
        "1 . . . 2
         . . . . .
         . A e . .
         . . . . .
         4 . . . 3",
    )
    .defenders_win()
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . . . .
         . . e . .
         . . . . .
         4 . . . 3",
    )
    .has_events("1#0 attacks 2#0 at [2,2] with odds 0.00 and loses");
}

/// Manual 6.3: a beaten defender drops its cargo. The attacker picks up what it can carry, and the rest stays.
#[test]
fn an_attacker_takes_what_the_defender_dropped() {
    scene(
        "1 . . . 2
         . . . . .
         . A10 e90 . .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . . . .
         . . A30.70 . .
         . . . . .
         4 . . . 3",
    )
    .has_events(
        "1#0 attacks 2#0 at [2,2] with odds 1.00 and wins, 90 are dropped
         1#0 moves from [1,2] to [2,2]
         1#0 picks up 20 at [2,2]",
    );
}

/// Manual 6.3: a beaten attacker drops its cargo on the contested field, and the defender picks it up.
#[test]
fn a_defender_takes_what_the_attacker_dropped() {
    scene(
        "1 . . . 2
         . . . . .
         . a80 e50 . .
         . . . . .
         4 . . . 3",
    )
    .defenders_win()
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . . . .
         . . e100.30 . .
         . . . . .
         4 . . . 3",
    );
}

/// Manual 6.3: dropped resources are added to the resources that are already on the field.
#[test]
fn dropped_resources_join_what_lies_there() {
    scene(
        "1 . . . 2
         . . . . .
         . a E30R70 . .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . . . .
         . . a100R . .
         . . . . .
         4 . . . 3",
    );
}

/// Manual 6.4: if two units have the same target, the second one fights the enemy there after the first one has lost.
#[test]
fn after_a_lost_attack_the_second_unit_fights() {
    scene(
        "1 . . . 2
         . . . . .
         . a100 E . .
         . . B . .
         4 . . . 3",
    )
    .warriors_win()
    .turn("a east, b north")
    .becomes(
        "1 . . . 2
         . . . . .
         . . B30.70 . .
         . . . . .
         4 . . . 3",
    )
    .has_events(
        "1#0 attacks 2#0 at [2,2] with odds 0.00 and loses, 100 are dropped
         2#0 picks up 30 at [2,2]
         1#1 attacks 2#0 at [2,2] with odds 1.00 and wins, 30 are dropped
         1#1 moves from [2,3] to [2,2]
         1#1 picks up 30 at [2,2]",
    );
}

/// Manual 6.4: if two units have the same target and the first one wins the fight there, the second one stays.
#[test]
fn after_a_won_attack_the_second_unit_stays() {
    scene(
        "1 . . . 2
         . . . . .
         . a E . .
         . . B . .
         4 . . . 3",
    )
    .attackers_win()
    .turn("a east, b north")
    .becomes(
        "1 . . . 2
         . . . . .
         . . a . .
         . . B . .
         4 . . . 3",
    )
    .last_moves_are("a east, b stay");
}

/// There are no fights inside a base, so the units in it are safe.
#[test]
fn units_in_their_base_are_safe() {
    let board = "1 . . A 2e
                 . . . . .
                 . . . . .
                 . . . . .
                 4 . . . 3";
    scene(board).attackers_win().turn("a east").becomes(board);
}

/// A fight counts as a kill for the winner's owner and as a loss for the loser's, whichever of them has the turn.
#[test]
fn kills_and_losses_are_counted_for_both_sides() {
    let before = "1 . . . 2
                  . . . . .
                  . A E . .
                  . . . . .
                  4 . . . 3";
    let tally = |scene: &Scene, seat| {
        let player = scene.state.player(Seat(seat));
        (player.kills, player.losses)
    };
    let won = scene(before).attackers_win().turn("a east");
    assert_eq!((tally(&won, 0), tally(&won, 1)), ((1, 0), (0, 1)));
    let lost = scene(before).defenders_win().turn("a east");
    assert_eq!((tally(&lost, 0), tally(&lost, 1)), ((0, 1), (1, 0)));
}

/// The probabilities of winning in the table of manual 6.3.
#[test]
fn the_table_of_odds() {
    let odds = |attacker, defender| attack_chance(&Rules::default(), attacker, defender).probability();
    let table = [
        (Warrior, Warrior, 2.0 / 3.0),
        (Gatherer, Gatherer, 2.0 / 3.0),
        (Warrior, Gatherer, 0.75),
        (Gatherer, Warrior, 0.5),
    ];
    for (attacker, defender, expected) in table {
        let found = odds(attacker, defender);
        assert!((found - expected).abs() < 1e-9, "{attacker:?} on {defender:?}: {found}");
    }
}

/// Manual 6.3: against equal strength an attacker wins with probability two thirds, otherwise with its own strength.
#[test]
fn other_strengths_give_other_odds() {
    let mut rules = Rules::default();
    rules.warrior.strength = 0.125;
    assert_eq!(attack_chance(&rules, Warrior, Gatherer).probability(), 0.125);
    assert_eq!(attack_chance(&rules, Gatherer, Warrior).probability(), 0.5);
    rules.gatherer.strength = 0.125;
    let equal = attack_chance(&rules, Gatherer, Warrior).probability();
    assert!((equal - 2.0 / 3.0).abs() < 1e-9, "{equal}");
}

/// Manual 6.3: fights end as often as in the table, over 20,000 fights of each kind.
#[test]
fn fights_end_as_the_table_says() {
    for (attacker, defender, odds) in
        [("A", "E", 2.0 / 3.0), ("a", "e", 2.0 / 3.0), ("A", "e", 0.75), ("a", "E", 0.5)]
    {
        let won = attacks_won(attacker, defender, 20_000);
        let sigma = (odds * (1.0 - odds) / 20_000.0_f64).sqrt();
        let share = f64::from(won) / 20_000.0;
        assert!((share - odds).abs() < 4.0 * sigma, "{attacker} on {defender}: {share} instead of {odds}");
    }
}

/// Returns how many of `fights` fights the attacker wins. All of them use the same random stream.
fn attacks_won(attacker: &str, defender: &str, fights: u32) -> u32 {
    let before = scene(&format!(
        "1 . . . 2
         . . . . .
         . {attacker} {defender} . .
         . . . . .
         4 . . . 3"
    ));
    let mut luck = before.state.fight_luck.clone();
    let mut won = 0;
    for _ in 0..fights {
        let mut fight = before.clone();
        fight.state.fight_luck = luck;
        let fight = fight.turn("a east");
        won += u32::from(matches!(fight.events[0], Event::Fought { attacker_won: true, .. }));
        luck = fight.state.fight_luck;
    }
    won
}
