//! Bindings of a file that defines `act(observation, mask)`: it gets the arrays of the game's environment and returns
//! an action.

use crate::protocol::PolicySpaces;
use crate::worker::explaining::check::Rejection;
use crate::worker::explaining::entry;
use crate::worker::modules::own_library;
use crate::worker::turn::chance;
use crate::worker::turn::py_bindings::{Describe, PyBindings, TurnOutput};
use pyo3::exceptions::{PyModuleNotFoundError, PyNameError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyModule, PyTuple};
use std::cell::RefCell;
use wag_core::problem::Explanation;
use wag_i18n::message;

/// The name of the function.
const ENTRY: &str = "act";
/// The maximum number of characters that messages quote from an invalid answer.
const QUOTED_MAX: usize = 100;

/// The bindings of a policy. The game's module is the usual one, but there is no position in it.
pub struct PolicyBindings {
    game: Box<dyn PyBindings>,
    spaces: PolicySpaces,
    numpy: Py<PyModule>,
    /// The arguments of the next call.
    arguments: Option<Py<PyTuple>>,
    /// The action of this turn; `None` if there is none.
    action: RefCell<Option<Vec<i32>>>,
}

impl PolicyBindings {
    /// Imports numpy. `game` are the bindings of the game.
    pub fn start(
        py: Python<'_>,
        game: Box<dyn PyBindings>,
        spaces: PolicySpaces,
    ) -> Result<PolicyBindings, Rejection> {
        let numpy = own_library::run(py, || py.import("numpy")).map_err(|err| {
            if !err.is_instance_of::<PyModuleNotFoundError>(py) {
                return Rejection::Python(err);
            }
            let report = message!(
                "act(observation, mask) gets arrays of numpy, which is not installed; install it: python3 -m pip install numpy\n"
            );
            Rejection::Report(report, None, Explanation::new("missing_package", &[("module", "numpy")]).into())
        })?;
        // The import draws random numbers, which no answer depends on: the generators get the match's seed.
        chance::take(py);
        let numpy = numpy.unbind();
        Ok(PolicyBindings { game, spaces, numpy, arguments: None, action: RefCell::default() })
    }

    /// Returns an array that cannot be written, and that no later turn changes.
    fn array<'py>(&self, py: Python<'py>, bytes: &[u8], dtype: &str) -> PyResult<Bound<'py, PyAny>> {
        self.numpy.bind(py).call_method1("frombuffer", (PyBytes::new(py, bytes), dtype))
    }

    /// Returns the numbers of an action, or an exception that says what is wrong.
    fn numbers(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        let PolicySpaces { action: shape, choices, .. } = &self.spaces;
        if shape.is_empty() {
            let last = choices.first().copied().unwrap_or(1).saturating_sub(1);
            let Ok(number) = action.call_method0("__index__") else {
                let shown = shown(action);
                let what = format!("{ENTRY} returned {shown}; an action is a whole number from 0 to {last}");
                return Err(PyTypeError::new_err(what));
            };
            let in_range = number.extract().ok().filter(|number| (0..=i32::from(last)).contains(number));
            return in_range.map(|number| vec![number]).ok_or_else(|| {
                let shown = shown(action);
                PyValueError::new_err(format!(
                    "{ENTRY} returned {shown}; an action is a number from 0 to {last}"
                ))
            });
        }
        let py = action.py();
        let array = self.numpy.bind(py).call_method1("asarray", (action,));
        let array = array.map_err(|_| self.wrong_action(&format!("returned {}", shown(action))))?;
        let size: usize = array.getattr("size")?.extract()?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if size != choices.len() {
            let found = array.getattr("shape")?;
            return Err(self.wrong_action(&format!("returned an array of the shape {found}")));
        }
        if !["i", "u", "b"].contains(&kind.as_str()) {
            let found = array.getattr("dtype")?;
            return Err(self.wrong_action(&format!("returned an array of the type {found}")));
        }
        let numbers: Vec<i64> = array
            .call_method0("ravel")?
            .call_method1("astype", ("int64",))?
            .call_method0("tolist")?
            .extract()?;
        let is_wrong = |(number, choices): (&i64, &u16)| !(0..i64::from(*choices)).contains(number);
        if let Some(at) = numbers.iter().zip(choices).position(is_wrong) {
            let place = self.numpy.bind(py).call_method1("unravel_index", (at, shape.clone()))?;
            let place: Vec<usize> = place.extract()?;
            let what = format!(
                "{ENTRY} returned the number {} at {place:?} of the action; there it is from 0 to {}",
                numbers[at],
                choices[at].saturating_sub(1)
            );
            return Err(PyValueError::new_err(what));
        }
        Ok(numbers.into_iter().filter_map(|number| i32::try_from(number).ok()).collect())
    }

    fn wrong_action(&self, found: &str) -> PyErr {
        let shape: Vec<String> = self.spaces.action.iter().map(usize::to_string).collect();
        let shape = shape.join(", ");
        let comma = if self.spaces.action.len() == 1 { "," } else { "" };
        PyTypeError::new_err(format!(
            "{ENTRY} {found}; an action is an array of whole numbers of the shape ({shape}{comma})"
        ))
    }
}

/// Returns the start of an object's text.
fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map_or_else(|_| "?".to_string(), |text| text.to_string_lossy().into_owned());
    text.chars().take(QUOTED_MAX).collect()
}

impl PyBindings for PolicyBindings {
    fn module_name(&self) -> &'static str {
        self.game.module_name()
    }

    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        self.game.fill_module(module)
    }

    fn module_items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.game.module_items(py)
    }

    fn has_common_copies(&self) -> bool {
        self.game.has_common_copies()
    }

    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        self.action.take();
        let PolicySpaces { dtype, observation: shape, choices, .. } = &self.spaces;
        let mask_len: usize = choices.iter().map(|choices| usize::from(*choices)).sum();
        let end = view.len().checked_sub(mask_len);
        let (observation, mask) = end
            .map(|end| view.split_at(end))
            .ok_or_else(|| PyValueError::new_err("the observation can't be read"))?;
        let observation = self.array(py, observation, dtype)?.call_method1("reshape", (*shape,))?;
        let arguments = PyTuple::new(py, [observation, self.array(py, mask, "int8")?])?;
        self.arguments = Some(arguments.unbind());
        Ok(())
    }

    fn begin_match(&mut self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        if namespace.contains(ENTRY)? {
            return Ok(());
        }
        let instead = entry::instead_of(ENTRY, &entry::names_defined_in(namespace)).english();
        Err(PyNameError::new_err(format!(
            "the file defines no function {ENTRY}(observation, mask); {instead}"
        )))
    }

    fn entries(&self) -> &'static [&'static str] {
        &[ENTRY]
    }

    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let Some(arguments) = &self.arguments else { return Ok(()) };
        let entry = namespace.get_item(ENTRY)?;
        let entry = entry.ok_or_else(|| PyNameError::new_err(format!("the function {ENTRY} is gone")))?;
        let action = entry.call1(arguments.bind(namespace.py()))?;
        *self.action.borrow_mut() = Some(self.numbers(&action)?);
        Ok(())
    }

    fn describe(&self) -> Describe {
        self.game.describe()
    }

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        TurnOutput::of(py, &self.action.take(), Vec::new())
    }
}
