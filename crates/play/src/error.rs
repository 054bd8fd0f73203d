//! Errors when a match is prepared or played.

use crate::seats::unstarted::Unstarted;
use wag_core::problem::{Detail, Problem};
use wag_i18n::{Language, Message, t};

#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// An error that the user can fix. It is displayed in the user's language.
    #[error("{}", .0.translated())]
    UserError(Message),
    /// Players cannot start.
    #[error("{0}")]
    CannotStart(Unstarted),
    /// The game itself cannot go on, whoever plays. No match counts.
    #[error("{}", in_words(.0))]
    GameFailed(Box<Problem>),
    /// An error of the operating system or of this program; `what` is the failed action.
    #[error("{what}: {error}")]
    Defect { what: String, error: std::io::Error },
    /// An error of the operating system or of this program whose own message is sufficient.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Returns the sentence that a game failed, and how to fix it.
fn in_words(problem: &Problem) -> String {
    let lines = problem.lines(Language::spoken(), Detail::Short).join("\n");
    t!("the game failed: %{lines}", lines)
}

/// Returns a [`PlayError::UserError`].
pub fn user_error<T>(what: impl Into<Message>) -> Result<T, PlayError> {
    Err(PlayError::UserError(what.into()))
}

impl PlayError {
    /// Returns the kind of the error in JSON. Programs rely on these words.
    pub fn kind(&self) -> &'static str {
        match self {
            PlayError::UserError(_) => "usage",
            PlayError::CannotStart(_) => "cannot_start",
            PlayError::GameFailed(_) => "game_failed",
            PlayError::Defect { .. } | PlayError::Io(_) => "system",
        }
    }

    /// Returns the error for a reader whose language is not known yet.
    pub fn message(&self) -> Message {
        match self {
            PlayError::UserError(message) => message.clone(),
            other => other.to_string().into(),
        }
    }

    /// Returns a function that turns a system error into a [`PlayError::Defect`]; `what` is the failed action.
    pub fn defect(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> PlayError {
        let what = what.into();
        move |error| PlayError::Defect { what, error }
    }
}

impl From<wag_core::game::InvalidOptions> for PlayError {
    fn from(wrong: wag_core::game::InvalidOptions) -> PlayError {
        PlayError::UserError(wrong.0.into())
    }
}
