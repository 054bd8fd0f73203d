//! Positions and frequency of new resources (manual 6.1).

use super::super::board::{Board, FieldIndex};
use super::super::event::Event;
use super::super::orders::Orders;
use super::super::rules::Rules;
use super::super::spawn::{spawn_chance, spawn_resources};
use super::super::state::State;
use super::super::{Setup, Warriors};
use super::kit::{Scene, map_of, quiet_rules, scene, setup};
use wag_core::game::{Game, Seat};

/// Makes resources appear on every free resource field after every turn.
fn lavish(scene: Scene) -> Scene {
    scene.rules(|rules| rules.spawn_probability = 1.0)
}

/// Manual 6.1: resources appear on resource fields only, 100 at a time, none on plain land.
#[test]
fn resources_appear_on_resource_fields_only() {
    lavish(scene(
        "1 . R . 2
         . X . Y .
         R . . . R
         . . . . .
         4 . R . 3",
    ))
    .turn("")
    .becomes(
        "1 . R100 . 2
         . X . Y .
         R100 . . . R100
         . . . . .
         4 . R100 . 3",
    );
}

/// Resources appear in a sweep over the fields, column by column, top to bottom.
#[test]
fn the_sweep_goes_column_by_column() {
    lavish(scene(
        "1 . R . 2
         . R . . .
         . . R . .
         . R . . .
         4 . . . 3",
    ))
    .turn("")
    .has_events(
        "100 appear at [1,1]
         100 appear at [1,3]
         100 appear at [2,0]
         100 appear at [2,2]",
    );
}

/// Manual 6.1: nothing appears on fields that already have resources or on which any player's unit stands.
#[test]
fn nothing_appears_on_occupied_fields() {
    let full = "1 . R100 . 2
                . aR . R10 .
                . . eR . .
                . iR . . .
                4 . . . 3";
    lavish(scene(full)).turn("").becomes(full).has_events("");
}

/// Manual 6.1: resources appear after the moves, so they can appear on fields just vacated, but not on fields just
/// entered.
#[test]
fn resources_appear_after_the_moves() {
    lavish(scene(
        "1 . . . 2
         . aR R . .
         . . . . .
         . . . . .
         4 . . . 3",
    ))
    .turn("a east")
    .becomes(
        "1 . . . 2
         . R100 aR . .
         . . . . .
         . . . . .
         4 . . . 3",
    );
}

/// Manual 6.1: resources may appear after each player's turn, with or without orders.
#[test]
fn a_sweep_follows_every_turn() {
    let mut play = lavish(scene(
        "1 . . . 2
         . . . . .
         . . R . .
         . . . . .
         4 . . . 3",
    ));
    for _ in 0..8 {
        play = play.turn("").has_events("100 appear at [2,2]");
        play.state.set_resources(FieldIndex(2 * 5 + 2), 0);
    }
}

/// Manual 3.2: no resources appear after the skipped turn of a player who is out.
#[test]
fn no_sweep_follows_a_player_who_is_out() {
    let play = lavish(scene(
        "1 . . . 2
         . . . . .
         . . R . .
         . . . . .
         4 . . . 3",
    ))
    .stock(2, 0)
    .stock(3, 0)
    .turn("");
    play.has_events(
        "100 appear at [2,2]
         player 2 is out
         player 3 is out",
    );
}

/// Manual 6.1: the probability stays the same throughout a sweep, however many resources appear.
#[test]
fn one_chance_holds_for_the_whole_sweep() {
    lavish(scene(
        "1 . R . 2
         . . R . .
         . . R . .
         . . . . .
         4 . . . 3",
    ))
    .rules(|rules| rules.spawn_decay = 100.0)
    .turn("")
    .has_events(
        "100 appear at [2,0]
         100 appear at [2,1]
         100 appear at [2,2]",
    );
}

/// Manual 6.1: `n` counts all fields with resources, so resources on land make spawns rarer.
#[test]
fn resources_on_land_make_spawns_rarer() {
    let board = "1 . . . 2
                 . .10 . . .
                 . . R . .
                 . . . . .
                 4 . . . 3";
    lavish(scene(board)).rules(|rules| rules.spawn_decay = 100.0).turn("").becomes(board);
}

/// Manual 6.1: `n` is counted after the moves, so resources just picked up do not count.
#[test]
fn lying_resources_are_counted_after_the_moves() {
    lavish(scene(
        "1 . . . 2
         . a .10 . .
         . . R . .
         . . . . .
         4 . . . 3",
    ))
    .rules(|rules| rules.spawn_decay = 100.0)
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . a10 . .
         . . R100 . .
         . . . . .
         4 . . . 3",
    );
}

/// A board without resource fields is played without spawns.
#[test]
fn a_board_without_resource_fields_stays_bare() {
    let bare = "1 . . . 2
                . . . . .
                . . . . .
                . . . . .
                4 . . . 3";
    lavish(scene(bare)).turn("").becomes(bare);
    assert_eq!(spawn_chance(&Rules::default(), 0, 0).probability(), 0.0);
    assert_eq!(spawn_chance(&Rules::default(), 3, 0).probability(), 0.0);
}

