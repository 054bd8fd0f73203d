//! Checks an AI's files before round 1.
//!
//! - The AI's file and the files that it imports from its folder must compile.
//! - Every unguarded import must find a module.
//! - The AI should call every function and method of the game that it names.

use crate::protocol::{UNCALLED_MAX, Uncalled};
use crate::worker::debugging::traceback::{self, OwnFiles};
use crate::worker::explaining;
use crate::worker::explaining::uncalled::{CallableNames, mentions};
use crate::worker::modules::folder::{Folder, Source};
use crate::worker::modules::own_library;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use wag_core::problem::{CodePlace, Explanation};
use wag_i18n::{Message, message};

/// The value of `ast.PyCF_ONLY_AST`. Importing `ast` to get it would take longer.
const ONLY_AST: u32 = 0x400;

/// The reason why an AI can't play.
pub enum Rejection {
    /// An exception that Python raised.
    Python(PyErr),
    /// A complete report with its explanation, and the path and line of what it is about.
    Report(Message, Option<Box<(String, u32)>>, Box<Explanation>),
}

impl From<PyErr> for Rejection {
    fn from(err: PyErr) -> Self {
        Rejection::Python(err)
    }
}

impl Rejection {
    /// Returns the report as Python would print it, with file, line and caret.
    pub fn report(&self, py: Python<'_>) -> Message {
        match self {
            Rejection::Report(report, ..) => report.clone(),
            Rejection::Python(err) => text_of(py, err).unwrap_or_else(|_| err.to_string()).into(),
        }
    }

    /// Returns the line of the AI's files that the report is about, if there is one.
    pub fn place(&self, py: Python<'_>, files: &OwnFiles) -> Option<CodePlace> {
        match self {
            Rejection::Report(_, place, _) => {
                place.as_ref().map(|place| CodePlace::new(files.name(&place.0), place.1))
            }
            Rejection::Python(err) => traceback::syntax_place(py, err, files),
        }
    }

    /// Returns an explanation of the error for the AI's author, if there is one.
    pub fn explanation(&self, py: Python<'_>, files: &OwnFiles) -> Option<Explanation> {
        match self {
            Rejection::Report(.., explanation) => Some((**explanation).clone()),
            Rejection::Python(err) => explaining::unreadable(py, err, files),
        }
    }
}

/// Formats an exception as Python prints it, without the traceback.
fn text_of(py: Python<'_>, err: &PyErr) -> PyResult<String> {
    let format = || {
        let what = (err.get_type(py), err.value(py));
        py.import("traceback")?.call_method1("format_exception_only", what)
    };
    let lines: Vec<String> = own_library::run(py, format)?.extract()?;
    Ok(lines.concat())
}

/// Findings in the files of an AI that can play.
pub struct Findings {
    /// Statements that name a function or method of the game's module without calling it.
    pub uncalled: Vec<Uncalled>,
    /// Warnings, by module name, about files of the AI that have the same name as the game's module or a module of
    /// Python's library.
    shadows: BTreeMap<String, Message>,
    /// True if the AI's file contains `from module import *` for a module that is not the game's.
    pub has_stars: bool,
}

impl Findings {
    pub fn warnings(&self) -> impl Iterator<Item = &Message> {
        self.shadows.values()
    }

    /// Drops the warning about the AI's file with this module name.
    pub fn forget_shadow_of(&mut self, module: &str) {
        self.shadows.remove(module);
    }
}

/// Compiles every file that the AI's file imports from its folder, and looks up all other modules.
pub fn check(
    folder: &Bound<'_, Folder>,
    own: &Source,
    callables: &CallableNames,
    files: &OwnFiles,
) -> Result<Findings, Rejection> {
    let (py, engine_module) = (folder.py(), callables.module);
    let mut uncalled = Vec::new();
    let imported = imports(py, own, "", callables, &mut uncalled)?;
    let mut shadows = shadows(folder, own, &imported, engine_module)?;
    let mut seen = BTreeSet::new();
    let mut path_changes = changes_path(own)?;
    let mut waiting: Vec<String> = imported.iter().flat_map(Import::surely_loaded).collect();
    while let Some(name) = waiting.pop() {
        if name == engine_module || !seen.insert(name.clone()) {
            continue;
        }
        if let Some(source) = Folder::source(folder, &name)? {
            path_changes |= changes_path(source.get())?;
            let imported = imports(py, source.get(), &name, callables, &mut uncalled)?;
            shadows.extend(self::shadows(folder, source.get(), &imported, engine_module)?);
            waiting.extend(imported.iter().flat_map(Import::surely_loaded));
        }
    }
    // If the AI changes the search path itself, its modules are only known when it runs.
    for import in imported.iter().filter(|import| import.unguarded && !path_changes) {
        let known = import.top() == engine_module || folder.get().has(import.top());
        if !known && !is_found(py, import.top())? {
            let explanation = explaining::missing_module(py, import.top(), files);
            let place = (own.compiled().file.display().to_string(), import.line as u32);
            return Err(Rejection::Report(
                missing(py, own, import)?.into(),
                Some(place.into()),
                explanation.into(),
            ));
        }
    }
    let has_stars = imported.iter().any(|import| import.takes_all() && import.name != engine_module);
    Ok(Findings { uncalled, shadows, has_stars })
}

