//! The stages of a final and its places. Everything is computed by the forms of [`wag_stats::forms`], as for
//! `wag tournament`.

use super::setup::ContestSetup;
use crate::error::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_i18n::message;
use wag_stats::forms::{Entrants, FormName, Next, PlayedFixture, PlayedStage, match_count};
use wag_stats::series::Fixture;
use wag_store::contests::Finalist;
use wag_store::matches::{Match, MatchState, NewMatch, Seated};
use wag_store::stages::{NewStage, Stage};

/// The maximum number of matches of a final.
const FINAL_MAX: usize = 20_000;

/// The players of a final by seeding, as a stage stores them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalPlan {
    pub players: Vec<PlannedPlayer>,
}

/// A player of a final.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlannedPlayer {
    HandIn { id: String, account: String },
    BuiltIn(String),
}

impl PlannedPlayer {
    /// Returns how the key of a match names the player.
    fn key(&self) -> &str {
        match self {
            PlannedPlayer::HandIn { id, .. } => id,
            PlannedPlayer::BuiltIn(name) => name,
        }
    }

    pub fn seated(&self) -> Seated {
        match self.clone() {
            PlannedPlayer::HandIn { id, account } => Seated::HandIn { id, account_id: account },
            PlannedPlayer::BuiltIn(name) => Seated::BuiltIn(name),
        }
    }
}

/// Sorts finalists by seeding: those in the table of the ladder by their place there, then the others. What is equal is
/// sorted by content, so that the same files give the same final.
pub fn seeded(mut finalists: Vec<Finalist>, ladder: &[String]) -> Vec<Finalist> {
    let place = |one: &Finalist| ladder.iter().position(|id| *id == one.hand_in).unwrap_or(usize::MAX);
    finalists.sort_by(|one, other| {
        (place(one), &one.sha256, &one.hand_in).cmp(&(place(other), &other.sha256, &other.hand_in))
    });
    finalists
}

/// Returns the first stage of a final. The seeds of its matches follow from the seed of the final.
///
/// # Errors
/// A sentence if too few take part, or the final would have too many matches.
pub fn first_stage(setup: &ContestSetup, seed: i64, finalists: &[Finalist]) -> Result<NewStage, Refusal> {
    let hand_in =
        |one: &Finalist| PlannedPlayer::HandIn { id: one.hand_in.clone(), account: one.account_id.clone() };
    let plan = FinalPlan { players: filled_up(setup, finalists.iter().map(hand_in).collect()) };
    if finalists.len() < 2 || (setup.form == FormName::All && plan.players.len() < setup.seats) {
        return Err(Refusal::conflict(message!(
            "the final needs %{needed} hand-ins that can play, but there are %{players}; wait for more, or choose fewer players in a match",
            needed = if setup.info.filler.is_some() { 2 } else { setup.seats },
            players = finalists.len()
        ))
        .with_code("too_few"));
    }
    let count = planned_matches(setup, plan.players.len());
    if count > FINAL_MAX {
        return Err(Refusal::conflict(message!(
            "the final would have %{count} matches, and at most %{most} are possible; lower the number of matches of each pair",
            count,
            most = FINAL_MAX
        ))
        .with_code("too_many"));
    }
    let entrants = entrants(setup, &plan, seed);
    match setup.form.form().next(&entrants, &[]) {
        Next::Stage(fixtures) => Ok(new_stage(setup, &plan, &fixtures)),
        Next::Done(_) => Ok(NewStage::default()),
    }
}

/// Returns the number of matches of a final with this number of players.
pub fn planned_matches(setup: &ContestSetup, players: usize) -> usize {
    let plan = FinalPlan { players: vec![PlannedPlayer::BuiltIn(String::new()); players] };
    match_count(setup.form, &entrants(setup, &plan, 0))
}

/// Returns the stage that follows these stages; `None` if the final is over or its plan cannot be read.
pub fn next_stage(setup: &ContestSetup, stages: &[Stage], matches: &[Match]) -> Option<NewStage> {
    match next(setup, stages, matches)? {
        (plan, Next::Stage(fixtures)) => Some(new_stage(setup, &plan, &fixtures)),
        (_, Next::Done(_)) => None,
    }
}

