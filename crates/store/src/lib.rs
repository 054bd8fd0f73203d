//! The database of a server for classes: people, sessions, classes, contests, hand-ins, matches and jobs.
//!
//! This crate knows no HTTP and no game. Its functions block; a server calls them on a thread that may wait. Every
//! function that acts for somebody takes the account of that person and checks the membership in its own query, so that
//! no caller can forget it.

mod accounts;
mod audit;
mod class_rights;
mod classes;
mod clock;
mod contest_steps;
pub mod contests;
pub mod crash;
pub mod db;
mod deletion;
mod error;
mod excluded_workers;
pub mod hand_ins;
mod ids;
mod invitations;
mod limits;
mod marks;
pub mod matches;
mod members;
mod migrations;
mod playable_games;
mod progress;
mod seasons;
mod server_row;
mod sessions;
pub mod stages;
mod store;
mod teaching;

pub use accounts::{Account, Role};
pub use audit::{Act, AuditEntry};
pub use classes::{ClassChange, OwnClass, OwnContest, TaughtClass};
pub use clock::now_ms;
pub use db::{Db, DbError, Reader, Row, Value, Writer, copy as copy_database};
pub use deletion::{DeletedFiles, PersonRows};
pub use error::{Result, StoreError};
pub use excluded_workers::ExcludedWorker;
pub use ids::{Code, Secret, is_id, new_id};
pub use invitations::{HOURS_MAX, Invited, Joined, ListedInvitation, NewInvitation, USES_MAX};
pub use limits::{AccountLimitTexts, HandInLimits};
pub use marks::{MarkChange, StoredMark};
pub use members::{Member, MemberChange, NewMember};
pub use progress::{Attempt, Progress};
pub use seasons::CarriedHandIn;
pub use sessions::{ListedSession, NewSession, Proof, Session};
pub use store::Store;
pub use teaching::{ListedPupil, OverviewHandIn, TaughtPupil};
