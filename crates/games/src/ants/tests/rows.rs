//! Small boards, with the same results as in the contest's engine.

use super::*;
use wag_core::game::protocols::Times;

#[test]
fn ants_that_move_in_a_ring_do_not_meet() {
    let mut war = War::new(1, 2, "a 4,4 4,5 5,5 5,4 b 8,1");
    war.turn("a 4,4e 4,5s 5,5w 5,4n");
    assert_eq!((war.ants().as_str(), war.end()), ("a4,4 a4,5 a5,4 a5,5 b8,1", None));
}

#[test]
fn ants_that_meet_die() {
    let mut war = War::new(1, 2, "a 4,4 4,5 b 8,1");
    war.turn("a 4,4e");
    assert_eq!((war.ants().as_str(), war.end()), ("b8,1", Some(End::LoneSurvivor)));
    assert_eq!((war.scores(), war.bonus()), (vec![0, 3], vec![-1, 2]));
}

/// The contest's engine razes the hills for which the lone survivor gets its bonus.
#[test]
fn last_message_of_a_lone_survivor_has_only_its_own_hills() {
    let mut war = War::new(1, 2, "a 4,4 4,5 b 8,1");
    let hills =
        |text: String| text.lines().filter(|line| line.starts_with('h')).collect::<Vec<_>>().join(", ");
    assert_eq!(hills(wire::turn(&war.state, Seat(1))), "h 0 0 1, h 9 9 0");
    war.turn("a 4,4e");
    assert_eq!(hills(wire::end(&war.state, Seat(1))), "h 9 9 0");
}

#[test]
fn ant_with_more_enemies_in_reach_dies() {
    let mut war = War::new(5, 3, "a 4,2 b 4,4 c 4,6");
    assert_eq!(war.turn("").ants(), "a4,2 c4,6");
    assert_eq!((war.scores(), war.statuses()[1]), (vec![1, 1, 1], "eliminated"));
    assert_eq!(War::new(5, 2, "a 4,2 4,3 b 4,5 4,6").turn("").ants(), "a4,2 b4,6");
    assert_eq!(War::new(5, 2, "a 0,4 b 8,6").turn("").ants(), "a0,4 b8,6");
}

#[test]
fn numbers_win_and_equals_die() {
    let mut war = War::new(5, 2, "a 3,2 4,2 5,2 b 4,4 5,4");
    assert_eq!(war.turn("").ants(), "a3,2");
    assert_eq!((war.scores(), war.bonus()), (vec![3, 0], vec![2, -1]));
    let mut war = War::new(5, 2, "a 0,4 b 9,6");
    war.turn("");
    assert_eq!((war.end(), war.scores()), (Some(End::Extermination), vec![1, 1]));
}

#[test]
fn ant_that_dies_on_a_hill_does_not_raze_it() {
    let mut war = War::new(1, 2, "a 9,8 2,2 b 8,8 3,7");
    war.turn("a 9,8e b 8,8e");
    assert_eq!(war.state.dead, [(At::new(8, 9), Seat(1)), (At::new(9, 9), Seat(0))]);
    assert!(war.state.position.hills.iter().all(|hill| hill.razed.is_none()));
}

#[test]
fn food_becomes_ants_a_turn_later() {
    let mut war = War::new(1, 2, "a 4,4 b 8,1 f 4,6 0,1");
    war.turn("a 4,4e");
    assert_eq!((war.hives(), war.ants().as_str()), (vec![1, 0], "a4,5 b8,1"));
    war.turn("");
    assert_eq!((war.hives(), war.ants().as_str()), (vec![1, 0], "a0,0 a4,5 b8,1"));
    assert_eq!(war.state.position.food, []);
    war.turn("");
    assert_eq!((war.hives(), war.ants().as_str()), (vec![1, 0], "a0,0 a4,5 b8,1"));
}

#[test]
fn contested_food_disappears_and_dead_ants_gather_nothing() {
    let mut war = War::new(1, 2, "a 4,2 7,2 b 4,6 f 4,4 7,4");
    war.turn("a 4,2e 7,2e b 4,6w");
    assert_eq!((war.hives(), war.state.position.food.len()), (vec![1, 0], 0));
    let mut war = War::new(5, 2, "a 4,2 7,7 b 4,4 3,4 f 4,3");
    assert_eq!(war.turn("").ants(), "b3,4 b4,4 a7,7");
    assert_eq!(war.hives(), [0, 1]);
}

#[test]
fn ants_are_born_on_the_longest_untouched_hill() {
    let mut war = War::new(1, 2, "h0 0,5 h1 9,4 a 0,1 4,4 b 7,8 f 4,6 3,3");
    let born = |war: &War| {
        let born = war.events.iter().find_map(|event| match event {
            Event::Born(ants) => Some(ants.clone()),
            _ => None,
        });
        born.unwrap_or_default()
    };
    assert_eq!(born(war.turn("a 0,1w 4,4e")), []);
    assert_eq!(born(war.turn("a 4,5n")), [(At::new(0, 5), Seat(0))]);
    assert_eq!(born(war.turn("a 3,5w 0,0e")), []);
    assert_eq!(born(war.turn("")), [(At::new(0, 0), Seat(0))]);
}

