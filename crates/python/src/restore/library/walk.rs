//! Finds all mutable objects that are reachable from a module.

use super::containers::{Containers, Kind, List, Owner, Set, dict_of};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyFunction, PyList, PyModule, PySet, PyTuple, PyType};
use std::ffi::{CStr, c_ulong};

/// The maximum number of visited objects. Changes to objects beyond it are not undone (docs/security.md).
const VISITED_MAX: usize = 60_000;

impl Containers {
    /// Records a module and everything that it refers to. Returns the index of its namespace, if it has one.
    pub fn add_module(&mut self, module: &Bound<'_, PyAny>) -> Option<usize> {
        let Ok(module) = module.cast::<PyModule>() else {
            self.add(module);
            return None;
        };
        let namespace = module.dict();
        self.namespaces.insert(namespace.as_ptr() as usize);
        self.owners.extend(Owner::now(module));
        if self.is_new(&namespace) {
            self.add_dict(&namespace, Kind::Plain);
        }
        self.add_all(namespace.values().iter().collect());
        self.dicts.iter().rposition(|dict| dict.snapshot.is_of(&namespace))
    }

    /// Records an object and everything that it refers to, except the namespaces of modules, which are recorded when
    /// the modules are imported.
    pub fn add(&mut self, object: &Bound<'_, PyAny>) {
        self.add_all(vec![object.clone()]);
    }

    fn add_all<'py>(&mut self, mut waiting: Vec<Bound<'py, PyAny>>) {
        while let Some(object) = waiting.pop() {
            if self.seen.len() < VISITED_MAX {
                self.look_at(&object, &mut waiting);
            }
        }
    }

    /// Returns true if the object has not been visited before.
    fn is_new(&mut self, object: &Bound<'_, PyAny>) -> bool {
        self.seen.insert(object.as_ptr() as usize)
    }

    fn look_at<'py>(&mut self, object: &Bound<'py, PyAny>, waiting: &mut Vec<Bound<'py, PyAny>>) {
        if object.is_instance_of::<PyModule>() || !can_hold(object) || !self.is_new(object) {
            return;
        }
        if let Ok(class) = object.cast::<PyType>() {
            return self.look_at_class(class, waiting);
        }
        if let Ok(function) = object.cast::<PyFunction>() {
            return look_at_function(function, waiting);
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            waiting.extend(tuple.iter());
        } else if let Ok(dict) = object.cast::<PyDict>() {
            self.add_dict(dict, kind_of(dict));
            waiting.extend(dict.values().iter());
        } else if let Ok(list) = object.cast::<PyList>() {
            self.lists.push(List::now(list));
            waiting.extend(list.iter());
        } else if let Ok(set) = object.cast::<PySet>() {
            self.sets.push(Set::now(set));
        } else if object.is_instance_of::<PyCFunction>() {
            // The object of a bound method.
            waiting.extend(object.getattr("__self__").ok());
            return;
        } else if is_cache(object) {
            self.caches.push(object.clone().unbind());
        }
        self.look_at_attributes(object, waiting);
    }

    fn look_at_class<'py>(&mut self, class: &Bound<'py, PyType>, waiting: &mut Vec<Bound<'py, PyAny>>) {
        if !has_flag(class, ffi::Py_TPFLAGS_HEAPTYPE) {
            return;
        }
        // SAFETY: the GIL is held, and it is a class that was created at run time, which has a dictionary.
        let dict = unsafe {
            let dict = (*class.as_type_ptr()).tp_dict;
            Bound::from_borrowed_ptr_or_opt(class.py(), dict)
        };
        let Some(dict) = dict.and_then(|dict| dict.cast_into::<PyDict>().ok()) else { return };
        waiting.extend(dict.values().iter());
        waiting.push(class.get_type().into_any());
        if !has_flag(class, ffi::Py_TPFLAGS_IMMUTABLETYPE) && self.is_new(&dict) {
            self.add_dict(&dict, Kind::Class(class.clone().into_any().unbind()));
        }
    }

    /// Records the attributes of an object whose class was created at run time.
    fn look_at_attributes<'py>(&mut self, object: &Bound<'py, PyAny>, waiting: &mut Vec<Bound<'py, PyAny>>) {
        let class = object.get_type();
        if !has_flag(&class, ffi::Py_TPFLAGS_HEAPTYPE) {
            return;
        }
        if let Some(dict) = dict_of(object)
            && self.is_new(&dict)
        {
            waiting.extend(dict.values().iter());
            self.add_dict(&dict, Kind::Attributes);
            self.owners.extend(Owner::now(object));
        }
        if let Some(dict) = dict_of_thread(object)
            && self.is_new(&dict)
        {
            self.add_dict(&dict, Kind::Plain);
        }
        waiting.push(class.into_any());
    }
}

/// Returns the dictionary of a `threading.local` object in Python 3.13 and newer, where the thread has no list of these
/// dictionaries.
fn dict_of_thread<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyDict>> {
    let py = object.py();
    if py.version_info() < (3, 13) {
        return None;
    }
    let class = py.import("_thread").ok()?.getattr("_local").ok()?;
    let is_local = object.is_instance(&class).unwrap_or(false);
    is_local.then(|| object.getattr("__dict__").ok()?.cast_into().ok()).flatten()
}

/// Returns true if an object can refer to other objects. Texts and numbers, the most common objects, can't.
fn can_hold(object: &Bound<'_, PyAny>) -> bool {
    has_flag(&object.get_type(), ffi::Py_TPFLAGS_HAVE_GC)
}

/// Returns true for a function with `functools.lru_cache`.
fn is_cache(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the GIL is held; the name of a class ends with a NUL.
    unsafe { CStr::from_ptr((*ffi::Py_TYPE(object.as_ptr())).tp_name) == c"functools._lru_cache_wrapper" }
}

fn has_flag(class: &Bound<'_, PyType>, flag: c_ulong) -> bool {
    // SAFETY: the GIL is held, and it is a class.
    unsafe { ffi::PyType_HasFeature(class.as_type_ptr(), flag) != 0 }
}

unsafe extern "C" {
    static mut PyODict_Type: ffi::PyTypeObject;
}

fn kind_of(dict: &Bound<'_, PyDict>) -> Kind {
    // SAFETY: the GIL is held; the class is one of Python's own.
    let is_ordered = unsafe { ffi::PyObject_TypeCheck(dict.as_ptr(), &raw mut PyODict_Type) != 0 };
    if is_ordered { Kind::Ordered } else { Kind::Plain }
}

/// Collects the values of a function's defaults, attributes and closure. Changes of the function itself are tracked in
/// `functions`.
fn look_at_function<'py>(function: &Bound<'py, PyFunction>, waiting: &mut Vec<Bound<'py, PyAny>>) {
    let py = function.py();
    let raw = function.as_ptr().cast::<ffi::PyFunctionObject>();
    // SAFETY: the GIL is held and it is a function; its parts are borrowed, and null where there are none.
    let parts =
        unsafe { [(*raw).func_defaults, (*raw).func_kwdefaults, (*raw).func_dict, (*raw).func_closure] };
    for part in parts {
        // SAFETY: as above.
        let Some(part) = (unsafe { Bound::from_borrowed_ptr_or_opt(py, part) }) else { continue };
        let Ok(tuple) = part.cast::<PyTuple>() else {
            waiting.push(part);
            continue;
        };
        for value in tuple.iter() {
            let content = match value.get_type().name().is_ok_and(|name| name == "cell") {
                true => value.getattr("cell_contents").ok(),
                false => Some(value),
            };
            waiting.extend(content);
        }
    }
}
