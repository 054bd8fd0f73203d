//! The settings of a contest: checked when a teacher makes it, and read again for each match.
//!
//! A contest names a game that comes with the program or that the owner has installed, and files that come with the program.
//! Nothing of a stranger is read here.

use crate::error::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use wag_core::game::{BotKind, BuiltIn, GameInfo, Kind};
use wag_games::{KnownGame, find};
use wag_i18n::{message, quote};
use wag_play::{PlayError, choose, place};
use wag_stats::forms::FormName;
use wag_store::contests::Contest;

/// The maximum number of matches of each pair of players in a final.
const PER_PAIR_MAX: u32 = 50;
/// The time limit of a turn that a teacher can choose, in seconds.
const TURN_SECONDS: std::ops::RangeInclusive<f64> = 0.01..=10.0;
/// The maximum number of maps or boards of a contest.
const PLACES_MAX: usize = 20;
/// The processor time of a match that a teacher can choose, in seconds.
const MATCH_SECONDS: std::ops::RangeInclusive<f64> = 1.0..=3600.0;
/// The maximum number of characters of a contest's name.
const NAME_MAX: usize = 80;

/// The name of the file with a player of an installed game.
const PLAYER_FILE: &str = "player.py";

/// The options of a contest's game. The one that chooses the map or board may have several values.
pub type ContestOptions = BTreeMap<String, OptionWords>;

/// The value of an option, or several on which matches are played in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionWords {
    One(String),
    Several(Vec<String>),
}

/// The numbers of a final, whatever its form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalRule {
    /// The number of matches of each pair of players who meet, on each map. With two seats, each pair plays both orders with
    /// the same seed.
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

/// The settings that the matches of a contest have in common.
#[derive(Debug)]
pub struct ContestSetup {
    pub info: &'static GameInfo,
    /// The name of the file that contains a player.
    pub own_file: &'static str,
    /// The maps or boards; one without a name if the game has none.
    pub places: Vec<ContestPlace>,
    /// The number of players of a match.
    pub seats: usize,
    /// The form of the final.
    pub form: FormName,
    pub rule: FinalRule,
    pub turn_seconds: Option<f64>,
    pub match_seconds: Option<f64>,
}

/// A map or board of a contest.
#[derive(Clone, Debug)]
pub struct ContestPlace {
    /// The name; empty if the game has no maps.
    pub word: String,
    /// All options of a match on it: name and value, as on the command line.
    pub options: BTreeMap<String, String>,
    /// The minimum and maximum number of players of a match.
    pub seats: RangeInclusive<usize>,
}

impl ContestSetup {
    /// Checks settings.
    ///
    /// # Errors
    /// A sentence with the status 422 for a game that the server does not have, options that the game does not have, files
    /// that do not come with the program, and numbers out of range.
    pub fn new(
        game: &str,
        options: &ContestOptions,
        form: FormName,
        rule: FinalRule,
        limits: ContestLimits,
    ) -> Result<ContestSetup, Refusal> {
        let info = game_info(game)?;
        let title = message!(info.title);
        let of_installed = info.file.map(|_| PLAYER_FILE);
        let Some(own_file) = info.own_player().or(of_installed) else {
            return Err(invalid(message!(
                "%{title} has no standard file name for players, so hand-ins cannot be read",
                title
            )));
        };
        let places = places(info, options)?;
        let least = places.iter().map(|place| *place.seats.start()).max().unwrap_or(2);
        let most = places.iter().map(|place| *place.seats.end()).min().unwrap_or(2);
        // A match of a form that needs four may have fewer on a map for fewer.
        let count = form.seats().or(rule.seats).unwrap_or(least);
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
            places,
            seats: count,
            form,
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
        let form = contest.form.parse().unwrap_or_default();
        check_game(contest)?;
        ContestSetup::new(&contest.game, &options, form, rule, limits)
    }

    /// Returns the index of the map or board with this name; the first one if there is none.
    pub fn place_index(&self, word: &str) -> usize {
        self.places.iter().position(|place| place.word == word).unwrap_or(0)
    }

