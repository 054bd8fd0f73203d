//! Problems of players: what went wrong, where, and how to fix it. Every display of an error uses [`Problem::lines`] or
//! [`Problem::for_json`].

mod explanation;
mod fault;
mod unrepeatable;
mod unseeded;

use crate::text::{printable, sanitize};
use serde::{Deserialize, Serialize, Serializer};
use wag_i18n::{Language, Message, PageText, later, message, t};

pub use explanation::{CASES, Case, EnglishExplanation, Explanation, JsonExplanation, Section};
pub use fault::{Fault, FaultKind};
pub use unrepeatable::{TIME_OUT, unrepeatable_in_words};
pub use unseeded::Unseeded;

/// A problem of a player, before round 1 or in one of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The round in which the problem occurred; `None` before round 1.
    pub round: Option<u32>,
    pub kind: ProblemKind,
    /// One line that says what happened, and ends with the place, if that is known: `NameError: ... (bot.py, line 3)`.
    pub message: Message,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<CodePlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    /// Python's own report, or the end of the player's output in the failed turn, with the traceback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Message>,
}

/// A kind of problem. If the player does not start in time, its round is `None` and its kind is a time-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The player's files cannot be used.
    Start,
    Exception,
    Timeout,
    Crash,
    Memory,
    Threads,
    /// The code names a method or function of the game without calling it.
    Uncalled,
    /// The game itself cannot go on, whoever plays.
    Game,
}

/// A line in one of a player's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct CodePlace {
    /// The file's name as its author knows it.
    pub file: String,
    /// The line number, counted from 1.
    pub line: u32,
}

/// A problem as pages and other programs receive it, with all languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS), ts(rename = "Problem"))]
pub struct JsonProblem {
    /// The round in which the problem occurred; `None` before round 1.
    pub round: Option<u32>,
    /// The kind; `start` for every problem before round 1 except `uncalled`.
    pub kind: ProblemKind,
    /// One line that says what happened, and ends with the place, if that is known.
    #[cfg_attr(feature = "testing", ts(type = "Text"))]
    pub message: PageText,
    pub place: Option<CodePlace>,
    pub explanation: Option<JsonExplanation>,
    /// Python's own report, or the end of the player's output in the failed turn, with the traceback.
    #[cfg_attr(feature = "testing", ts(type = "Text | null"))]
    pub report: Option<PageText>,
}

/// A problem that is serialized as [`JsonProblem`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownProblem(pub Problem);

impl Serialize for ShownProblem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.for_json().serialize(serializer)
    }
}

/// The parts of a problem that [`Problem::lines`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The message.
    Line,
    /// The message and the hint.
    Short,
    /// Python's report, or the message if there is none, and the hint.
    Whole,
}

/// The maximum length of a file's name, in characters.
const FILE_MAX: usize = 200;
/// The maximum length of a message, in bytes.
const MESSAGE_BYTES_MAX: usize = 4096;
/// The maximum length of a report, in bytes.
const REPORT_BYTES_MAX: usize = 64 << 10;

impl ProblemKind {
    pub const ALL: [ProblemKind; 8] = [
        ProblemKind::Start,
        ProblemKind::Exception,
        ProblemKind::Timeout,
        ProblemKind::Crash,
        ProblemKind::Memory,
        ProblemKind::Threads,
        ProblemKind::Uncalled,
        ProblemKind::Game,
    ];

    /// Returns the name of the kind in results.
    pub const fn name(self) -> &'static str {
        match self {
            ProblemKind::Start => later!("start"),
            ProblemKind::Exception => FaultKind::Exception.name(),
            ProblemKind::Timeout => FaultKind::Timeout.name(),
            ProblemKind::Crash => FaultKind::Crash.name(),
            ProblemKind::Memory => FaultKind::Memory.name(),
            ProblemKind::Threads => FaultKind::Threads.name(),
            ProblemKind::Uncalled => "uncalled",
            ProblemKind::Game => later!("game"),
        }
    }

    /// Returns the kind with this name.
    pub fn find(name: &str) -> Option<ProblemKind> {
        ProblemKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the name of the kind in the user's language.
    pub fn translated(self) -> String {
        t!(self.name())
    }
}

impl From<FaultKind> for ProblemKind {
    fn from(kind: FaultKind) -> ProblemKind {
        match kind {
            FaultKind::Exception => ProblemKind::Exception,
            FaultKind::Timeout => ProblemKind::Timeout,
            FaultKind::Crash => ProblemKind::Crash,
            FaultKind::Memory => ProblemKind::Memory,
            FaultKind::Threads => ProblemKind::Threads,
        }
    }
}

