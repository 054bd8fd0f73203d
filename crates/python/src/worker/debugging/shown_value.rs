//! Texts of Python values for people who debug an AI. Making a text runs no code of the AI: a `__repr__` of its own may
//! hang, fail, or change what the AI does next. So containers and objects are read through CPython's own structures,
//! and the game describes its own objects.

use crate::worker::turn::py_bindings::Describe;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::ffi::CStr;
use std::fmt::Write;
use wag_core::arena::TurnTrace;

/// The maximum number of items of a container, and of attributes of an object, that are shown.
const ITEMS_MAX: usize = 10;
/// The maximum number of characters of a string, or bytes, that are shown.
const STRING_MAX: usize = 80;
/// The maximum depth of nested containers.
const DEPTH_MAX: usize = 3;

/// A writer of texts of values.
pub struct ValueWriter {
    describe: Describe,
    deque: Option<Py<PyAny>>,
}

impl ValueWriter {
    /// `describe` describes the objects of the game.
    pub fn new(py: Python<'_>, describe: Describe) -> ValueWriter {
        let deque = py.import("_collections").and_then(|module| module.getattr("deque")).ok();
        ValueWriter { describe, deque: deque.map(Bound::unbind) }
    }

    /// Returns the text of a value with at most [`TurnTrace::TEXT_MAX`] characters.
    pub fn text_of(&self, value: &Bound<'_, PyAny>) -> String {
        let mut text = String::new();
        self.write(&mut text, value, 0);
        if let Some((end, _)) = text.char_indices().nth(TurnTrace::TEXT_MAX - 1) {
            text.truncate(end);
            text.push('…');
        }
        text
    }

    fn write(&self, out: &mut String, value: &Bound<'_, PyAny>, depth: usize) {
        if out.len() > TurnTrace::TEXT_MAX {
            return;
        }
        let object = value.as_ptr();
        let is = |class: *mut ffi::PyTypeObject| std::ptr::eq(type_of(object), class);
        // SAFETY: the GIL is held, and these are static objects of CPython; the checks only read the object's type.
        unsafe {
            if value.is_none() || is(&raw mut ffi::PyBool_Type) || is(&raw mut ffi::PyFloat_Type) {
                push_repr(out, value);
            } else if is(&raw mut ffi::PyLong_Type) {
                push_int(out, value);
            } else if ffi::PyUnicode_Check(object) != 0 {
                push_string(out, value);
            } else if ffi::PyBytes_Check(object) != 0 {
                push_bytes(out, value);
            } else if ffi::PyList_Check(object) != 0 {
                self.push_list(out, value, depth);
            } else if ffi::PyTuple_Check(object) != 0 {
                self.push_tuple(out, value, depth);
            } else if ffi::PyDict_Check(object) != 0 {
                self.push_dict(out, value, depth);
            } else if ffi::PyAnySet_Check(object) != 0 {
                self.push_set(out, value, depth);
            } else if is_type(object) {
                let _ = write!(out, "<class {}>", type_name(object.cast()));
            } else if is(&raw mut ffi::PyRange_Type)
                || is(&raw mut ffi::PyComplex_Type)
                || is(&raw mut ffi::PyEllipsis_Type)
            {
                push_repr(out, value);
            } else if self
                .deque
                .as_ref()
                .is_some_and(|deque| std::ptr::eq(type_of(object).cast(), deque.as_ptr()))
            {
                out.push_str("deque");
                self.push_items(
                    out,
                    value.len().unwrap_or(0),
                    value.try_iter().into_iter().flatten(),
                    ["[", "]"],
                    depth,
                );
            } else if let Some(description) = (self.describe)(value) {
                out.push_str(&description);
            } else {
                self.push_object(out, value, depth);
            }
        }
    }

    fn push_list(&self, out: &mut String, value: &Bound<'_, PyAny>, depth: usize) {
        // SAFETY: the object is a list or of a subclass.
        let list = unsafe { value.cast_unchecked::<PyList>() };
        push_class(out, value, &raw const ffi::PyList_Type);
        self.push_items(out, list.len(), list.iter().map(Ok), ["[", "]"], depth);
    }

