//! The settings of a contest: checked when a teacher makes it, and read again for each match.
//!
//! A contest names a game and files by the names that come with the program. Nothing of a stranger is read here.

use crate::error::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_core::game::{BotKind, BuiltIn, GameInfo, Kind};
use wag_games::{KnownGame, find};
use wag_i18n::{message, quote};
use wag_play::{PlayError, choose, place};
use wag_store::contests::Contest;

/// The maximum number of matches of each pair of players in a final.
const PER_PAIR_MAX: u32 = 50;
/// The time limit of a turn that a teacher can choose, in seconds.
const TURN_SECONDS: std::ops::RangeInclusive<f64> = 0.01..=10.0;
/// The processor time of a match that a teacher can choose, in seconds.
const MATCH_SECONDS: std::ops::RangeInclusive<f64> = 1.0..=3600.0;
/// The maximum number of characters of a contest's name.
const NAME_MAX: usize = 80;

/// The rule of a final: all against all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalRule {
    /// The number of matches of each pair of players. With two seats, each pair plays both orders with the same seed.
    #[serde(default = "per_pair")]
    pub matches_per_pair: u32,
    /// The number of players of a match; `None` for the smallest number that the map allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
}

fn per_pair() -> u32 {
    2
}

impl Default for FinalRule {
    fn default() -> Self {
        FinalRule { matches_per_pair: per_pair(), seats: None }
    }
}

/// The limits of the players of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContestLimits {
    /// The time limit of a turn, in seconds; `None` for the usual one.
    #[serde(default)]
    pub turn_seconds: Option<f64>,
    /// The processor time of a match, in seconds; `None` for the usual one.
    #[serde(default)]
    pub match_seconds: Option<f64>,
}

/// What the matches of a contest have in common.
#[derive(Debug)]
pub struct ContestSetup {
    pub info: &'static GameInfo,
    /// The name of the file that contains a player.
    pub own_file: &'static str,
    pub options: BTreeMap<String, String>,
    /// The map or board; empty if the game has none.
    pub place: String,
    /// The number of players of a match.
    pub seats: usize,
    pub rule: FinalRule,
    pub turn_seconds: Option<f64>,
    pub match_seconds: Option<f64>,
}

impl ContestSetup {
    /// Checks settings.
    ///
    /// # Errors
    /// A sentence with the status 422 for a game that the server does not have, options that the game does not have, files
    /// that do not come with the program, and numbers out of range.
    pub fn new(
        game: &str,
        options: &BTreeMap<String, String>,
        rule: FinalRule,
        limits: ContestLimits,
    ) -> Result<ContestSetup, Refusal> {
        let info = game_info(game)?;
        let title = message!(info.title);
        let Some(own_file) = info.own_player() else {
            return Err(invalid(message!(
                "%{title} has no standard file name for players, so hand-ins cannot be read",
                title
            )));
        };
        check_files(info, options)?;
        let chosen = choose(info, options)?;
        let seats = info.seats_with(&chosen).map_err(PlayError::from)?;
        let (least, most) = (2.max(*seats.start()), *seats.end());
        let count = rule.seats.unwrap_or(least);
        if !(least..=most).contains(&count) {
            return Err(invalid(message!(
                "a match of this contest has %{least} to %{most} players, not %{count}",
                least,
                most,
                count
            )));
        }
        if !(1..=PER_PAIR_MAX).contains(&rule.matches_per_pair) {
            return Err(invalid(message!(
                "the number of matches of each pair is from 1 to %{most}",
                most = PER_PAIR_MAX
            )));
        }
        if limits.turn_seconds.is_some_and(|seconds| !TURN_SECONDS.contains(&seconds)) {
            let (least, most) = TURN_SECONDS.into_inner();
            return Err(invalid(message!(
                "the time of a turn is from %{least} to %{most} seconds",
                least,
                most
            )));
        }
        if limits.match_seconds.is_some_and(|seconds| !MATCH_SECONDS.contains(&seconds)) {
            let (least, most) = MATCH_SECONDS.into_inner();
            return Err(invalid(message!(
                "the time of a match is from %{least} to %{most} seconds",
                least,
                most
            )));
        }
        Ok(ContestSetup {
            info,
            own_file,
            options: options.clone(),
            place: place(&chosen, info.options),
            seats: count,
            rule,
            turn_seconds: limits.turn_seconds,
            match_seconds: limits.match_seconds,
        })
    }

