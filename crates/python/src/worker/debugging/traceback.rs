//! Exceptions as an AI's author sees them: Python's own text, without frames outside the AI's own files.

use crate::protocol::Start;
use crate::worker::modules::own_library;
use pyo3::exceptions::{PyBaseException, PySyntaxError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use wag_core::problem::CodePlace;
use wag_i18n::Message;

/// The maximum number of linked exceptions whose tracebacks are cut.
const CHAIN_MAX: usize = 1000;
/// The maximum length of the message in a result, in characters.
const MESSAGE_MAX: usize = 300;

/// The files of an AI: their folder, and the prefix of the files' names in messages.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    folder: PathBuf,
    /// The prefix of the files' names, such as `x/`.
    folder_word: String,
}

impl Start {
    /// Returns the files of the AI that is to be started.
    pub fn own_files(&self) -> OwnFiles {
        let folder = self.file.parent().unwrap_or(Path::new("")).to_path_buf();
        OwnFiles { folder, folder_word: self.folder_word.clone() }
    }
}

impl OwnFiles {
    /// Returns a file's name as the user would write it. For a file outside the folder, this is the last part of the
    /// path.
    pub fn name(&self, path: &str) -> String {
        let path = Path::new(path);
        match path.strip_prefix(&self.folder) {
            Ok(below) => format!("{}{}", self.folder_word, below.display()),
            Err(_) => path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        }
    }

    /// Replaces the paths in a report by Python with the names as the user would write them.
    pub fn renamed(&self, report: &str) -> String {
        let folder = self.folder.display();
        report.replace(&format!("  File \"{folder}/"), &format!("  File \"{}", self.folder_word))
    }

    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn has(&self, path: &str) -> bool {
        Path::new(path).starts_with(&self.folder)
    }

    /// Returns the names of the modules and packages in the folder.
    pub fn modules(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let module = |path: PathBuf| {
            let is_module =
                path.extension().is_some_and(|ending| ending == "py") || path.join("__init__.py").is_file();
            is_module.then(|| path.file_stem()?.to_str().map(str::to_string)).flatten()
        };
        let mut modules: Vec<String> =
            entries.take(FILES_MAX).filter_map(|entry| module(entry.path())).collect();
        modules.sort();
        modules
    }

    /// Returns the name and file of the module in the folder that defines a function, class or variable. Skips the file
    /// `but` and the module `but_module`.
    pub fn defining(&self, name: &str, but: &str, but_module: &str) -> Option<(String, PathBuf)> {
        let found =
            self.modules().into_iter().filter(|module| module != but_module && !module.starts_with("test_"));
        found.map(|module| (self.folder.join(format!("{module}.py")), module)).find_map(|(path, module)| {
            let is_small = path.metadata().is_ok_and(|about| about.len() < FILE_SIZE_MAX);
            let text = std::fs::read_to_string(&path).ok().filter(|_| is_small && path.as_os_str() != but)?;
            let defines = |line: &str| {
                let after = |head: &str| line.strip_prefix(head)?.strip_prefix(name).map(str::trim_start);
                after("def ").is_some_and(|rest| rest.starts_with('('))
                    || after("class ").is_some_and(|rest| rest.starts_with(['(', ':']))
                    || after("").is_some_and(|rest| rest.starts_with('=') && !rest.starts_with("=="))
            };
            text.lines().any(defines).then_some((module, path))
        })
    }
}

/// The maximum number of entries of a folder that are read.
const FILES_MAX: usize = 200;
/// The size in bytes from which a file is not read.
const FILE_SIZE_MAX: u64 = 1 << 20;

/// Writes the exception to `sys.stderr`. Returns one sentence about it, including its location.
pub fn report_exception(py: Python<'_>, err: &PyErr, libraries: &[String], files: &OwnFiles) -> Message {
    let shown = with_traceback(py, err);
    cut_chain(shown.value(py).as_any(), libraries);
    shown.display(py);
    summary(py, &shown, files)
}

/// Attaches the traceback to the exception object itself. Before Python 3.12, it may be stored separately.
pub fn with_traceback(py: Python<'_>, err: &PyErr) -> PyErr {
    PyErr::from_value(err.clone_ref(py).into_value(py).into_bound(py).into_any())
}

/// Returns a summary such as `NameError: name 'x' is not defined (yourAI.py, line 3)`.
pub fn summary(py: Python<'_>, err: &PyErr, files: &OwnFiles) -> Message {
    let said = said(py, err);
    match place(py, err, files) {
        Some(place) => {
            let place = CodePlace { file: shortened(&place.file), ..place };
            Message::from(said).with_note(place.note())
        }
        None => said.into(),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(MESSAGE_MAX).collect()
}

/// Returns the type of an exception and the first line of its text: `NameError: name 'x' is not defined`.
pub fn said(py: Python<'_>, err: &PyErr) -> String {
    let name = err.get_type(py).name().map_or_else(|_| "Exception".to_string(), |name| name.to_string());
    let value = err.value(py);
    let text = if err.is_instance_of::<PySyntaxError>(py) {
        value.getattr("msg").and_then(|message| message.extract::<String>()).unwrap_or_default()
    } else {
        value.str().map_or_else(
            |_| "(its text cannot be shown)".to_string(),
            |text| text.to_string_lossy().into_owned(),
        )
    };
    let (name, text) = (shortened(&name), shortened(text.lines().next().unwrap_or("")));
    if text.is_empty() { name } else { format!("{name}: {text}") }
}

/// Formats an exception as Python prints it, without frames outside the own files.
pub fn report(py: Python<'_>, err: &PyErr, libraries: &[String]) -> Option<String> {
    cut_chain(err.value(py).as_any(), libraries);
    let format = || py.import("traceback")?.call_method1("format_exception", (err.value(py),));
    let lines: Vec<String> = own_library::run(py, format).ok()?.extract().ok()?;
    Some(lines.concat())
}

/// Returns the name of the function of the outermost entry in the own files.
pub fn outermost_own(py: Python<'_>, err: &PyErr, files: &OwnFiles) -> Option<String> {
    let (frame, ..) = entries(py, err).into_iter().find(|(_, file, _)| files.has(file))?;
    frame.getattr("f_code").ok()?.getattr("co_name").ok()?.extract().ok()
}

/// Returns the innermost location in the traceback, or the location of a syntax error.
pub fn place(py: Python<'_>, err: &PyErr, files: &OwnFiles) -> Option<CodePlace> {
    if err.is_instance_of::<PySyntaxError>(py) {
        return syntax_place(py, err, files);
    }
    let (_, file, line) = innermost(py, err)?;
    Some(CodePlace::new(files.name(&file), line as u32))
}

/// Returns the location of a syntax error; `None` for other exceptions.
pub fn syntax_place(py: Python<'_>, err: &PyErr, files: &OwnFiles) -> Option<CodePlace> {
    let value = err.is_instance_of::<PySyntaxError>(py).then(|| err.value(py))?;
    let file: String = value.getattr("filename").ok()?.extract().ok()?;
    Some(CodePlace::new(files.name(&file), value.getattr("lineno").ok()?.extract().ok()?))
}

/// An entry of a traceback: its frame, file and line.
type Entry<'py> = (Bound<'py, PyAny>, String, usize);

