//! The results of commands: their output, errors and exit status.

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
    /// Stopped by Ctrl+C.
    Interrupted,
    /// The user's input cannot be used; the reasons have been printed.
    Rejected,
    /// The command has found a defect in what it checked; the details have been printed.
    Defect,
    /// The result is not certain; what is known has been printed.
    Undecided,
}

/// Prints the whole output of a command. It is not an error if the reader stops early (`wag games | head`).
pub fn print(text: &str) -> anyhow::Result<ExitStatus> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(err) if err.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(err).context(t!("the answer cannot be printed"))
        }
        _ => Ok(ExitStatus::Success),
    }
}

/// Asks the user at the terminal for confirmation; any answer except yes means no.
pub fn confirm(question: &str) -> std::io::Result<bool> {
    anstream::eprint!("{question}");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "j" | "ja"))
}
