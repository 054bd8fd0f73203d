//! Functions of libraries. There are thousands of them, so a function is recorded only when an AI accesses it.
//!
//! Every write to a function, and every access to its mutable parts, goes through a few C functions of CPython, which
//! are hooked to call this module first. The state of the function is recorded at that moment, and restored at the end
//! of the turn.

use super::containers::set_attribute_directly;
use super::touch;
use crate::restore::dict_snapshot::DictSnapshot;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The recorded states of the functions that were accessed in this turn.
#[derive(Default)]
pub struct Touched(Vec<Function>);

struct Function {
    object: Py<PyAny>,
    /// The writable attributes, by name.
    attributes: Vec<(&'static str, Py<PyAny>)>,
    /// The dictionaries that belong to the function: its attributes and its annotations.
    own: [Option<Py<PyAny>>; 2],
    contents: Vec<DictSnapshot>,
}

/// The names of the writable attributes of every function.
const ATTRIBUTES: [&str; 7] =
    ["__code__", "__defaults__", "__kwdefaults__", "__name__", "__qualname__", "__doc__", "__module__"];

impl Touched {
    /// Records the function's current state, unless it has already been recorded in this turn.
    pub fn keep(&mut self, function: &Bound<'_, PyAny>) {
        if !self.0.iter().any(|known| known.object.is(function)) {
            self.0.push(Function::now(function));
        }
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Drops all records except the first `first` ones. The changes to the dropped functions are kept.
    pub fn forget_from(&mut self, first: usize) {
        self.0.truncate(first);
    }

    /// Restores the recorded functions. Returns true if there were any.
    pub fn put_back(&mut self, py: Python<'_>) -> PyResult<bool> {
        let touched = std::mem::take(&mut self.0);
        touched.iter().try_for_each(|function| function.put_back(py))?;
        Ok(!touched.is_empty())
    }
}

impl Function {
    fn now(function: &Bound<'_, PyAny>) -> Function {
        let py = function.py();
        let raw = function.as_ptr().cast::<ffi::PyFunctionObject>();
        // SAFETY: the GIL is held and it is a function; its parts are borrowed, and null if missing.
        let part = |part: *mut ffi::PyObject| unsafe { Bound::from_borrowed_ptr_or_opt(py, part) };
        // SAFETY: as above.
        let [code, defaults, named, name, qualname, doc, module, own, annotations] = unsafe {
            let raw = &*raw;
            [
                raw.func_code,
                raw.func_defaults,
                raw.func_kwdefaults,
                raw.func_name,
                raw.func_qualname,
                raw.func_doc,
                raw.func_module,
                raw.func_dict,
                raw.func_annotations,
            ]
        }
        .map(part);
        let contents = [&named, &own, &annotations].into_iter().flatten();
        let contents =
            contents.filter_map(|dict| dict.cast::<PyDict>().ok()).map(DictSnapshot::now).collect();
        let values = [code, defaults, named, name, qualname, doc, module]
            .map(|value| value.map_or_else(|| py.None(), Bound::unbind));
        Function {
            object: function.clone().unbind(),
            attributes: ATTRIBUTES.into_iter().zip(values).collect(),
            own: [own, annotations].map(|part| part.map(Bound::unbind)),
            contents,
        }
    }

