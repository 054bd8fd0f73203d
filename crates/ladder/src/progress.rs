//! A learner's progress as a value; nothing here accesses files.

use crate::stages::{Ladder, StageNumber};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_core::game::Unlockable;
use wag_i18n::{later, quote, t};

/// The version of the file format that this program writes.
pub const VERSION: u32 = 1;

/// The maximum size of a progress file, in bytes.
pub const TEXT_MAX: usize = 1 << 16;

/// The maximum length of a quotation from a damaged file in an error message, in characters.
const MESSAGE_CHARS_MAX: usize = 200;

/// The reason why a progress file cannot be parsed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    #[error("{}", t!("the file does not contain valid progress (%{why})", why = .0))]
    Text(String),
    #[error("{}", t!("the file has version %{other}; this program supports version %{own}", other = .0, own = VERSION))]
    Version(u64),
    #[error("{}", t!("the file names a challenge that does not exist: %{name}", name = quote(.0)))]
    Stage(String),
}

/// The numbers of matches and wins of a learner at one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageProgress {
    /// The number of matches that the learner won alone.
    pub wins: u32,
    /// The number of matches that the learner has started; each has a different seed.
    pub matches: u32,
}

/// A learner's progress on one ladder.
#[derive(Clone, Debug)]
pub struct Progress {
    ladder: Ladder,
    /// The progress of each stage, in the order of the ladder.
    stages: Vec<StageProgress>,
    /// True if the user has unlocked everything with a command.
    unlocked_by_hand: bool,
}

/// The effect of a win on the progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    Counted,
    /// The win was the last one needed to master the stage.
    Mastered,
}

/// The content of a progress file. Stages are stored by name so that people can read the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgressFile {
    version: u32,
    unlocked_by_hand: bool,
    stages: BTreeMap<String, StageProgress>,
}

impl PartialEq for Progress {
    fn eq(&self, other: &Progress) -> bool {
        (&self.stages, self.unlocked_by_hand) == (&other.stages, other.unlocked_by_hand)
    }
}

/// The state of a stage for a learner.
pub enum StageState {
    Locked,
    Current,
    Mastered,
}

impl StageState {
    pub fn word(&self) -> &'static str {
        match self {
            StageState::Locked => later!("locked"),
            StageState::Current => later!("current"),
            StageState::Mastered => later!("mastered"),
        }
    }
}

impl Progress {
    /// Returns the progress of a learner who has not played yet.
    pub fn new(ladder: Ladder) -> Progress {
        let stages = vec![StageProgress::default(); ladder.stages.len()];
        Progress { ladder, stages, unlocked_by_hand: false }
    }

    pub fn ladder(&self) -> Ladder {
        self.ladder
    }

    /// Returns the first stage that is not mastered, or `None` if all stages are.
    pub fn current(&self) -> Option<StageNumber> {
        self.ladder.all().find(|number| !self.is_mastered(*number))
    }

    pub fn of(&self, number: StageNumber) -> StageProgress {
        self.stages[number.index()]
    }

    pub fn is_mastered(&self, number: StageNumber) -> bool {
        self.of(number).wins >= number.stage().wins_needed
    }

    pub fn state(&self, number: StageNumber) -> StageState {
        match self.current() {
            Some(current) if number == current => StageState::Current,
            Some(current) if number > current && !self.is_mastered(number) => StageState::Locked,
            _ => StageState::Mastered,
        }
    }

    pub fn unlocked_by_hand(&self) -> bool {
        self.unlocked_by_hand
    }

    /// Unlocks everything, and records that the user did so with a command.
    pub fn unlock_by_hand(&mut self) {
        self.unlocked_by_hand = true;
    }

    /// Returns whether the learner may use a built-in AI or map outside its stage.
    pub fn is_open(&self, item: Unlockable<'_>) -> bool {
        self.unlocked_by_hand || self.ladder.opened_by(item).is_none_or(|number| self.has_climbed(number))
    }

