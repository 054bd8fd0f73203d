//! Why a match can't be played.

use wag_i18n::t;

/// Told in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// Something that the user can mend.
    #[error("{0}")]
    UserError(String),
    /// A player cannot start. The audience has been told; the words repeat why, in English.
    #[error("{0}")]
    CannotStart(String),
    /// Something that should not have happened.
    #[error("{}: {fault}", t!(*what))]
    Defect { what: &'static str, fault: std::io::Error },
}

/// Ends with a [`PlayError::UserError`].
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
