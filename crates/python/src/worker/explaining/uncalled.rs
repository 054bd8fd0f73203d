//! Finds mistakes that Python accepts: `base.create` alone on a line, which names a method without calling it; a class
//! or function in the AI's file that nothing calls; code that would only run in a main program.
//!
//! The search uses the syntax tree before round 1, when none of the AI's code has run.

use crate::protocol::{Uncalled, UncalledKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::collections::BTreeSet;

/// The functions and methods in the game's module.
pub struct CallableNames {
    /// The name of the module.
    pub module: &'static str,
    functions: BTreeSet<String>,
    methods: BTreeSet<String>,
    /// The names that the game calls in the AI's file; `None` for a persistent file, whose calls follow other rules.
    entries: Option<&'static [&'static str]>,
}

/// The maximum number of reported locations of code that nothing calls, per file.
const UNUSED_MAX: usize = 5;

impl CallableNames {
    pub fn of(
        module: &'static str,
        items: &Bound<'_, PyDict>,
        entries: Option<&'static [&'static str]>,
    ) -> PyResult<CallableNames> {
        let mut callables =
            CallableNames { module, functions: BTreeSet::new(), methods: BTreeSet::new(), entries };
        for (name, item) in items.iter() {
            if let Ok(class) = item.cast::<PyType>() {
                callables.add_methods(class)?;
            } else if item.is_callable() {
                callables.functions.insert(name.extract()?);
            }
        }
        Ok(callables)
    }

    fn add_methods(&mut self, class: &Bound<'_, PyType>) -> PyResult<()> {
        for name in class.dir()?.iter() {
            let name: String = name.extract()?;
            if !name.starts_with('_') && class.getattr(name.as_str())?.is_callable() {
                self.methods.insert(name);
            }
        }
        Ok(())
    }

    /// Returns true if a text contains the name of any of the functions or methods.
    pub fn is_named_in(&self, text: &[u8]) -> bool {
        self.functions.iter().chain(&self.methods).any(|name| mentions(text, name))
    }

    /// Returns the location of an expression statement that names a function or method of the game without calling it;
    /// `None` for any other statement.
    pub fn uncalled(&self, line: &Bound<'_, PyAny>, file: &str, text: &[u8]) -> PyResult<Option<Uncalled>> {
        let expression = line.getattr("value")?;
        Ok(if self.is_offered(&expression)? { Some(place_of(&expression, file, text)?) } else { None })
    }

    /// Returns the code at the top level of the AI's main file that does not run by itself and that nothing in the file
    /// calls.
    pub fn unused(&self, tree: &Bound<'_, PyAny>, file: &str, text: &[u8]) -> PyResult<Vec<Uncalled>> {
        let Some(entries) = self.entries else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for statement in tree.getattr("body")?.try_iter()? {
            let statement = statement?;
            let Some((kind, name)) = definition(&statement)? else { continue };
            let is_called = kind != UncalledKind::MainBlock
                && (entries.contains(&name.as_str()) || count_name(text, &name) > 1);
            if !is_called && found.len() < UNUSED_MAX {
                let line: usize = statement.getattr("lineno")?.extract()?;
                let line = u32::try_from(line).unwrap_or_default();
                found.push(Uncalled { kind, file: file.to_string(), line, text: name });
            }
        }
        Ok(found)
    }

    fn is_offered(&self, expression: &Bound<'_, PyAny>) -> PyResult<bool> {
        let name = |of: &str| expression.getattr(of)?.extract::<String>();
        Ok(match expression.get_type().name()?.to_string().as_str() {
            "Attribute" => {
                let name = name("attr")?;
                self.methods.contains(&name) || self.functions.contains(&name)
            }
            "Name" => self.functions.contains(&name("id")?),
            _ => false,
        })
    }
}

/// Returns the kind and name of a statement that defines a class or function, or that checks for the main program.
fn definition(statement: &Bound<'_, PyAny>) -> PyResult<Option<(UncalledKind, String)>> {
    let name = || statement.getattr("name")?.extract::<String>();
    Ok(match statement.get_type().name()?.to_string().as_str() {
        "ClassDef" => Some((UncalledKind::Class, name()?)),
        "FunctionDef" => Some((UncalledKind::Function, name()?)),
        "If" if compares_name(&statement.getattr("test")?)? => Some((UncalledKind::MainBlock, String::new())),
        _ => None,
    })
}

/// Returns true if an expression compares `__name__` with something.
fn compares_name(test: &Bound<'_, PyAny>) -> PyResult<bool> {
    if test.get_type().name()? != "Compare" {
        return Ok(false);
    }
    let is_name = |side: &Bound<'_, PyAny>| -> PyResult<bool> {
        let id = side.getattr_opt("id")?;
        Ok(id.is_some_and(|id| id.extract::<String>().is_ok_and(|id| id == "__name__")))
    };
    let other = test.getattr("comparators")?.get_item(0)?;
    Ok(is_name(&test.getattr("left")?)? || is_name(&other)?)
}

/// Returns the number of times that a name occurs in a text as a whole word.
fn count_name(text: &[u8], name: &str) -> usize {
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 128)
    };
    let name = name.as_bytes();
    let at = |start: usize| {
        let end = start + name.len();
        text[start..].starts_with(name)
            && !is_part(text.get(end))
            && !(start > 0 && is_part(text.get(start - 1)))
    };
    (0..text.len()).filter(|start| at(*start)).count()
}

/// Returns true if `words` occurs anywhere in a text.
pub fn mentions(text: &[u8], words: &str) -> bool {
    text.windows(words.len()).any(|part| part == words.as_bytes())
}

fn place_of(expression: &Bound<'_, PyAny>, file: &str, text: &[u8]) -> PyResult<Uncalled> {
    let number = |name: &str| expression.getattr(name)?.extract::<usize>();
    let (line, last) = (number("lineno")?, number("end_lineno")?);
    let (begin, end) = (number("col_offset")?, number("end_col_offset")?);
    let row = text.split(|byte| *byte == b'\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let shown = if line == last { row.get(begin..end).unwrap_or(row) } else { row };
    let shown = String::from_utf8_lossy(shown).trim().to_string();
    let line = u32::try_from(line).unwrap_or_default();
    Ok(Uncalled { kind: UncalledKind::Named, file: file.to_string(), line, text: shown })
}
