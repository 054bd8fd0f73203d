//! Functions of libraries: there are thousands, so none is looked at unless somebody touches it.
//!
//! Whatever writes to a function, or hands out what can be changed in one, goes through a few places of CPython, which
//! tell it here first. What the function was like is written down, and put back when the turn is over.

use super::containers::set_plainly;
use super::touch;
use crate::restore::dict_snapshot::DictSnapshot;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Functions as they were before they were touched in this turn.
#[derive(Default)]
pub struct Touched(Vec<Function>);

struct Function {
    object: Py<PyAny>,
    /// By name: what may be written to it.
    attributes: Vec<(&'static str, Py<PyAny>)>,
    /// What lies in it as it is: its own attributes, its annotations.
    own: [Option<Py<PyAny>>; 2],
    contents: Vec<DictSnapshot>,
}

/// What may be written to every function, by name.
const ATTRIBUTES: [&str; 7] =
    ["__code__", "__defaults__", "__kwdefaults__", "__name__", "__qualname__", "__doc__", "__module__"];

impl Touched {
    /// As it is now, unless it has been touched before.
    pub fn keep(&mut self, function: &Bound<'_, PyAny>) {
        if !self.0.iter().any(|known| known.object.is(function)) {
            self.0.push(Function::now(function));
        }
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Those after the first ones are to stay as they are.
    pub fn forget_from(&mut self, first: usize) {
        self.0.truncate(first);
    }

    /// Whether any function had been touched.
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
        // SAFETY: the GIL is held and it is a function; its parts are borrowed, and null where there are none.
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
            set_plainly(function, name, value)?;
        }
        let raw = function.as_ptr().cast::<ffi::PyFunctionObject>();
        // SAFETY: the GIL is held and it is a function; both are fields of its own.
        let fields = unsafe { [&raw mut (*raw).func_dict, &raw mut (*raw).func_annotations] };
        for (field, kept) in fields.into_iter().zip(&self.own) {
            let kept = kept.as_ref().map_or(ptr::null_mut(), |kept| kept.clone_ref(py).into_ptr());
            // SAFETY: the field is given a reference of its own, and the one it had is dropped.
            unsafe {
                let before = std::mem::replace(&mut *field, kept);
                ffi::Py_XDECREF(before);
            }
        }
        self.contents.iter().filter(|kept| !kept.is_untouched(py)).try_for_each(|kept| kept.put_back(py))
    }
}

/// The address of the namespace in which a function runs.
pub fn globals_of(function: &Bound<'_, PyAny>) -> usize {
    // SAFETY: only called with functions, and the GIL held.
    unsafe { (*function.as_ptr().cast::<ffi::PyFunctionObject>()).func_globals as usize }
}

/// How attributes of functions are written, before this module was told of it.
static SET: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// One attribute of functions as CPython has it.
struct Original {
    get: Option<ffi::getter>,
    set: Option<ffi::setter>,
    closure: *mut c_void,
}

/// From now on every touch is told; once for each process and those it forks.
pub fn watch() {
    static ONCE: Once = Once::new();
    // SAFETY: the GIL is held, and CPython's own tables are written to before any code of an AI runs; what is put there
    // lives as long as the process.
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

/// Those that can be changed without being written to are told when they are asked for.
fn watch_attribute(entry: &mut ffi::PyGetSetDef) {
    let original = Original { get: entry.get, set: entry.set, closure: entry.closure };
    // SAFETY: CPython's names end with a NUL.
    let name = unsafe { CStr::from_ptr(entry.name) }.to_bytes();
    if matches!(name, b"__dict__" | b"__annotations__" | b"__kwdefaults__") {
        entry.get = Some(get_part);
    } else if entry.get.is_some() {
        entry.get = Some(get_untold);
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
    tell(function);
    // SAFETY: it is what CPython had there, of the same type; the arguments are CPython's.
    unsafe {
        let set: ffi::setattrofunc = std::mem::transmute(SET.load(Ordering::Relaxed));
        set(function, name, value)
    }
}

unsafe extern "C" fn get_part(function: *mut ffi::PyObject, closure: *mut c_void) -> *mut ffi::PyObject {
    tell(function);
    // SAFETY: as below.
    unsafe { get_untold(function, closure) }
}

unsafe extern "C" fn get_untold(function: *mut ffi::PyObject, closure: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: the closure is what `watch_attribute` has put there; the arguments are CPython's.
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
    tell(function);
    // SAFETY: as above.
    unsafe {
        let original = &*closure.cast::<Original>();
        original.set.map_or(-1, |set| set(function, value, original.closure))
    }
}

fn tell(function: *mut ffi::PyObject) {
    // SAFETY: CPython calls these with the GIL held and an object that is alive.
    unsafe {
        let py = Python::assume_attached();
        if ffi::PyFunction_Check(function) != 0 {
            touch(&Bound::from_borrowed_ptr(py, function));
        }
    }
}
