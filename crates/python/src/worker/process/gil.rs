//! A cell for values that Python objects share. Every access requires the GIL.

use pyo3::prelude::*;
use std::cell::UnsafeCell;

#[cfg(Py_GIL_DISABLED)]
compile_error!(
    "Wag needs a CPython with the GIL; build with another one: PYO3_PYTHON=python3.14 cargo build"
);

/// A cell like `std::cell::Cell`, guarded by the GIL. No reference to the value leaves the cell, and no method runs
/// Python code while it accesses the value.
pub struct Gil<T>(UnsafeCell<T>);

// SAFETY: every access takes a `Python` token, so threads take turns.
unsafe impl<T: Send> Sync for Gil<T> {}

impl<T> Gil<T> {
    #[inline]
    pub const fn new(value: T) -> Self {
        Gil(UnsafeCell::new(value))
    }

    /// Replaces the value. Returns the old one, so that the old one is dropped only after the change.
    #[inline]
    pub fn replace(&self, _: Python<'_>, value: T) -> T {
        // SAFETY: the GIL is held and no reference into the cell exists.
        std::mem::replace(unsafe { &mut *self.0.get() }, value)
    }
}

impl<T: Copy> Gil<T> {
    #[inline]
    pub fn get(&self, _: Python<'_>) -> T {
        // SAFETY: the GIL is held and no reference into the cell exists.
        unsafe { *self.0.get() }
    }

    #[inline]
    pub fn set(&self, _: Python<'_>, value: T) {
        // SAFETY: as above; a `Copy` value has nothing to drop.
        unsafe { *self.0.get() = value }
    }
}

impl<T> Gil<Option<Py<T>>> {
    /// Returns another reference to the Python object in the cell.
    #[inline]
    pub fn share(&self, py: Python<'_>) -> Option<Py<T>> {
        // SAFETY: the GIL is held; counting up a reference runs no Python code.
        unsafe { &*self.0.get() }.as_ref().map(|object| object.clone_ref(py))
    }
}

impl<T> Gil<Option<Box<T>>> {
    /// Calls `used` with the value, which is taken out of the cell until the call returns. Python code that runs in the
    /// meantime, such as a finalizer, finds the cell empty.
    #[inline]
    pub fn lend<A>(&self, py: Python<'_>, used: impl FnOnce(&mut T) -> A) -> Option<A> {
        let mut value = self.replace(py, None)?;
        let answer = used(&mut value);
        self.replace(py, Some(value));
        Some(answer)
    }
}

impl<T> Gil<Vec<T>> {
    pub fn push(&self, _: Python<'_>, value: T) {
        // SAFETY: the GIL is held; pushing runs no Python code.
        unsafe { &mut *self.0.get() }.push(value);
    }

    #[inline]
    pub fn len(&self, _: Python<'_>) -> usize {
        // SAFETY: the GIL is held.
        unsafe { &*self.0.get() }.len()
    }

    pub fn take(&self, py: Python<'_>) -> Vec<T> {
        self.replace(py, Vec::new())
    }
}

impl<T: PartialEq> Gil<Vec<T>> {
    pub fn contains(&self, _: Python<'_>, value: &T) -> bool {
        // SAFETY: the GIL is held; only used with values whose comparison runs no Python code.
        unsafe { &*self.0.get() }.contains(value)
    }
}

impl<T> Gil<Vec<Py<T>>> {
    /// Returns another reference to each Python object in the cell.
    pub fn share_all(&self, py: Python<'_>) -> Vec<Py<T>> {
        // SAFETY: the GIL is held; counting up references runs no Python code.
        unsafe { &*self.0.get() }.iter().map(|object| object.clone_ref(py)).collect()
    }
}
