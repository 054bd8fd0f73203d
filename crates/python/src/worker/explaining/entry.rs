//! Hints about a player's file that does not define the function or class the engine looks for.

use crate::worker::modules::folder::Source;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyFunction, PyTuple, PyType};
use wag_core::text::nearest;
use wag_i18n::{Message, message};

/// The maximum number of names in a message.
const NAMES_MAX: usize = 8;

/// The functions and classes of a file, read from its compiled code without running it.
pub struct Definitions {
    /// The file's name as its author knows it.
    pub file: String,
    /// Names of functions and classes at the top level.
    names: Vec<String>,
    /// All names that are used by the code at the top level.
    used: Vec<String>,
    /// False if the file may also define names in ways that its code does not show.
    is_complete: bool,
}

impl Definitions {
    /// Reads the compiled code of a file. `has_stars` says whether the file contains a `from module import *`.
    pub fn of(py: Python<'_>, source: &Source, has_stars: bool) -> PyResult<Definitions> {
        let compiled = source.compiled();
        let code = compiled.code.bind(py);
        let constants = code.getattr("co_consts")?.cast_into::<PyTuple>()?;
        let definitions = constants.iter().filter(|constant| constant.is_instance_of::<PyCode>());
        let names = definitions.map(|code| code.getattr("co_name")?.extract());
        let names: Vec<String> = names.collect::<PyResult<_>>()?;
        let used: Vec<String> = code.getattr("co_names")?.extract()?;
        let adds_names = |name: &String| ["exec", "globals", "vars", "setattr"].contains(&name.as_str());
        Ok(Definitions {
            file: compiled.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            names: names.into_iter().filter(|name| !name.starts_with('<')).collect(),
            is_complete: !has_stars && !used.iter().any(adds_names),
            used,
        })
    }

    /// Returns true if the file certainly does not define the given name. Always returns false for an empty file.
    pub fn is_missing(&self, name: &str) -> bool {
        self.is_complete && !self.used.is_empty() && !self.used.iter().any(|used| used == name)
    }

    /// Returns the end of a sentence that says what the file defines instead of `name`.
    pub fn instead_of(&self, name: &str) -> Message {
        instead_of(name, &self.names)
    }
}

/// Returns the end of a sentence that names the most similar of these names, or lists them all.
pub fn instead_of(wanted: &str, names: &[String]) -> Message {
    let is_similar = |name: &&String| simplified(name) == simplified(wanted);
    let similar = names.iter().find(is_similar).map(String::as_str);
    if let Some(meant) = similar.or_else(|| nearest(wanted, names.iter().map(String::as_str))) {
        return message!("it has %{meant}: rename it to %{wanted}", meant, wanted);
    }
    match names {
        [] => message!("it defines nothing"),
        _ => message!(
            "it defines only %{names}",
            names = names.iter().take(NAMES_MAX).cloned().collect::<Vec<_>>().join(", ")
        ),
    }
}

/// Removes differences in spelling style, so that `doTurn` and `do_turn` give the same text.
fn simplified(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// Returns the functions and classes that a file has defined itself, with their names, from its namespace after the
/// file has run.
pub fn defined_in(namespace: &Bound<'_, PyDict>) -> Vec<(String, Py<PyAny>)> {
    let own = namespace.get_item("__name__").ok().flatten();
    let is_own = |value: &Bound<'_, PyAny>| match (value.getattr("__module__"), &own) {
        (Ok(module), Some(own)) => module.eq(own).unwrap_or(false),
        _ => false,
    };
    let is_definition =
        |value: &Bound<'_, PyAny>| value.is_instance_of::<PyFunction>() || value.is_instance_of::<PyType>();
    let found = namespace.iter().filter(|(_, value)| is_definition(value) && is_own(value));
    found.filter_map(|(name, value)| Some((name.extract().ok()?, value.unbind()))).collect()
}

/// Returns the names of the functions and classes that a file has defined itself, as [`defined_in`] finds them.
pub fn names_defined_in(namespace: &Bound<'_, PyDict>) -> Vec<String> {
    defined_in(namespace).into_iter().map(|(name, _)| name).collect()
}

/// Returns the names of the methods of a class and its base classes, except names that begin with two underscores.
pub fn methods_of(class: &Bound<'_, PyAny>) -> Vec<String> {
    let names: Vec<String> = class.dir().and_then(|names| names.extract()).unwrap_or_default();
    let is_method = |name: &String| {
        !name.starts_with("__") && class.getattr(name.as_str()).is_ok_and(|found| found.is_callable())
    };
    names.into_iter().filter(is_method).collect()
}

#[cfg(test)]
mod tests {
    use super::instead_of;

    #[test]
    fn similar_name_is_suggested() {
        let names = ["helper".to_string(), "doTurn".to_string()];
        assert_eq!(instead_of("do_turn", &names), "it has doTurn: rename it to do_turn");
        assert_eq!(instead_of("do_turn", &["do_trun".to_string()]), "it has do_trun: rename it to do_turn");
        assert_eq!(instead_of("choose_move", &names), "it defines only helper, doTurn");
        assert_eq!(instead_of("choose_move", &[]), "it defines nothing");
    }
}
