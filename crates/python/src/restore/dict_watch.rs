//! Detects writes to dictionaries. Up to Python 3.11, CPython counts the writes in each dictionary; from 3.12 on, it
//! reports them to a callback.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[cfg(not(Py_3_12))]
pub use counted::Watch;
#[cfg(Py_3_12)]
pub use reported::Watch;

#[cfg(not(Py_3_12))]
mod counted {
    use super::*;

    /// A numbered list of dictionaries. Each of them must exist for as long as this value.
    #[derive(Default)]
    pub struct Watch(Vec<Place>);

    /// The address of a dictionary's version number, and the last known version number. CPython gives the dictionary a
    /// new, unique version number at each write.
    struct Place {
        at: usize,
        version: u64,
    }

    impl Place {
        #[inline]
        fn version(&self) -> u64 {
            // SAFETY: the dictionary is alive, and the caller of a `Watch` holds the GIL.
            unsafe { *(self.at as *const u64) }
        }
    }

    impl Watch {
        /// Adds a dictionary. `_is_of_object` says whether the dictionary holds an object's attributes.
        pub fn add(&mut self, dict: &Bound<'_, PyDict>, _is_of_object: bool) {
            // SAFETY: the object is a dictionary, and the GIL is held.
            let at = unsafe { &raw const (*dict.as_ptr().cast::<ffi::PyDictObject>()).ma_version_tag };
            let place = Place { at: at as usize, version: 0 };
            self.0.push(Place { version: place.version(), ..place });
        }

        /// Returns the numbers of the dictionaries that may have been written to since they were added or last passed
        /// to `seen`.
        pub fn suspects(&self, _: Python<'_>) -> Vec<usize> {
            let mut suspects = Vec::new();
            // This loop runs each turn; it is the fastest form.
            for (number, place) in self.0.iter().enumerate() {
                if place.version() != place.version {
                    suspects.push(number);
                }
            }
            suspects
        }

        /// Marks the dictionary with this number as unchanged.
        pub fn seen(&mut self, _: Python<'_>, number: usize) {
            let place = &mut self.0[number];
            place.version = place.version();
        }
    }
}

#[cfg(Py_3_12)]
mod reported {
    use super::*;
    use crate::worker::process::gil::Gil;
    use std::collections::{BTreeSet, HashMap};
    use std::ffi::c_int;

    /// A numbered list of dictionaries. Each of them must exist for as long as the process.
    pub struct Watch {
        group: usize,
        count: usize,
        /// The numbers of the dictionaries that hold an object's attributes. CPython does not report all writes to
        /// them.
        unreported: Vec<usize>,
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
        /// The group and number of each dictionary, by address. One dictionary can be in several groups.
        watched: HashMap<usize, Vec<(usize, usize)>>,
        /// The numbers of the dictionaries that were written to, by group.
        written: Vec<BTreeSet<usize>>,
    }

    extern "C" fn written(
        _: c_int,
        dict: *mut ffi::PyObject,
        _: *mut ffi::PyObject,
        _: *mut ffi::PyObject,
    ) -> c_int {
        // SAFETY: CPython calls this with the GIL held.
        let py = unsafe { Python::assume_attached() };
        STATE.lend(py, |state| {
            for (group, number) in state.watched.get(&(dict as usize)).into_iter().flatten() {
                state.written[*group].insert(*number);
            }
        });
        0
    }

    impl Default for Watch {
        fn default() -> Watch {
            // SAFETY: values of this type are created with the GIL held.
            let py = unsafe { Python::assume_attached() };
            let mut state = STATE.replace(py, None).unwrap_or_default();
            let group = state.written.len();
            state.written.push(BTreeSet::new());
            STATE.replace(py, Some(state));
            Watch { group, count: 0, unreported: Vec::new() }
        }
    }

    impl Watch {
        /// Adds a dictionary. `is_of_object` says whether the dictionary holds an object's attributes.
        pub fn add(&mut self, dict: &Bound<'_, PyDict>, is_of_object: bool) {
            let (py, number) = (dict.py(), self.count);
            self.count += 1;
            if is_of_object {
                return self.unreported.push(number);
            }
            let address = dict.as_ptr() as usize;
            STATE.lend(py, |state| state.watched.entry(address).or_default().push((self.group, number)));
            let watcher = WATCHER.get(py).unwrap_or_else(|| {
                // SAFETY: the GIL is held; the function is static.
                let watcher = unsafe { PyDict_AddWatcher(written) };
                WATCHER.set(py, Some(watcher));
                watcher
            });
            // SAFETY: the GIL is held, and it is a dictionary.
            if unsafe { PyDict_Watch(watcher, dict.as_ptr()) } != 0 {
                drop(PyErr::take(py));
            }
        }

        /// Returns the numbers of the dictionaries that may have been written to since they were added or last passed
        /// to `seen`.
        pub fn suspects(&self, py: Python<'_>) -> Vec<usize> {
            let written = STATE.lend(py, |state| state.written[self.group].iter().copied().collect());
            let mut written: Vec<usize> = written.unwrap_or_default();
            written.extend(&self.unreported);
            written
        }

        /// Marks the dictionary with this number as unchanged.
        pub fn seen(&mut self, py: Python<'_>, number: usize) {
            STATE.lend(py, |state| state.written[self.group].remove(&number));
        }
    }
}
