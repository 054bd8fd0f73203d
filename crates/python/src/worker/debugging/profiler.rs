//! A profiler of an AI's code. CPython calls it for each call, line and return. The AI cannot notice it.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_int;
use std::path::Path;
use std::time::Instant;
use wag_core::arena::{Function, LineTime, Node, Profile};

thread_local! {
    /// The profile of the turn in progress, if any. This thread is the one that runs the AI.
    static LOOK: RefCell<Option<Look>> = const { RefCell::new(None) };
}

/// The profile of a turn in progress.
struct Look {
    /// The indexes of code objects, by address. `codes` holds the objects, so that no other object gets the same
    /// address.
    known: HashMap<usize, u32>,
    codes: Vec<Py<PyAny>>,
    nodes: Vec<Node>,
    below: HashMap<(Option<u32>, u32), u32>,
    lines: HashMap<(u32, u32), u64>,
    /// The calls that have not returned yet, each with its current line.
    stack: Vec<(u32, u32)>,
    /// The start of the time that has not been counted yet.
    since: Instant,
}

impl Look {
    fn new() -> Look {
        Look {
            known: HashMap::new(),
            codes: Vec::new(),
            nodes: Vec::new(),
            below: HashMap::new(),
            lines: HashMap::new(),
            stack: Vec::new(),
            since: Instant::now(),
        }
    }

    /// Adds the time since the last event to the function and line that are running.
    fn count(&mut self) {
        let Some((node, line)) = self.stack.last().copied() else { return };
        let ns = self.since.elapsed().as_nanos() as u64;
        let node = &mut self.nodes[node as usize];
        node.own_ns += ns;
        let is_known = self.lines.contains_key(&(node.function, line));
        if is_known || self.lines.len() < Profile::MOST {
            *self.lines.entry((node.function, line)).or_default() += ns;
        }
    }

    fn call(&mut self, code: Bound<'_, PyAny>, line: u32) {
        let parent = self.stack.last().map(|(node, _)| *node);
        let address = code.as_ptr() as usize;
        let function = *self.known.entry(address).or_insert_with(|| {
            self.codes.push(code.unbind());
            self.codes.len() as u32 - 1
        });
        let nodes = &mut self.nodes;
        let next = nodes.len() as u32;
        let node = match self.below.get(&(parent, function)) {
            Some(node) => *node,
            // If the list of nodes is full, the time counts for the caller.
            None if nodes.len() >= Profile::MOST => parent.unwrap_or(0),
            None => {
                nodes.push(Node { parent, function, calls: 0, own_ns: 0 });
                self.below.insert((parent, function), next);
                next
            }
        };
        self.nodes[node as usize].calls += 1;
        self.stack.push((node, line));
    }
}

/// Starts profiling. [`end`] stops it.
pub fn begin() {
    LOOK.with_borrow_mut(|look| *look = Some(Look::new()));
    // SAFETY: the caller holds the GIL while it runs an AI's turn; the function is static.
    unsafe { ffi::PyEval_SetTrace(Some(event), std::ptr::null_mut()) };
}

/// Stops profiling and returns the profile.
pub fn end(py: Python<'_>, folder: &Path) -> Profile {
    // SAFETY: as in `begin`.
    unsafe { ffi::PyEval_SetTrace(None, std::ptr::null_mut()) };
    let Some(look) = LOOK.with_borrow_mut(Option::take) else { return Profile::default() };
    let functions = look.codes.iter().map(|code| function(code.bind(py), folder)).collect();
    let mut lines: Vec<LineTime> =
        look.lines.into_iter().map(|((function, line), ns)| LineTime { function, line, ns }).collect();
    lines.sort_unstable_by_key(|line| (line.function, line.line));
    Profile { functions, nodes: look.nodes, lines }
}

/// Returns the file, name and line of a code object.
fn function(code: &Bound<'_, PyAny>, folder: &Path) -> Function {
    let text = |name: &str| code.getattr(name).and_then(|value| value.extract::<String>());
    let file = text("co_filename").unwrap_or_default();
    let inside = Path::new(&file).strip_prefix(folder).ok();
    let short = || Path::new(&file).file_name().map(|name| name.to_string_lossy().into_owned());
    let name = text("co_qualname").or_else(|_| text("co_name")).unwrap_or_default();
    let line = code.getattr("co_firstlineno").and_then(|line| line.extract()).unwrap_or(0);
    let is_own = inside.is_some();
    let file = inside.map(|path| path.display().to_string()).or_else(short).unwrap_or_default();
    Function { file, name, line, is_own }
}

/// Receives CPython's trace events.
unsafe extern "C" fn event(
    _: *mut ffi::PyObject,
    frame: *mut ffi::PyFrameObject,
    what: c_int,
    _: *mut ffi::PyObject,
) -> c_int {
    // SAFETY: CPython calls this with the GIL held and a frame that runs.
    let py = unsafe { Python::assume_attached() };
    LOOK.with(|look| {
        // Code that runs inside the profiler, such as a destructor, is not profiled.
        let Ok(mut look) = look.try_borrow_mut() else { return };
        let Some(look) = look.as_mut() else { return };
        look.count();
        match what {
            ffi::PyTrace_CALL => {
                // SAFETY: the frame is there; the code object is a new reference.
                let code = unsafe { Bound::from_owned_ptr_or_opt(py, ffi::PyFrame_GetCode(frame).cast()) };
                if let Some(code) = code {
                    look.call(code, line(frame));
                }
            }
            ffi::PyTrace_LINE => {
                if let Some((_, of)) = look.stack.last_mut() {
                    *of = line(frame);
                }
            }
            ffi::PyTrace_RETURN => {
                look.stack.pop();
            }
            _ => {}
        }
        look.since = Instant::now();
    });
    0
}

fn line(frame: *mut ffi::PyFrameObject) -> u32 {
    // SAFETY: only called with a frame that runs, see `event`.
    u32::try_from(unsafe { ffi::PyFrame_GetLineNumber(frame) }).unwrap_or(0)
}
