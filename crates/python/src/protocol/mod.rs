//! What the engine and a worker say to each other: frames of a length (u32, little-endian) and so many bytes.
//!
//! The engine sends one [`Start`], then a turn at a time: its secret ([`Nonce`]), the seed of the player's dice (u64) and
//! the game's own bytes of a view. The worker answers [`Started`], then an [`Answered`] per turn. What an AI prints does not travel here: it lies
//! in memory that both can see ([`super::output`]), so that it outlives the worker.

pub mod frames;
pub mod output;

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use wag_core::arena::{
    CallStack, Explanation, Fault, FaultKind, Note, OrderSources, Profile, TurnReport, Unseeded, at_most,
};
use wag_core::game::Refusal;
use wag_i18n::Message;
use wag_sandbox::Bounds;
use wag_sandbox::descriptors::DESCRIPTORS_MAX;

/// The longest frame the engine takes from a worker.
pub const FRAME_MAX: usize = 16 << 20;

/// Everything a worker needs before round 1; in postcard.
#[derive(Debug, Serialize, Deserialize)]
pub struct Start {
    /// The name of the game.
    pub game: String,
    /// The game's own bytes.
    pub setup: Vec<u8>,
    /// The AI's file, absolute; for a built-in AI its name in angle brackets, such as `<Name>`.
    pub file: PathBuf,
    /// The text of a built-in AI, which lies in no folder: it imports from the standard library and the game alone.
    pub built_in: Option<String>,
    /// What it imports and reads besides, as if it lay beside it: names such as `plans/raid.py`, and texts.
    pub beside: Vec<(String, String)>,
    pub lifetime: Lifetime,
    pub bounds: Bounds,
    /// What the AI may not read even in its own folder: logs and replays of the match.
    pub closed: Vec<PathBuf>,
    /// The folder in which the AI may write.
    pub scratch: Option<PathBuf>,
    /// Whether `breakpoint()` stops: then a way to somebody's terminal has come with [`SPAWN`].
    pub debugged: bool,
    /// Whether it is looked where its time goes.
    pub profiled: bool,
    /// What people read before the names of the AI's files: its folder, as the user names it, such as `x/`.
    pub folder_word: String,
}

/// For how long there is what an AI's file has set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lifetime {
    /// The file is run afresh each turn.
    #[default]
    Turn,
    /// The file is run once, and lives for the whole match.
    Match,
}

/// What came of it; in postcard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Started {
    Ready {
        /// What the user should know although the AI can play.
        #[serde(deserialize_with = "at_most::<_, _, WARNINGS_MAX>")]
        warnings: Vec<Message>,
        /// What the system could not be asked to forbid it.
        #[serde(deserialize_with = "at_most::<_, _, WARNINGS_MAX>")]
        missing: Vec<String>,
        #[serde(deserialize_with = "at_most::<_, _, UNCALLED_MAX>")]
        uncalled: Vec<Uncalled>,
    },
    /// The AI can't play: a report as Python would print it, with file, line and caret.
    Rejected { report: Message, explanation: Option<Explanation> },
}

/// What an answer has to repeat. An AI's code never holds it, so that whoever writes into the channel by itself answers
/// nothing, and no answer is to another turn.
pub type Nonce = [u8; 8];

/// What kind of code is never called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum UncalledKind {
    /// Something of the game's is named without being called.
    #[default]
    Named,
    /// A class of the AI's own that nothing uses.
    Class,
    /// A function of the AI's own that nothing calls.
    Function,
    /// Code under `if __name__ == "__main__"`: the file is never the main program.
    MainBlock,
}

/// A place in the AI's files with code that is never called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncalled {
    pub kind: UncalledKind,
    /// As the AI's author knows it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// What stands there, such as `base.create`, or the name of a class or function.
    pub text: String,
}

