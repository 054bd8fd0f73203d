//! The statements of a Python file, by line.

use crate::worker::explaining::check;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use wag_core::arena::TurnTrace;

/// The attributes of a syntax tree node that contain statements.
const BLOCKS: [&str; 5] = ["body", "handlers", "orelse", "finalbody", "cases"];

/// The first lines of a file's statements.
#[derive(Default)]
pub struct Statements {
    /// The first line of the statement, or of its head, to which a line belongs, by line; 0 for other lines.
    first_lines: Vec<u32>,
    /// The first lines of all statements that have code.
    pub with_code: BTreeSet<u32>,
}

impl Statements {
    /// Finds the statements of a file. Finds none if the file can't be parsed.
    pub fn of(py: Python<'_>, text: &[u8], file: &OsStr) -> Statements {
        let mut statements = Statements::default();
        if let Ok(tree) = check::tree(py, text, file) {
            // Statements that were found before an error are correct.
            let _ = statements.add_blocks(&tree);
        }
        statements
    }

    /// Returns the first line of the statement to which a line belongs.
    pub fn first_line(&self, line: u32) -> u32 {
        self.first_lines.get(line as usize).copied().filter(|first| *first > 0).unwrap_or(line)
    }

    fn add_blocks(&mut self, node: &Bound<'_, PyAny>) -> PyResult<()> {
        for block in BLOCKS {
            let Ok(statements) = node.getattr(block) else { continue };
            let Ok(statements) = statements.cast_into::<PyList>() else { continue };
            for statement in statements.iter() {
                self.add(&statement)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, statement: &Bound<'_, PyAny>) -> PyResult<()> {
        let class = statement.get_type().name()?.to_string();
        // A case of `match` has no place of its own.
        let place = if class == "match_case" { statement.getattr("pattern")? } else { statement.clone() };
        let first = number(&place, "lineno")?;
        let body = list(statement, "body").or_else(|| list(statement, "cases"));
        let last = match body.and_then(|body| body.get_item(0).ok()) {
            Some(inner) => first_line(&inner)?.saturating_sub(1).max(first),
            None => number(&place, "end_lineno")?,
        };
        let value = || statement.getattr("value").ok();
        let has_code = match class.as_str() {
            "Expr" => {
                value().is_none_or(|value| value.get_type().name().is_ok_and(|name| name != "Constant"))
            }
            "AnnAssign" => value().is_none_or(|value| !value.is_none()),
            "Global" | "Nonlocal" => false,
            _ => true,
        };
        // Decorators belong to the line with the name.
        self.mark(first_line(statement)?, last, first);
        if has_code {
            self.with_code.insert(first);
        }
        self.add_blocks(statement)
    }

    /// Notes that these lines belong to a statement with this first line.
    fn mark(&mut self, begin: u32, end: u32, first_line: u32) {
        if end < begin || end as usize > TurnTrace::LINES_MAX {
            return;
        }
        if self.first_lines.len() <= end as usize {
            self.first_lines.resize(end as usize + 1, 0);
        }
        for line in &mut self.first_lines[begin as usize..=end as usize] {
            if *line == 0 {
                *line = first_line;
            }
        }
    }
}

/// Returns the first line of a node, including its decorators.
fn first_line(node: &Bound<'_, PyAny>) -> PyResult<u32> {
    if let Ok(pattern) = node.getattr("pattern") {
        return number(&pattern, "lineno");
    }
    let decorator = list(node, "decorator_list").and_then(|decorators| decorators.get_item(0).ok());
    number(decorator.as_ref().unwrap_or(node), "lineno")
}

fn number(node: &Bound<'_, PyAny>, name: &str) -> PyResult<u32> {
    node.getattr(name)?.extract()
}

fn list<'py>(node: &Bound<'py, PyAny>, name: &str) -> Option<Bound<'py, PyList>> {
    node.getattr(name).ok()?.cast_into::<PyList>().ok()
}
