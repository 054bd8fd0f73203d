//! Which matches a stage of a contest plays. Everything is computed by [`TournamentSpec`], as for `wag tournament`.

use super::setup::ContestSetup;
use crate::error::Refusal;
use std::collections::BTreeMap;
use wag_i18n::message;
use wag_stats::schedule::TournamentSpec;
use wag_stats::series::Fixture;
use wag_store::contests::{Contest, Finalist};
use wag_store::matches::{Match, NewMatch, Seated};

/// The maximum number of matches of a final.
const FINAL_MAX: usize = 20_000;
/// The minimum number of practice matches of each active version.
const PRACTICE_GAMES: u32 = 8;

/// Returns the matches of a final: all against all, with seeds that follow from the seed of the stage.
///
/// # Errors
/// A sentence if too few take part, or the final would have too many matches.
pub fn final_matches(
    setup: &ContestSetup,
    seed: i64,
    finalists: &[Finalist],
) -> Result<Vec<NewMatch>, Refusal> {
    let players = finalists.len();
    if players < setup.seats {
        return Err(Refusal::conflict(message!(
            "the final needs %{needed} hand-ins that can play, but there are %{players}; wait for more, or choose fewer players in a match",
            needed = setup.seats,
            players
        ))
        .with_code("too_few"));
    }
    // With more than two seats, a match is one for several pairs.
    let games = (setup.rule.matches_per_pair as usize * (players - 1)).div_ceil(setup.seats - 1);
    let spec = TournamentSpec {
        players,
        seats: vec![setup.seats],
        games: u32::try_from(games).unwrap_or(u32::MAX),
        seed: seed.unsigned_abs(),
    };
    if spec.count() > FINAL_MAX {
        return Err(Refusal::conflict(message!(
            "the final would have %{count} matches, and at most %{most} are possible; lower the number of matches of each pair",
            count = spec.count(),
            most = FINAL_MAX
        ))
        .with_code("too_many"));
    }
    let seated = |player: &usize| {
        let Finalist { account_id, hand_in } = finalists[*player].clone();
        Seated::HandIn { id: hand_in, account_id }
    };
    Ok(spec.missing(&[]).iter().map(|fixture| new_match(setup, fixture, &seated)).collect())
}

/// Returns the practice matches that are missing: each active version plays some matches against built-in players and the
/// others, first of all against those whom it has met least often.
pub fn practice_matches(
    setup: &ContestSetup,
    contest: &Contest,
    active: &[Seated],
    planned: &[Match],
) -> Vec<NewMatch> {
    let partners = setup.sparring_partners().into_iter().map(|name| Seated::BuiltIn(name.to_string()));
    let players: Vec<Seated> = active.iter().cloned().chain(partners).collect();
    let spec = TournamentSpec {
        players: players.len(),
        seats: vec![setup.seats],
        games: PRACTICE_GAMES,
        seed: contest.seed.unsigned_abs(),
    };
    if active.is_empty() || players.len() < setup.seats {
        return Vec::new();
    }
    let missing = spec.missing(&fixtures(&players, planned));
    // A match of built-in players alone says nothing about anybody.
    let is_of_people = |fixture: &&Fixture| fixture.seats.iter().any(|player| *player < active.len());
    let seated = |player: &usize| players[*player].clone();
    missing.iter().filter(is_of_people).map(|fixture| new_match(setup, fixture, &seated)).collect()
}

/// Returns the matches in which only these players play, as the schedule needs them.
fn fixtures(players: &[Seated], planned: &[Match]) -> Vec<Fixture> {
    let mut groups = BTreeMap::new();
    let fixture = |one: &Match| {
        let number = |seated: &Seated| players.iter().position(|player| player == seated);
        let seats = one.seats.iter().map(|seat| number(&seat.seated)).collect::<Option<Vec<usize>>>()?;
        let mut line_up = seats.clone();
        line_up.sort_unstable();
        let next = groups.len();
        let group = *groups.entry((one.seed, line_up)).or_insert(next);
        Some(Fixture { place: 0, seed: one.seed.unsigned_abs(), seats, group })
    };
    planned.iter().filter_map(fixture).collect()
}

