//! State that is the same at the start of every turn, whatever an AI has changed: Python's built-ins and the
//! environment.
//!
//! A persistent file keeps its changes to both. Even so, the built-ins are Python's own between its turns, because the
//! engine's work needs them.
//!
//! The check before each turn takes less than a microsecond, and only what has changed is restored. The check compares
//! objects by identity and uses no lookup that an AI could have changed, so it never runs the AI's code.

use super::dict_snapshot::{DictSnapshot, Watched};
use crate::protocol::Lifetime;
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString};
use std::ffi::{CStr, CString, c_char};
use std::ptr;

/// The recorded state, which is restored before each turn.
pub struct Constants {
    modules: Py<PyDict>,
    builtins: Py<PyModule>,
    builtin_names: Watched,
    /// The environment variables; `None` for a persistent file, which keeps its changes to them.
    surroundings: Option<Surroundings>,
}

/// The environment variables in all their forms: Python's dictionaries, and the list of the C library.
struct Surroundings {
    /// The namespace of the module `os`.
    os: Py<PyDict>,
    /// The `os.environ` and `os.environb` objects that belong in this namespace, each with its name.
    environments: Vec<(Py<PyString>, Environment)>,
    /// The dictionary of variables that `os.environ` and `os.environb` share.
    variables: Watched,
    c_variables: CVariables,
}

/// An `os.environ` or `os.environb` object.
struct Environment {
    object: Py<PyAny>,
    attributes: DictSnapshot,
}

/// The environment variables as C code sees them.
struct CVariables {
    /// The strings to which the C library's list points. If a variable was changed, its entry in the list points to
    /// another address.
    words: Vec<CString>,
}

/// The maximum number of attempts to restore the state. More than one is needed if a destructor changes the state
/// again.
const TRIES: u32 = 3;

impl Constants {
    /// Records the current state.
    pub fn now(py: Python<'_>, modules: &Py<PyDict>, lifetime: Lifetime) -> PyResult<Constants> {
        let builtins = py.import("builtins")?;
        let surroundings = match lifetime {
            Lifetime::Turn => Some(Surroundings::now(py)?),
            Lifetime::Match => None,
        };
        Ok(Constants {
            modules: modules.clone_ref(py),
            builtin_names: Watched::now(&builtins.dict()),
            builtins: builtins.unbind(),
            surroundings,
        })
    }

    /// Returns a snapshot of the built-ins if they have changed; `None` otherwise.
    pub fn changed_builtins(&mut self, py: Python<'_>) -> Option<DictSnapshot> {
        let is_changed = !self.builtin_names.is_untouched(py);
        is_changed.then(|| DictSnapshot::now(self.builtin_names.snapshot().dict(py)))
    }

    /// Restores the recorded state. Returns an error if the AI's objects prevent it.
    pub fn restore(&mut self, py: Python<'_>) -> PyResult<()> {
        for _ in 0..=TRIES {
            if self.is_untouched(py)? {
                return Ok(());
            }
            self.put_back(py)?;
        }
        Err(PyRuntimeError::new_err("the built-ins or the environment can't be put back"))
    }

    fn is_untouched(&mut self, py: Python<'_>) -> PyResult<bool> {
        let builtins = self.modules.bind(py).get_item(pyo3::intern!(py, "builtins"))?;
        let are_untouched =
            builtins.is_some_and(|found| found.is(&self.builtins)) && self.builtin_names.is_untouched(py);
        match &mut self.surroundings {
            Some(surroundings) => Ok(are_untouched && surroundings.are_untouched(py)?),
            None => Ok(are_untouched),
        }
    }

    fn put_back(&self, py: Python<'_>) -> PyResult<()> {
        self.builtin_names.snapshot().put_back(py)?;
        self.modules.bind(py).set_item(pyo3::intern!(py, "builtins"), &self.builtins)?;
        self.surroundings.as_ref().map_or(Ok(()), |surroundings| surroundings.put_back(py))
    }
}

