//! The protocol between the engine and a worker. A frame is a length (u32, little-endian) and that number of bytes.
//!
//! The engine sends one [`Start`], then one request per turn: a [`Nonce`], the seed for the AI's random numbers (u64)
//! and the view as the game encodes it. The worker answers with [`Started`], then one [`Answered`] per turn. A request
//! that is only a nonce begins another match, with the same setup; the answer is an empty [`Answered`]. The AI's
//! output does not use this protocol: it is in shared memory ([`super::output`]), so that it survives the worker.

mod flat;
pub mod frames;
pub mod game;
pub mod output;
pub mod soundness;

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use wag_core::arena::{CallStack, Note, OrderSources, Profile, TurnReport, TurnTrace, at_most};
use wag_core::game::Refusal;
use wag_core::problem::{CodePlace, Explanation, Fault, FaultKind, Problem, Unseeded};
use wag_core::text::printable;
use wag_i18n::Message;
use wag_sandbox::Bounds;
use wag_sandbox::descriptors::DESCRIPTORS_MAX;

/// The maximum length of a frame from a worker, in bytes.
pub const FRAME_MAX: usize = 16 << 20;

/// The data that a worker needs before round 1, encoded with postcard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Start {
    /// The name of the game.
    pub game: String,
    /// The setup as the game encodes it.
    pub setup: Vec<u8>,
    /// The absolute path of the AI's file. For a built-in AI, its name in angle brackets, such as `<Name>`.
    pub file: PathBuf,
    /// The text of a built-in AI; `None` for other AIs. A built-in AI has no folder: it can import only the standard
    /// library, the game's module and the files in `beside`.
    pub built_in: Option<String>,
    /// Files of a built-in AI that it can import and read as if they were in its folder, as names (such as
    /// `plans/raid.py`) and texts.
    pub beside: Vec<(String, String)>,
    pub lifetime: Lifetime,
    pub role: Role,
    /// The player in a persistent file: the name of a class, after which arguments may follow (`CLASS:3`). `None` if
    /// the file itself decides.
    pub entry: Option<String>,
    pub bounds: Bounds,
    /// Files that the AI may not read even in its own folder: logs and replays of the match.
    pub closed: Vec<PathBuf>,
    /// The folder in which the AI may write; `None` if there is none.
    pub scratch: Option<PathBuf>,
    /// True if `breakpoint()` stops the AI. In that case, [`SPAWN`] has passed a socket to the terminal.
    pub debugged: bool,
    /// True if a debugged AI also stops at its first line in each turn.
    pub stops_at_first_line: bool,
    /// True if the worker waits for an editor before the first turn. In that case, [`SPAWN`] has passed a socket to it.
    pub has_editor: bool,
    /// True if the turns are profiled.
    pub profiled: bool,
    /// The turn to trace; `None` for no turn.
    pub traced: Option<TracedTurn>,
    /// The prefix of the names of the AI's files in messages: its folder as the user wrote it, such as `x/`.
    pub folder_word: String,
}

/// The kind of code that a worker runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    #[default]
    Player,
    /// A player that defines `act(observation, mask)`.
    Policy(PolicySpaces),
    /// A game ([`game`]). `class` is the name of its class; `None` for the only game of the file.
    Game { class: Option<String> },
}

/// The shapes of a policy's arrays. In each turn, the view is the bytes of the observation, then those of the mask; the
/// orders are an `Option<Vec<i32>>`, encoded with postcard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicySpaces {
    /// The name of the observation's type in numpy.
    pub dtype: String,
    /// The numbers of planes, rows and columns.
    pub observation: [usize; 3],
    /// The shape of an action; empty if it is a single number.
    pub action: Vec<usize>,
    /// The number of choices of each number of an action.
    pub choices: Vec<u16>,
}