/// Returns a warning for each imported module that exists both in the AI's folder and in the game or Python's library.
fn shadows(
    folder: &Bound<'_, Folder>,
    source: &Source,
    imported: &[Import],
    engine_module: &str,
) -> PyResult<BTreeMap<String, Message>> {
    let py = folder.py();
    let loaded = py.import("sys")?.getattr("modules")?;
    let file = source.compiled().file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = BTreeMap::new();
    // Many players have tests of their own, and nobody imports Python's package `test`.
    let doubtful = |import: &&Import| {
        let name = import.top();
        let is_library = name != "test" && own_library::has(py, name);
        !import.is_relative && (name == engine_module || is_library)
    };
    for import in imported.iter().filter(doubtful) {
        let (name, line) = (import.top(), import.line);
        let Some(own) = folder.get().file_of(name) else { continue };
        let own = own.display();
        let is_pythons = own_library::is_part_of_python(py, name) || loaded.contains(name)?;
        let warning = match is_pythons {
            _ if name == engine_module => message!(
                "%{file}, line %{line}: %{name} is always the module of the game, so your own %{own} is never loaded: give it another name",
                file = &file,
                line,
                name,
                own = &own
            ),
            true => message!(
                "%{file}, line %{line}: import %{name} takes Python's own module, not your file %{own}; rename the file if you mean yours",
                file = &file,
                line,
                name,
                own = &own
            ),
            false => message!(
                "%{file}, line %{line}: import %{name} takes your own file %{own}, not Python's module; rename the file if you mean Python's",
                file = &file,
                line,
                name,
                own = &own
            ),
        };
        found.entry(name.to_string()).or_insert(warning);
    }
    Ok(found)
}

/// Returns true if a file may change the folders in which modules are found.
fn changes_path(source: &Source) -> PyResult<bool> {
    let text = std::fs::read(&source.compiled().file)?;
    let words = ["sys.path", "sys.meta_path", "sys.modules", "from sys import", "addsitedir"];
    Ok(words.into_iter().any(|words| mentions(&text, words)))
}

/// Returns true if a finder knows the module. A finder that fails also counts as one that knows it: its error appears
/// when the AI runs.
fn is_found(py: Python<'_>, name: &str) -> PyResult<bool> {
    if py.import("sys")?.getattr("modules")?.contains(name)? {
        return Ok(true);
    }
    let spec = py.import("_frozen_importlib")?.call_method1("_find_spec", (name, py.None()));
    Ok(spec.map_or(true, |spec| !spec.is_none()))
}

/// An import statement, and the module that it names.
struct Import {
    name: String,
    /// The names after `import` in a `from ... import` statement, which may be modules.
    parts: Vec<String>,
    line: usize,
    /// The start and end columns of the statement, in bytes of UTF-8, counted from 0.
    columns: (usize, usize),
    /// True for a statement at the top level of the file, which is certain to run.
    unguarded: bool,
    /// True for a statement inside a `try`, which may fail without harm.
    may_fail: bool,
    /// True for a relative import.
    is_relative: bool,
}

impl Import {
    fn top(&self) -> &str {
        self.name.split('.').next().unwrap_or("")
    }

    /// Returns true for a `from name import *` statement.
    fn takes_all(&self) -> bool {
        self.parts.iter().any(|part| part == "*")
    }

    /// Returns the modules that the statement is certain to load: `a`, `a.b` and `a.b.c` for `from a.b import c`.
    /// Returns none if the statement may fail without harm.
    fn surely_loaded(&self) -> Vec<String> {
        if self.may_fail {
            return Vec::new();
        }
        let ends = self.name.match_indices('.').map(|(at, _)| at).chain([self.name.len()]);
        let parts = self.parts.iter().map(|part| format!("{}.{part}", self.name));
        ends.map(|end| self.name[..end].to_string()).chain(parts).collect()
    }
}

/// Returns all import statements of a file. `name` is the name of the file's module, or empty for the AI's main file.
/// Appends to `uncalled` the names that the file mentions without calling them.
fn imports(
    py: Python<'_>,
    source: &Source,
    name: &str,
    callables: &CallableNames,
    uncalled: &mut Vec<Uncalled>,
) -> PyResult<Vec<Import>> {
    let package = match source.compiled().is_package {
        true => name,
        false => name.rsplit_once('.').map_or("", |(package, _)| package),
    };
    let file = &source.compiled().file;
    let text = std::fs::read(file)?;
    if !mentions(&text, "import") && !callables.is_named_in(&text) {
        return Ok(Vec::new());
    }
    let tree = tree(py, &text, file.as_os_str())?;
    let file = file.file_name().unwrap_or_default().to_string_lossy();
    if name.is_empty() {
        uncalled.extend(callables.unused(&tree, &file, &text)?);
    }
    let mut statements =
        Statements { package, file: &file, text: &text, callables, imports: Vec::new(), uncalled };
    statements.collect(&tree, true, false)?;
    Ok(statements.imports)
}

