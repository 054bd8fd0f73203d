//! The recorder of a turn for people who debug an AI: how often each line of the AI's files ran, and the values of the
//! variables after it. CPython calls it for each call, line and return. It runs no code of the AI, and the AI cannot
//! notice it.

use crate::protocol::TracedTurn;
use crate::worker::debugging::shown_value::{ValueWriter, each_item, is_type, module_of, type_name, type_of};
use crate::worker::debugging::statements::Statements;
use crate::worker::modules::folder::Folder;
use crate::worker::process::interruption::TimeUp;
use crate::worker::turn::py_bindings::Describe;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wag_core::arena::{Sample, TracedFile, TracedLine, TurnTrace, Variable};

/// The maximum time for recording values. Lines are counted even after it.
const VALUES_TIME_MAX: Duration = Duration::from_millis(150);
/// The number of executions of a line whose values are all recorded. After them every second one is recorded, after
/// as many again every fourth, and so on.
const DENSE: usize = 20;

thread_local! {
    /// The recorder of the turn in progress, if any. This thread is the one that runs the AI.
    static RECORDER: RefCell<Option<Box<Recorder>>> = const { RefCell::new(None) };
}

struct Recorder {
    folder: Py<Folder>,
    /// The path of the AI's folder.
    path: PathBuf,
    writer: ValueWriter,
    /// The content of the game's module, which is not worth recording.
    game_items: Py<PyDict>,
    /// The code objects by address, and the objects themselves, so that no other object gets the same address.
    codes: HashMap<usize, Option<Code>>,
    held: Vec<Py<PyAny>>,
    files: Vec<File>,
    /// The indexes of files, by path; `None` for files that are not recorded.
    known_files: HashMap<String, Option<usize>>,
    calls: Vec<Call>,
    texts: Texts,
    variables_left: usize,
    steps: u32,
    /// The time that recording has taken, and the part of it for values.
    spent: Duration,
    values_time: Duration,
    began: Instant,
    turn: TracedTurn,
    last: Option<(usize, u32)>,
    ends_early: bool,
    is_late: bool,
    is_truncated: bool,
}

/// Code in one of the AI's own files.
#[derive(Clone, Copy)]
struct Code {
    file: usize,
    name: u32,
    /// The line of the head of a class, whose own code also runs; 0 for other code.
    class_line: u32,
}

/// A file that is recorded.
struct File {
    name: String,
    text: String,
    statements: Statements,
    lines: BTreeMap<u32, TracedLine>,
    globals: Option<Py<PyDict>>,
}

/// A running function or module.
struct Call {
    /// `None` for code that is not recorded.
    code: Option<Code>,
    /// The running statement; `None` before the first one.
    statement: Option<Running>,
    has_begun: bool,
    /// The variables of the last sample; `None` if a statement has run since that was not sampled.
    values: Option<Vec<Variable>>,
}

/// A running statement.
#[derive(Clone, Copy)]
struct Running {
    line: u32,
    /// The position of its first instruction.
    begin: c_int,
    hit: u32,
    is_sampled: bool,
}

/// Texts without repetition.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    known: HashMap<String, u32>,
    size: usize,
}

impl Texts {
    /// Returns the index of a text; `None` if there is no room for it.
    fn index(&mut self, text: String) -> Option<u32> {
        if let Some(index) = self.known.get(&text) {
            return Some(*index);
        }
        let has_room =
            self.list.len() < TurnTrace::TEXTS_MAX && self.size + text.len() <= TurnTrace::TEXT_SIZE_MAX;
        has_room.then(|| {
            self.size += text.len();
            self.list.push(text.clone());
            let index = self.list.len() as u32 - 1;
            self.known.insert(text, index);
            index
        })
    }
}

/// The turn to record.
pub struct Tracing {
    pub turn: TracedTurn,
    /// The AI's folder.
    pub folder: PathBuf,
    /// The content of the game's module.
    pub game_items: Py<PyDict>,
}

