//! Errors of matches.

use wag_i18n::t;

/// An error message of one sentence.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// An error that the user can fix.
    #[error("{0}")]
    UserError(String),
    /// A player cannot start. The audience has already received the reason; the string repeats it in English.
    #[error("{0}")]
    CannotStart(String),
    /// An internal error.
    #[error("{}: {fault}", t!(*what))]
    Defect { what: &'static str, fault: std::io::Error },
}

/// Returns a [`PlayError::UserError`].
pub fn user_error<T>(what: impl Into<String>) -> Result<T, PlayError> {
    Err(PlayError::UserError(what.into()))
}

impl PlayError {
    pub fn defect(what: &'static str) -> impl Fn(std::io::Error) -> PlayError {
        move |fault| PlayError::Defect { what, fault }
    }
}

impl From<wag_core::game::InvalidOptions> for PlayError {
    fn from(wrong: wag_core::game::InvalidOptions) -> PlayError {
        PlayError::UserError(wrong.0)
    }
}