impl Surroundings {
    fn now(py: Python<'_>) -> PyResult<Surroundings> {
        let os = py.import("os")?;
        let environments = ["environ", "environb"].map(|name| {
            let object = os.getattr(name)?;
            let attributes = DictSnapshot::now(&object.getattr("__dict__")?.cast_into()?);
            Ok((PyString::intern(py, name).unbind(), Environment { object: object.unbind(), attributes }))
        });
        Ok(Surroundings {
            variables: Watched::now(&os.getattr("environ")?.getattr("_data")?.cast_into()?),
            environments: environments.into_iter().collect::<PyResult<_>>()?,
            os: os.dict().unbind(),
            c_variables: CVariables::now(),
        })
    }

    fn are_untouched(&mut self, py: Python<'_>) -> PyResult<bool> {
        let mut are_untouched = self.variables.is_untouched(py) && self.c_variables.are_untouched();
        for (name, environment) in &self.environments {
            let found = self.os.bind(py).get_item(name)?;
            are_untouched &=
                found.is_some_and(|found| found.is(&environment.object)) && environment.is_untouched(py);
        }
        Ok(are_untouched)
    }

    fn put_back(&self, py: Python<'_>) -> PyResult<()> {
        self.variables.snapshot().put_back(py)?;
        self.c_variables.put_back();
        for (name, environment) in &self.environments {
            environment.put_back(py)?;
            self.os.bind(py).set_item(name, &environment.object)?;
        }
        Ok(())
    }
}

impl Environment {
    fn is_untouched(&self, py: Python<'_>) -> bool {
        // SAFETY: the object is alive and its class is a Python class; the call returns a new reference, or null with
        // an exception set.
        let dict = unsafe {
            let dict = ffi::PyObject_GenericGetDict(self.object.as_ptr(), ptr::null_mut());
            Bound::from_owned_ptr_or_err(py, dict)
        };
        dict.is_ok_and(|dict| dict.is(self.attributes.dict(py))) && self.attributes.is_untouched(py)
    }

    fn put_back(&self, py: Python<'_>) -> PyResult<()> {
        self.attributes.put_back(py)?;
        let dict = self.attributes.dict(py).as_ptr();
        // SAFETY: both objects are alive, and the second is a dictionary; the call takes its own reference.
        match unsafe { ffi::PyObject_GenericSetDict(self.object.as_ptr(), dict, ptr::null_mut()) } {
            0 => Ok(()),
            _ => Err(PyErr::fetch(py)),
        }
    }
}

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
}

impl CVariables {
    fn now() -> CVariables {
        // SAFETY: each is a string with its NUL, and nothing changes them meanwhile: this process has one thread.
        let copied = c_variables().map(|words| unsafe { CStr::from_ptr(words) }.to_owned());
        let variables = CVariables { words: copied.collect() };
        variables.put_back();
        variables
    }

    fn are_untouched(&self) -> bool {
        c_variables().eq(self.words.iter().map(|words| words.as_ptr()))
    }

    fn put_back(&self) {
        while let Some(words) = c_variables().next() {
            // SAFETY: as above; `unsetenv` gets a copy of the name.
            let words = unsafe { CStr::from_ptr(words) }.to_owned();
            let name = words.to_bytes().split(|byte| *byte == b'=').next().unwrap_or_default();
            let name = CString::new(name).unwrap_or_default();
            // SAFETY: the name is a string with its NUL.
            if unsafe { libc::unsetenv(name.as_ptr()) } != 0 {
                break;
            }
        }
        for words in &self.words {
            // SAFETY: the string lives as long as the process, which ends without dropping the session, and has a `=`.
            unsafe { libc::putenv(words.as_ptr().cast_mut()) };
        }
    }
}

/// Returns the C library's own list of variables. Each is a string of name, `=` and value.
fn c_variables() -> impl Iterator<Item = *const c_char> {
    let mut number = 0;
    std::iter::from_fn(move || {
        // SAFETY: the list is missing or ends with a null pointer; one thread reads and changes it.
        let words = unsafe { if environ.is_null() { ptr::null_mut() } else { *environ.add(number) } };
        number += 1;
        (!words.is_null()).then_some(words.cast_const())
    })
}
