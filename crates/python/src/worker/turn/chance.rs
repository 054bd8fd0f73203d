//! Random numbers that an AI requests from the system. They depend on the match's seed instead of the system. Sources
//! that no seed can control, such as a clock, are recorded, so that the result can say why the match is not repeatable.
//!
//! Only the first turn of a process imports a library. So an import draws from a stream of its own, and the turn's numbers
//! are the same whether or not a library was imported before.

use crate::worker::process::gil::Gil;
use pyo3::ffi;
use pyo3::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use wag_core::game::derive_seed;
use wag_core::problem::Unseeded;

/// The sources that the turn has used and that no seed controls.
static NOTED: Gil<Unseeded> = Gil::new(Unseeded::NONE);
/// The random number generator of the turn or of the import in progress, created on first use.
static STREAM: Gil<Option<Box<ChaCha8Rng>>> = Gil::new(None);
static SEED: Gil<u64> = Gil::new(0);
/// The number of imports in progress, each of which was started by the one before.
static IMPORTS: Gil<u32> = Gil::new(0);

/// A number that is combined with the seed, so that the random numbers differ from those of `random`, which has the
/// same seed.
const APART: u64 = 0x7379_7374_656d;

/// Begins a turn with the given seed.
pub fn begin(py: Python<'_>, seed: u64) {
    SEED.set(py, seed ^ APART);
    STREAM.replace(py, None);
    IMPORTS.set(py, 0);
}

/// Runs a closure that imports the library of this name. What it draws depends on the name only.
pub fn of_import<T>(py: Python<'_>, name: &str, load: impl FnOnce() -> T) -> T {
    let seed = SEED.replace(py, derive_seed(0, name, &[]));
    let stream = STREAM.replace(py, None);
    IMPORTS.set(py, IMPORTS.get(py) + 1);
    let loaded = load();
    IMPORTS.set(py, IMPORTS.get(py).saturating_sub(1));
    SEED.set(py, seed);
    STREAM.replace(py, stream);
    loaded
}

/// Returns true while a library is imported.
pub fn is_importing(py: Python<'_>) -> bool {
    IMPORTS.get(py) > 0
}

pub fn is_noted(py: Python<'_>, source: Unseeded) -> bool {
    NOTED.get(py).and(source) == NOTED.get(py)
}

pub fn note(py: Python<'_>, source: Unseeded) {
    NOTED.set(py, NOTED.get(py).and(source));
}

/// Returns the sources that the turn has used and that no seed controls, and clears the record of them.
pub fn take(py: Python<'_>) -> Unseeded {
    NOTED.replace(py, Unseeded::NONE)
}

/// Returns the next random number.
pub fn draw(py: Python<'_>) -> u64 {
    with(py, |stream| stream.next_u64())
}

/// Fills a new bytes object, which no other code has seen yet, with random bytes. Returns the filled object. An object
/// of another type is returned unchanged.
///
/// # Safety
/// `answer` is an object that has just been created.
pub unsafe fn draw_bytes(py: Python<'_>, answer: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the slice covers exactly the object's bytes, and the object is not shared yet.
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
        // CPython shares all bytes objects of length 1, so this creates another one.
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
