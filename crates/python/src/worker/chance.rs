//! Chance that an AI asks the system for: the match's seed gives it instead. What no seed can decide, such as a clock, is
//! noted, so that the result can say that the match is not repeatable, and why.

use super::gil::Gil;
use pyo3::ffi;
use pyo3::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use wag_core::arena::Unseeded;

/// What has been asked for in this turn.
static NOTED: Gil<Unseeded> = Gil::new(Unseeded::NONE);
/// Where the turn's chance comes from: begun when it is first asked for.
static STREAM: Gil<Option<Box<ChaCha8Rng>>> = Gil::new(None);
static SEED: Gil<u64> = Gil::new(0);

/// This is not the chance that `random` begins with.
const APART: u64 = 0x7379_7374_656d;

/// A turn with this seed begins.
pub fn begin(py: Python<'_>, seed: u64) {
    SEED.set(py, seed ^ APART);
    STREAM.replace(py, None);
}

pub fn is_noted(py: Python<'_>, source: Unseeded) -> bool {
    NOTED.get(py).and(source) == NOTED.get(py)
}

pub fn note(py: Python<'_>, source: Unseeded) {
    NOTED.set(py, NOTED.get(py).and(source));
}

/// What the turn has asked for; the next one begins without any.
pub fn take(py: Python<'_>) -> Unseeded {
    NOTED.replace(py, Unseeded::NONE)
}

/// The next number.
pub fn draw(py: Python<'_>) -> u64 {
    with(py, |stream| stream.next_u64())
}

/// Fills a bytes object that nobody has seen yet.
///
/// # Safety
/// `answer` is an object that has just been made.
pub unsafe fn draw_bytes(py: Python<'_>, answer: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: bytes objects have so many bytes in this place, and this one is not shared yet.
    unsafe {
        if ffi::PyBytes_Check(answer) != 0 && ffi::PyBytes_Size(answer) > 1 {
            let length = ffi::PyBytes_Size(answer) as usize;
            let bytes = std::slice::from_raw_parts_mut(ffi::PyBytes_AsString(answer).cast::<u8>(), length);
            with(py, |stream| stream.fill_bytes(bytes));
            return answer;
        }
        if ffi::PyBytes_Check(answer) == 0 || ffi::PyBytes_Size(answer) == 0 {
            return answer;
        }
        // All bytes objects of one byte are shared.
        let byte = [with(py, |stream| stream.next_u32()) as u8];
        ffi::Py_DECREF(answer);
        ffi::PyBytes_FromStringAndSize(byte.as_ptr().cast(), 1)
    }
}

fn with<T>(py: Python<'_>, used: impl FnOnce(&mut ChaCha8Rng) -> T) -> T {
    let seed = SEED.get(py);
    let mut stream = STREAM.replace(py, None).unwrap_or_else(|| Box::new(ChaCha8Rng::seed_from_u64(seed)));
    let drawn = used(&mut stream);
    STREAM.replace(py, Some(stream));
    drawn
}