/// A turn in which the worker records the executed lines and the values of variables.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct TracedTurn {
    /// The number of the turn among the worker's turns, counted from 1.
    pub number: u32,
    /// The time after which recording ends. Traced code runs more slowly.
    pub time_max: std::time::Duration,
    /// Whether the turn ends then, too, because it is known to run out of time. Otherwise the rest of it runs untraced.
    pub is_endless: bool,
}

/// The time for which an AI's module exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lifetime {
    /// The file is run from the beginning in each turn.
    #[default]
    Turn,
    /// The file is persistent: it runs once per match.
    Match,
}

/// The worker's answer to [`Start`], encoded with postcard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Started {
    Ready {
        /// Warnings for the user about an AI that can play.
        #[serde(deserialize_with = "at_most::<_, _, WARNINGS_MAX>")]
        warnings: Vec<Message>,
        /// Restrictions that the system could not apply.
        #[serde(deserialize_with = "at_most::<_, _, WARNINGS_MAX>")]
        missing: Vec<String>,
        #[serde(deserialize_with = "at_most::<_, _, UNCALLED_MAX>")]
        uncalled: Vec<Uncalled>,
    },
    /// The AI can't play. The report is as Python would print it, with the file, the line and a caret.
    Rejected {
        report: Message,
        /// The line that Python cannot read.
        place: Option<CodePlace>,
        explanation: Option<Explanation>,
    },
}

/// A random number that an answer must repeat. The AI's code never has access to it, so the AI cannot forge an answer,
/// and an answer to one turn does not count for another.
pub type Nonce = [u8; 8];

/// A kind of code that is never called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum UncalledKind {
    /// The code names a function or method of the game without calling it.
    #[default]
    Named,
    /// A class in the AI's file that nothing uses.
    Class,
    /// A function in the AI's file that nothing calls.
    Function,
    /// Code under `if __name__ == "__main__"`, which never runs because the file is never the main program.
    MainBlock,
}

/// A location in the AI's files with code that is never called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncalled {
    pub kind: UncalledKind,
    /// The file's name as its author knows it.
    pub file: String,
    /// The line number, counted from 1.
    pub line: u32,
    /// The expression, such as `base.create`, or the name of a class or function.
    pub text: String,
}

impl Uncalled {
    /// Returns the problem that the code names a method or function without calling it; `None` for other kinds.
    pub fn problem(&self) -> Option<Problem> {
        let place = CodePlace::new(printable(&self.file), self.line);
        (self.kind == UncalledKind::Named).then(|| Problem::uncalled(place, &printable(&self.text)))
    }
}

/// The worker's answer to a turn, encoded with postcard.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Answered {
    /// The nonce of the turn to which this is the answer.
    pub nonce: Nonce,
    /// The orders as the game encodes them.
    pub orders: Vec<u8>,
    pub think_ns: u64,
    /// The part of `think_ns` in which the process was running on a processor.
    pub computed_ns: u64,
    /// The profile of the turn, if turns are profiled.
    pub profile: Option<Box<Profile>>,
    /// The trace of the turn, if it is the traced one.
    pub trace: Option<Box<TurnTrace>>,
    #[serde(deserialize_with = "at_most::<_, _, NOTES_MAX>")]
    pub notes: Vec<Note>,
    pub origins: OrderSources,
    #[serde(deserialize_with = "at_most::<_, _, { Refusal::STORED_MAX }>")]
    pub refused: Vec<Refusal>,
    pub refused_total: u32,
    /// The first thing that the AI did in this turn that breaks no rule but is surely not intended.
    pub slip: Option<Refusal>,
    /// The exception that ended the turn, with its location: `NameError: ... (yourAI.py, line 3)`.
    pub exception: Option<Message>,
    /// The explanation of the exception, or of an exit before any order; `None` if there is no explanation.
    pub explanation: Option<Explanation>,
    /// True if the turn ended because memory ran out.
    pub out_of_memory: bool,
    /// True if a persistent file has ended, so that the engine cannot call its functions any more.
    pub is_over: bool,
    /// True if the turn has changed the process in a way that can't be undone, so that the next turn needs a new
    /// worker.
    pub is_spent: bool,
    /// The sources of randomness that the turn has used and that do not depend on the seed.
    pub unseeded: Unseeded,
}

