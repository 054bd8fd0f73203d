//! Before round 1: does the AI's file compile, do the files it imports from its folder, and is there a module behind
//! every import that nothing guards?

use super::folder::{Folder, Source};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::collections::BTreeSet;

/// `ast.PyCF_ONLY_AST`, without the cost of importing `ast`.
const ONLY_AST: u32 = 0x400;

/// Why an AI can't play.
pub enum Rejection {
    /// Python's own words.
    Python(PyErr),
    /// A report already written.
    Report(String),
}

impl From<PyErr> for Rejection {
    fn from(fault: PyErr) -> Self {
        Rejection::Python(fault)
    }
}

impl Rejection {
    /// The report as Python would print it, with file, line and caret.
    pub fn report(&self, py: Python<'_>) -> String {
        match self {
            Rejection::Report(report) => report.clone(),
            Rejection::Python(fault) => text_of(py, fault).unwrap_or_else(|_| fault.to_string()),
        }
    }
}

/// What Python prints for an exception.
fn text_of(py: Python<'_>, fault: &PyErr) -> PyResult<String> {
    let lines = py
        .import("traceback")?
        .call_method1("format_exception_only", (fault.get_type(py), fault.value(py)))?;
    let lines: Vec<String> = lines.extract()?;
    Ok(lines.concat())
}

/// Compiles everything the AI's file imports from its folder, and looks its other modules up.
pub fn check(folder: &Bound<'_, Folder>, own: &Source, engine_module: &str) -> Result<(), Rejection> {
    let py = folder.py();
    let mut seen = BTreeSet::new();
    let mut waiting = Vec::new();
    for import in imports(py, own)? {
        let of_folder = Folder::source(folder, import.top())?.is_some();
        let known = of_folder || import.top() == engine_module || !import.unguarded;
        if !known && !is_found(py, import.top())? {
            return Err(Rejection::Report(missing(own, &import)));
        }
        waiting.push(import);
    }
    while let Some(import) = waiting.pop() {
        for name in import.prefixes().filter(|_| !import.may_fail) {
            if name == engine_module || !seen.insert(name.clone()) {
                continue;
            }
            if let Some(source) = Folder::source(folder, &name)? {
                waiting.extend(imports(py, source.get())?);
            }
        }
    }
    Ok(())
}

/// Whether some finder knows the module; a finder that fails is told when the AI runs.
fn is_found(py: Python<'_>, name: &str) -> PyResult<bool> {
    if py.import("sys")?.getattr("modules")?.contains(name)? {
        return Ok(true);
    }
    let spec = py.import("_frozen_importlib")?.call_method1("_find_spec", (name, py.None()));
    Ok(spec.map_or(true, |spec| !spec.is_none()))
}

/// One import statement's module.
struct Import {
    name: String,
    line: usize,
    /// Columns of the statement, in characters from 0.
    columns: (usize, usize),
    /// At the top level of the file, so that it surely runs.
    unguarded: bool,
    /// Inside a `try`, where it may well fail.
    may_fail: bool,
}

impl Import {
    fn top(&self) -> &str {
        self.name.split('.').next().unwrap_or("")
    }

    /// `a.b.c` gives `a`, `a.b`, `a.b.c`.
    fn prefixes(&self) -> impl Iterator<Item = String> + '_ {
        let ends = self.name.match_indices('.').map(|(at, _)| at).chain([self.name.len()]);
        ends.map(|end| self.name[..end].to_string())
    }
}

/// All import statements of a file.
fn imports(py: Python<'_>, source: &Source) -> PyResult<Vec<Import>> {
    let file = &source.compiled().file;
    let bytes = std::fs::read(file)?;
    let arguments = (pyo3::types::PyBytes::new(py, &bytes), file.as_os_str(), "exec", ONLY_AST, true);
    let tree = py.import("builtins")?.call_method1("compile", arguments)?;
    let mut found = Vec::new();
    collect(&tree, true, false, &mut found)?;
    Ok(found)
}

/// Goes through statements, not expressions: nothing else can hold an import.
fn collect(
    node: &Bound<'_, PyAny>,
    unguarded: bool,
    may_fail: bool,
    found: &mut Vec<Import>,
) -> PyResult<()> {
    for part in ["body", "handlers", "orelse", "finalbody", "cases"] {
        let Ok(statements) = node.getattr(part) else { continue };
        let Ok(statements) = statements.cast_into::<PyList>() else { continue };
        for statement in statements.iter() {
            let kind = statement.get_type().name()?.to_string();
            match kind.as_str() {
                "Import" => {
                    for alias in statement.getattr("names")?.try_iter()? {
                        let alias = alias?;
                        found.push(import(&alias, alias.getattr("name")?.extract()?, unguarded, may_fail)?);
                    }
                }
                "ImportFrom" if statement.getattr("level")?.extract::<usize>()? == 0 => {
                    let name = statement.getattr("module")?.extract()?;
                    found.push(import(&statement, name, unguarded, may_fail)?);
                }
                "Try" | "TryStar" => collect(&statement, false, true, found)?,
                _ => collect(&statement, false, may_fail, found)?,
            }
        }
    }
    Ok(())
}

fn import(at: &Bound<'_, PyAny>, name: String, unguarded: bool, may_fail: bool) -> PyResult<Import> {
    let number = |name: &str| at.getattr(name)?.extract::<usize>();
    let columns = (number("col_offset")?, number("end_col_offset")?);
    Ok(Import { name, line: number("lineno")?, columns, unguarded, may_fail })
}

/// The report of an import that nothing is found for, as Python would print it.
fn missing(own: &Source, import: &Import) -> String {
    let file = &own.compiled().file;
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().nth(import.line.saturating_sub(1)).unwrap_or("");
    let shown = line.trim_start();
    let indent = line.len() - shown.len();
    let from = import.columns.0.saturating_sub(indent);
    let length = import.columns.1.saturating_sub(import.columns.0).clamp(1, shown.len().max(1));
    format!(
        "  File \"{}\", line {}\n    {shown}\n    {}{}\nModuleNotFoundError: No module named '{}'\n",
        file.display(),
        import.line,
        " ".repeat(from),
        "^".repeat(length),
        import.top(),
    )
}
