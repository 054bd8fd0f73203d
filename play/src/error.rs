//! Why a match can't be played.

use engine::language::t;

/// Told in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// Something that the user can mend.
    #[error("{0}")]
    Mistake(String),
    /// A player cannot start. The audience has been told; the words repeat why, in English.
    #[error("{0}")]
    CannotStart(String),
    /// Something that should not have happened.
    #[error("{}: {fault}", t!(*what))]
    Defect { what: &'static str, fault: std::io::Error },
}

/// Ends with a [`PlayError::Mistake`].
pub fn mistake<T>(what: impl Into<String>) -> Result<T, PlayError> {
    Err(PlayError::Mistake(what.into()))
}

impl PlayError {
    pub fn defect(what: &'static str) -> impl Fn(std::io::Error) -> PlayError {
        move |fault| PlayError::Defect { what, fault }
    }
}

impl From<engine::game::Wrong> for PlayError {
    fn from(wrong: engine::game::Wrong) -> PlayError {
        PlayError::Mistake(wrong.0)
    }
}
