//! Finds the call stack of an order: the lines of the AI's own files from the main file down to the line that is
//! running. This happens once per order, so it must be fast.
//!
//! The line of a position in the bytecode is looked up once and then cached. Each call stack is stored once per turn,
//! and orders refer to it by index.

use crate::worker::debugging::traceback::is_library;
use crate::worker::process::gil::Gil;
use pyo3::ffi;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::ffi::c_int;
use std::path::Path;
use wag_core::arena::{CallStack, Line, OrderSources};

/// The index of a call stack in the list of the turn's call stacks.
pub type Origin = u32;

/// The maximum number of cached bytecode positions. When it is reached, the cache is cleared.
const PLACES_MAX: usize = 1 << 14;
/// The maximum number of file names.
const FILES_MAX: usize = 100;
/// The maximum length of a file's name, in characters.
const NAME_MAX: usize = 200;
/// The maximum number of frames that are inspected for one call stack.
const FRAMES_MAX: usize = 100;

static CACHE: Gil<Option<Box<OriginCache>>> = Gil::new(None);

struct OriginCache {
    /// The AI's folder, with a trailing slash.
    folder: String,
    libraries: Vec<String>,
    /// True if call stacks include the callers of the innermost function.
    has_callers: bool,
    files: Vec<String>,
    /// Cached lines, by the address of the code object and the position in its bytecode. The cache holds the code
    /// object, so that no other object gets the same address.
    places: HashMap<(usize, c_int), (Py<PyAny>, CodeOwner)>,
    /// The call stacks of this turn. `numbers` contains their indexes.
    chains: Vec<CallStack>,
    numbers: HashMap<Vec<Line>, Origin>,
}

#[derive(Clone, Copy)]
enum CodeOwner {
    Own(Line),
    Library,
    /// Code of the import machinery.
    Import,
}

/// Sets the AI's folder. Code of the `libraries` is not the AI's own. For a built-in AI, call stacks contain only the
/// innermost line, since nobody looks at its callers.
pub fn install(py: Python<'_>, folder: &Path, libraries: &[String], is_built_in: bool) {
    let folder = format!("{}/", folder.display());
    let known = OriginCache {
        folder,
        libraries: libraries.to_vec(),
        has_callers: !is_built_in,
        files: Vec::new(),
        places: HashMap::new(),
        chains: Vec::new(),
        numbers: HashMap::new(),
    };
    CACHE.replace(py, Some(Box::new(known)));
}

/// Returns the part of the current call stack that is in the AI's own files; `None` if there is none.
pub fn here(py: Python<'_>) -> Option<Origin> {
    with(py, |known| known.call_stack_here(py))?
}

/// Returns true if the running code was called by the AI's own code, with at most `calls_between` library calls in
/// between. Calls that a library makes while it is being imported do not count.
pub fn is_called_by_own(py: Python<'_>, calls_between: usize) -> bool {
    // SAFETY: the GIL is held; the returned reference is borrowed, and may be null.
    let mut frame = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetFrame().cast()) };
    for _ in 0..=calls_between.min(FRAMES_MAX) {
        let Some(running) = frame else { return false };
        match with(py, |known| known.code_owner(&running)).flatten() {
            Some(CodeOwner::Own(_)) => return true,
            Some(CodeOwner::Library) => frame = caller_of(&running),
            Some(CodeOwner::Import) | None => return false,
        }
    }
    false
}

/// Returns true if the AI's own code reads the times of a file, directly or through a library function that returns
/// them.
pub fn reads_file_times(py: Python<'_>) -> bool {
    const ANSWERING: [&str; 5] = ["getmtime", "getctime", "getatime", "stat", "lstat"];
    // SAFETY: the GIL is held; the returned reference is borrowed, and may be null.
    let frame = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetFrame().cast()) };
    let name = frame
        .and_then(|frame| frame.getattr("f_code").ok()?.getattr("co_name").ok()?.extract::<String>().ok());
    let is_answering = name.is_some_and(|name| ANSWERING.contains(&name.as_str()));
    is_called_by_own(py, usize::from(is_answering))
}

fn caller_of<'py>(frame: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: the GIL is held and it is a frame; the returned reference is owned, and may be null.
    unsafe { Bound::from_owned_ptr_or_opt(frame.py(), ffi::PyFrame_GetBack(frame.as_ptr().cast()).cast()) }
}

/// Returns the line where a function in the AI's file begins, for refusals that become known only after the function
/// has returned.
pub fn of_function(function: &Bound<'_, PyAny>) -> Option<Origin> {
    let py = function.py();
    let function = function.getattr("__func__").unwrap_or_else(|_| function.clone());
    let code = function.getattr("__code__").ok()?;
    let file: String = code.getattr("co_filename").ok()?.extract().ok()?;
    let line: u32 = code.getattr("co_firstlineno").ok()?.extract().ok()?;
    with(py, |known| {
        let file = known.file(&file)?;
        known.number(&[(file, line)])
    })?
}

