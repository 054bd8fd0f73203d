//! A snapshot of a dictionary. Objects are compared by identity without any lookup that an AI could have changed, so
//! the comparison never runs the AI's code.

use super::dict_watch::Watch;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ptr;

/// A dictionary, and the entries that it had at the time of the snapshot, in their order.
pub struct DictSnapshot {
    dict: Py<PyDict>,
    entries: Vec<(Py<PyAny>, Py<PyAny>)>,
}

impl DictSnapshot {
    pub fn now(dict: &Bound<'_, PyDict>) -> DictSnapshot {
        let entries = dict.iter().map(|(key, value)| (key.unbind(), value.unbind())).collect();
        DictSnapshot { dict: dict.clone().unbind(), entries }
    }

    pub fn dict<'k, 'py>(&'k self, py: Python<'py>) -> &'k Bound<'py, PyDict> {
        self.dict.bind(py)
    }

    pub fn is_of(&self, dict: &Bound<'_, PyDict>) -> bool {
        self.dict.is(dict)
    }

    pub fn entries(&self) -> &[(Py<PyAny>, Py<PyAny>)] {
        &self.entries
    }

    fn place(&self, name: &Bound<'_, PyAny>) -> Option<usize> {
        self.entries.iter().position(|(known, _)| known.is(name))
    }

    pub fn has(&self, name: &Bound<'_, PyAny>) -> bool {
        self.place(name).is_some()
    }

    /// Adds an entry to the snapshot, or changes the value of an existing entry.
    pub fn expect(&mut self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) {
        let entry = (name.clone().unbind(), value.clone().unbind());
        match self.place(name) {
            Some(place) => self.entries[place] = entry,
            None => self.entries.push(entry),
        }
    }

    /// Applies the changes from the state `before` to the state `after` to this snapshot: entries that were added or
    /// removed.
    pub fn follow(&mut self, py: Python<'_>, before: &DictSnapshot, after: &DictSnapshot) {
        let is_in = |entries: &[(Py<PyAny>, Py<PyAny>)], (key, value): &(Py<PyAny>, Py<PyAny>)| {
            entries.iter().any(|(known, old)| known.is(key) && old.is(value))
        };
        for (key, value) in after.entries.iter().filter(|entry| !is_in(&before.entries, entry)) {
            self.expect(key.bind(py), value.bind(py));
        }
        let is_gone = |key: &Py<PyAny>| {
            let was = before.entries.iter().any(|(known, _)| known.is(key));
            was && !after.entries.iter().any(|(known, _)| known.is(key))
        };
        self.entries.retain(|(key, _)| !is_gone(key));
    }

    /// Returns true if the dictionary still has the same objects in the same order.
    pub fn is_untouched(&self, py: Python<'_>) -> bool {
        DictSnapshot::holds(self.dict.bind(py), &self.entries)
    }

    /// Returns true if a dictionary has exactly these objects in this order.
    pub fn holds(dict: &Bound<'_, PyDict>, entries: &[(Py<PyAny>, Py<PyAny>)]) -> bool {
        let (mut place, mut key, mut value) = (0, ptr::null_mut(), ptr::null_mut());
        // SAFETY: the GIL is held and nothing changes the dictionary meanwhile; the references are borrowed, and only compared.
        let mut is_next = |snapshot: &(Py<PyAny>, Py<PyAny>)| unsafe {
            ffi::PyDict_Next(dict.as_ptr(), &mut place, &mut key, &mut value) != 0
                && key == snapshot.0.as_ptr()
                && value == snapshot.1.as_ptr()
        };
        dict.len() == entries.len() && entries.iter().all(&mut is_next)
    }

    /// Restores the entries in their order.
    pub fn put_back(&self, py: Python<'_>) -> PyResult<()> {
        let dict = self.dict.bind(py);
        // The AI's objects are dropped last, because their destructors may use built-ins.
        let changed = dict.copy()?;
        dict.clear();
        for (key, value) in &self.entries {
            dict.set_item(key, value)?;
        }
        drop(changed);
        Ok(())
    }
}

/// A dictionary that is checked each turn. Its entries are compared only if it has been written to.
pub struct Watched {
    snapshot: DictSnapshot,
    watch: Watch,
}

impl Watched {
    /// Records the dictionary's current entries.
    pub fn now(dict: &Bound<'_, PyDict>) -> Watched {
        let mut watch = Watch::default();
        watch.add(dict, false);
        Watched { snapshot: DictSnapshot::now(dict), watch }
    }

    pub fn snapshot(&self) -> &DictSnapshot {
        &self.snapshot
    }

    /// Returns true if the dictionary still has the same objects in the same order.
    pub fn is_untouched(&mut self, py: Python<'_>) -> bool {
        let is_untouched = self.watch.suspects(py).is_empty() || self.snapshot.is_untouched(py);
        if is_untouched {
            self.watch.seen(py, 0);
        }
        is_untouched
    }
}