    fn push_tuple(&self, out: &mut String, value: &Bound<'_, PyAny>, depth: usize) {
        // SAFETY: the object is a tuple or of a subclass, such as a named tuple.
        let tuple = unsafe { value.cast_unchecked::<PyTuple>() };
        push_class(out, value, &raw const ffi::PyTuple_Type);
        let ends = if tuple.len() == 1 { ["(", ",)"] } else { ["(", ")"] };
        self.push_items(out, tuple.len(), tuple.iter().map(Ok), ends, depth);
    }

    fn push_set(&self, out: &mut String, value: &Bound<'_, PyAny>, depth: usize) {
        // SAFETY: the GIL is held and the object is a set.
        let (length, is_exact) = unsafe {
            let frozen = std::ptr::eq(type_of(value.as_ptr()), &raw const ffi::PyFrozenSet_Type);
            let is_exact = frozen || std::ptr::eq(type_of(value.as_ptr()), &raw const ffi::PySet_Type);
            (ffi::PySet_Size(value.as_ptr()).max(0) as usize, is_exact)
        };
        push_class(out, value, &raw const ffi::PySet_Type);
        match is_exact {
            true if length > 0 => {
                self.push_items(out, length, value.try_iter().into_iter().flatten(), ["{", "}"], depth);
            }
            // A subclass can define how its items are found.
            _ => {
                let _ = write!(out, "set({length})");
            }
        }
    }

    fn push_items<'py>(
        &self,
        out: &mut String,
        length: usize,
        items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
        [begin, end]: [&str; 2],
        depth: usize,
    ) {
        out.push_str(begin);
        let shown = if depth < DEPTH_MAX { ITEMS_MAX } else { 0 };
        for (at, item) in items.take(shown).flatten().enumerate() {
            out.push_str(if at > 0 { ", " } else { "" });
            self.write(out, &item, depth + 1);
        }
        push_rest(out, length, shown);
        out.push_str(end);
    }

    fn push_dict(&self, out: &mut String, value: &Bound<'_, PyAny>, depth: usize) {
        // SAFETY: the object is a dict or of a subclass.
        let dict = unsafe { value.cast_unchecked::<PyDict>() };
        push_class(out, value, &raw const ffi::PyDict_Type);
        out.push('{');
        let shown = if depth < DEPTH_MAX { ITEMS_MAX } else { 0 };
        let mut count = 0;
        each_item(dict, |key, value| {
            if count < shown {
                out.push_str(if count > 0 { ", " } else { "" });
                self.write(out, key, depth + 1);
                out.push_str(": ");
                self.write(out, value, depth + 1);
            }
            count += 1;
            count < shown
        });
        // SAFETY: the GIL is held and the object is a dict; a subclass cannot change the result.
        let length = unsafe { ffi::PyDict_Size(value.as_ptr()) }.max(0) as usize;
        push_rest(out, length, shown);
        out.push('}');
    }

    /// Writes the class of an object and its attributes.
    fn push_object(&self, out: &mut String, value: &Bound<'_, PyAny>, depth: usize) {
        let (object, name) = (value.as_ptr(), type_name(type_of(value.as_ptr())));
        let attributes = attributes(value);
        // A member of an enumeration has its name in this attribute.
        let member = attributes.iter().find(|(name, _)| name == "_name_");
        if let Some((_, member)) = member
            && let Ok(member) = member.cast_exact::<PyString>()
        {
            let _ = write!(out, "{name}.{}", member.to_string_lossy());
            return;
        }
        // SAFETY: the GIL is held; an int of a subclass is one, too.
        if unsafe { ffi::PyLong_Check(object) } != 0 {
            let _ = write!(out, "{name}(");
            push_int(out, value);
            out.push(')');
            return;
        }
        let _ = write!(out, "<{name}");
        let shown = if depth < DEPTH_MAX { ITEMS_MAX } else { 0 };
        for (at, (name, attribute)) in attributes.iter().take(shown).enumerate() {
            let _ = write!(out, "{} {name}=", if at > 0 { "," } else { "" });
            self.write(out, attribute, depth + 1);
        }
        if attributes.len() > shown {
            out.push_str(" …");
        }
        out.push('>');
    }
}

