//! Which line of the AI's own files is running: asked once per order, so it must be quick.
//!
//! A line is looked up once per place in the bytecode; from then on it is in a table.

use super::gil::Gil;
use super::traceback::is_library;
use pyo3::ffi;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::ffi::c_int;
use std::path::Path;

/// A file, as a number in the list of [`files`], and a line, from 1.
pub type Origin = (u16, u32);

/// So many places are kept at most; then the table begins afresh.
const PLACES_MAX: usize = 1 << 14;
/// So many files have names at most.
const FILES_MAX: usize = 100;
/// The longest name of a file, in characters.
const NAME_MAX: usize = 200;
/// So many frames of libraries are looked through at most.
const FRAMES_MAX: usize = 50;

static KNOWN: Gil<Option<Box<Known>>> = Gil::new(None);

struct Known {
    /// The AI's folder, with a slash.
    folder: String,
    libraries: Vec<String>,
    files: Vec<String>,
    /// By the address of the code and the place in it. The code is kept, so that no other gets its address.
    places: HashMap<(usize, c_int), (Py<PyAny>, Whose)>,
}

#[derive(Clone, Copy)]
enum Whose {
    Own(Origin),
    Library,
}

/// The AI of this folder plays from now on; code of the `libraries` is not its own.
pub fn install(py: Python<'_>, folder: &Path, libraries: &[String]) {
    let folder = format!("{}/", folder.display());
    let known = Known { folder, libraries: libraries.to_vec(), files: Vec::new(), places: HashMap::new() };
    KNOWN.replace(py, Some(Box::new(known)));
}

/// The innermost line of the AI's own code that is running; `None` when there is none.
pub fn here(py: Python<'_>) -> Option<Origin> {
    // Taken out while it is used: a finalizer that runs meanwhile finds none, and its orders have no origin.
    let mut known = KNOWN.replace(py, None)?;
    let origin = known.find(py);
    KNOWN.replace(py, Some(known));
    origin
}

/// The names of the files that origins speak of, as the AI's author knows them.
pub fn files(py: Python<'_>) -> Vec<String> {
    let Some(known) = KNOWN.replace(py, None) else { return Vec::new() };
    let files = known.files.clone();
    KNOWN.replace(py, Some(known));
    files
}

impl Known {
    fn find(&mut self, py: Python<'_>) -> Option<Origin> {
        // SAFETY: the GIL is held; the answer is borrowed, and may be null.
        let mut frame = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetFrame().cast()) };
        for _ in 0..FRAMES_MAX {
            let running = frame?;
            if let Whose::Own(origin) = self.whose(&running)? {
                return Some(origin);
            }
            // SAFETY: the GIL is held and it is a frame; the answer is owned, and may be null.
            frame = unsafe {
                Bound::from_owned_ptr_or_opt(py, ffi::PyFrame_GetBack(running.as_ptr().cast()).cast())
            };
        }
        None
    }

    fn whose(&mut self, frame: &Bound<'_, PyAny>) -> Option<Whose> {
        let raw = frame.as_ptr().cast();
        // SAFETY: the GIL is held and `raw` is a frame; the code is an owned reference, never null.
        let code = unsafe { Bound::from_owned_ptr(frame.py(), ffi::PyFrame_GetCode(raw).cast()) };
        let key = (code.as_ptr() as usize, place_in(raw));
        if let Some((_, whose)) = self.places.get(&key) {
            return Some(*whose);
        }
        let whose = self.look_up(frame, &code)?;
        if self.places.len() >= PLACES_MAX {
            self.places.clear();
        }
        self.places.insert(key, (code.unbind(), whose));
        Some(whose)
    }

    fn look_up(&mut self, frame: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>) -> Option<Whose> {
        let file: String = code.getattr("co_filename").ok()?.extract().ok()?;
        if is_library(&file, &self.libraries) {
            return Some(Whose::Library);
        }
        // SAFETY: the GIL is held and it is a frame.
        let line = unsafe { ffi::PyFrame_GetLineNumber(frame.as_ptr().cast()) };
        let name: String = file.strip_prefix(&self.folder).unwrap_or(&file).chars().take(NAME_MAX).collect();
        let number = self.files.iter().position(|known| *known == name).or_else(|| {
            (self.files.len() < FILES_MAX).then(|| {
                self.files.push(name);
                self.files.len() - 1
            })
        })?;
        Some(Whose::Own((u16::try_from(number).ok()?, u32::try_from(line).ok()?)))
    }
}

/// Where in its code a frame is: a number that stands for one line.
fn place_in(frame: *mut ffi::PyFrameObject) -> c_int {
    // SAFETY: only called with the GIL held and a frame.
    #[cfg(Py_3_11)]
    return unsafe { ffi::PyFrame_GetLasti(frame) };
    // SAFETY: as above.
    #[cfg(not(Py_3_11))]
    return unsafe { ffi::PyFrame_GetLineNumber(frame) };
}
