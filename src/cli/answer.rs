//! How commands end, and what they print.

use anyhow::Context;
use std::io::{BufRead, Write};
use wag_i18n::t;
use wag_runner::PlayError;

/// A mistake of the user, or something that the user can mend: told in one sentence, exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UserError(pub String);

/// Ends a command with a [`UserError`].
pub fn user_error<T>(what: impl Into<String>) -> anyhow::Result<T> {
    Err(UserError(what.into()).into())
}

/// Whether the user can mend it.
pub fn is_user_error(fault: &anyhow::Error) -> bool {
    fault.is::<UserError>() || matches!(fault.downcast_ref(), Some(PlayError::UserError(_)))
}

/// How a command ended, when it did what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    Success,
    /// By Ctrl+C.
    Interrupted,
    /// What the user gave can't be used; all has been told.
    Rejected,
    /// What was looked into is not in order; all has been told.
    Defect,
    /// What was asked can't be told; all that is known has been told.
    Undecided,
}

/// Prints a command's whole answer. Whoever reads it may stop in the middle (`wag games | head`).
pub fn print(text: &str) -> anyhow::Result<ExitStatus> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(fault).context(t!("the answer can't be printed"))
        }
        _ => Ok(ExitStatus::Success),
    }
}

/// Asks whoever is at the terminal; whatever is not a yes is a no.
pub fn agreed(question: &str) -> std::io::Result<bool> {
    anstream::eprint!("{question}");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "j" | "ja"))
}