/// Returns the innermost entry of the traceback.
fn innermost<'py>(py: Python<'py>, err: &PyErr) -> Option<Entry<'py>> {
    entries(py, err).pop()
}

/// Returns the innermost entry in the AI's own folder.
pub fn innermost_own<'py>(py: Python<'py>, err: &PyErr, files: &OwnFiles) -> Option<Entry<'py>> {
    entries(py, err).into_iter().rfind(|(_, file, _)| files.has(file))
}

/// Returns the entries of a traceback, outermost first.
fn entries<'py>(py: Python<'py>, err: &PyErr) -> Vec<Entry<'py>> {
    let mut found = Vec::new();
    let mut at = err.value(py).getattr("__traceback__").ok().filter(|tb| !tb.is_none());
    while let Some(entry) = at {
        at = entry.getattr("tb_next").ok().filter(|next| !next.is_none());
        let line = entry.getattr("tb_lineno").and_then(|line| line.extract());
        if let (Ok(frame), Some(file), Ok(line)) = (entry.getattr("tb_frame"), file_of(&entry), line) {
            found.push((frame, file, line));
        }
    }
    found
}

/// Removes the first entries of an exception's traceback whose file names begin with `files`.
pub fn without_first_frames(py: Python<'_>, err: PyErr, files: &str) -> PyErr {
    let value = err.into_value(py).into_bound(py).into_any();
    let mut at = value.getattr("__traceback__").ok();
    while let Some(entry) =
        at.as_ref().filter(|entry| file_of(entry).is_some_and(|file| file.starts_with(files)))
    {
        at = entry.getattr("tb_next").ok();
    }
    if let Some(rest) = at {
        let _ = value.setattr("__traceback__", rest);
    }
    PyErr::from_value(value)
}

fn file_of(traceback: &Bound<'_, PyAny>) -> Option<String> {
    traceback.getattr("tb_frame").ok()?.getattr("f_code").ok()?.getattr("co_filename").ok()?.extract().ok()
}

/// Removes frames outside the AI's own files from the tracebacks of an exception, of its causes and contexts, and of
/// the exceptions in a group.
fn cut_chain(exception: &Bound<'_, PyAny>, libraries: &[String]) {
    let mut waiting = vec![exception.clone()];
    let mut seen = HashSet::new();
    while let Some(exception) = waiting.pop() {
        let is_new = exception.is_instance_of::<PyBaseException>() && seen.insert(exception.as_ptr());
        if !is_new || seen.len() > CHAIN_MAX {
            continue;
        }
        if let Ok(traceback) = exception.getattr("__traceback__") {
            let shortened = cut(&traceback, libraries);
            let _ = exception.setattr("__traceback__", shortened.unwrap_or(traceback));
        }
        waiting.extend(["__cause__", "__context__"].iter().filter_map(|name| exception.getattr(*name).ok()));
        if let Ok(group) = exception.getattr("exceptions").and_then(|group| Ok(group.cast_into::<PyTuple>()?))
        {
            waiting.extend(group.iter());
        }
    }
}

/// Returns a traceback with only the AI's own entries of the given one; `None` if there are none.
fn cut<'py>(traceback: &Bound<'py, PyAny>, libraries: &[String]) -> Option<Bound<'py, PyAny>> {
    let mut own = Vec::new();
    let mut at = Some(traceback.clone()).filter(|tb| !tb.is_none());
    while let Some(entry) = at {
        at = entry.getattr("tb_next").ok().filter(|next| !next.is_none());
        if file_of(&entry).is_some_and(|file| !is_library(&file, libraries)) {
            own.push(entry);
        }
    }
    let none = traceback.py().None().into_bound(traceback.py());
    let mut next = none;
    for entry in own.iter().rev() {
        // Setting `tb_next` walks to the end of the chain, so this only happens where an entry is left out.
        if !entry.getattr("tb_next").is_ok_and(|now| now.is(&next)) {
            entry.setattr("tb_next", &next).ok()?;
        }
        next = entry.clone();
    }
    own.first().cloned()
}

pub(in crate::worker) fn is_library(file: &str, libraries: &[String]) -> bool {
    file.starts_with("<frozen ")
        || libraries.iter().any(|folder| {
            !folder.is_empty()
                && file.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with(['/', '\\']))
        })
}