    /// Returns whether this stage and all stages before it are mastered.
    fn has_climbed(&self, number: StageNumber) -> bool {
        self.current().is_none_or(|current| current > number)
    }

    /// Starts a match of a stage and returns its seed, which differs from the seeds of all other matches of that stage.
    pub fn begin_match(&mut self, number: StageNumber) -> u64 {
        let stage = &mut self.stages[number.index()];
        let seed = number.seed(stage.matches);
        stage.matches = stage.matches.saturating_add(1);
        seed
    }

    /// Counts a win in a match that was started with [`Progress::begin_match`].
    pub fn win(&mut self, number: StageNumber) -> Win {
        let was_mastered = self.is_mastered(number);
        let stage = &mut self.stages[number.index()];
        stage.wins = stage.wins.saturating_add(1);
        if !was_mastered && self.is_mastered(number) { Win::Mastered } else { Win::Counted }
    }

    /// Serializes the progress into the text of its file.
    pub fn to_text(&self) -> String {
        let named = self.ladder.stages.iter().zip(&self.stages);
        let stages = named.map(|(stage, progress)| (stage.name.to_string(), *progress));
        let written = ProgressFile {
            version: VERSION,
            unlocked_by_hand: self.unlocked_by_hand,
            stages: stages.collect(),
        };
        let text = serde_json::to_string_pretty(&written).expect("names and numbers are always JSON");
        text + "\n"
    }

    /// Parses a text that [`Progress::to_text`] has written. A stage that is missing from the text counts as never
    /// played.
    pub fn parse(ladder: Ladder, text: &[u8]) -> Result<Progress, Damage> {
        if text.len() > TEXT_MAX {
            return Err(Damage::Text(t!("the file is longer than %{most} bytes", most = TEXT_MAX)));
        }
        let value: serde_json::Value = serde_json::from_slice(text).map_err(Damage::of_json)?;
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(version) if version > u64::from(VERSION) => return Err(Damage::Version(version)),
            _ => {}
        }
        let written: ProgressFile = serde_json::from_value(value).map_err(Damage::of_json)?;
        if written.version != VERSION {
            return Err(Damage::Version(written.version.into()));
        }
        let mut progress = Progress { unlocked_by_hand: written.unlocked_by_hand, ..Progress::new(ladder) };
        for (name, stage) in written.stages {
            match ladder.stages.iter().position(|known| known.name == name) {
                Some(number) => progress.stages[number] = stage,
                None => return Err(Damage::Stage(sanitized_line(&name))),
            }
        }
        Ok(progress)
    }
}

impl Damage {
    /// Describes text that is not the JSON of a progress file.
    pub fn of_json(err: serde_json::Error) -> Damage {
        Damage::Text(sanitized_line(&err.to_string()))
    }
}