/// Starts recording. [`end`] stops it. `describe` describes the objects of the game.
pub fn begin(py: Python<'_>, folder: &Py<Folder>, game: &Tracing, describe: Describe) {
    let Tracing { turn, folder: path, game_items } = game;
    let recorder = Recorder {
        folder: folder.clone_ref(py),
        path: path.clone(),
        writer: ValueWriter::new(py, describe),
        game_items: game_items.clone_ref(py),
        codes: HashMap::new(),
        held: Vec::new(),
        files: Vec::new(),
        known_files: HashMap::new(),
        calls: Vec::new(),
        texts: Texts::default(),
        variables_left: TurnTrace::VARIABLES_MAX,
        steps: 0,
        spent: Duration::ZERO,
        values_time: Duration::ZERO,
        began: Instant::now(),
        turn: *turn,
        last: None,
        ends_early: false,
        is_late: false,
        is_truncated: false,
    };
    RECORDER.with_borrow_mut(|slot| *slot = Some(Box::new(recorder)));
    // SAFETY: the GIL is held; the function is static.
    unsafe { ffi::PyEval_SetTrace(Some(event), std::ptr::null_mut()) };
}

/// Stops recording. Returns the trace and the time that recording has taken.
pub fn end(py: Python<'_>) -> (TurnTrace, Duration) {
    // SAFETY: as in `begin`.
    unsafe { ffi::PyEval_SetTrace(None, std::ptr::null_mut()) };
    match RECORDER.with_borrow_mut(Option::take) {
        Some(recorder) => {
            let spent = recorder.spent;
            (recorder.into_trace(py), spent)
        }
        None => (TurnTrace::default(), Duration::ZERO),
    }
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
    // SAFETY: as above; the reference is borrowed.
    let running = unsafe { Bound::from_borrowed_ptr(py, frame.cast()) };
    let next = RECORDER.with(|recorder| {
        // Code that runs inside the recorder, such as a destructor, is not recorded.
        let Ok(mut recorder) = recorder.try_borrow_mut() else { return Next::Record };
        recorder.as_mut().map_or(Next::Record, |recorder| recorder.receive(&running, what))
    });
    match next {
        Next::Record => 0,
        Next::RunOn => {
            // SAFETY: the GIL is held.
            unsafe { ffi::PyEval_SetTrace(None, std::ptr::null_mut()) };
            0
        }
        Next::EndTurn => {
            TimeUp::new_err("the time for this turn is up").restore(py);
            -1
        }
    }
}

/// What follows after an event.
enum Next {
    Record,
    /// Recording ends, and the turn goes on.
    RunOn,
    EndTurn,
}

impl Recorder {
    fn receive(&mut self, frame: &Bound<'_, PyAny>, what: c_int) -> Next {
        let began = Instant::now();
        match what {
            ffi::PyTrace_CALL => self.call(frame),
            ffi::PyTrace_LINE => self.line(frame),
            ffi::PyTrace_RETURN => {
                self.finish_statement(frame);
                self.calls.pop();
            }
            _ => {}
        }
        self.spent += began.elapsed();
        self.ends_early |= self.began.elapsed() > self.turn.time_max;
        self.is_late = self.ends_early && self.turn.is_endless;
        match (self.ends_early, self.is_late) {
            (false, _) => Next::Record,
            (true, false) => Next::RunOn,
            (true, true) if what == ffi::PyTrace_LINE => Next::EndTurn,
            (true, true) => Next::Record,
        }
    }

    fn call(&mut self, frame: &Bound<'_, PyAny>) {
        // SAFETY: it is a frame that runs; the code object is a new reference.
        let code = unsafe { ffi::PyFrame_GetCode(frame.as_ptr().cast()).cast() };
        // SAFETY: as above.
        let code = unsafe { Bound::from_owned_ptr(frame.py(), code) };
        let address = code.as_ptr() as usize;
        let known = match self.codes.get(&address) {
            Some(known) => *known,
            None => {
                let found = self.find(frame, &code);
                self.held.push(code.unbind());
                self.codes.insert(address, found);
                found
            }
        };
        if known.is_none() {
            // Its lines are of no interest, and there may be many.
            let _ = frame.setattr(pyo3::intern!(frame.py(), "f_trace_lines"), false);
        }
        self.calls.push(Call { code: known, statement: None, has_begun: false, values: None });
    }