impl CodePlace {
    pub fn new(file: impl Into<String>, line: u32) -> CodePlace {
        CodePlace { file: file.into(), line }
    }

    /// Returns the place as the note of a message: `bot.py, line 3`.
    pub fn note(&self) -> Message {
        message!("%{file}, line %{line}", file = &self.file, line = self.line)
    }

    /// Returns the place in a note of a message; `None` if the message has no such note.
    pub fn of(message: &Message) -> Option<CodePlace> {
        let named = |note: &Message| {
            let (file, line) = (note.value("file")?.english(), note.value("line")?.english());
            Some(CodePlace { file, line: line.parse().ok()? })
        };
        let inner = || ["what", "reason"].into_iter().find_map(|name| CodePlace::of(message.value(name)?));
        message.value("note").and_then(named).or_else(inner)
    }

    /// Shortens a place from an untrusted worker.
    #[must_use]
    pub fn bounded(self) -> CodePlace {
        CodePlace { file: self.file.chars().take(FILE_MAX).collect(), ..self }
    }
}

impl Problem {
    /// Returns the problem of a player that does not answer before round 1.
    pub fn of_start(fault: Fault) -> Problem {
        Problem { round: None, ..Problem::of_fault(0, &fault, None) }
    }

    /// Returns the problem of a player whose files cannot be used. `report` is Python's report, whose last line says what
    /// is wrong.
    pub fn of_rejection(
        report: Message,
        place: Option<CodePlace>,
        explanation: Option<Explanation>,
    ) -> Problem {
        let last = |text: &str| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(Message::from);
        let what = match &report {
            Message::Text(text) => last(text).unwrap_or_default(),
            Message::Sentence(_) => report.clone(),
        };
        let message = match &place {
            Some(place) => what.with_note(place.note()),
            None => what,
        };
        Problem { round: None, kind: ProblemKind::Start, message, place, explanation, report: Some(report) }
    }

    /// Returns the problem without what belongs to the player's author: places, texts and explanations.
    #[must_use]
    pub fn without_private_parts(self) -> Problem {
        let kind = FaultKind::ALL.into_iter().find(|kind| ProblemKind::from(*kind) == self.kind);
        let message = match kind {
            Some(kind) => kind.without_details().message,
            None => message!("the player's files cannot be used"),
        };
        Problem { round: self.round, kind: self.kind, message, place: None, explanation: None, report: None }
    }

    /// Returns the problem of a turn that failed.
    pub fn of_fault(round: u32, fault: &Fault, explanation: Option<&Explanation>) -> Problem {
        Problem {
            round: Some(round),
            kind: fault.kind.into(),
            message: fault.message.clone(),
            place: CodePlace::of(&fault.message),
            explanation: explanation.cloned(),
            report: None,
        }
    }

    /// Returns the problem of a player that names a method without calling it.
    pub fn uncalled(place: CodePlace, name: &str) -> Problem {
        let what = message!("%{name} is mentioned but not called", name);
        Problem {
            round: None,
            kind: ProblemKind::Uncalled,
            message: what.with_note(place.note()),
            place: Some(place),
            explanation: Some(Explanation::new("method_not_called", &[("name", name)])),
            report: None,
        }
    }

    /// Returns the kind as results name it: `start` for a player that did not start.
    pub fn kind(&self) -> ProblemKind {
        match (self.round, self.kind) {
            (None, kind) if !matches!(kind, ProblemKind::Uncalled | ProblemKind::Game) => ProblemKind::Start,
            (_, kind) => kind,
        }
    }

    /// Returns whether the player was not ready in time. The cause may be a busy machine.
    pub fn is_late_start(&self) -> bool {
        self.round.is_none() && self.kind == ProblemKind::Timeout
    }

    /// Returns whether the two problems have the same kind and message.
    pub fn is_same(&self, other: &Problem) -> bool {
        self.kind == other.kind && self.message == other.message
    }

    /// Returns the problem in a language, as lines without control characters.
    pub fn lines(&self, language: Language, detail: Detail) -> Vec<String> {
        let report = self.report.as_ref().filter(|_| detail == Detail::Whole);
        let mut lines = match report {
            Some(report) => {
                let report = report.in_language(language);
                let line = |line: &str| String::from_utf8_lossy(&sanitize(line.as_bytes())).into_owned();
                report.trim_end().lines().map(line).collect()
            }
            None => vec![self.line(language)],
        };
        if detail != Detail::Line {
            lines.extend(self.hint(language));
        }
        lines
    }