/// Shortens a text from an untrusted file to one line and removes its control characters.
fn sanitized_line(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_control()).take(MESSAGE_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use crate::progress::*;
    use crate::tests::example;
    use wag_core::game::{Kind, Playable};
    use wag_games::warriors::Warriors;

    fn number(at: usize) -> StageNumber {
        example().all().nth(at).unwrap()
    }

    fn parse(text: &[u8]) -> Result<Progress, Damage> {
        Progress::parse(example(), text)
    }

    fn won(wins: [u32; 4]) -> Progress {
        let mut progress = Progress::new(example());
        for (number, wins) in example().all().zip(wins) {
            progress.stages[number.index()] = StageProgress { wins, matches: wins };
        }
        progress
    }

    fn open(progress: &Progress) -> Vec<&'static str> {
        let ais = Warriors::INFO.built_in.iter().map(|ai| ai.name);
        let ais = ais.filter(|name| progress.is_open(Unlockable::Player(name)));
        let Kind::File { built_in, .. } = &Warriors::INFO.options[0].kind else { panic!() };
        let maps = built_in
            .iter()
            .map(|map| map.name)
            .filter(|name| progress.is_open(Unlockable::File("map", name)));
        ais.chain(maps).collect()
    }

    #[test]
    fn stages_unlock_in_order() {
        let all = [
            vec!["Dummy", "Noob", "meadow"],
            vec!["Dummy", "Noob", "Intermediate", "meadow", "ring", "spring"],
            vec![
                "Dummy",
                "Noob",
                "Intermediate",
                "Advanced",
                "meadow",
                "ring",
                "spring",
                "labyrinth",
                "backyards",
            ],
            vec![
                "Dummy",
                "Noob",
                "Intermediate",
                "Advanced",
                "Expert",
                "meadow",
                "ring",
                "spring",
                "labyrinth",
                "backyards",
                "fortress",
                "canyons",
            ],
        ];
        let wins = [[9, 0, 0, 0], [10, 4, 0, 0], [10, 5, 2, 0], [10, 5, 3, 0]];
        for (at, (wins, expected)) in wins.into_iter().zip(&all).enumerate() {
            let progress = won(wins);
            assert_eq!(progress.current(), Some(number(at)));
            assert_eq!(open(&progress), *expected, "{wins:?}");
        }
        let all_won = won([10, 5, 3, 1]);
        assert_eq!(all_won.current(), None);
        assert_eq!(open(&all_won).len(), 5 + 8);
    }

    #[test]
    fn manual_unlock_opens_items_but_keeps_stages() {
        let mut progress = won([3, 0, 0, 0]);
        progress.unlock_by_hand();
        assert_eq!(open(&progress).len(), 5 + 8);
        assert_eq!(progress.current(), Some(number(0)));
    }

    #[test]
    fn last_missing_win_masters_a_stage() {
        let mut progress = won([8, 0, 0, 0]);
        let first = number(0);
        assert_eq!(progress.win(first), Win::Counted);
        assert_eq!(progress.win(first), Win::Mastered);
        assert_eq!(progress.win(first), Win::Counted);
        assert_eq!(progress.current(), Some(number(1)));
    }

    #[test]
    fn seeds_differ_per_match_and_are_deterministic() {
        let (mut one, mut other) = (won([0; 4]), won([0; 4]));
        let first = number(0);
        let seeds: Vec<u64> = (0..5).map(|_| one.begin_match(first)).collect();
        assert_eq!(seeds, (0..5).map(|_| other.begin_match(first)).collect::<Vec<_>>());
        assert!((1..5).all(|at| !seeds[..at].contains(&seeds[at])));
    }

    #[test]
    fn progress_round_trips() {
        let mut progress = won([10, 2, 0, 0]);
        progress.begin_match(number(1));
        progress.unlock_by_hand();
        assert_eq!(parse(progress.to_text().as_bytes()), Ok(progress));
        let few =
            br#"{"version": 1, "unlocked_by_hand": false, "stages": {"NOOB": {"wins": 9, "matches": 12}}}"#;
        assert_eq!(parse(few).unwrap().of(number(0)), StageProgress { wins: 9, matches: 12 });
    }

    #[test]
    fn damaged_progress_is_an_error() {
        let cases: [(&[u8], &str); 7] = [
            (b"", "the file does not contain valid progress (EOF"),
            (b"{\"version\": 1, \"unlocked", "the file does not contain valid progress (EOF"),
            (b"[1, 2]", "the file does not contain valid progress (invalid type"),
            (b"\xff\xfe", "the file does not contain valid progress"),
            (b"{\"version\": 2, \"new\": {}}", "the file has version 2; this program supports version 1"),
            (b"{\"version\": 1, \"unlocked_by_hand\": false, \"stages\": {\"GURU\": {\"wins\": 1, \"matches\": 1}}}", "\"GURU\""),
            (b"{\"version\": 1, \"unlocked_by_hand\": false, \"stages\": {\"NOOB\": {\"wins\": -1, \"matches\": 1}}}", "-1"),
        ];
        for (text, expected) in cases {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
