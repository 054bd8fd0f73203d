//! The intake of players: the submissions of a class, and the copies of players' files that a tournament plays.

mod archive;
mod canonical;
mod check;
mod class_zip;
mod copies;
mod intake_limits;
mod names;
mod player_intake;
mod reason;
mod submission;
mod upload;

pub use archive::ARCHIVE_MAX;
pub use canonical::{canonical_zip, unpack_into, unpacked_player};
pub use check::{CheckedReason, CheckedSubmission, ClassCheck, check_submissions};
pub use copies::Copies;
pub use intake_limits::IntakeLimits;
pub use names::valid_name;
pub use player_intake::{GivenNames, HandIn, Player, PlayerIntake, Warn, is_in_zip, name_of_no_player};
pub use reason::{Reason, ReasonCode, Verdict};
pub use submission::{Submission, is_zip};
pub use upload::{UploadedFile, save_upload, zip_of};