/// Returns the attributes that are stored in an object itself: those in its `__dict__`, and those in slots.
fn attributes<'py>(value: &Bound<'py, PyAny>) -> Vec<(String, Bound<'py, PyAny>)> {
    let (py, object) = (value.py(), value.as_ptr());
    let mut found = Vec::new();
    // SAFETY: the GIL is held; `mro` and `tp_dict` of a class are a tuple of classes and a dict, or null. Descriptors
    // of slots are compiled code. All references are checked before they are used.
    unsafe {
        let mro = (*type_of(object)).tp_mro;
        let classes = if mro.is_null() { 0 } else { ffi::PyTuple_Size(mro).max(0) };
        for at in 0..classes {
            let class = ffi::PyTuple_GetItem(mro, at).cast::<ffi::PyTypeObject>();
            let names = (*class).tp_dict;
            if names.is_null() || (*class).tp_flags & ffi::Py_TPFLAGS_HEAPTYPE == 0 {
                continue;
            }
            let names = Bound::from_borrowed_ptr(py, names);
            each_item(names.cast_unchecked::<PyDict>(), |name, slot| {
                let is_slot = std::ptr::eq(type_of(slot.as_ptr()), &raw const ffi::PyMemberDescr_Type);
                if let (true, Ok(name)) = (is_slot, name.cast_exact::<PyString>())
                    && let Ok(attribute) = slot.call_method1("__get__", (value,))
                    && !name.to_string_lossy().starts_with("__")
                {
                    found.push((name.to_string_lossy().into_owned(), attribute));
                }
                found.len() <= ITEMS_MAX
            });
        }
        let dict = ffi::PyObject_GenericGetDict(object, std::ptr::null_mut());
        match Bound::from_owned_ptr_or_opt(py, dict) {
            Some(dict) if ffi::PyDict_Check(dict.as_ptr()) != 0 => {
                each_item(dict.cast_unchecked::<PyDict>(), |name, attribute| {
                    if let Ok(name) = name.cast_exact::<PyString>() {
                        found.push((name.to_string_lossy().into_owned(), attribute.clone()));
                    }
                    found.len() <= ITEMS_MAX
                });
            }
            _ => drop(PyErr::take(py)),
        }
    }
    found
}

/// Calls `each` with the keys and values of a dict until it returns false. No class of the dict can change them.
pub fn each_item<'py>(
    dict: &Bound<'py, PyDict>,
    mut each: impl FnMut(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> bool,
) {
    let (py, mut at) = (dict.py(), 0);
    let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: the GIL is held. The references are borrowed; new ones are made before anything else happens. A change of
    // the dict meanwhile is no danger, because `at` is checked by CPython each time.
    while unsafe { ffi::PyDict_Next(dict.as_ptr(), &raw mut at, &raw mut key, &raw mut value) } != 0 {
        // SAFETY: as above.
        let (key, value) =
            unsafe { (Bound::from_borrowed_ptr(py, key), Bound::from_borrowed_ptr(py, value)) };
        if !each(&key, &value) {
            return;
        }
    }
}

fn push_rest(out: &mut String, length: usize, shown: usize) {
    if length > shown {
        let _ = write!(out, "{}… +{}", if shown > 0 { ", " } else { "" }, length - shown);
    }
}

/// Writes the name of the class of a container, unless it is the usual one.
fn push_class(out: &mut String, value: &Bound<'_, PyAny>, usual: *const ffi::PyTypeObject) {
    let class = type_of(value.as_ptr());
    if !std::ptr::eq(class, usual) {
        out.push_str(&type_name(class));
    }
}