/// Manual 6.1: `P(n/N) = 1/40 * 10^(-4 n/N)`, with the precision of chances, which is 2^-32.
#[test]
fn the_chance_is_the_formula() {
    const STEP: f64 = 1.0 / 4_294_967_296.0;
    for (lying, fields) in [(0, 1), (1, 1), (0, 100), (1, 100), (25, 100), (50, 100), (99, 100), (7, 3)] {
        let formula = 10f64.powf(-4.0 * f64::from(lying) / fields as f64) / 40.0;
        let chance = spawn_chance(&Rules::default(), lying, fields).probability();
        assert!((chance - formula).abs() <= STEP, "{lying} of {fields}: {chance} instead of {formula}");
    }
}

/// Returns a setup with a board of 40 by 40 fields, nearly all of which are resource fields.
fn field_of_plenty(rules: Rules) -> Setup {
    let mut rows = vec!["R".repeat(40); 40];
    rows[0] = format!("1{}2", "R".repeat(38));
    rows[39] = format!("4{}3", "R".repeat(38));
    setup(&map_of(&rows), rules)
}

fn spawns(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Spawned { .. })).count()
}

#[track_caller]
fn assert_share(hits: usize, draws: usize, probability: f64) {
    let sigma = (probability * (1.0 - probability) / draws as f64).sqrt();
    let share = hits as f64 / draws as f64;
    assert!((share - probability).abs() < 4.0 * sigma, "{share} instead of {probability} in {draws} draws");
}

/// Manual 6.1: resources appear as often as the formula says if none, an eighth, a quarter or half of the resource
/// fields have resources already.
#[test]
fn spawns_are_as_frequent_as_the_formula_says() {
    const SWEEPS: usize = 150;
    for eighths in [0, 1, 2, 4] {
        let state = Warriors::start(
            &field_of_plenty(Rules { start_probability: 0.0, ..Rules::default() }),
            6,
            &mut Vec::new(),
        );
        let fields = state.board.resource_fields().len();
        let lying = fields * eighths / 8;
        let found = spawned_in_sweeps(state, lying, SWEEPS);
        let formula = 10f64.powf(-4.0 * lying as f64 / fields as f64) / 40.0;
        assert_share(found, (fields - lying) * SWEEPS, formula);
    }
}

/// Returns how often resources appear in this many sweeps. Before each sweep, only the first `lying` fields have
/// resources.
fn spawned_in_sweeps(mut state: State, lying: usize, sweeps: usize) -> usize {
    let fields: Vec<FieldIndex> = state.board.resource_fields().to_vec();
    let mut events = Vec::new();
    for _ in 0..sweeps {
        for (number, &at) in fields.iter().enumerate() {
            state.set_resources(at, if number < lying { 100 } else { 0 });
        }
        spawn_resources(&mut state, Seat(0), &Orders::default(), &mut events);
    }
    spawns(&events)
}

/// At the start, each resource field has 100 resources with a probability of 0.1, independently of the others.
#[test]
fn one_resource_field_in_ten_starts_with_resources() {
    let setup = field_of_plenty(Rules::default());
    let mut events = Vec::new();
    for seed in 0..100 {
        Warriors::start(&setup, seed, &mut events);
    }
    assert_share(spawns(&events), 100 * setup.board.resource_fields().len(), 0.1);
    assert!(events.iter().all(|event| matches!(event, Event::Spawned { amount: 100, .. })));
}

/// The resources at the start are part of the state, not only of the events.
#[test]
fn start_resources_lie_on_the_board() {
    let rules = Rules { start_probability: 1.0, spawn_amount: 7, ..quiet_rules() };
    let state = Warriors::start(
        &setup(&map_of(&["1.R.2", ".....", "..R..", ".....", "4...3"]), rules),
        0,
        &mut Vec::new(),
    );
    let board: &Board = &state.board;
    assert!(board.resource_fields().iter().all(|&at| state.resources(at) == 7));
    assert_eq!(state.all_resources().iter().sum::<u64>(), 14);
}

/// Random decisions for different fields are independent: over 400 starts, all eight patterns of three fields are
/// equally frequent.
#[test]
fn fields_are_drawn_independently() {
    let rules = Rules { start_probability: 0.5, ..quiet_rules() };
    let setup = setup(&map_of(&["1.R.2", "..R..", "..R..", ".....", "4...3"]), rules);
    let mut seen = [0; 8];
    for seed in 0..400 {
        let state = Warriors::start(&setup, seed, &mut Vec::new());
        let pattern = state
            .board
            .resource_fields()
            .iter()
            .fold(0, |bits, &at| bits * 2 + usize::from(state.resources(at) > 0));
        seen[pattern] += 1;
    }
    assert!(seen.iter().all(|count| (25..=75).contains(count)), "{seen:?}");
}

/// Fights and spawns have separate random streams: the number of fights does not change where resources appear.
#[test]
fn fights_do_not_shift_the_luck_of_spawns() {
    let meadow = "1 R R R 2
                  R A e R R
                  R R R R R
                  R R R R R
                  4 R R R 3";
    let spawned = |orders| {
        let play = scene(meadow).rules(|rules| (rules.spawn_probability, rules.spawn_decay) = (0.2, 0.0));
        let play = play.turn(orders).turn("").turn("").turn("");
        let shown = |at: &&FieldIndex| play.state.resources(**at) > 0;
        play.state.board.resource_fields().iter().filter(shown).copied().collect::<Vec<_>>()
    };
    assert_eq!(spawned("a stay"), spawned("a east"));
    assert!(!spawned("a stay").is_empty());
}
