//! A fast answer to lookups of missing module attributes. Every `from module import` looks up `__path__` and `__all__`,
//! and drops the exception if the module has no such attribute. Up to CPython 3.11 that exception is created twice,
//! which takes longer than the import.

use crate::worker::process::gil::Gil;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ptr;

/// CPython's original attribute lookup of modules, and the names that the lookup needs.
#[derive(Clone, Copy)]
struct Before {
    getattr: ffi::getattrofunc,
    path: *mut ffi::PyObject,
    all: *mut ffi::PyObject,
    own_getattr: *mut ffi::PyObject,
    name: *mut ffi::PyObject,
    spec: *mut ffi::PyObject,
    initializing: *mut ffi::PyObject,
    spec_class: *mut ffi::PyObject,
}

// SAFETY: the objects are never freed, and looked at with the GIL held.
unsafe impl Send for Before {}

static BEFORE: Gil<Option<Before>> = Gil::new(None);

/// Replaces the attribute lookup of modules with a faster one that raises the same message.
pub fn install(py: Python<'_>) -> PyResult<()> {
    if BEFORE.get(py).is_some() {
        return Ok(());
    }
    let spec_class = py.import("_frozen_importlib")?.getattr("ModuleSpec")?;
    let text = |text| PyString::intern(py, text).unbind().into_ptr();
    // SAFETY: the GIL is held, and the class of modules is there as long as the interpreter.
    unsafe {
        let class = &raw mut ffi::PyModule_Type;
        let Some(original) = (*class).tp_getattro.replace(getattr) else { return Ok(()) };
        let before = Before {
            getattr: original,
            path: text("__path__"),
            all: text("__all__"),
            own_getattr: text("__getattr__"),
            name: text("__name__"),
            spec: text("__spec__"),
            initializing: text("_initializing"),
            spec_class: spec_class.unbind().into_ptr(),
        };
        BEFORE.set(py, Some(before));
    }
    Ok(())
}

unsafe extern "C" fn getattr(module: *mut ffi::PyObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: CPython calls this with the GIL held, and with objects that are alive.
    unsafe {
        let Some(before) = BEFORE.get(Python::assume_attached()) else { return ptr::null_mut() };
        match (name == before.path || name == before.all) && is_absent(module, name, &before) {
            true => ptr::null_mut(),
            false => (before.getattr)(module, name),
        }
    }
}

/// Raises an `AttributeError` and returns true if a plain, completely loaded module has no attribute of this name.
/// Cases in which the lookup could run an AI's code, or has another message, are left to CPython.
unsafe fn is_absent(module: *mut ffi::PyObject, name: *mut ffi::PyObject, before: &Before) -> bool {
    // SAFETY: as above; all references are borrowed, except `initializing`, which is released.
    unsafe {
        if ffi::PyModule_CheckExact(module) == 0 {
            return false;
        }
        let names = ffi::PyModule_GetDict(module);
        let find = |name| ffi::PyDict_GetItemWithError(names, name);
        if !find(name).is_null() || !find(before.own_getattr).is_null() {
            return false;
        }
        let (own_name, spec) = (find(before.name), find(before.spec));
        let is_plain = !own_name.is_null() && ffi::PyUnicode_CheckExact(own_name) != 0;
        if !is_plain || spec.is_null() || ffi::Py_TYPE(spec).cast() != before.spec_class {
            return false;
        }
        let initializing = ffi::PyObject_GenericGetAttr(spec, before.initializing);
        if initializing != ffi::Py_False() {
            ffi::PyErr_Clear();
            ffi::Py_XDECREF(initializing);
            return false;
        }
        ffi::Py_DECREF(initializing);
        let words = c"module '%U' has no attribute '%U'";
        ffi::PyErr_Format(ffi::PyExc_AttributeError, words.as_ptr(), own_name, name);
        true
    }
}