    /// Returns the recorded file and the name of code; `None` if it is not recorded.
    fn find(&mut self, frame: &Bound<'_, PyAny>, code: &Bound<'_, PyAny>) -> Option<Code> {
        let py = code.py();
        let text = |name: &str| code.getattr(name).and_then(|value| value.extract::<String>()).ok();
        let (path, name) = (text("co_filename")?, text("co_name")?);
        // A comprehension or lambda is a part of a statement.
        if name.starts_with('<') && name != "<module>" {
            return None;
        }
        let file = match self.known_files.get(&path) {
            Some(known) => *known,
            None => {
                let is_own =
                    self.folder.get().owns(Path::new(&path)) && self.files.len() < TurnTrace::FILES_MAX;
                let file = is_own.then(|| self.add_file(py, &path));
                self.known_files.insert(path, file);
                file
            }
        }?;
        if self.files[file].globals.is_none() {
            let globals = frame.getattr("f_globals").ok().and_then(|globals| globals.cast_into().ok());
            self.files[file].globals = globals.map(Bound::unbind);
        }
        let flags: c_int = code.getattr("co_flags").and_then(|flags| flags.extract()).unwrap_or(0);
        let is_class = name != "<module>" && flags & ffi::CO_OPTIMIZED == 0;
        let first = code.getattr("co_firstlineno").and_then(|line| line.extract()).unwrap_or(0);
        let class_line = if is_class { self.files[file].statements.first_line(first) } else { 0 };
        let short = |name: String| name.chars().take(TurnTrace::TEXT_MAX).collect();
        let name = self.texts.index(short(text("co_qualname").unwrap_or(name).replace("<locals>.", "")))?;
        Some(Code { file, name, class_line })
    }

    fn add_file(&mut self, py: Python<'_>, path: &str) -> usize {
        let bytes = std::fs::read(path).ok().filter(|bytes| bytes.len() <= TurnTrace::FILE_SIZE_MAX);
        let bytes = bytes.unwrap_or_default();
        let statements = Statements::of(py, &bytes, path.as_ref());
        let line = |line| (line, TracedLine { line, ..TracedLine::default() });
        let lines = statements.with_code.iter().copied().map(line).collect();
        let name = Path::new(path).strip_prefix(&self.path).unwrap_or(Path::new(path)).display().to_string();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        self.files.push(File { name, text, statements, lines, globals: None });
        self.files.len() - 1
    }

    fn line(&mut self, frame: &Bound<'_, PyAny>) {
        let Some(Call { code: Some(code), statement, .. }) = self.calls.last() else { return };
        // SAFETY: it is a frame that runs.
        let line = unsafe { ffi::PyFrame_GetLineNumber(frame.as_ptr().cast()) };
        let (file, line) = (code.file, u32::try_from(line).unwrap_or(0));
        let line = self.files[file].statements.first_line(line);
        let at = position(frame);
        if line == code.class_line {
            return;
        }
        // A statement of several lines goes through them forwards; a loop jumps back.
        if statement.is_some_and(|running| running.line == line && at > running.begin) {
            return;
        }
        self.finish_statement(frame);
        self.last = Some((file, line));
        let lines = &mut self.files[file].lines;
        let is_new = lines.len() < TurnTrace::LINES_MAX;
        if !is_new && !lines.contains_key(&line) {
            return;
        }
        let traced = lines.entry(line).or_insert_with(|| TracedLine { line, ..TracedLine::default() });
        traced.count = traced.count.saturating_add(1);
        let hit = traced.count;
        let samples = traced.samples.len();
        let is_sampled = samples < TurnTrace::SAMPLES_MAX && hit.is_multiple_of(1 << (samples / DENSE));
        let is_first = self.calls.last().is_some_and(|call| !call.has_begun);
        let before = (is_first && is_sampled).then(|| self.sample(frame)).flatten();
        if let Some(call) = self.calls.last_mut() {
            call.has_begun = true;
            call.values = call.values.take().or(before);
            call.statement = Some(Running { line, begin: at, hit, is_sampled });
        }
    }

    /// Returns the variables of a frame; `None` if there is no more time or room for values.
    fn sample(&mut self, frame: &Bound<'_, PyAny>) -> Option<Vec<Variable>> {
        if self.values_time >= VALUES_TIME_MAX || self.variables_left == 0 {
            self.is_truncated = true;
            return None;
        }
        let began = Instant::now();
        let values = variables(frame).map(|variables| self.record(&variables));
        self.values_time += began.elapsed();
        values
    }

