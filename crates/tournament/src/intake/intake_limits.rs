//! The limits of submissions.

use wag_play::line_up::folder::{BYTES_MAX, FILES_MAX};

/// The limits of the files of a submission when they are unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntakeLimits {
    /// The total size, in bytes; at most [`BYTES_MAX`].
    pub bytes: u64,
    /// The number of files; at most [`FILES_MAX`].
    pub files: usize,
    /// The ratio between the unpacked and the packed size of a file. DEFLATE can reach 1032; text reaches about 10.
    pub ratio: u64,
}

impl Default for IntakeLimits {
    fn default() -> Self {
        IntakeLimits { bytes: BYTES_MAX, files: FILES_MAX, ratio: 250 }
    }
}