/// Parses the text of a file into a syntax tree.
pub(in crate::worker) fn tree<'py>(
    py: Python<'py>,
    text: &[u8],
    file: &OsStr,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = (PyBytes::new(py, text), file, "exec", ONLY_AST, true);
    py.import("builtins")?.call_method1("compile", arguments)
}

/// Makes Python create the classes of syntax trees. This takes as long as the rest of a worker's start, so the fork
/// server does it once for all workers.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    tree(py, b"", OsStr::new("")).map(|_| ())
}

/// The attributes of a syntax tree node that contain statements.
const BLOCKS: [&str; 5] = ["body", "handlers", "orelse", "finalbody", "cases"];

/// Imports and uncalled names, collected from a file's statements.
struct Statements<'f> {
    package: &'f str,
    file: &'f str,
    text: &'f [u8],
    callables: &'f CallableNames,
    imports: Vec<Import>,
    uncalled: &'f mut Vec<Uncalled>,
}

impl Statements<'_> {
    /// Visits statements but not expressions, because imports are statements and an uncalled name is a statement of its
    /// own.
    fn collect(&mut self, node: &Bound<'_, PyAny>, unguarded: bool, may_fail: bool) -> PyResult<()> {
        for part in BLOCKS {
            let Ok(statements) = node.getattr(part) else { continue };
            let Ok(statements) = statements.cast_into::<PyList>() else { continue };
            for statement in statements.iter() {
                self.take(&statement, unguarded, may_fail)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, statement: &Bound<'_, PyAny>, unguarded: bool, may_fail: bool) -> PyResult<()> {
        match statement.get_type().name()?.to_string().as_str() {
            "Import" => {
                for alias in statement.getattr("names")?.try_iter()? {
                    let alias = alias?;
                    let name = alias.getattr("name")?.extract()?;
                    self.imports.push(import(&alias, name, Vec::new(), unguarded, may_fail)?);
                }
            }
            "ImportFrom" => {
                let names = statement.getattr("names")?.try_iter()?;
                let parts = names.map(|alias| alias?.getattr("name")?.extract());
                let parts = parts.collect::<PyResult<_>>()?;
                // A relative import that leads out of all packages fails when it runs.
                if let Some(name) = absolute(statement, self.package)? {
                    self.imports.push(import(statement, name, parts, unguarded, may_fail)?);
                }
            }
            "Expr" if self.uncalled.len() < UNCALLED_MAX => {
                self.uncalled.extend(self.callables.uncalled(statement, self.file, self.text)?);
            }
            "Try" | "TryStar" => self.collect(statement, false, true)?,
            _ => self.collect(statement, false, may_fail)?,
        }
        Ok(())
    }
}

/// Returns the full name of the module in a `from ... import` statement of a file in `package`.
fn absolute(statement: &Bound<'_, PyAny>, package: &str) -> PyResult<Option<String>> {
    let name: Option<String> = statement.getattr("module")?.extract()?;
    let level: usize = statement.getattr("level")?.extract()?;
    if level == 0 {
        return Ok(name);
    }
    let mut above = Some(package).filter(|package| !package.is_empty());
    for _ in 1..level {
        above = above.and_then(|package| Some(package.rsplit_once('.')?.0));
    }
    Ok(above.map(|above| name.map_or_else(|| above.to_string(), |name| format!("{above}.{name}"))))
}

fn import(
    at: &Bound<'_, PyAny>,
    name: String,
    parts: Vec<String>,
    unguarded: bool,
    may_fail: bool,
) -> PyResult<Import> {
    let number = |name: &str| at.getattr(name)?.extract::<usize>();
    let columns = (number("col_offset")?, number("end_col_offset")?);
    let is_relative = at.getattr_opt("level")?.is_some_and(|level| level.is_truthy().unwrap_or(false));
    Ok(Import { name, parts, line: number("lineno")?, columns, unguarded, may_fail, is_relative })
}

/// Returns the report about an import whose module does not exist, as Python would print it.
fn missing(py: Python<'_>, own: &Source, import: &Import) -> PyResult<String> {
    let file = &own.compiled().file;
    let text: String = own.get_source(py, "")?.extract(py)?;
    let line = text.lines().nth(import.line.saturating_sub(1)).unwrap_or("");
    let shown = line.trim_start();
    let characters = |end: usize| line.get(..end).unwrap_or(line).chars().count();
    let (begin, end) = (characters(import.columns.0), characters(import.columns.1));
    let from = begin.saturating_sub(line.chars().count() - shown.chars().count());
    let length = end.saturating_sub(begin).max(1);
    Ok(format!(
        "  File \"{}\", line {}\n    {shown}\n    {}{}\nModuleNotFoundError: No module named '{}'\n",
        file.display(),
        import.line,
        " ".repeat(from),
        "^".repeat(length),
        import.top(),
    ))
}
