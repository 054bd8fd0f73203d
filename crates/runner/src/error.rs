//! The error of everything that plays.

/// Why a match, a series or a tournament cannot be played, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A mistake of the user, or something that the user can fix.
    #[error("{0}")]
    UserError(String),
    /// A player cannot start. The audience knows already; the text repeats the reason in English.
    #[error("{0}")]
    CannotStart(String),
    /// A failure of the system or of this program.
    #[error("{what}: {error}")]
    Defect { what: String, error: std::io::Error },
    /// As [`PlayError::Defect`], where the error says enough.
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