/// Returns the hand-ins by place, the best first, if the final is over. Those that share a place are in one list.
pub fn final_places(setup: &ContestSetup, stages: &[Stage], matches: &[Match]) -> Option<Vec<Vec<String>>> {
    let (plan, Next::Done(places)) = next(setup, stages, matches)? else { return None };
    let id = |player: usize| match plan.players.get(player) {
        Some(PlannedPlayer::HandIn { id, .. }) => Some(id.clone()),
        _ => None,
    };
    Some(places.into_iter().map(|place| place.into_iter().filter_map(id).collect()).collect())
}

/// Returns the players of a final; `None` if its plan cannot be read.
pub fn plan_of(stages: &[Stage]) -> Option<FinalPlan> {
    serde_json::from_str(&stages.first()?.plan).ok()
}

fn next(setup: &ContestSetup, stages: &[Stage], matches: &[Match]) -> Option<(FinalPlan, Next)> {
    let plan = plan_of(stages)?;
    let entrants = entrants(setup, &plan, stages.first()?.seed);
    let played = |stage: &Stage| {
        let own = matches.iter().filter(|one| one.stage == stage.number);
        let matches = own.enumerate().map(|(at, one)| played(setup, &plan, stage.seed, (at, one))).collect();
        PlayedStage { players: plan.players.len(), matches }
    };
    let stages: Vec<PlayedStage> = stages.iter().map(played).collect();
    let next = setup.form.form().next(&entrants, &stages);
    Some((plan, next))
}

fn entrants(setup: &ContestSetup, plan: &FinalPlan, seed: i64) -> Entrants {
    let (players, per_pair) = (plan.players.len(), setup.rule.matches_per_pair);
    // All against all counts the matches of a player; with more than two seats, a match is one for several pairs.
    let of_player = (per_pair as usize * players.saturating_sub(1)).div_ceil(setup.seats - 1);
    let games = match setup.form {
        FormName::All => u32::try_from(of_player).unwrap_or(u32::MAX),
        _ => per_pair,
    };
    Entrants { players, seats: setup.seats_by_place(), games, seed: seed.unsigned_abs() }
}

/// Returns a match as the forms need it. Built-in players that only fill seats are left out; a void match is a draw.
fn played(
    setup: &ContestSetup,
    plan: &FinalPlan,
    seed_of_final: i64,
    (at, one): (usize, &Match),
) -> PlayedFixture {
    let mut fixture = Fixture {
        place: setup.place_index(&one.place),
        seed: one.seed.unsigned_abs(),
        seats: Vec::new(),
        group: usize::try_from(one.seed - seed_of_final).unwrap_or(at),
    };
    let mut ranks = Vec::new();
    for (seat, player) in one.seats.iter().zip(planned_players(plan, one)) {
        let Some(player) = player else { continue };
        let place = seat.place.filter(|_| one.state == MatchState::Done);
        fixture.seats.push(player);
        ranks.push(place.and_then(|place| u32::try_from(place).ok()).unwrap_or(1));
    }
    PlayedFixture { fixture, ranks }
}

/// Returns the index of the player on each seat of a match; `None` for those who only fill a seat.
pub fn planned_players(plan: &FinalPlan, one: &Match) -> Vec<Option<usize>> {
    let mut rest = one.seats_key.as_str();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut player = |seat: &wag_store::matches::Seat| {
        let length = match &seat.seated {
            Seated::HandIn { id, .. } => id.len(),
            Seated::BuiltIn(name) => name.len(),
            Seated::Former => rest.find(' ').unwrap_or(rest.len()),
        };
        let (key, others) = rest.split_at_checked(length)?;
        rest = others.strip_prefix(' ').unwrap_or(others);
        let count = seen.entry(key).or_default();
        *count += 1;
        let mut same = (0..plan.players.len()).filter(|at| plan.players[*at].key() == key);
        same.nth(*count - 1)
    };
    one.seats.iter().map(&mut player).collect()
}