    /// Returns the setup of a stored contest.
    pub fn of(contest: &Contest) -> Result<ContestSetup, Refusal> {
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
        let options = serde_json::from_value(json(&contest.options)).unwrap_or_default();
        let rule = serde_json::from_value(json(&contest.final_rule)).unwrap_or_default();
        let limits = serde_json::from_value(json(&contest.limits)).unwrap_or_default();
        ContestSetup::new(&contest.game, &options, rule, limits)
    }

    /// Returns two built-in players that hand-ins practise against: the first and the middle one of the game's list.
    pub fn sparring_partners(&self) -> Vec<&'static str> {
        let plays = |one: &&BuiltIn| !matches!(one.plays, BotKind::Idle);
        let all: Vec<&str> = self.info.built_in.iter().filter(plays).map(|one| one.name).collect();
        let mut names: Vec<&str> = all.first().into_iter().chain(all.get(all.len() / 2)).copied().collect();
        names.dedup();
        names
    }
}

/// Checks the name of a contest, and returns it without spaces around it.
pub fn contest_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let is_plain = !name.chars().any(char::is_control);
    match !name.is_empty() && name.chars().count() <= NAME_MAX && is_plain {
        true => Ok(name.to_string()),
        false => Err(invalid(message!("the name of a contest has 1 to %{most} characters", most = NAME_MAX))),
    }
}

fn game_info(name: &str) -> Result<&'static GameInfo, Refusal> {
    let known: Option<KnownGame> = find(name).filter(|game| game.info.file.is_none());
    known.map(|game| game.info).ok_or_else(|| {
        invalid(message!("this server has no game %{name}; choose one of the list", name = quote(name)))
    })
}

/// Returns an error if an option names a file that does not come with the program.
fn check_files(info: &GameInfo, options: &BTreeMap<String, String>) -> Result<(), Refusal> {
    for option in info.options {
        let (Kind::File { built_in, absent, .. }, Some(word)) = (&option.kind, options.get(option.name))
        else {
            continue;
        };
        let is_known =
            built_in.iter().any(|file| file.name == word) || absent.is_some_and(|(none, _)| none == word);
        if !is_known {
            return Err(invalid(message!(
                "there is no %{option} %{word}; choose one of the list",
                option = option.name,
                word = quote(word)
            )));
        }
    }
    Ok(())
}

fn invalid(sentence: wag_i18n::Message) -> Refusal {
    Refusal::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("settings")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(options: &[(&str, &str)], rule: FinalRule) -> Result<ContestSetup, String> {
        let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let game = wag_games::first().info.name;
        ContestSetup::new(game, &options, rule, ContestLimits::default()).map_err(|err| err.to_string())
    }

    #[test]
    fn a_contest_uses_only_what_comes_with_the_program() {
        let setup_of = |options: &[(&str, &str)]| setup(options, FinalRule::default());
        let plain = setup_of(&[]).unwrap();
        assert_eq!((plain.seats, plain.sparring_partners().len()), (4, 2));
        let option = plain.info.place_option().unwrap().name;
        for path in ["/etc/passwd", "../x.map", "none.map", "own.map"] {
            assert!(setup_of(&[(option, path)]).is_err(), "{path}");
        }
        assert!(setup_of(&[("no-such-option", "1")]).is_err());
        let err =
            ContestSetup::new("./game.py", &BTreeMap::new(), FinalRule::default(), ContestLimits::default());
        assert!(err.is_err());
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for (matches_per_pair, seats) in [(0, None), (51, None), (2, Some(1)), (2, Some(99))] {
            assert!(
                setup(&[], FinalRule { matches_per_pair, seats }).is_err(),
                "{matches_per_pair} {seats:?}"
            );
        }
    }
}
