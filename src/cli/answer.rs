//! Output, errors and exit statuses of commands.

use anyhow::Context;
use std::io::{BufRead, Write};
use wag_i18n::t;
use wag_runner::PlayError;

/// Returns a [`PlayError::UserError`].
pub fn user_error<T>(what: impl Into<String>) -> anyhow::Result<T> {
    Err(PlayError::UserError(what.into()).into())
}

/// Returns whether the user can fix an error.
pub fn is_user_error(err: &anyhow::Error) -> bool {
    matches!(err.downcast_ref(), Some(PlayError::UserError(_)))
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
}

/// Prints the whole output of a command. It is not an error if the reader stops reading early, as in `wag games |
/// head`.
pub fn print(text: &str) -> anyhow::Result<ExitStatus> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(err) if err.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(err).context(t!("the answer cannot be printed"))
        }
        _ => Ok(ExitStatus::Success),
    }
}

/// Asks the user at the terminal a question. Returns true if the answer is yes, and false for all other answers.
pub fn confirm(question: &str) -> std::io::Result<bool> {
    anstream::eprint!("{question}");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "j" | "ja"))
}