/// A turn; in postcard.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Answered {
    /// Of the turn that this answers.
    pub secret: Nonce,
    /// The game's own bytes.
    pub orders: Vec<u8>,
    pub think_ns: u64,
    /// Of this, the time in which the process had a processor.
    pub computed_ns: u64,
    /// Where the time went, if that is looked at.
    pub profile: Option<Box<Profile>>,
    #[serde(deserialize_with = "at_most::<_, _, NOTES_MAX>")]
    pub notes: Vec<Note>,
    pub origins: OrderSources,
    #[serde(deserialize_with = "at_most::<_, _, { Refusal::KEPT }>")]
    pub refused: Vec<Refusal>,
    pub refused_total: u32,
    /// The first thing that the code did and cannot have meant, although it broke no rule.
    pub slip: Option<Refusal>,
    /// The exception that ended the turn, with the place: `NameError: ... (yourAI.py, line 3)`.
    pub exception: Option<Message>,
    /// What the exception means, if that is known; also what an exit means that came before any order.
    pub explanation: Option<Explanation>,
    /// Whether that was for want of memory.
    pub out_of_memory: bool,
    /// Whether a file that lives for the whole match has ended, so that there is nothing to ask any more.
    pub is_over: bool,
    /// Whether the turn has left something in the process that can't be put back, so that the next one is to have another.
    pub is_spent: bool,
    /// What it has asked for that no seed decides.
    pub unseeded: Unseeded,
}

/// The request to the fork server: one byte, with the file descriptors of the new worker.
pub const SPAWN: u8 = b'S';
/// The request to the fork server: one byte, then the process id (i32); answered with its wait status (i32).
pub const REAP: u8 = b'R';

/// The number of file descriptors that go with [`SPAWN`]: requests, answers, output, spill, trace, and for an AI that is
/// debugged a socket to the terminal.
pub const SPAWN_FDS: usize = 6;
const _: () = assert!(SPAWN_FDS <= DESCRIPTORS_MAX);

/// Of what a debugger says to the terminal: it waits for a line.
pub const LINE_PLEASE: u8 = 5;
/// The same: the match is to end.
pub const END_PLEASE: u8 = 4;

/// The signal at which a worker writes into its trace where its code is.
#[cfg(target_os = "linux")]
pub const TRACE_SIGNAL: i32 = 50;
#[cfg(not(target_os = "linux"))]
pub const TRACE_SIGNAL: i32 = libc::SIGUSR2;

/// The signal at which the code of a file that lives for the whole match is interrupted where it is.
#[cfg(target_os = "linux")]
pub const INTERRUPT_SIGNAL: i32 = 51;
#[cfg(not(target_os = "linux"))]
pub const INTERRUPT_SIGNAL: i32 = libc::SIGUSR1;

impl Answered {
    /// The part of a turn's report that the worker itself tells.
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
            fault: self.exception.map(|message| Fault { kind, message: message.bounded(MESSAGE_MAX) }),
            explanation: self.explanation.map(Explanation::bounded),
            is_gone: false,
            unseeded: self.unseeded,
        }
    }
}

impl Started {
    /// What can be read of a stranger's bytes; its words are only so long.
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
            Started::Rejected { report, explanation } => {
                *report = std::mem::take(report).bounded(REPORT_MAX);
                *explanation = explanation.take().map(Explanation::bounded);
            }
        }
        Some(started)
    }
}

/// What no worker sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbage;

/// Takes a whole frame out of what has been received. A worker answers once: more than that is garbage.
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

/// The most notes of a turn, the most fields of all of them together, and the longest words, in characters.
pub const NOTES_MAX: usize = 1000;
const NOTE_FIELDS_MAX: usize = 20_000;
const WORDS_MAX: usize = 200;
/// The longest message of an exception, in characters; a worker's own are shorter.
const MESSAGE_MAX: usize = 2000;
/// The most warnings before round 1, and the longest of those and of reports, in characters.
pub const WARNINGS_MAX: usize = 100;
/// The most places that name what they do not call.
pub const UNCALLED_MAX: usize = 20;
const REPORT_MAX: usize = 20_000;

/// What a worker sends is commentary of a stranger: only so much of it is kept.
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
    fn a_worker_can_not_flood_the_engine_with_comments() {
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