#[test]
fn a_hill_costs_its_owner_one_point_only() {
    let mut war = War::new(1, 3, "a 9,7 b 5,5 c 3,3");
    assert_eq!(war.turn("a 9,7e b!").scores(), [1, 0, 1]);
    assert_eq!(war.turn("a 9,8e").scores(), [3, 0, 1]);
    assert_eq!(war.statuses(), ["survived", "crashed", "survived"]);
}

#[test]
fn orders_are_ignored_if_a_crash_ends_the_match() {
    let mut war = War::new(1, 2, "a 4,4 b 6,1");
    war.turn("a 4,4e b!");
    assert_eq!((war.ants().as_str(), war.scores()), ("a4,4 b6,1", vec![3, 0]));
    assert_eq!((war.end(), war.state.position.turn), (Some(End::LoneSurvivor), 1));
}

#[test]
fn unready_player_never_plays() {
    let mut war = War::new(1, 2, "a 4,4 b 6,1");
    war.turn("a?");
    assert_eq!((war.state.position.turn, war.scores()), (0, vec![0, 3]));
    assert_eq!(war.statuses(), ["timeout", "survived"]);
    assert_eq!(war.state.position.players[0].turns, 0);
}

#[test]
fn an_invalid_order_costs_a_strict_match() {
    let numbers = Numbers { strict: true, ..scenario(5) };
    let mut war = War::with(map(3, "a 7,1 b 4,6 c 2,4"), numbers, Kind::Wag, 1);
    war.turn("b 4,6e 0,0e");
    assert_eq!(war.ants(), "c2,4 b4,7 a7,1");
    assert_eq!((war.statuses()[1], war.scores()), ("invalid", vec![1, 0, 1]));
    let text = wire::end(&war.state, Seat(1));
    assert!(text.starts_with("end\nplayers 3\nscore 0 "), "{text}");
    assert!(text.contains("\nstatus invalid ") && text.contains("\nplayerturns 1 "), "{text}");
    assert!(text.ends_with("go\n") && text.contains("\na 4 7 0\n"), "{text}");
    war.turn("");
    assert_eq!(wire::end(&war.state, Seat(1)), text, "it is told how it stood then");
    let mut war =
        War::with(map(3, "a 7,1 b 4,6 c 2,4 w 4,7"), Numbers { strict: true, ..scenario(5) }, Kind::Wag, 1);
    assert_eq!(war.turn("b 4,6e").statuses(), ["survived"; 3], "what is blocked is not invalid");
}

#[test]
fn match_ends_when_no_rank_can_change() {
    let mut war = War::new(1, 2, "a 9,8 2,2 b 4,4");
    war.turn("a 9,8e");
    assert_eq!((war.end(), war.scores()), (Some(End::RankStabilized), vec![3, 0]));
    let mut war = War::new(1, 3, "h0 0,5 h1 9,4 h2 4,9 a 2,2 b 4,4 c 6,6");
    war.turn("b!").turn("c!");
    assert_eq!((war.bonus(), war.scores()), (vec![8, 0, 0], vec![10, 0, 0]));
}

fn counters(war: &mut War, turns: &[&str]) -> Vec<u32> {
    turns.iter().map(|words| war.turn(words).state.dominance.turns).collect()
}

#[test]
fn a_hive_counts_once_per_hill() {
    let words = "h0 0,5 h1 9,4 a 0,0 0,5 b 7,7 f 0,1 0,4 0,6";
    let mut war = War::with(map(2, words), Numbers { cutoff_turn: 3, ..scenario(1) }, Kind::Wag, 1);
    assert_eq!(counters(&mut war, &["", "", ""]), [1, 2, 3]);
    assert_eq!((war.hives(), war.end()), (vec![3, 0], Some(End::HillsNotRazed)));
}

#[test]
fn five_of_six_do_not_dominate_and_food_can() {
    let mut war = War::new(1, 2, "a 2,2 2,3 2,4 2,5 2,6 b 6,6");
    assert_eq!(counters(&mut war, &["", "", ""]), [0, 0, 0]);
    let food: String = (0..17).map(|number| format!(" {},{}", 3 + number / 9, 1 + number % 9)).collect();
    let numbers = Numbers { spawn_radius2: 0, cutoff_turn: 3, ..scenario(1) };
    let mut war = War::with(map(2, &format!("a 1,1 1,2 b 7,7 f{food}")), numbers, Kind::Wag, 1);
    assert_eq!(counters(&mut war, &["", "", ""]), [1, 2, 3]);
    assert_eq!(war.end(), Some(End::FoodNotGathered));
}

