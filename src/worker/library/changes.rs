//! Which dictionaries have been written to: CPython counts it in each of them up to 3.11, and tells it from 3.12 on.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[cfg(not(Py_3_12))]
pub use counted::*;
#[cfg(Py_3_12)]
pub use told::*;

#[cfg(not(Py_3_12))]
mod counted {
    use super::*;

    /// When a dictionary was last written to: no two writes to any dictionary have the same number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Mark(u64);

    impl Mark {
        pub fn of(dict: &Bound<'_, PyDict>) -> Mark {
            // SAFETY: the object is a dictionary, and the GIL is held.
            Mark(unsafe { (*dict.as_ptr().cast::<ffi::PyDictObject>()).ma_version_tag })
        }

        pub fn is_still(self, dict: &Bound<'_, PyDict>) -> bool {
            self == Mark::of(dict)
        }
    }

    /// Those of so many that may have changed.
    pub fn suspects(_: Python<'_>, count: usize) -> impl Iterator<Item = usize> + use<> {
        0..count
    }

    pub fn watch(_: &Bound<'_, PyDict>, _: usize, _: bool) {}

    /// It is to be among those that may have changed the next time, too.
    pub fn suspect(_: Python<'_>, _: usize) {}
}

#[cfg(Py_3_12)]
mod told {
    use super::*;
    use crate::worker::gil::Gil;
    use std::collections::{BTreeSet, HashMap};
    use std::ffi::c_int;

    /// What is told needs no mark.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Mark;

    impl Mark {
        pub fn of(_: &Bound<'_, PyDict>) -> Mark {
            Mark
        }

        pub fn is_still(self, _: &Bound<'_, PyDict>) -> bool {
            false
        }
    }

    type Callback = extern "C" fn(c_int, *mut ffi::PyObject, *mut ffi::PyObject, *mut ffi::PyObject) -> c_int;

    unsafe extern "C" {
        fn PyDict_AddWatcher(callback: Callback) -> c_int;
        fn PyDict_Watch(watcher: c_int, dict: *mut ffi::PyObject) -> c_int;
    }

    static WATCHER: Gil<Option<c_int>> = Gil::new(None);
    static STATE: Gil<Option<Box<State>>> = Gil::new(None);

    #[derive(Default)]
    struct State {
        /// The numbers of the dictionaries, by address.
        watched: HashMap<usize, usize>,
        /// Those of objects' attributes: CPython does not tell of all writes to them.
        untold: Vec<usize>,
        written: BTreeSet<usize>,
    }

    extern "C" fn written(
        _: c_int,
        dict: *mut ffi::PyObject,
        _: *mut ffi::PyObject,
        _: *mut ffi::PyObject,
    ) -> c_int {
        // SAFETY: CPython calls this with the GIL held.
        let py = unsafe { Python::assume_attached() };
        if let Some(mut state) = STATE.replace(py, None) {
            if let Some(number) = state.watched.get(&(dict as usize)) {
                state.written.insert(*number);
            }
            STATE.replace(py, Some(state));
        }
        0
    }

    /// Those that have been written to since this was last asked.
    pub fn suspects(py: Python<'_>, _: usize) -> impl Iterator<Item = usize> + use<> {
        let mut state = STATE.replace(py, None);
        let mut written = state.as_mut().map(|state| std::mem::take(&mut state.written)).unwrap_or_default();
        written.extend(state.iter().flat_map(|state| &state.untold));
        STATE.replace(py, state);
        written.into_iter()
    }

    /// It is to be among those that may have changed the next time, too.
    pub fn suspect(py: Python<'_>, number: usize) {
        if let Some(mut state) = STATE.replace(py, None) {
            state.written.insert(number);
            STATE.replace(py, Some(state));
        }
    }

    /// Is told from now on, under this number. The dictionary must live as long as the process.
    pub fn watch(dict: &Bound<'_, PyDict>, number: usize, is_of_object: bool) {
        let py = dict.py();
        if is_of_object {
            let mut state = STATE.replace(py, None).unwrap_or_default();
            state.untold.push(number);
            STATE.replace(py, Some(state));
            return;
        }
        let watcher = WATCHER.get(py).unwrap_or_else(|| {
            // SAFETY: the GIL is held; the function lives as long as the process.
            let watcher = unsafe { PyDict_AddWatcher(written) };
            WATCHER.set(py, Some(watcher));
            watcher
        });
        let mut state = STATE.replace(py, None).unwrap_or_default();
        state.watched.insert(dict.as_ptr() as usize, number);
        STATE.replace(py, Some(state));
        // SAFETY: the GIL is held, and it is a dictionary.
        if unsafe { PyDict_Watch(watcher, dict.as_ptr()) } != 0 {
            drop(PyErr::take(py));
        }
    }
}