    fn put_back(&self, py: Python<'_>) -> PyResult<()> {
        let function = self.object.bind(py);
        for (name, value) in &self.attributes {
            set_attribute_directly(function, name, value)?;
        }
        let raw = function.as_ptr().cast::<ffi::PyFunctionObject>();
        // SAFETY: the GIL is held and it is a function; both are its own fields.
        let fields = unsafe { [&raw mut (*raw).func_dict, &raw mut (*raw).func_annotations] };
        for (field, value) in fields.into_iter().zip(&self.own) {
            let pointer = value.as_ref().map_or(ptr::null_mut(), |value| value.clone_ref(py).into_ptr());
            // SAFETY: the field receives its own reference, and the one it had is dropped.
            unsafe {
                let before = std::mem::replace(&mut *field, pointer);
                ffi::Py_XDECREF(before);
            }
        }
        self.contents
            .iter()
            .filter(|snapshot| !snapshot.is_untouched(py))
            .try_for_each(|snapshot| snapshot.put_back(py))
    }
}

/// Returns the address of the namespace in which a function runs.
pub fn globals_of(function: &Bound<'_, PyAny>) -> usize {
    // SAFETY: only called with functions, and the GIL held.
    unsafe { (*function.as_ptr().cast::<ffi::PyFunctionObject>()).func_globals as usize }
}

/// The original `tp_setattro` of functions.
static SET: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// CPython's original accessors of one attribute of functions.
struct Original {
    get: Option<ffi::getter>,
    set: Option<ffi::setter>,
    closure: *mut c_void,
}

/// Installs the hooks, once for this process and those that it forks.
pub fn watch() {
    static ONCE: Once = Once::new();
    // SAFETY: the GIL is held, and CPython's own tables are changed before any code of an AI runs; the new entries are
    // static.
    ONCE.call_once(|| unsafe {
        let class = &raw mut ffi::PyFunction_Type;
        if let Some(set) = (*class).tp_setattro {
            SET.store(set as *mut c_void, Ordering::Relaxed);
            (*class).tp_setattro = Some(set_attribute);
        }
        let mut entry = (*class).tp_getset;
        while !(*entry).name.is_null() {
            watch_attribute(&mut *entry);
            entry = entry.add(1);
        }
    });
}

/// Hooks the setter of one attribute of functions, and the getter if the attribute's value is itself mutable.
fn watch_attribute(entry: &mut ffi::PyGetSetDef) {
    let original = Original { get: entry.get, set: entry.set, closure: entry.closure };
    // SAFETY: CPython's names end with a NUL.
    let name = unsafe { CStr::from_ptr(entry.name) }.to_bytes();
    if matches!(name, b"__dict__" | b"__annotations__" | b"__kwdefaults__") {
        entry.get = Some(get_part);
    } else if entry.get.is_some() {
        entry.get = Some(get_original);
    }
    if entry.set.is_some() {
        entry.set = Some(set_part);
    }
    entry.closure = Box::into_raw(Box::new(original)).cast();
}

unsafe extern "C" fn set_attribute(
    function: *mut ffi::PyObject,
    name: *mut ffi::PyObject,
    value: *mut ffi::PyObject,
) -> c_int {
    record_access(function);
    // SAFETY: the stored function is CPython's original of this slot, of the same type; the arguments are CPython's.
    unsafe {
        let set: ffi::setattrofunc = std::mem::transmute(SET.load(Ordering::Relaxed));
        set(function, name, value)
    }
}

unsafe extern "C" fn get_part(function: *mut ffi::PyObject, closure: *mut c_void) -> *mut ffi::PyObject {
    record_access(function);
    // SAFETY: as below.
    unsafe { get_original(function, closure) }
}

unsafe extern "C" fn get_original(function: *mut ffi::PyObject, closure: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: the closure is the one that `watch_attribute` has set; the arguments are CPython's.
    unsafe {
        let original = &*closure.cast::<Original>();
        original.get.map_or(ptr::null_mut(), |get| get(function, original.closure))
    }
}

unsafe extern "C" fn set_part(
    function: *mut ffi::PyObject,
    value: *mut ffi::PyObject,
    closure: *mut c_void,
) -> c_int {
    record_access(function);
    // SAFETY: as above.
    unsafe {
        let original = &*closure.cast::<Original>();
        original.set.map_or(-1, |set| set(function, value, original.closure))
    }
}

fn record_access(function: *mut ffi::PyObject) {
    // SAFETY: CPython calls these with the GIL held and an object that is alive.
    unsafe {
        let py = Python::assume_attached();
        if ffi::PyFunction_Check(function) != 0 {
            touch(&Bound::from_borrowed_ptr(py, function));
        }
    }
}