#[test]
fn razed_hill_and_death_at_home_delay_the_end() {
    let mut war = War::new(1, 2, "h0 0,5 h1 9,4 a 6,4 2,1 2,2 2,3 2,4 2,5 b 5,8");
    assert_eq!(counters(&mut war, &["a 6,4s", "a 7,4s", "a 8,4s", "", "", ""]), [1, 2, 1, 2, 3, 4]);
    let words = "a 9,8 8,9 2,0 2,1 2,2 2,3 2,4 2,5 2,6 2,7 2,8 2,9 3,0 3,1 b 5,5 f 5,8";
    let mut war = War::new(1, 2, words);
    assert_eq!(counters(&mut war, &["b 5,5e", "b 5,6e", "", "", ""]), [1, 2, 3, 3, 4]);
}

#[test]
fn players_are_numbered_as_they_are_met() {
    let size = super::super::torus::Torus { rows: 14, cols: 14 };
    let hills = vec![(At::new(0, 0), Seat(0)), (At::new(6, 6), Seat(1)), (At::new(12, 5), Seat(2))];
    let ants = vec![(At::new(5, 1), Seat(0)), (At::new(9, 1), Seat(2)), (At::new(13, 9), Seat(1))];
    let map = Map { size, players: 3, water: vec![false; 196], hills, ants, food: Vec::new() };
    let numbers = Numbers { view_radius2: 30, ..scenario(5) };
    let war = War::with(map, numbers, Kind::Wag, 1);
    assert_eq!(wire::turn(&war.state, Seat(0)), "turn 1\nh 0 0 0\nh 6 6 2\na 5 1 0\na 9 1 1\ngo\n");
    assert!(
        wire::end(&war.state, Seat(0))
            .starts_with("end\nplayers 3\nscore 1 1 None\nstatus survived survived None\n")
    );
}

#[test]
fn orders_are_checked_one_after_the_other() {
    let mut war = War::new(5, 2, "a 4,4 0,9 b 7,1 w 4,5 f 3,4");
    let text = b"o 4 4 e\no 4 4 n\nO 4 4 W \no 4 4 s\no -1 1 n\no 0 -1 e\no 10 0 n\n";
    war.play(&[(Seat(0), Orders::read(text)), (Seat(1), Orders::default())]);
    let refused = [
        ("o -1 1 n", RefusalReason::NoAnt),
        ("o 0 -1 e", RefusalReason::Outside),
        ("o 4 4 e", RefusalReason::Blocked),
        ("o 4 4 n", RefusalReason::Blocked),
        ("o 4 4 s", RefusalReason::Duplicate),
        ("o 10 0 n", RefusalReason::Outside),
    ];
    assert_eq!(war.refusals(), refused);
    assert_eq!(war.ants(), "a0,9 a4,3 b7,1");
}

#[test]
fn turn_message_has_the_contest_s_format() {
    let mut war = War::new(1, 2, "a 4,4 4,6 b 4,8 f 3,3 w 2,4 9,0");
    let hello = wire::hello(&war.state.setup, Times { start: Some(3000), turn: Some(1000) });
    assert!(
        hello.starts_with("turn 0\nloadtime 3000\nturntime 1000\nrows 10\ncols 10\nturns 1000\n"),
        "{hello}"
    );
    assert!(hello.ends_with("spawnradius2 1\nplayer_seed 42\nready\n"), "{hello}");
    let text = wire::turn(&war.state, Seat(0));
    assert_eq!(text, "turn 1\nw 2 4\nw 9 0\nh 0 0 0\nh 9 9 1\na 4 4 0\na 4 6 0\na 4 8 1\nf 3 3\ngo\n");
    war.turn("a 4,6e");
    // The other player has no ant left, so the match is over.
    let text = wire::turn(&war.state, Seat(0));
    assert_eq!(text, "turn 2\nh 0 0 0\na 4 4 0\nf 3 3\nd 4 7 0\nd 4 8 1\ngo\n");
}

/// Water that is in view only from a square on which two ants die is not revealed.
#[test]
fn ants_that_die_reveal_no_water() {
    let map = self::map(2, "a 4,3 4,4 4,6 b 8,8 w 2,5");
    let numbers = Numbers { view_radius2: 4, ..scenario(1) };
    let mut war = War::with(map, numbers, Kind::Wag, 1);
    war.turn("a 4,4e 4,6w");
    assert_eq!(wire::turn(&war.state, Seat(0)), "turn 2\na 4 3 0\nd 4 5 0\nd 4 5 0\ngo\n");
    assert!(!war.state.vision.knows(Seat(0), At::new(2, 5)));
    war.turn("a 4,3e").turn("a 4,4e");
    assert_eq!(wire::turn(&war.state, Seat(0)), "turn 4\nw 2 5\na 4 5 0\ngo\n", "a living one does");
    let map = self::map(2, "a 4,2 9,2 b 4,6 8,8 w 2,3");
    let numbers = Numbers { view_radius2: 4, ..scenario(4) };
    let mut war = War::with(map, numbers, Kind::Wag, 1);
    war.turn("a 4,2e b 4,6w");
    assert_eq!(
        wire::turn(&war.state, Seat(0)),
        "turn 2\na 9 2 0\nd 4 3 0\ngo\n",
        "nor does who dies in battle"
    );
}