/// A request to the fork server to create a worker: one byte, with the new worker's file descriptors.
pub const SPAWN: u8 = b'S';
/// A request to the fork server to wait for a worker: one byte, then the process id (i32). The answer is the wait
/// status (i32).
pub const REAP: u8 = b'R';

/// The maximum number of file descriptors that are sent with [`SPAWN`]: for requests, answers, output, spill and trace,
/// and for a debugged AI a socket to the terminal or the editor.
pub const SPAWN_FDS: usize = 6;
const _: () = assert!(SPAWN_FDS <= DESCRIPTORS_MAX);

/// A byte from the debugger to the terminal that requests a line of input.
pub const LINE_REQUEST: u8 = 5;
/// A byte from the debugger to the terminal that requests the end of the match.
pub const END_REQUEST: u8 = 4;

/// The signal on which a worker writes its current stack to its trace file.
#[cfg(target_os = "linux")]
pub const TRACE_SIGNAL: i32 = 50;
#[cfg(not(target_os = "linux"))]
pub const TRACE_SIGNAL: i32 = libc::SIGUSR2;

/// The signal with which the engine interrupts the code of a persistent file.
#[cfg(target_os = "linux")]
pub const INTERRUPT_SIGNAL: i32 = 51;
#[cfg(not(target_os = "linux"))]
pub const INTERRUPT_SIGNAL: i32 = libc::SIGUSR1;

impl Answered {
    /// Converts the answer to a turn's report. `output` and `output_dropped` do not come from the answer.
    pub fn report(self, output: Vec<u8>, output_dropped: u64) -> TurnReport {
        let origins = bounded_origins(self.origins);
        let chains = origins.chains.len();
        let kind = if self.out_of_memory { FaultKind::Memory } else { FaultKind::Exception };
        TurnReport {
            output,
            output_dropped,
            notes: bounded_notes(self.notes),
            refused: self.refused.into_iter().map(|refusal| refusal.bounded(chains)).collect(),
            refused_total: self.refused_total,
            slip: self.slip.map(|slip| slip.bounded(chains)),
            origins,
            think: std::time::Duration::from_nanos(self.think_ns),
            computed: Some(std::time::Duration::from_nanos(self.computed_ns)),
            is_doubtful: false,
            allowed: None,
            profile: self.profile,
            trace: self.trace.map(|trace| Box::new(trace.bounded())),
            fault: self.exception.map(|message| Fault { kind, message: message.bounded(MESSAGE_MAX) }),
            explanation: self.explanation.map(Explanation::bounded),
            is_gone: false,
            unseeded: self.unseeded,
        }
    }
}

impl Started {
    /// Decodes untrusted bytes, and shortens texts that are too long. Returns `None` if the bytes are malformed.
    pub fn read(bytes: &[u8]) -> Option<Started> {
        let mut started = postcard::from_bytes(bytes).ok()?;
        match &mut started {
            Started::Ready { warnings, missing, uncalled } => {
                missing.iter_mut().for_each(|warning| shorten_to(REPORT_MAX, warning));
                for warning in warnings {
                    *warning = std::mem::take(warning).bounded(REPORT_MAX);
                }
                for place in uncalled {
                    shorten(&mut place.file);
                    shorten(&mut place.text);
                }
            }
            Started::Rejected { report, place, explanation } => {
                *report = std::mem::take(report).bounded(REPORT_MAX);
                *place = place.take().map(CodePlace::bounded);
                *explanation = explanation.take().map(Explanation::bounded);
            }
        }
        Some(started)
    }
}

/// An error: the received bytes cannot come from a genuine worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbage;

