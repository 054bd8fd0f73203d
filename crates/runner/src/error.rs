//! Errors of matches.

#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// An error message of one sentence.
    #[error("{0}")]
    UserError(String),
    /// An error that the user can fix.
    #[error("{0}")]
    CannotStart(String),
    /// A player cannot start. The audience has already received the reason; the string repeats it in English.
    #[error("{what}: {error}")]
    Defect { what: String, error: std::io::Error },
    /// An internal error.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Returns a [`PlayError::UserError`].
pub fn user_error<T>(what: impl Into<String>) -> Result<T, PlayError> {
    Err(PlayError::UserError(what.into()))
}

impl PlayError {
    /// Makes an error of the system a [`PlayError::Defect`]; `what` is the failed action.
    pub fn defect(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> PlayError {
        let what = what.into();
        move |error| PlayError::Defect { what, error }
    }
}

impl From<wag_core::game::InvalidOptions> for PlayError {
    fn from(wrong: wag_core::game::InvalidOptions) -> PlayError {
        PlayError::UserError(wrong.0)
    }
}
