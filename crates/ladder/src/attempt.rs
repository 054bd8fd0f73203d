//! A learner's match of a stage: whether it counts, and its result.

use crate::stage_match::{prize, win};
use crate::unlockables::opened;
use crate::{Climb, Progress, StageNumber, StageState, Verdict, Win, of, wins_of_needed};
use serde::Serialize;
use std::fmt::Display;
use std::path::Path;
use wag_core::game::GameInfo;
use wag_i18n::{message, quote, t};
use wag_play::{MatchEnd, PlayError, user_error};

/// A match of a stage.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    pub number: StageNumber,
    pub counts: Counts,
}

/// Whether a match of a stage counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    Yes,
    /// No, because the match has been played before.
    Again,
    /// No, because the learner has already mastered the stage.
    Practice,
}

/// The result of a match on the ladder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(ts_rs::TS), ts(rename = "Verdict"))]
pub struct ChallengeReport {
    /// The name of the stage.
    pub stage: &'static str,
    pub won: bool,
    /// The result in one word: `won`, `tie`, `beaten` or `interrupted`.
    #[cfg_attr(any(test, feature = "testing"), ts(type = "string"))]
    pub result: Verdict,
    /// True if the match was won and the win counts for the ladder.
    pub counted: bool,
    /// The reason why a win does not count: `again` (the match has been played before), `practice` (the stage is
    /// already mastered) or `unsaved` (the win could not be saved). `None` if the win counts, or if the match was not
    /// won.
    #[cfg_attr(any(test, feature = "testing"), ts(type = "string | null"))]
    pub why_not_counted: Option<NotCounted>,
    /// The whole result as text in English.
    pub text: String,
    /// The path of the file with the source of the beaten AI; `None` unless this match mastered the stage.
    pub source: Option<String>,
    pub mastered: bool,
    pub unlocked: Vec<&'static str>,
    pub wins: u32,
    pub wins_needed: u32,
}

/// The reason why a match does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotCounted {
    Again,
    Practice,
    Unsaved,
}

impl Attempt {
    /// Returns an attempt at the stage with this name, or an error if there is none or if the learner may not play it
    /// yet. `is_again` says that the match has been played before.
    pub fn of(
        info: &GameInfo,
        stage: &str,
        is_again: bool,
        progress: &Progress,
    ) -> Result<Attempt, PlayError> {
        let Some(number) = of(info).all().find(|number| number.stage().name == stage) else {
            return user_error(message!("there is no challenge %{name}", name = quote(stage)));
        };
        let counts = match progress.state(number) {
            StageState::Locked => {
                let current = progress.current();
                let before = current
                    .map_or_else(|| t!("the previous one"), |current| current.stage().name.to_string());
                return user_error(message!(
                    "the challenge %{name} is locked: master %{before} first",
                    name = stage,
                    before
                ));
            }
            _ if is_again => Counts::Again,
            StageState::Mastered => Counts::Practice,
            StageState::Current => Counts::Yes,
        };
        Ok(Attempt { number, counts })
    }

    /// Returns the result of a match. If it counts and the learner has won it, counts the win. If the win masters the
    /// stage, writes the source of the beaten AI into the folder of the learner's file, or into the data directory.
    pub fn judge(
        self,
        info: &GameInfo,
        climb: &mut Climb,
        end: &MatchEnd,
        own_folder: &Path,
    ) -> ChallengeReport {
        let Attempt { number, counts } = self;
        let result = Verdict::of(end);
        let won = result == Verdict::Won;
        let counted = (won && counts == Counts::Yes).then(|| win(info, number, climb, own_folder)).flatten();
        let mastered = counted == Some(Win::Mastered);
        let source = if mastered { prize(info, number, climb, own_folder) } else { None };
        let why_not_counted = match counts {
            Counts::Yes => (won && counted.is_none()).then_some(NotCounted::Unsaved),
            Counts::Again => Some(NotCounted::Again),
            Counts::Practice => Some(NotCounted::Practice),
        };
        let (stage, needed) = (number.stage(), number.stage().wins_needed);
        let mut report = ChallengeReport {
            stage: stage.name,
            won,
            result,
            counted: counted.is_some(),
            why_not_counted,
            text: String::new(),
            source: source.map(|source| source.display().to_string()),
            mastered,
            unlocked: if mastered { opened(number) } else { Vec::new() },
            wins: climb.progress.of(number).wins.min(needed),
            wins_needed: needed,
        };
        report.text = report.in_words();
        report
    }
}

