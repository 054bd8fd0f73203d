//! The free space of the disk. When there is little, nothing is played or taken in, but all pages work.

use crate::error::Refusal;
use crate::host_limits::HostLimits;
use axum::http::StatusCode;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use wag_i18n::message;

/// The environment variable with the free space in bytes that a debug build believes in, for tests.
const VARIABLE: &str = "WAG_FREE_BYTES";

/// The disk of a server's folder. Clones share it.
#[derive(Clone)]
pub struct Disk {
    /// Returns the free space in bytes; `None` if it is unknown.
    free: Arc<dyn Fn() -> Option<u64> + Send + Sync>,
    /// The free space below which the disk is full, in bytes.
    least: u64,
}

impl Disk {
    /// Returns the disk that contains a folder.
    pub fn of(folder: PathBuf) -> Disk {
        let believed = std::env::var(VARIABLE).ok().filter(|_| cfg!(debug_assertions));
        let believed: Option<u64> = believed.and_then(|bytes| bytes.parse().ok());
        Disk::measured_by(move || {
            believed
                .or_else(|| rustix::fs::statvfs(&folder).ok().map(|found| found.f_bavail * found.f_frsize))
        })
    }

    /// Returns a disk whose free space a function returns, in bytes.
    pub fn measured_by(free: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Disk {
        Disk { free: Arc::new(free), least: u64::from(HostLimits::default().disk_free_mb) << 20 }
    }

    /// Sets the free space below which the disk is full, in MB.
    pub fn with_least(self, mb: u32) -> Disk {
        Disk { least: u64::from(mb) << 20, ..self }
    }

    /// Returns the free space in bytes; `None` if it is unknown.
    pub fn free(&self) -> Option<u64> {
        (self.free)()
    }

    /// Returns whether there is too little free space for more work.
    pub fn is_full(&self) -> bool {
        (self.free)().is_some_and(|free| free < self.least)
    }

    /// Returns an error if there is too little free space for more work.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.is_full() { Err(full()) } else { Ok(()) }
    }
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Disk").field(&(self.free)()).finish()
    }
}

/// The answer to a request for which the disk has too little space.
pub fn full() -> Refusal {
    let sentence = message!("the disk of the server is full; tell the owner of the server");
    Refusal::new(StatusCode::INSUFFICIENT_STORAGE, sentence).with_code("disk_full")
}
