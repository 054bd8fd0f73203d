//! Checks an AI's files and explains its errors: converts a Python exception to a code word and values ([`Explanation`]).
//!
//! This happens after the turn, once Python has printed the exception. An explanation is optional, so an error in this
//! module only means that there is none.

mod attributes;
pub mod check;
pub mod entry;
mod files;
mod imports;
mod misread;
mod names;
mod syntax;
mod types;
pub mod uncalled;

use crate::worker::debugging::traceback::{OwnFiles, innermost_own};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::path::PathBuf;
use wag_core::problem::Explanation;

pub use imports::missing_module;
pub use syntax::unreadable;

/// The maximum number of cached errors. They are cached so that an error that occurs in every round is analyzed only
/// once.
const REMEMBERED_MAX: usize = 100;

/// An explainer of one AI's errors.
pub struct Explainer {
    files: OwnFiles,
    main: PathBuf,
    /// The name of the game's module.
    module: &'static str,
    /// The contents of the game's module, by name.
    items: Py<PyDict>,
    /// The names that the game puts into the AI's main file only.
    main_names: Vec<String>,
    /// True if the AI's file is run from the beginning in each turn, and at least one turn is over.
    has_forgotten: bool,
    remembered: HashMap<(String, String, usize), Option<Explanation>>,
}

/// An exception, and the line in the AI's own files where it happened.
struct Failure<'py> {
    kind: String,
    message: String,
    value: Bound<'py, PyAny>,
    spot: Option<Spot<'py>>,
}

struct Spot<'py> {
    frame: Bound<'py, PyAny>,
    path: String,
    /// The file's name as the user would write it.
    file: String,
    line: usize,
    /// The text of the line.
    text: String,
    /// The name of the function that contains the line; `<module>` outside of functions.
    scope: String,
}

impl Explainer {
    pub fn new(files: OwnFiles, main: PathBuf, module: &'static str, items: Py<PyDict>) -> Explainer {
        Explainer {
            files,
            main,
            module,
            items,
            main_names: Vec::new(),
            has_forgotten: false,
            remembered: HashMap::new(),
        }
    }

    /// Notes the names that the game has put into the namespace of the AI's main file.
    pub fn note_main_names(&mut self, namespace: &Bound<'_, PyDict>) {
        if self.main_names.is_empty() {
            let names = namespace.keys().iter().filter_map(|name| name.extract::<String>().ok());
            self.main_names = names.filter(|name| !name.starts_with("__")).collect();
        }
    }

    /// Begins another match, before the first turn of which the AI has lost nothing.
    pub fn begin_match(&mut self) {
        self.has_forgotten = false;
        self.remembered.clear();
    }

    /// Notes that a turn is over, after which the AI loses its variables.
    pub fn note_forgotten(&mut self) {
        self.has_forgotten = true;
    }

    /// Explains an exception from whose traceback all frames outside the AI's own files have been removed.
    pub fn explain(&mut self, py: Python<'_>, err: &PyErr) -> Option<Explanation> {
        let failure = self.failure(py, err)?;
        let spot = failure.spot.as_ref();
        let key = (
            format!("{}: {}", failure.kind, failure.message),
            spot.map_or_else(String::new, |spot| spot.path.clone()),
            spot.map_or(0, |spot| spot.line),
        );
        if let Some(known) = self.remembered.get(&key) {
            return known.clone();
        }
        let explanation = self.find(&failure);
        if self.remembered.len() < REMEMBERED_MAX {
            self.remembered.insert(key, explanation.clone());
        }
        explanation
    }

    /// Explains an exit that has skipped the lines below it. Returns `None` if there are no such lines.
    pub fn early_exit(&self, py: Python<'_>, err: &PyErr) -> Option<Explanation> {
        let (_, path, line) = innermost_own(py, err, &self.files)?;
        let text = std::fs::read(&path).ok()?;
        let text = String::from_utf8_lossy(&text);
        let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let (file, number) = (self.files.name(&path), line.to_string());
        let values = [("file", file.as_str()), ("line", number.as_str())];
        text.lines().skip(line).any(is_code).then(|| Explanation::new("early_exit", &values))
    }