    /// Records the variables after the running statement of the innermost call.
    fn finish_statement(&mut self, frame: &Bound<'_, PyAny>) {
        let Some(call) = self.calls.last_mut() else { return };
        let (Some(code), Some(running)) = (call.code, call.statement.take()) else { return };
        let before = call.values.take();
        let values = if running.is_sampled { self.sample(frame) } else { None };
        let Some(values) = values else { return };
        let is_old = |variable: &Variable| before.as_ref().is_none_or(|before| before.contains(variable));
        let (mut sorted, old): (Vec<Variable>, Vec<Variable>) =
            values.iter().partition(|variable| !is_old(variable));
        let changed = sorted.len() as u32;
        sorted.extend(old);
        self.variables_left = self.variables_left.saturating_sub(sorted.len());
        let sample =
            Sample { hit: running.hit, step: self.steps, function: code.name, changed, values: sorted };
        self.steps += 1;
        if let Some(traced) = self.files[code.file].lines.get_mut(&running.line) {
            // A recursive call may have recorded samples since this one was chosen.
            if traced.samples.len() < TurnTrace::SAMPLES_MAX {
                traced.samples.push(sample);
            }
        }
        if let Some(call) = self.calls.last_mut() {
            call.values = Some(values);
        }
    }

    /// Returns the indexes of the names and values of variables. Leaves out those that nobody looks for, such as
    /// imported modules.
    fn record(&mut self, variables: &Bound<'_, PyDict>) -> Vec<Variable> {
        let (mut found, mut is_full) = (Vec::new(), false);
        let game_items = self.game_items.bind(variables.py()).clone();
        each_item(variables, |name, value| {
            let Ok(name) = name.cast_exact::<PyString>() else { return true };
            let is_game_item = || game_items.get_item(name).ok().flatten().is_some_and(|item| item.is(value));
            if !is_worth_showing(&name.to_string_lossy(), value) || is_game_item() {
                return true;
            }
            let short: String = name.to_string_lossy().chars().take(TurnTrace::TEXT_MAX).collect();
            let text = self.writer.text_of(value);
            match (self.texts.index(short), self.texts.index(text)) {
                (Some(name), Some(value)) => found.push((name, value)),
                _ => is_full = true,
            }
            is_full |= found.len() >= TurnTrace::VALUES_MAX;
            !is_full
        });
        self.is_truncated |= is_full;
        found
    }

    fn into_trace(mut self, py: Python<'_>) -> TurnTrace {
        let place = |(file, line): (usize, u32)| format!("{}, line {line}", self.files[file].name);
        let last = self.last.map(place).unwrap_or_default();
        let mut files = Vec::new();
        for file in std::mem::take(&mut self.files) {
            let globals = file.globals.map(|globals| globals.into_bound(py));
            let end = globals.map(|globals| self.record(&globals)).unwrap_or_default();
            let lines = file.lines.into_values().collect();
            files.push(TracedFile { name: file.name, text: file.text, lines, end });
        }
        TurnTrace {
            files,
            texts: std::mem::take(&mut self.texts.list),
            is_truncated: self.is_truncated,
            ends_early: self.ends_early,
            is_late: self.is_late,
            last,
        }
    }
}

/// Returns the variables of a running frame: the local ones in a function, those of the module elsewhere.
fn variables<'py>(frame: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    let locals = frame.getattr(pyo3::intern!(frame.py(), "f_locals")).ok()?;
    // Since Python 3.13, the local variables of a function are behind a proxy.
    if type_name(type_of(locals.as_ptr())) == "FrameLocalsProxy" && module_of(&locals).is_none() {
        let copy = PyDict::new(frame.py());
        copy.update(locals.cast().ok()?).ok()?;
        return Some(copy);
    }
    locals.cast_into_exact::<PyDict>().ok()
}

fn is_worth_showing(name: &str, value: &Bound<'_, PyAny>) -> bool {
    let object = value.as_ptr();
    // SAFETY: the GIL is held; the checks only read the object's type.
    let is_code = unsafe {
        is_type(object)
            || ffi::PyModule_Check(object) != 0
            || ffi::PyFunction_Check(object) != 0
            || ffi::PyCFunction_Check(object) != 0
    };
    let is_hidden = name.starts_with("__") || name.starts_with('.');
    !is_hidden
        && !is_code
        && !module_of(value).is_some_and(|module| module == "typing" || module == "__future__")
}

/// Returns the position of a frame in its code.
fn position(frame: &Bound<'_, PyAny>) -> c_int {
    // SAFETY: only called with a frame that runs.
    #[cfg(Py_3_11)]
    return unsafe { ffi::PyFrame_GetLasti(frame.as_ptr().cast()) };
    #[cfg(not(Py_3_11))]
    return frame.getattr("f_lasti").and_then(|at| at.extract()).unwrap_or(0);
}