/// Adds built-in players if those of a final in one stage are too few for a match, as in a single match.
fn filled_up(setup: &ContestSetup, mut players: Vec<PlannedPlayer>) -> Vec<PlannedPlayer> {
    if setup.form == FormName::All
        && let Some(filler) = setup.info.filler
    {
        let missing = setup.seats.saturating_sub(players.len());
        players.extend(vec![PlannedPlayer::BuiltIn(filler.to_string()); missing]);
    }
    players
}

fn new_stage(setup: &ContestSetup, plan: &FinalPlan, fixtures: &[Fixture]) -> NewStage {
    let new = |fixture: &Fixture| {
        let place = &setup.places[fixture.place];
        let mut seats: Vec<Seated> =
            fixture.seats.iter().map(|player| plan.players[*player].seated()).collect();
        // A heat of three on a map for four has a built-in player.
        let missing = place.seats.start().saturating_sub(seats.len());
        let filler = setup.info.filler.map(|name| Seated::BuiltIn(name.to_string()));
        seats.extend(filler.into_iter().flat_map(|filler| vec![filler; missing]));
        NewMatch { place: place.word.clone(), seed: i64::try_from(fixture.seed).unwrap_or(i64::MAX), seats }
    };
    NewStage {
        plan: serde_json::to_string(plan).unwrap_or_default(),
        matches: fixtures.iter().map(new).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::setup::{ContestLimits, FinalRule};
    use wag_store::matches::Seat;

    /// Returns the setup of a game for two.
    fn setup(form: FormName, matches_per_pair: u32) -> ContestSetup {
        let is_for_two = |game: &wag_games::KnownGame| {
            *game.info.seats.start() == 2 && game.info.built_in.len() > 1 && game.info.own_player().is_some()
        };
        let game = wag_games::all().find(is_for_two).unwrap().info.name;
        let rule = FinalRule { matches_per_pair, seats: None };
        ContestSetup::new(game, &BTreeMap::new(), form, rule, ContestLimits::default()).unwrap()
    }

    /// Returns the setup of a game for four.
    fn for_four(form: FormName) -> ContestSetup {
        let (game, rule) = (wag_games::first().info, FinalRule::default());
        ContestSetup::new(game.name, &BTreeMap::new(), form, rule, ContestLimits::default()).unwrap()
    }

    fn finalists(count: usize) -> Vec<Finalist> {
        let finalist = |number: usize| Finalist {
            account_id: format!("a{number}"),
            hand_in: format!("h{number}"),
            sha256: format!("{:02}", number * 7 % 31),
        };
        (0..count).map(finalist).collect()
    }

    fn fillers(one: &NewMatch) -> usize {
        one.seats.iter().filter(|seated| matches!(seated, Seated::BuiltIn(_))).count()
    }

    /// Plays a stage as the store has it; a player with a smaller number is better.
    fn stored(new: &NewStage, number: i64, state: MatchState) -> Vec<Match> {
        let strength = |seated: &Seated| match seated {
            Seated::HandIn { id, .. } => -id[1..].parse::<i64>().unwrap(),
            _ => -1_000,
        };
        let key = |seated: &Seated| match seated {
            Seated::HandIn { id, .. } => id.clone(),
            Seated::BuiltIn(name) => name.clone(),
            Seated::Former => String::new(),
        };
        let one = |new: &NewMatch| {
            let place =
                |own: &Seated| new.seats.iter().filter(|other| strength(other) > strength(own)).count() + 1;
            let seat = |seated: &Seated| Seat {
                seated: seated.clone(),
                place: (state == MatchState::Done).then(|| place(seated) as i64),
                points: 0,
                faults: 0,
                first_fault: None,
            };
            Match {
                id: String::new(),
                contest_id: String::new(),
                stage: number,
                purpose: "final".into(),
                place: new.place.clone(),
                seed: new.seed,
                state,
                ended_at: None,
                seats_key: new.seats.iter().map(key).collect::<Vec<_>>().join(" "),
                seats: new.seats.iter().map(seat).collect(),
            }
        };
        new.matches.iter().map(one).collect()
    }

    /// Plays a whole final. Returns its matches and places.
    fn play(
        setup: &ContestSetup,
        finalists: &[Finalist],
        state: MatchState,
    ) -> (Vec<Match>, Vec<Vec<String>>) {
        let mut new = first_stage(setup, 77, finalists).unwrap();
        let (mut stages, mut matches) = (Vec::new(), Vec::new());
        for number in 1..60 {
            stages.push(Stage { number, seed: 77, plan: new.plan.clone(), is_done: false });
            matches.extend(stored(&new, number, state));
            match next_stage(setup, &stages, &matches) {
                Some(next) => new = next,
                None => return (matches.clone(), final_places(setup, &stages, &matches).unwrap()),
            }
        }
        panic!("the final does not end");
    }

    #[test]
    fn each_pair_of_a_final_plays_both_orders_with_the_same_seed() {
        let of = |seed| first_stage(&setup(FormName::All, 2), seed, &finalists(5)).unwrap().matches;
        let all = of(77);
        assert_eq!(all.len(), 20);
        for one in &all {
            let turned: Vec<Seated> = one.seats.iter().rev().cloned().collect();
            assert_eq!((one.seed, all.iter().filter(|other| other.seats == turned).count()), (77, 1));
        }
        assert_eq!(all, of(77), "the same seed gives the same final");
        assert_ne!(all, of(78));
    }

    #[test]
    fn empty_seats_of_a_final_are_filled() {
        let setup = for_four(FormName::All);
        assert_eq!(setup.seats, 4);
        let matches = |count| first_stage(&setup, 1, &finalists(count)).unwrap().matches;
        assert!(matches(2).len() == 2 && matches(2).iter().all(|one| fillers(one) == 2));
        assert!(matches(24).iter().all(|one| fillers(one) == 0));
        let heats = first_stage(&for_four(FormName::Heats), 1, &finalists(7)).unwrap().matches;
        let heats: Vec<(usize, usize)> = heats.iter().map(|one| (one.seats.len(), fillers(one))).collect();
        assert_eq!(heats, [(4, 1), (4, 1), (4, 1), (4, 0), (4, 0), (4, 0), (4, 0)]);
    }

    #[test]
    fn a_final_is_bounded() {
        let begin = |per_pair, count| first_stage(&setup(FormName::All, per_pair), 1, &finalists(count));
        assert!(begin(1, 1).is_err() && begin(50, 40).is_err());
        assert_eq!(begin(1, 2).unwrap().matches.len(), 1);
    }

    #[test]
    fn every_form_ends_with_the_best_first_and_plays_as_many_matches_as_it_says() {
        for form in FormName::ALL {
            let setup = if form == FormName::Heats { for_four(form) } else { setup(form, 2) };
            let (matches, places) = play(&setup, &finalists(11), MatchState::Done);
            let all: Vec<&String> = places.iter().flatten().collect();
            assert_eq!((places[0].clone(), all.len()), (vec!["h0".to_string()], 11), "{form}");
            assert_eq!(matches.len(), planned_matches(&setup, 11), "{form}");
            assert_eq!(play(&setup, &finalists(11), MatchState::Done), (matches, places), "{form}");
            // Void matches are draws, so the final ends.
            play(&setup, &finalists(11), MatchState::Void);
        }
    }

    #[test]
    fn the_seeding_follows_the_ladder_and_then_the_content() {
        let ids = |all: Vec<Finalist>| all.into_iter().map(|one| one.hand_in).collect::<Vec<_>>();
        assert_eq!(ids(seeded(finalists(4), &["h2".into(), "h0".into()])), ["h2", "h0", "h1", "h3"]);
        let mut turned = finalists(6);
        turned.reverse();
        assert_eq!(seeded(turned, &[]), seeded(finalists(6), &[]));
    }

    #[test]
    fn seats_of_deleted_persons_are_still_theirs() {
        let setup = setup(FormName::Gauntlet, 2);
        let new = first_stage(&setup, 5, &finalists(3)).unwrap();
        let plan: FinalPlan = serde_json::from_str(&new.plan).unwrap();
        let mut one = stored(&new, 1, MatchState::Done).remove(0);
        assert_eq!(planned_players(&plan, &one), [Some(0), Some(1)]);
        one.seats[0].seated = Seated::Former;
        assert_eq!(planned_players(&plan, &one), [Some(0), Some(1)]);
    }
}
