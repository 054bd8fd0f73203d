//! The verdict about a submission, and the reasons for it.

use crate::intake::intake_limits::IntakeLimits;
use serde::{Deserialize, Serialize};
use wag_core::problem::Problem;
use wag_core::text::printable;
use wag_i18n::{Message, message, quote};
use wag_play::line_up::folder::{BYTES_MAX, FILES_MAX};

/// The maximum number of names that a message lists.
const NAMED_MAX: usize = 4;
/// The maximum number of characters of a name that a message shows.
const SHOWN_CHARS_MAX: usize = 200;

/// Whether a submission can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Plays,
    /// It plays, but something is probably wrong.
    PlaysWithWarning,
    CannotPlay,
    /// Unknown, because the check was stopped before it reached this submission.
    NotChecked,
}

/// What a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "testing"), derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// The only Python file counts as the player, although it has another name.
    OtherFileName,
    /// The submission's name is no player name, so the player has a similar one.
    OtherPlayerName,
    /// Another player has this name, so the player has a number after it.
    NameTaken,
    /// Other submissions have the same code.
    Identical,
    NoOrders,
    TimeOut,
    /// Some turns failed.
    Fails,
    /// All turns failed, and no order was given.
    AlwaysFails,
    CannotStart,
    EmptyFile,
    /// The file is called `yourAI.py.txt`.
    TextFile,
    Unreadable,
    /// A link that leads out of the folder of the submissions.
    OutsideLink,
    UnusableZip,
    OtherArchive,
    Notebook,
    /// It is not clear which of several files is the player's file.
    SeveralFiles,
    /// There are Python files, but none is the player's file.
    NoPlayerFile,
    NoPythonFile,
    NoFile,
    TooLarge,
}

impl ReasonCode {
    /// Returns the verdict that this reason alone leads to.
    pub fn verdict(self) -> Verdict {
        match self {
            ReasonCode::OtherFileName | ReasonCode::OtherPlayerName => Verdict::Plays,
            ReasonCode::NameTaken
            | ReasonCode::Identical
            | ReasonCode::NoOrders
            | ReasonCode::TimeOut
            | ReasonCode::Fails => Verdict::PlaysWithWarning,
            _ => Verdict::CannotPlay,
        }
    }
}

/// A reason for the verdict about a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    pub code: ReasonCode,
    /// The round in which a turn failed first; `None` if the reason is about no turn.
    #[serde(default)]
    pub round: Option<u32>,
    /// A sentence without a full stop.
    pub message: Message,
    /// What went wrong when the player was started or played; a file does not store it.
    #[serde(skip)]
    pub problem: Option<Box<Problem>>,
}

impl Reason {
    pub fn new(code: ReasonCode, message: Message) -> Reason {
        Reason { code, round: None, message, problem: None }
    }

    pub fn unreadable(why: &std::io::Error) -> Reason {
        let why = shortened(&why.to_string());
        Reason::new(ReasonCode::Unreadable, message!("cannot be read: %{why}", why))
    }

    pub fn unusable_zip(name: &str, why: Message) -> Reason {
        let (name, why) = (shortened(name), why.map(&shortened));
        Reason::new(
            ReasonCode::UnusableZip,
            message!("the ZIP file %{name} cannot be used: %{why}", name, why),
        )
    }

    pub fn other_archive(name: &str) -> Reason {
        let name = shortened(name);
        let text = message!("unsupported archive format (%{name}): hand in a ZIP file or a folder", name);
        Reason::new(ReasonCode::OtherArchive, text)
    }

    /// `file` is the name that a player's file must have, here and below.
    pub fn notebook(name: &str, file: &str) -> Reason {
        let name = shortened(name);
        let text = message!("a notebook (%{name}): save its code as the Python file %{file}", name, file);
        Reason::new(ReasonCode::Notebook, text)
    }

    pub fn text_file(name: &str, file: &str) -> Reason {
        let name = shortened(name);
        let text = message!("it is called %{name}: rename it to %{file}", name, file);
        Reason::new(ReasonCode::TextFile, text)
    }

    pub fn several_files(names: &[String]) -> Reason {
        let names = listed(names);
        let text = message!("several files could be the player: %{names}; keep only one", names);
        Reason::new(ReasonCode::SeveralFiles, text)
    }

    pub fn no_player_file(names: &[String], file: &str) -> Reason {
        let names = listed(names);
        let text =
            message!("no AI: it contains no %{file}, only %{names}; rename the right one", file, names);
        Reason::new(ReasonCode::NoPlayerFile, text)
    }

    pub fn no_python_file() -> Reason {
        Reason::new(ReasonCode::NoPythonFile, message!("no AI: it contains no Python file"))
    }

    pub fn outside_link() -> Reason {
        let text = message!("a link that leads out of the folder: copy the files into the folder");
        Reason::new(ReasonCode::OutsideLink, text)
    }

    pub fn no_file() -> Reason {
        Reason::new(ReasonCode::NoFile, message!("no AI: it is empty"))
    }

    pub fn empty_file(name: &str) -> Reason {
        let name = shortened(name);
        Reason::new(ReasonCode::EmptyFile, message!("the file %{name} is empty", name))
    }

    pub fn too_large(limits: &IntakeLimits) -> Reason {
        let text = message!(
            "it has more than %{files} files or %{most} MB; hand in only the AI's own files",
            files = limits.files.min(FILES_MAX),
            most = limits.bytes.min(BYTES_MAX) >> 20
        );
        Reason::new(ReasonCode::TooLarge, text)
    }

    /// `ratio` is the most that a file may be larger than in the ZIP file.
    pub fn too_dense(name: &str, ratio: u64) -> Reason {
        let name = shortened(name);
        let text = message!(
            "unpacked, the file %{name} is more than %{ratio} times as large as in the ZIP file; remove what it repeats",
            name,
            ratio
        );
        Reason::new(ReasonCode::TooLarge, text)
    }

    /// A file in a ZIP file whose name not every computer can have, or that can deceive who reads it.
    pub fn odd_file_name(name: &str) -> Reason {
        let name = shortened(&quote(name));
        let text = message!(
            "a file is called %{name}: rename it with visible letters that every computer allows in the name of a file",
            name
        );
        Reason::new(ReasonCode::UnusableZip, text)
    }

    pub fn same_file_name(name: &str, other: &str) -> Reason {
        let (name, other) = (shortened(name), shortened(other));
        let text = message!(
            "the files %{other} and %{name} are the same on some computers; rename one of them",
            name,
            other
        );
        Reason::new(ReasonCode::UnusableZip, text)
    }

    pub fn other_file_name(name: &str, file: &str) -> Reason {
        let name = shortened(name);
        let text = message!("it is called %{name} and counts as %{file}", name, file);
        Reason::new(ReasonCode::OtherFileName, text)
    }

    /// `others` is not empty.
    pub fn identical(others: &[String]) -> Reason {
        let names = listed(others);
        Reason::new(ReasonCode::Identical, message!("the same code as %{names}", names))
    }
}

/// Shortens a name from an untrusted source and removes its control characters.
pub fn shortened(name: &str) -> String {
    printable(name).chars().take(SHOWN_CHARS_MAX).collect()
}

/// Returns a list of names, which is not empty, for a sentence. It ends with `...` if there are more.
fn listed(names: &[String]) -> String {
    let more = if names.len() > NAMED_MAX { ", ..." } else { "" };
    names.iter().take(NAMED_MAX).map(|name| shortened(name)).collect::<Vec<_>>().join(", ") + more
}