fn new_match(setup: &ContestSetup, fixture: &Fixture, seated: &impl Fn(&usize) -> Seated) -> NewMatch {
    NewMatch {
        place: setup.place.clone(),
        seed: i64::try_from(fixture.seed).unwrap_or(i64::MAX),
        seats: fixture.seats.iter().map(seated).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::setup::{ContestLimits, FinalRule};
    use wag_store::contests::{ContestState, SeenBy};
    use wag_store::matches::{MatchState, Seat};

    fn setup(matches_per_pair: u32) -> ContestSetup {
        let game = wag_games::first().info.name;
        let rule = FinalRule { matches_per_pair, seats: None };
        ContestSetup::new(game, &BTreeMap::new(), rule, ContestLimits::default()).unwrap()
    }

    fn finalists(count: usize) -> Vec<Finalist> {
        (0..count)
            .map(|number| Finalist { account_id: format!("a{number}"), hand_in: format!("h{number}") })
            .collect()
    }

    fn contest() -> Contest {
        Contest {
            id: "k".into(),
            class_id: String::new(),
            class_name: String::new(),
            name: String::new(),
            game: String::new(),
            options: "{}".into(),
            limits: "{}".into(),
            opens_at: None,
            deadline_at: None,
            state: ContestState::Open,
            seen_by: SeenBy::Class,
            final_rule: "{}".into(),
            seed: 5,
            revealed: 0,
            frozen_at: None,
            released_at: None,
        }
    }

    fn active(numbers: std::ops::Range<usize>) -> Vec<Seated> {
        numbers
            .map(|number| Seated::HandIn { id: format!("h{number}"), account_id: format!("a{number}") })
            .collect()
    }

    /// Returns the matches as they are stored.
    fn stored(new: &[NewMatch]) -> Vec<Match> {
        let seat = |seated: &Seated| Seat {
            seated: seated.clone(),
            place: Some(1),
            points: 0,
            faults: 0,
            first_fault: None,
        };
        let one = |new: &NewMatch| Match {
            id: String::new(),
            contest_id: String::new(),
            stage: 0,
            purpose: String::new(),
            place: new.place.clone(),
            seed: new.seed,
            state: MatchState::Done,
            ended_at: None,
            seats: new.seats.iter().map(seat).collect(),
        };
        new.iter().map(one).collect()
    }

    #[test]
    fn each_pair_of_a_final_plays_both_orders_with_the_same_seed() {
        let all = final_matches(&setup(2), 77, &finalists(5)).unwrap();
        assert_eq!(all.len(), 20);
        for one in &all {
            let turned: Vec<Seated> = one.seats.iter().rev().cloned().collect();
            assert_eq!((one.seed, all.iter().filter(|other| other.seats == turned).count()), (77, 1));
        }
        assert_eq!(
            all,
            final_matches(&setup(2), 77, &finalists(5)).unwrap(),
            "the same seed gives the same final"
        );
        assert_ne!(all, final_matches(&setup(2), 78, &finalists(5)).unwrap());
    }

    #[test]
    fn a_final_is_bounded() {
        assert!(final_matches(&setup(2), 1, &finalists(1)).is_err());
        assert!(final_matches(&setup(50), 1, &finalists(40)).is_err());
        assert_eq!(final_matches(&setup(1), 1, &finalists(2)).unwrap().len(), 1);
    }

    #[test]
    fn practice_adds_only_what_new_versions_miss() {
        let (setup, contest) = (setup(2), contest());
        let matches_of = |all: &[NewMatch], id: &str| {
            all.iter()
                .filter(|one| {
                    one.seats
                        .iter()
                        .any(|seated| matches!(seated, Seated::HandIn { id: own, .. } if own == id))
                })
                .count()
        };
        let first = practice_matches(&setup, &contest, &active(0..1), &[]);
        assert_eq!(first.len(), 8, "a single version plays against built-in players");
        assert!(practice_matches(&setup, &contest, &active(0..1), &stored(&first)).is_empty());
        let second = practice_matches(&setup, &contest, &active(0..2), &stored(&first));
        assert!(matches_of(&second, "h1") >= 8 && second.len() <= 12, "{}", second.len());
        let mut planned = stored(&first);
        planned.extend(stored(&second));
        assert!(practice_matches(&setup, &contest, &active(0..2), &planned).is_empty());
        let many = practice_matches(&setup, &contest, &active(0..24), &[]);
        assert!(many.len() <= 24 * 8 && (0..24).all(|number| matches_of(&many, &format!("h{number}")) >= 8));
        assert!(practice_matches(&setup, &contest, &[], &[]).is_empty());
    }
}