    /// Returns the message in a language.
    pub fn line(&self, language: Language) -> String {
        printable(&self.message.in_language(language))
    }

    /// Returns how to fix the problem, in a language; `None` if that is unknown.
    pub fn hint(&self, language: Language) -> Option<String> {
        Some(printable(&self.explanation.as_ref()?.hint(language)?))
    }

    /// Returns the hint as an indented line with its line break; empty if there is none.
    pub fn hint_line(&self, language: Language) -> String {
        self.hint(language).map_or_else(String::new, |hint| format!("  {hint}\n"))
    }

    /// Returns the problem in all languages at once.
    pub fn for_json(&self) -> JsonProblem {
        JsonProblem {
            round: self.round,
            kind: self.kind(),
            message: PageText(self.message.clone().map(&printable)),
            place: self.place.clone(),
            explanation: self.explanation.as_ref().and_then(Explanation::for_json),
            report: self.report.clone().map(PageText),
        }
    }

    /// Shortens a problem from an untrusted source, and removes what a terminal would act on.
    #[must_use]
    pub fn bounded(self) -> Problem {
        Problem {
            message: self.message.bounded(MESSAGE_BYTES_MAX).map(&printable),
            place: self.place.map(CodePlace::bounded),
            explanation: self.explanation.map(Explanation::bounded),
            report: self.report.map(|report| report.bounded(REPORT_BYTES_MAX)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\n  File \"bot.py\", line 12\n    x =\n       ^\nSyntaxError: invalid syntax\n";

    fn syntax() -> Problem {
        let explanation = Some(Explanation::new("print_brackets", &[]));
        Problem::of_rejection(REPORT.into(), Some(CodePlace::new("bot.py", 12)), explanation)
    }

    #[test]
    fn a_rejection_has_a_line_a_hint_and_a_report() {
        let [english, german] = wag_i18n::LANGUAGES;
        assert_eq!(
            syntax().lines(english, Detail::Short),
            [
                "SyntaxError: invalid syntax (bot.py, line 12)",
                "Hint: print needs brackets: print(...) (wag help errors)"
            ]
        );
        assert_eq!(syntax().lines(german, Detail::Line), ["SyntaxError: invalid syntax (bot.py, Zeile 12)"]);
        let whole = syntax().lines(german, Detail::Whole);
        assert_eq!((whole.len(), whole[4].as_str()), (6, "SyntaxError: invalid syntax"));
        assert!(whole[5].ends_with("(wag help errors)"), "{whole:?}");
    }

    #[test]
    fn the_place_of_a_fault_is_that_of_its_message() {
        let place = CodePlace::new("a.py", 3);
        let message = Message::from("NameError: x").with_note(place.note());
        let fault = Fault { kind: FaultKind::Exception, message };
        assert_eq!(Problem::of_fault(2, &fault, None).place, Some(place));
        let plain = Fault { message: "NameError: x (a.py, line 3)".into(), ..fault };
        assert_eq!(Problem::of_fault(2, &plain, None).place, None);
    }

    #[test]
    fn problems_before_round_1_are_named_start() {
        let late = Problem::of_start(Fault::timeout("no answer".into()));
        assert_eq!((late.kind(), late.is_late_start(), late.place.clone()), (ProblemKind::Start, true, None));
        let uncalled = Problem::uncalled(CodePlace::new("a.py", 4), "b.make");
        assert_eq!((uncalled.kind(), syntax().is_late_start()), (ProblemKind::Uncalled, false));
        assert_eq!(
            uncalled.lines(Language::ENGLISH, Detail::Line),
            ["b.make is mentioned but not called (a.py, line 4)"]
        );
    }

    #[test]
    fn older_files_have_fewer_fields() {
        let old = r#"{"round":null,"kind":"start","message":"oh"}"#;
        let problem: Problem = serde_json::from_str(old).unwrap();
        assert_eq!(serde_json::to_string(&problem).unwrap(), old);
    }

    #[test]
    fn untrusted_problems_are_bounded() {
        let place = Some(CodePlace::new("f".repeat(5000), 1));
        let problem = Problem::of_rejection("x\u{1b}".repeat(100_000).into(), place, None).bounded();
        assert!(
            problem.message.english().len() <= 4096 && problem.report.unwrap().english().len() <= 64 << 10
        );
        assert_eq!(problem.place.unwrap().file.len(), 200);
    }
}
