//! Errors of a tournament's file.

/// The reason why a tournament's file cannot be used, as a sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(pub String);

pub type Result<T> = std::result::Result<T, StoreError>;

impl From<StoreError> for wag_play::PlayError {
    fn from(err: StoreError) -> wag_play::PlayError {
        wag_play::PlayError::UserError(err.0.into())
    }
}