/// Writes the `repr` of an object whose `repr` is compiled and short.
fn push_repr(out: &mut String, value: &Bound<'_, PyAny>) {
    match value.repr() {
        Ok(text) => out.push_str(&text.to_string_lossy()),
        Err(_) => out.push('?'),
    }
}

/// Writes an int. The text of a very large one would take too long.
fn push_int(out: &mut String, value: &Bound<'_, PyAny>) {
    // SAFETY: the GIL is held; the object is an int.
    let number = unsafe {
        let mut overflow = 0;
        let number = ffi::PyLong_AsLongLongAndOverflow(value.as_ptr(), &raw mut overflow);
        (overflow == 0).then_some(number)
    };
    match number {
        Some(number) => {
            let _ = write!(out, "{number}");
        }
        None => {
            // SAFETY: the GIL is held; the object is an int.
            let number = unsafe { ffi::PyLong_AsDouble(value.as_ptr()) };
            let is_too_large = PyErr::take(value.py()).is_some();
            let _ = match is_too_large {
                true => write!(out, "int beyond 1e308"),
                false => write!(out, "int near {number:e}"),
            };
        }
    }
}

fn push_string(out: &mut String, value: &Bound<'_, PyAny>) {
    // SAFETY: the GIL is held; the object is a str. The part is a new object, or null with an exception set.
    let (length, part) = unsafe {
        let length = ffi::PyUnicode_GetLength(value.as_ptr()).max(0) as usize;
        let part = ffi::PyUnicode_Substring(value.as_ptr(), 0, length.min(STRING_MAX) as isize);
        (length, Bound::from_owned_ptr_or_opt(value.py(), part))
    };
    match part {
        Some(part) => push_repr(out, &part),
        None => drop(PyErr::take(value.py())),
    }
    if length > STRING_MAX {
        let _ = write!(out, "… +{}", length - STRING_MAX);
    }
}

fn push_bytes(out: &mut String, value: &Bound<'_, PyAny>) {
    // SAFETY: the object is of class bytes or of a subclass.
    let bytes = unsafe { value.cast_unchecked::<PyBytes>() }.as_bytes();
    push_repr(out, PyBytes::new(value.py(), &bytes[..bytes.len().min(STRING_MAX)]).as_any());
    if bytes.len() > STRING_MAX {
        let _ = write!(out, "… +{}", bytes.len() - STRING_MAX);
    }
}

/// Returns true if an object is a class.
pub fn is_type(object: *mut ffi::PyObject) -> bool {
    // SAFETY: only called with a live object and the GIL.
    unsafe { ffi::PyType_Check(object) != 0 }
}

pub fn type_of(object: *mut ffi::PyObject) -> *mut ffi::PyTypeObject {
    // SAFETY: only called with a live object and the GIL.
    unsafe { ffi::Py_TYPE(object) }
}

/// Returns the name of a class, without its module. A metaclass cannot change it.
pub fn type_name(class: *mut ffi::PyTypeObject) -> String {
    // SAFETY: the class is alive; its name ends with a NUL.
    let name = unsafe { CStr::from_ptr((*class).tp_name) }.to_string_lossy();
    let name = name.rsplit('.').next().unwrap_or_default();
    name.chars().take(TurnTrace::TEXT_MAX).collect()
}

/// Returns the name of the module that has defined a class; `None` for a class of CPython itself.
pub fn module_of(object: &Bound<'_, PyAny>) -> Option<String> {
    let class = type_of(object.as_ptr());
    // SAFETY: the GIL is held; the class is alive, and the returned reference is borrowed.
    let module = unsafe {
        if (*class).tp_flags & ffi::Py_TPFLAGS_HEAPTYPE == 0 || (*class).tp_dict.is_null() {
            return None;
        }
        let module = ffi::PyDict_GetItemString((*class).tp_dict, c"__module__".as_ptr());
        Bound::from_borrowed_ptr_or_opt(object.py(), module)?
    };
    Some(module.cast_exact::<PyString>().ok()?.to_string_lossy().into_owned())
}
