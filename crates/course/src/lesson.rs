//! A lesson: its text in one or several languages, its match and its goals.

use crate::goal::Goal;
use std::collections::BTreeMap;
use wag_i18n::Language;

/// A lesson of a course.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The name of the lesson in progress files and commands.
    pub id: String,
    /// The time that a learner needs, in minutes.
    pub minutes: u32,
    /// The players on the seats after the learner's: built-in players, or names in `rivals`.
    pub opponents: Vec<String>,
    /// The options of the match and their values, as on the command line.
    pub options: BTreeMap<String, String>,
    /// The seed of each match that the check plays; at least one.
    pub seeds: Vec<u64>,
    /// The texts of the lesson's own files, such as its board, by the option that takes them.
    pub files: Vec<(String, String)>,
    /// The code of the lesson's own opponents, by name.
    pub rivals: Vec<(String, String)>,
    pub goals: Vec<Goal>,
    /// Solutions that a check must not pass.
    pub wrong: Vec<WrongSolution>,
    /// Whether this is the lesson after which a learner is offered a match against somebody else's file.
    pub offers_match: bool,
    /// The texts by language code. The first one is complete and has all that the others lack.
    pub texts: Vec<(String, LessonText)>,
}

/// The part of a lesson that people read, in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonText {
    pub title: String,
    /// What to do, in one sentence; empty if the lesson has none.
    pub task: String,
    /// The text in Markdown, without the title.
    pub body: String,
    /// A sentence per goal, in the order of [`Lesson::goals`].
    pub goals: Vec<String>,
    /// A sentence per goal about what was measured, for a goal that was missed; empty if the count says everything.
    pub measured: Vec<String>,
    pub hints: Vec<String>,
    /// The code to start from.
    pub start: String,
    pub solution: String,
}

/// A wrong solution: the solution of each language with some of its text replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSolution {
    /// The mistake, in a few words for the author.
    pub mistake: String,
    /// The number of the goal that must be missed, counted from 1; `None` if any goal may be missed.
    pub goal: Option<usize>,
    /// The text of the solution that is replaced, and the new text. Each occurs in the solutions of all languages.
    pub replace: Vec<(String, String)>,
}

impl WrongSolution {
    /// Returns the code, or the text that does not occur in the solution.
    pub fn code(&self, solution: &str) -> Result<String, &str> {
        let mut code = solution.to_string();
        for (old, new) in &self.replace {
            if !code.contains(old.as_str()) {
                return Err(old);
            }
            code = code.replacen(old.as_str(), new, 1);
        }
        Ok(code)
    }
}

impl Lesson {
    /// Returns the number of rounds of a match, if the lesson sets it.
    pub fn rounds(&self) -> Option<u32> {
        self.options.get("rounds")?.parse().ok()
    }

    /// Returns the text in this language, or the lesson's first one.
    pub fn text_in(&self, language: &str) -> &LessonText {
        let known = self.texts.iter().find(|(code, _)| code == language);
        &known.unwrap_or(&self.texts[0]).1
    }

    /// Returns the text in the user's language.
    pub fn text(&self) -> &LessonText {
        self.text_in(Language::spoken().code)
    }

    /// Returns the number of hints.
    pub fn hints(&self) -> usize {
        self.texts[0].1.hints.len()
    }
}