    /// Returns the number of players of a match on each map or board.
    pub fn seats_by_place(&self) -> Vec<usize> {
        vec![self.seats; self.places.len()]
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

/// Returns whether the game of a contest has changed since the contest was made.
pub fn has_other_game(contest: &Contest) -> bool {
    find(&contest.game).is_some_and(|game| game_sha256(game) != contest.game_sha256)
}

/// Returns an error if the installed game of a contest is gone or has changed since the contest was made.
fn check_game(contest: &Contest) -> Result<(), Refusal> {
    let name = quote(&contest.game);
    match find(&contest.game) {
        None if contest.game_sha256.is_some() => Err(invalid(message!(
            "the game %{name} is not installed any more; the contest waits until the owner of the server installs it again",
            name
        ))),
        Some(_) if has_other_game(contest) => Err(invalid(message!(
            "the game %{name} has changed since this contest was made; the contest waits until its teacher goes on with the changed game",
            name
        ))),
        _ => Ok(()),
    }
}

/// Returns the hash of the files of an installed game; `None` for a game that comes with the program.
pub fn game_sha256(game: KnownGame) -> Option<String> {
    Some(game.info.file?.sha256.clone())
}

fn game_info(name: &str) -> Result<&'static GameInfo, Refusal> {
    // The games in files that this process knows are those that the owner has installed.
    let known: Option<KnownGame> = find(name);
    known.map(|game| game.info).ok_or_else(|| {
        invalid(message!("this server has no game %{name}; choose one of the list", name = quote(name)))
    })
}

/// Returns the maps or boards on which the matches of a contest are played, each with all options.
fn places(info: &GameInfo, options: &ContestOptions) -> Result<Vec<ContestPlace>, Refusal> {
    let place_option = info.place_option().map(|option| option.name);
    let mut common = BTreeMap::new();
    let mut words = vec![None];
    for (name, value) in options {
        match value {
            OptionWords::One(word) => {
                common.insert(name.clone(), word.clone());
            }
            OptionWords::Several(several) if place_option == Some(name.as_str()) => {
                let different: BTreeSet<&String> = several.iter().collect();
                if different.len() != several.len() || !(1..=PLACES_MAX).contains(&several.len()) {
                    return Err(invalid(message!(
                        "a contest has 1 to %{most} different maps",
                        most = PLACES_MAX
                    )));
                }
                words = several.iter().map(|word| Some((name.clone(), word.clone()))).collect();
            }
            OptionWords::Several(_) => {
                return Err(invalid(message!("the option %{name} has one value", name = quote(name))));
            }
        }
    }
    let on = |word: Option<(String, String)>| {
        let options: BTreeMap<String, String> = common.clone().into_iter().chain(word).collect();
        check_files(info, &options)?;
        let chosen = choose(info, &options)?;
        let seats = info.seats_with(&chosen).map_err(PlayError::from)?;
        let seats = 2.max(*seats.start())..=*seats.end();
        Ok(ContestPlace { word: place(&chosen, info.options), options, seats })
    };
    words.into_iter().map(on).collect()
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
        let word = |word: &str| OptionWords::One(word.to_string());
        let options = options.iter().map(|(name, value)| (name.to_string(), word(value))).collect();
        let game = wag_games::first().info.name;
        ContestSetup::new(game, &options, FormName::All, rule, ContestLimits::default())
            .map_err(|err| err.to_string())
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
        let (rule, limits) = (FinalRule::default(), ContestLimits::default());
        let err = ContestSetup::new("./game.py", &BTreeMap::new(), FormName::All, rule, limits);
        assert!(err.is_err());
    }

    #[test]
    fn a_contest_has_several_maps_that_fit_its_form() {
        let game = wag_games::first().info;
        let option = game.place_option().unwrap();
        let Kind::File { built_in, .. } = &option.kind else { panic!() };
        let maps: Vec<String> = built_in.iter().map(|file| file.name.to_string()).collect();
        let setup = |maps: &[String], form: FormName| {
            let options = BTreeMap::from([(option.name.to_string(), OptionWords::Several(maps.to_vec()))]);
            ContestSetup::new(game.name, &options, form, FinalRule::default(), ContestLimits::default())
        };
        let two = setup(&maps[..2], FormName::All).unwrap();
        let words: Vec<&str> = two.places.iter().map(|place| place.word.as_str()).collect();
        assert_eq!((words, two.place_index(&maps[1])), (vec![maps[0].as_str(), maps[1].as_str()], 1));
        assert_eq!(two.places[1].options[option.name], maps[1]);
        assert!(setup(&[maps[0].clone(), maps[0].clone()], FormName::All).is_err());
        assert!(setup(&[], FormName::All).is_err());
        let several = OptionWords::Several(vec!["1".into(), "2".into()]);
        let other = game.options.iter().find(|other| other.name != option.name).unwrap();
        let options = BTreeMap::from([(other.name.to_string(), several)]);
        let (rule, limits) = (FinalRule::default(), ContestLimits::default());
        assert!(ContestSetup::new(game.name, &options, FormName::All, rule, limits).is_err());
        let is_for_two = two.places.iter().all(|place| place.seats.contains(&2));
        assert_eq!(setup(&maps[..2], FormName::Swiss).is_ok(), is_for_two, "matches of Swiss are for two");
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
