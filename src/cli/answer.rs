//! Output, errors and exit statuses of commands.

use crate::output::{print_error, stdout};
use anyhow::Context;
use serde_json::json;
use std::io::{BufRead, Write};
use wag_i18n::{Language, t};
use wag_play::{PlayError, Unstarted};

/// Returns a [`PlayError::UserError`].
pub fn user_error<T>(what: impl Into<wag_i18n::Message>) -> anyhow::Result<T> {
    Err(PlayError::UserError(what.into()).into())
}

/// The kind of the error of a command that was stopped before it had a result.
const INTERRUPTED: &str = "interrupted";

/// Prints an error as the one JSON object that a command prints with `--json` if it has no result.
pub fn print_json_error(kind: &str, message: &str) {
    // If nobody reads the output, the exit status still tells the error.
    _ = print(&format!("{}\n", json!({ "error": { "kind": kind, "message": message.trim() } })));
}

/// Prints the error of a command whose match was not played, with the players that cannot start.
pub fn print_json_cannot_start(message: &str, unstarted: &Unstarted) {
    let error = json!({ "kind": "cannot_start", "message": message.trim(), "players": unstarted.for_json() });
    _ = print(&format!("{}\n", json!({ "error": error })));
}

/// Returns the outcome of a command that was stopped before it had a result. If the user asked for JSON, prints it as
/// an error.
pub fn interrupted(as_json: bool) -> ExitStatus {
    if as_json {
        print_json_error(INTERRUPTED, &t!("the command was interrupted before it had a result"));
    }
    ExitStatus::Interrupted
}

/// Returns the error of a command whose match was not played because a player cannot start. The reasons have been
/// printed.
pub fn cannot_start<T>(unstarted: Unstarted) -> anyhow::Result<T> {
    Err(PlayError::CannotStart(unstarted).into())
}

/// Prints the reason if a player could not start to play recorded turns.
pub fn print_failed_start<T>(result: Result<T, PlayError>) -> anyhow::Result<T> {
    if let Err(PlayError::CannotStart(unstarted)) = &result {
        unstarted.lines(Language::spoken()).iter().for_each(|line| crate::output::eprintln!("{line}"));
    }
    Ok(result?)
}

/// The outcome of a command that ran without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    Success,
    /// The user stopped the command with Ctrl+C.
    Interrupted,
    /// The command cannot use the user's input. It has printed the reasons.
    Rejected,
    /// The command has found a defect in what it checked. It has printed the details.
    Defect,
    /// The result is not certain. The command has printed what is known.
    Undecided,
    /// A player could not start. The command has printed the reasons.
    CannotStart,
    /// The game itself could not go on, so the match is void. The command has printed the reason.
    GameFailed,
}

impl ExitStatus {
    /// Returns the number that the program returns. docs/en/json.md documents all of them.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::Defect => 1,
            ExitStatus::Rejected => 2,
            ExitStatus::Undecided => 3,
            ExitStatus::CannotStart => 4,
            ExitStatus::GameFailed => 5,
            ExitStatus::Interrupted => 130,
        }
    }
}

/// Prints the whole output of a command. It is not an error if the reader stops reading early, as in `wag games |
/// head`.
pub fn print(text: &str) -> anyhow::Result<ExitStatus> {
    let mut out = stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(err) if err.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(err).context(t!("the answer cannot be printed"))
        }
        _ => Ok(ExitStatus::Success),
    }
}

/// Asks the user at the terminal a question. Returns true if the answer is yes, and false for all other answers.
pub fn confirm(question: &str) -> std::io::Result<bool> {
    print_error(question);
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "j" | "ja"))
}