/// Returns the call stacks of this turn together with `places`, the orders' indexes into them. Clears the call stacks
/// for the next turn.
pub fn take(py: Python<'_>, places: Vec<Option<Origin>>) -> OrderSources {
    let origins = with(py, |known| {
        known.numbers.clear();
        OrderSources { files: known.files.clone(), chains: std::mem::take(&mut known.chains), places }
    });
    origins.unwrap_or_default()
}

/// Calls `used` with the cache, which is taken out of `CACHE` until the call returns. A finalizer that runs in the
/// meantime finds no cache, and its orders have no origin.
fn with<T>(py: Python<'_>, used: impl FnOnce(&mut OriginCache) -> T) -> Option<T> {
    CACHE.lend(py, used)
}

impl OriginCache {
    /// Collects the lines of the current call stack, starting at the innermost frame. For a deep stack, only the
    /// innermost lines and the outermost one are stored. A line that calls itself again and again counts once.
    fn call_stack_here(&mut self, py: Python<'_>) -> Option<Origin> {
        let (mut lines, mut count) = ([(0, 0); CallStack::LINES_MAX], 0);
        // SAFETY: the GIL is held; the returned reference is borrowed, and may be null.
        let mut frame = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyEval_GetFrame().cast()) };
        for _ in 0..FRAMES_MAX {
            let Some(running) = frame else { break };
            if let CodeOwner::Own(line) = self.code_owner(&running)?
                && (count == 0 || lines[count - 1] != line)
            {
                count = (count + 1).min(CallStack::LINES_MAX);
                lines[count - 1] = line;
                if !self.has_callers {
                    break;
                }
            }
            frame = caller_of(&running);
        }
        lines[..count].reverse();
        self.number(&lines[..count])
    }

    /// Returns the index of a call stack; `None` if it is empty or there are already too many.
    fn number(&mut self, lines: &[Line]) -> Option<Origin> {
        if let Some(number) = self.numbers.get(lines) {
            return Some(*number);
        }
        if lines.is_empty() || self.chains.len() >= OrderSources::CHAINS_MAX {
            return None;
        }
        let number = self.chains.len() as Origin;
        self.chains.push(CallStack(lines.to_vec()));
        self.numbers.insert(lines.to_vec(), number);
        Some(number)
    }

    fn code_owner(&mut self, frame: &Bound<'_, PyAny>) -> Option<CodeOwner> {
        let raw = frame.as_ptr().cast();
        // SAFETY: the GIL is held and `raw` is a frame; the code is an owned reference, never null.
        let code = unsafe { Bound::from_owned_ptr(frame.py(), ffi::PyFrame_GetCode(raw).cast()) };
        let key = (code.as_ptr() as usize, place_in(raw));
        if let Some((_, code_owner)) = self.places.get(&key) {
            return Some(*code_owner);
        }
        let code_owner = self.look_up(frame, &code)?;
        if self.places.len() >= PLACES_MAX {
            self.places.clear();
        }
        self.places.insert(key, (code.unbind(), code_owner));
        Some(code_owner)
    }

    fn look_up(&mut self, frame: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>) -> Option<CodeOwner> {
        let file: String = code.getattr("co_filename").ok()?.extract().ok()?;
        if file.starts_with("<frozen importlib.") {
            return Some(CodeOwner::Import);
        }
        if is_library(&file, &self.libraries) {
            return Some(CodeOwner::Library);
        }
        // SAFETY: the GIL is held and it is a frame.
        let line = unsafe { ffi::PyFrame_GetLineNumber(frame.as_ptr().cast()) };
        Some(CodeOwner::Own((self.file(&file)?, u32::try_from(line).ok()?)))
    }

    /// Returns the index of a file, which is stored under its name relative to the AI's folder; `None` if there are too
    /// many files.
    fn file(&mut self, path: &str) -> Option<u16> {
        let name: String = path.strip_prefix(&self.folder).unwrap_or(path).chars().take(NAME_MAX).collect();
        let known = self.files.iter().position(|known| *known == name);
        let number = known.or_else(|| {
            (self.files.len() < FILES_MAX).then(|| {
                self.files.push(name);
                self.files.len() - 1
            })
        })?;
        u16::try_from(number).ok()
    }
}

/// Returns the current position of a frame in its code, as a number that belongs to a single line.
fn place_in(frame: *mut ffi::PyFrameObject) -> c_int {
    // SAFETY: only called with the GIL held and a frame.
    #[cfg(Py_3_11)]
    return unsafe { ffi::PyFrame_GetLasti(frame) };
    // SAFETY: as above.
    #[cfg(not(Py_3_11))]
    return unsafe { ffi::PyFrame_GetLineNumber(frame) };
}