/// Removes a complete frame from the received bytes and returns it; `None` if it is not complete yet. Bytes after the
/// frame are an error, since a worker sends a single answer.
pub fn take_frame(received: &mut Vec<u8>) -> Result<Option<Vec<u8>>, Garbage> {
    let Some((head, rest)) = received.split_first_chunk() else { return Ok(None) };
    let length = u32::from_le_bytes(*head) as usize;
    if length > FRAME_MAX || rest.len() > length {
        return Err(Garbage);
    }
    if rest.len() < length {
        return Ok(None);
    }
    let frame = rest.to_vec();
    received.clear();
    Ok(Some(frame))
}

/// The maximum number of notes per turn.
pub const NOTES_MAX: usize = 1000;
/// The maximum number of squares in all notes of a turn.
const NOTE_FIELDS_MAX: usize = 20_000;
/// The maximum length of a note's text or color, in characters.
const WORDS_MAX: usize = 200;
/// The maximum length of an exception's message, in characters. Genuine workers send shorter ones.
const MESSAGE_MAX: usize = 2000;
/// The maximum number of warnings before round 1.
pub const WARNINGS_MAX: usize = 100;
/// The maximum number of reported locations with uncalled code.
pub const UNCALLED_MAX: usize = 20;
/// The maximum length of a warning or a report, in characters.
const REPORT_MAX: usize = 20_000;

/// Cuts the notes of an untrusted worker to the maximum size.
fn bounded_notes(mut notes: Vec<Note>) -> Vec<Note> {
    let mut left = NOTE_FIELDS_MAX;
    notes.truncate(NOTES_MAX);
    for note in &mut notes {
        note.fields.truncate(left);
        left -= note.fields.len();
        shorten(&mut note.text);
        note.color.iter_mut().for_each(shorten);
    }
    notes
}

fn bounded_origins(mut origins: OrderSources) -> OrderSources {
    origins.files.truncate(OrderSources::FILES_MAX);
    origins.files.iter_mut().for_each(shorten);
    origins.places.truncate(OrderSources::PLACES_MAX);
    origins.chains.truncate(OrderSources::CHAINS_MAX);
    origins.chains.iter_mut().for_each(|chain| chain.0.truncate(CallStack::LINES_MAX));
    origins
}

fn shorten(words: &mut String) {
    shorten_to(WORDS_MAX, words);
}

fn shorten_to(characters: usize, words: &mut String) {
    if let Some((end, _)) = words.char_indices().nth(characters) {
        words.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlong_answer_is_cut() {
        let note =
            Note { fields: vec![(1, 1); 1000], text: "ä".repeat(5000), color: Some("x".repeat(5000)) };
        let chains = vec![CallStack(vec![(9, 9); 500]); 50_000];
        let origins =
            OrderSources { files: vec!["f".repeat(5000); 5000], chains, places: vec![None; 1 << 20] };
        let refused = vec![Refusal { chain: Some(5000), ..Refusal::new("x", &[]) }; 5000];
        let answered = Answered { notes: vec![note; 5000], origins, refused, ..Answered::default() };
        let sent = postcard::to_stdvec(&answered).unwrap();
        let report = postcard::from_bytes::<Answered>(&sent).unwrap().report(Vec::new(), 0);
        assert_eq!((report.origins.chains.len(), report.origins.chains[0].0.len()), (5000, 8));
        assert_eq!((report.refused.len(), report.refused[0].chain), (100, None));
        let report = answered.report(Vec::new(), 0);
        assert_eq!(report.notes.len(), 1000);
        assert_eq!(report.notes.iter().map(|note| note.fields.len()).sum::<usize>(), 20_000);
        assert_eq!(
            (report.notes[0].text.chars().count(), report.notes[0].color.as_ref().unwrap().len()),
            (200, 200)
        );
        assert_eq!((report.origins.files.len(), report.origins.places.len()), (100, 20_000));
        assert_eq!(report.origins.files[0].len(), 200);
    }
}