    /// Collects the facts about an exception. Returns `None` for an exception whose type is not one of Python's own.
    fn failure<'py>(&self, py: Python<'py>, err: &PyErr) -> Option<Failure<'py>> {
        let class = err.get_type(py);
        let module: String = class.getattr("__module__").ok()?.extract().ok()?;
        if module != "builtins" {
            return None;
        }
        let value = err.value(py).clone().into_any();
        let message = value.str().ok()?.to_string_lossy().into_owned();
        let message = message.lines().next().unwrap_or_default().to_string();
        Some(Failure { kind: class.name().ok()?.to_string(), message, value, spot: self.spot(py, err) })
    }

    fn spot<'py>(&self, py: Python<'py>, err: &PyErr) -> Option<Spot<'py>> {
        let (frame, path, line) = innermost_own(py, err, &self.files)?;
        let scope = frame.getattr("f_code").ok()?.getattr("co_name").ok()?.extract().ok()?;
        let text = std::fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let text = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().to_string();
        Some(Spot { frame, file: self.files.name(&path), path, line, text, scope })
    }

    fn find(&self, failure: &Failure<'_>) -> Option<Explanation> {
        let explanation = |code| Some(Explanation::new(code, &[]));
        match failure.kind.as_str() {
            "NameError" | "UnboundLocalError" => self.name_error(failure),
            "AttributeError" => self.attribute_error(failure),
            "ImportError" | "ModuleNotFoundError" => self.import_error(failure),
            "TypeError" => self.type_error(failure),
            "IndexError" if failure.message.contains("empty") => explanation("empty_choice"),
            "IndexError" => explanation("index_beyond"),
            "RuntimeError" if failure.message.contains("changed size during iteration") => {
                explanation("changed_while_iterating")
            }
            "ValueError" => value_error(&failure.message),
            "KeyError" => Some(Explanation::new("key_missing", &[("name", &failure.message)])),
            "ZeroDivisionError" => explanation("division_by_zero"),
            "RecursionError" => {
                let scope = &failure.spot.as_ref()?.scope;
                Some(Explanation::new("recursion", &[("name", &format!("{scope}()"))]))
            }
            "MemoryError" => explanation("memory"),
            "EOFError" if failure.spot.as_ref()?.text.contains("input(") => explanation("input"),
            "PermissionError" | "FileNotFoundError" | "RuntimeError" => self.file_error(failure),
            "SyntaxError" | "IndentationError" | "TabError" => {
                syntax::of_exception(&failure.value, &self.files)
            }
            _ => None,
        }
    }
}

fn value_error(message: &str) -> Option<Explanation> {
    let has = |words: &[&str]| words.iter().any(|words| message.contains(words));
    let code = match () {
        () if has(&["to unpack"]) => "unpack",
        () if has(&["empty sequence", "argument is empty", "arg is an empty"]) => "empty_choice",
        () if has(&["invalid literal for int()", "could not convert string to float"]) => "digits_only",
        () if has(&["not in list"]) => "not_in_list",
        () => return None,
    };
    Some(Explanation::new(code, &[]))
}

/// Returns the parts of a message that are in single quotes, in order.
fn quoted(message: &str) -> Vec<&str> {
    message.split('\'').skip(1).step_by(2).collect()
}

/// Returns the names of an object's attributes that do not begin with an underscore.
fn names_of(object: &Bound<'_, PyAny>) -> Vec<String> {
    let Ok(names) = object.dir() else { return Vec::new() };
    let names = names.iter().filter_map(|name| name.extract::<String>().ok());
    names.filter(|name| !name.starts_with('_')).collect()
}

/// Returns the name of an object's class.
fn class_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| String::new(), |name| name.to_string())
}

/// Returns true if Python's library has a module of this name.
fn is_of_python(py: Python<'_>, module: &str) -> bool {
    let names = py.import("sys").and_then(|sys| sys.getattr("stdlib_module_names"));
    names.and_then(|names| names.contains(module)).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_parts_are_found() {
        assert_eq!(quoted("cannot import name 'a' from 'b' (x)"), ["a", "b"]);
        assert_eq!(quoted("nothing"), Vec::<&str>::new());
    }

    #[test]
    fn value_error_messages_have_codes() {
        let code = |message| value_error(message).map(|found| found.code);
        assert_eq!(code("too many values to unpack (expected 2)").as_deref(), Some("unpack"));
        assert_eq!(code("min() iterable argument is empty").as_deref(), Some("empty_choice"));
        assert_eq!(code("min() arg is an empty sequence").as_deref(), Some("empty_choice"));
        assert_eq!(code("invalid literal for int() with base 10: 'a'").as_deref(), Some("digits_only"));
        assert_eq!(code("list.remove(x): x not in list").as_deref(), Some("not_in_list"));
        assert_eq!(code("something of the AI's own"), None);
    }
}
