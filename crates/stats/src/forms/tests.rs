//! Tests of whole contests, whose results a function decides.

use super::*;
use std::collections::BTreeSet;

fn entrants(players: usize, seats: usize) -> Entrants {
    Entrants { players, seats: vec![seats], games: 2, seed: 7 }
}

/// Plays a stage. In each match, the player with the highest strength is first.
fn played(players: usize, fixtures: Vec<Fixture>, strength: &dyn Fn(usize) -> i64) -> PlayedStage {
    let ranks = |fixture: &Fixture| {
        let better = |player: &usize| {
            fixture.seats.iter().filter(|other| strength(**other) > strength(*player)).count() as u32 + 1
        };
        fixture.seats.iter().map(better).collect()
    };
    let matches = fixtures.into_iter().map(|fixture| PlayedFixture { ranks: ranks(&fixture), fixture });
    PlayedStage { players, matches: matches.collect() }
}

/// Plays a whole contest. Returns its stages and the ranking.
fn contest(
    form: FormName,
    entrants: &Entrants,
    strength: &dyn Fn(usize) -> i64,
) -> (Vec<PlayedStage>, Vec<Vec<usize>>) {
    let mut stages = Vec::new();
    loop {
        match form.form().next(entrants, &stages) {
            Next::Stage(fixtures) => stages.push(played(entrants.players, fixtures, strength)),
            Next::Done(places) => return (stages, places),
        }
        assert!(stages.len() < 60, "{form} does not end");
    }
}

fn seats(form: FormName) -> usize {
    form.seats().unwrap_or(2)
}

#[test]
fn every_form_ends_with_a_place_for_each_player_and_the_best_first() {
    for form in FormName::ALL {
        for players in 4_usize..34 {
            // The seeding says nothing: the strongest player is somewhere in the middle.
            let strength = |player: usize| (player * 7 % players.next_power_of_two()) as i64;
            let (stages, places) = contest(form, &entrants(players, seats(form)), &strength);
            let all: BTreeSet<usize> = places.iter().flatten().copied().collect();
            assert_eq!((all.len(), places.iter().flatten().count()), (players, players), "{form} {players}");
            let best = (0..players).max_by_key(|player| strength(*player)).unwrap();
            assert!(places[0].contains(&best), "{form} with {players}: {places:?} lacks {best}");
            let fixtures = || stages.iter().flat_map(|stage| &stage.matches).map(|one| &one.fixture);
            let matches: BTreeSet<_> = fixtures().map(|one| (one.seed, one.seats.clone())).collect();
            assert_eq!(matches.len(), fixtures().count(), "{form} plays a match twice");
        }
    }
}

#[test]
fn contest_continues_in_the_same_way_wherever_it_was_interrupted() {
    for form in FormName::ALL {
        let entrants = entrants(13, seats(form));
        let strength = |player: usize| (player * 5 % 13) as i64;
        let (stages, places) = contest(form, &entrants, &strength);
        for count in 0..stages.len() {
            let fixtures = stages[count].matches.iter().map(|one| one.fixture.clone()).collect();
            assert_eq!(form.form().next(&entrants, &stages[..count]), Next::Stage(fixtures), "{form}");
        }
        assert_eq!(form.form().next(&entrants, &stages), Next::Done(places));
    }
}

#[test]
fn in_a_swiss_tournament_no_pair_meets_twice_and_nobody_rests_twice() {
    for players in 2..40 {
        let (stages, _) = contest(FormName::Swiss, &entrants(players, 2), &|player| (player % 5) as i64);
        let (mut pairs, mut rested) = (BTreeSet::new(), Vec::new());
        for stage in &stages {
            let mut there = BTreeSet::new();
            for one in
                stage.matches.iter().map(|played| &played.fixture.seats).filter(|seats| seats[0] < seats[1])
            {
                assert!(pairs.insert(one.clone()), "{players}: {one:?} meet twice");
                there.extend(one.clone());
            }
            rested.extend((0..players).filter(|player| !there.contains(player)));
        }
        let different: BTreeSet<_> = rested.iter().collect();
        assert_eq!(
            (rested.len(), different.len()),
            (stages.len() * (players % 2), rested.len()),
            "{players}"
        );
    }
}

#[test]
fn players_of_a_swiss_round_have_about_the_same_points() {
    let (stages, places) = contest(FormName::Swiss, &entrants(32, 2), &|player| player as i64);
    let mut points_now = vec![0; 32];
    for stage in &stages {
        for played in &stage.matches {
            let [one, other] = played.fixture.seats[..] else { panic!() };
            assert!(u64::abs_diff(points_now[one], points_now[other]) <= 4, "{one} meets {other}");
        }
        let more = points(32, &stage.matches);
        points_now.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    assert_eq!((stages.len(), &places[0]), (7, &vec![31]));
}

#[test]
fn who_joins_a_swiss_tournament_later_has_no_points_from_before() {
    let strength = |player: usize| player as i64;
    let Next::Stage(first) = Swiss::default().next(&entrants(6, 2), &[]) else { panic!() };
    let first = played(6, first, &strength);
    let late = entrants(8, 2);
    let Next::Stage(second) = Swiss::default().next(&late, std::slice::from_ref(&first)) else { panic!() };
    assert!([6, 7].iter().all(|late| second.iter().any(|one| one.seats.contains(late))));
    let stages = [first, played(8, second, &|_| 0)];
    let Next::Done(places) = (Swiss { rounds: Some(2) }).next(&late, &stages) else { panic!() };
    let place = |player: usize| places.iter().position(|place| place.contains(&player)).unwrap();
    assert!(place(5) < place(7) && place(7) > 2, "{places:?}");
}

#[test]
fn draw_in_a_bracket_is_played_again_and_then_the_better_seeding_goes_on() {
    let (stages, places) = contest(FormName::Bracket, &entrants(4, 2), &|_| 0);
    assert_eq!((stages.len(), &places[0]), (6, &vec![0]));
    assert_eq!(places, [vec![0], vec![1], vec![3, 2]]);
}

#[test]
fn the_best_two_meet_in_the_last_match_of_a_bracket() {
    for players in [5, 8, 12, 16, 24, 31] {
        let (stages, places) = contest(FormName::Bracket, &entrants(players, 2), &|player| -(player as i64));
        let last: BTreeSet<usize> =
            stages.last().unwrap().matches.iter().flat_map(|one| one.fixture.seats.clone()).collect();
        assert_eq!((last, &places[..2]), (BTreeSet::from([0, 1]), &[vec![0], vec![1]][..]), "{players}");
    }
}

#[test]
fn heats_have_three_or_four_players_and_the_best_meet_last() {
    for players in [4, 6, 7, 16, 23, 30] {
        let (stages, places) = contest(FormName::Heats, &entrants(players, 4), &|player| -(player as i64));
        let sizes = stages.iter().flat_map(|stage| &stage.matches).map(|one| one.fixture.seats.len());
        assert!(sizes.clone().all(|size| (3..=4).contains(&size)), "{players}");
        assert_eq!(places[..2], [vec![0], vec![1]]);
    }
}

#[test]
fn names_of_forms_are_read_as_they_are_written() {
    for form in FormName::ALL {
        assert_eq!(form.to_string().parse(), Ok(form));
    }
    assert_eq!("Swiss".parse::<FormName>(), Err(()));
}
