//! Errors of the store.

use crate::db::DbError;

/// The reason why the store did not do what was requested. The server turns it into a status and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    #[error("{0}")]
    Db(DbError),
    /// The row does not exist, or the caller may not know of it.
    #[error("not found")]
    NotFound,
    /// Somebody of this class already has the same or a confusable name.
    #[error("the name is taken")]
    NameTaken,
    /// The invitation has ended, has no uses left, or was closed; or the contest takes nothing any more.
    #[error("closed")]
    Closed,
    /// The class or the contest is archived.
    #[error("archived")]
    Archived,
    /// The server would have no owner without this account.
    #[error("the last owner")]
    LastOwner,
    /// The row is not in the state that the step needs, or somebody else was faster.
    #[error("not in the right state")]
    WrongState,
    /// A limit of the server is reached.
    #[error("at most {max}")]
    TooMany { max: i64 },
}

pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl From<DbError> for StoreError {
    fn from(err: DbError) -> StoreError {
        StoreError::Db(err)
    }
}