impl ChallengeReport {
    /// Returns the result as text, such as `won, 4 of 10 wins`. `won` is the word for a win, which commands print in
    /// color.
    pub fn outcome(&self, won: impl Display) -> String {
        let wins = wins_of_needed(self.wins, self.wins_needed);
        let reason = self.result.translated();
        match (self.why_not_counted, reason) {
            (Some(NotCounted::Unsaved), _) => t!("won, but the win cannot be saved and does not count"),
            (None, None) => format!("{won}, {wins}"),
            (None, Some(reason)) => t!("not won (%{reason}), %{wins}", reason, wins),
            (Some(_), None) => won.to_string(),
            (Some(_), Some(reason)) => t!("not won (%{reason})", reason),
        }
    }

    fn in_words(&self) -> String {
        let mut text = format!("{}: {}.", self.stage, self.outcome(t!("won")));
        match self.why_not_counted {
            Some(NotCounted::Again) => {
                text += &format!(" {}", t!("Repeating the same match does not count."));
            }
            Some(NotCounted::Practice) => {
                let practice = t!(
                    "You have already mastered this challenge: this match was practice and does not count."
                );
                text += &format!(" {practice}");
            }
            Some(NotCounted::Unsaved) | None => {}
        }
        if self.mastered {
            text += &t!(" You have mastered the challenge %{stage}!", stage = self.stage);
        }
        if let Some(source) = &self.source {
            text += &t!(
                " The source code of the AI that you beat has been saved for you to learn from: %{source}",
                source
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::attempt::*;

    #[test]
    fn only_a_new_match_of_the_current_stage_counts() {
        let info = wag_games::first().info;
        let mut progress = Progress::new(of(info));
        let stages = of(info).stages;
        let counts = |progress: &Progress, stage: usize, is_again| {
            Attempt::of(info, stages[stage].name, is_again, progress).map(|attempt| attempt.counts).ok()
        };
        assert_eq!(counts(&progress, 0, false), Some(Counts::Yes));
        assert_eq!(counts(&progress, 0, true), Some(Counts::Again));
        assert_eq!(counts(&progress, 1, false), None, "locked");
        assert_eq!(counts(&progress, 1, true), None, "locked");
        let first = progress.current().unwrap();
        for _ in 0..stages[0].wins_needed {
            progress.win(first);
        }
        assert_eq!(counts(&progress, 0, false), Some(Counts::Practice));
        assert_eq!(counts(&progress, 0, true), Some(Counts::Again));
        assert_eq!(counts(&progress, 1, false), Some(Counts::Yes));
        assert!(Attempt::of(info, "none", false, &progress).is_err());
    }

    #[test]
    fn a_win_that_does_not_count_says_why() {
        let report = |why_not_counted| ChallengeReport {
            stage: "FIRST",
            won: true,
            result: Verdict::Won,
            counted: false,
            why_not_counted,
            text: String::new(),
            source: None,
            mastered: false,
            unlocked: Vec::new(),
            wins: 4,
            wins_needed: 10,
        };
        let texts = [
            (None, "FIRST: won, 4 of 10 wins."),
            (Some(NotCounted::Again), "FIRST: won. Repeating the same match does not count."),
            (
                Some(NotCounted::Practice),
                "FIRST: won. You have already mastered this challenge: this match was practice and does not count.",
            ),
            (Some(NotCounted::Unsaved), "FIRST: won, but the win cannot be saved and does not count."),
        ];
        for (why, text) in texts {
            assert_eq!(report(why).in_words(), text);
        }
        let json = serde_json::to_value(report(Some(NotCounted::Unsaved))).unwrap();
        assert_eq!((&json["result"], &json["why_not_counted"]), (&"won".into(), &"unsaved".into()));
    }
}
