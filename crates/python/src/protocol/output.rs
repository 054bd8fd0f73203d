//! The AI's output, in memory that the worker and the engine share, so that the output survives the worker.
//!
//! Layout: number of stored bytes (u64), number of dropped bytes (u64), then the text. The worker only appends. While
//! the worker waits, the engine takes all the text and resets both numbers. The engine treats everything it reads there
//! as untrusted.

use rustix::fd::AsFd;
use rustix::io::Result;
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use std::sync::atomic::{AtomicU64, Ordering};
use wag_sandbox::limits::KEPT_PER_TURN;

const HEAD: usize = 16;
/// The size of the shared file, in bytes.
pub const FILE_BYTES: usize = HEAD + KEPT_PER_TURN;

/// One end of the shared memory.
pub struct SharedOutput {
    start: *mut u8,
}

// SAFETY: the pointer is to a mapping that exists as long as the value; the two counters are atomic, and a writer
// reserves its bytes first. The engine reads while the worker waits; if a hostile worker writes at the same time, the
// engine reads arbitrary bytes.
unsafe impl Send for SharedOutput {}
// SAFETY: as above; within the worker, writers hold the GIL.
unsafe impl Sync for SharedOutput {}

impl SharedOutput {
    /// Maps a file of [`FILE_BYTES`] bytes.
    pub fn map(file: impl AsFd) -> Result<Self> {
        // SAFETY: a new mapping at a place of the kernel's choice, of a file that both sides keep at this size.
        let start = unsafe {
            mmap(
                std::ptr::null_mut(),
                FILE_BYTES,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::SHARED,
                file,
                0,
            )?
        };
        Ok(SharedOutput { start: start.cast() })
    }

    fn counters(&self) -> [&AtomicU64; 2] {
        // SAFETY: the mapping begins with two aligned u64 and outlives the borrow.
        unsafe { [AtomicU64::from_ptr(self.start.cast()), AtomicU64::from_ptr(self.start.add(8).cast())] }
    }

    /// Appends as much of the text as fits, and counts the bytes that do not fit.
    pub fn append(&self, text: &[u8]) {
        let [filled, dropped] = self.counters();
        // The range is reserved before it is filled, because child processes of an AI share this memory.
        let after =
            |at: u64| Some((at.min(KEPT_PER_TURN as u64) + text.len() as u64).min(KEPT_PER_TURN as u64));
        let at = match filled.fetch_update(Ordering::AcqRel, Ordering::Relaxed, after) {
            Ok(at) | Err(at) => (at as usize).min(KEPT_PER_TURN),
        };
        let written = text.len().min(KEPT_PER_TURN - at);
        // SAFETY: `at + kept` is within the mapping; the source is another object's memory.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), self.start.add(HEAD + at), written) };
        if written < text.len() {
            dropped.fetch_add((text.len() - written) as u64, Ordering::Relaxed);
        }
    }

    /// Moves all text into `out` and resets the counters. Returns the number of dropped bytes.
    pub fn take(&self, out: &mut Vec<u8>) -> u64 {
        let [filled, dropped] = self.counters();
        let length = (filled.load(Ordering::Acquire) as usize).min(KEPT_PER_TURN);
        if length > 0 {
            let at = out.len();
            out.resize(at + length, 0);
            // SAFETY: `length` bytes are within the mapping, and `out` has just been resized for them. A hostile worker
            // may still write there: then the bytes are arbitrary, which the engine expects.
            unsafe {
                std::ptr::copy_nonoverlapping(self.start.add(HEAD), out.as_mut_ptr().add(at), length);
            }
            filled.store(0, Ordering::Release);
        }
        dropped.swap(0, Ordering::Relaxed)
    }
}

impl Drop for SharedOutput {
    fn drop(&mut self) {
        // SAFETY: the mapping was made in `map` and nothing borrows from it any more.
        let _ = unsafe { munmap(self.start.cast(), FILE_BYTES) };
    }
}
