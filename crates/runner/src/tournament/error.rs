//! What can go wrong with the file of a tournament.

/// Why the file can't be used, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(pub String);

pub type Result<T> = std::result::Result<T, StoreError>;
