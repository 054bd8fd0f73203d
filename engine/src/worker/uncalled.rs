//! A slip that Python lets pass: `base.create` stands alone in a line, named but not called.
//!
//! Found in the syntax tree before round 1; no code of the AI's has run.

use super::protocol::Uncalled;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::collections::BTreeSet;

/// What the game's module offers to be called.
pub struct Offer {
    /// The name of the module.
    pub module: &'static str,
    functions: BTreeSet<String>,
    methods: BTreeSet<String>,
}

impl Offer {
    pub fn of(module: &'static str, items: &Bound<'_, PyDict>) -> PyResult<Offer> {
        let mut offer = Offer { module, functions: BTreeSet::new(), methods: BTreeSet::new() };
        for (name, item) in items.iter() {
            if let Ok(class) = item.cast::<PyType>() {
                offer.add_methods(class)?;
            } else if item.is_callable() {
                offer.functions.insert(name.extract()?);
            }
        }
        Ok(offer)
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

    /// Whether a text names anything of it.
    pub fn is_named_in(&self, text: &[u8]) -> bool {
        self.functions.iter().chain(&self.methods).any(|name| mentions(text, name))
    }

    /// Where something is named and not called, if this expression, which stands alone in a line of the text, does so.
    pub fn uncalled(&self, line: &Bound<'_, PyAny>, file: &str, text: &[u8]) -> PyResult<Option<Uncalled>> {
        let expression = line.getattr("value")?;
        Ok(if self.is_offered(&expression)? { Some(place_of(&expression, file, text)?) } else { None })
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

/// Whether these words stand anywhere in a text.
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
    Ok(Uncalled { file: file.to_string(), line: u32::try_from(line).unwrap_or_default(), text: shown })
}
