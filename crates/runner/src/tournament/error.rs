//! Errors of a tournament's file.

/// The reason why a tournament's file cannot be used, as a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(pub String);

pub type Result<T> = std::result::Result<T, StoreError>;

impl From<StoreError> for crate::PlayError {
    fn from(err: StoreError) -> crate::PlayError {
        crate::PlayError::UserError(err.0)
    }
}
