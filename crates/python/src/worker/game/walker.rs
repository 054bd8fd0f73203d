//! Plain data as Python objects, and as bytes of a packed [`Datum`].

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyString, PyTuple};
use wag_core::game::Datum;
use wag_core::game::datum::{read_count, read_int, tag, write_count, write_int};
use wag_i18n::{Message, message};

/// A place in a value that is no plain data.
#[derive(Debug)]
pub struct NoDatum {
    /// The keys that lead to it, innermost first, as Python writes them: `["hand"]`.
    path: Vec<String>,
    why: Why,
}

#[derive(Debug)]
enum Why {
    /// The name of its type.
    Type(String),
    TooLargeNumber,
    NotFinite(f64),
    TooDeep,
    TooLong,
    Surrogate,
}

impl NoDatum {
    fn new(why: Why) -> Box<NoDatum> {
        Box::new(NoDatum { path: Vec::new(), why })
    }

    fn below(mut self: Box<Self>, key: String) -> Box<NoDatum> {
        self.path.push(key);
        self
    }

    /// Describes the place. `root` is the expression whose value it is: `view(...)`.
    pub fn message(&self, root: &str) -> Message {
        let what: String = std::iter::once(root).chain(self.path.iter().rev().map(String::as_str)).collect();
        match &self.why {
            Why::Type(kind) => message!(
                "%{what} is of type %{kind}; only None, bool, int, float, str, list, tuple and dict can be sent",
                what,
                kind
            ),
            Why::TooLargeNumber => message!("%{what} is a number of more than 64 bits", what),
            Why::NotFinite(number) => {
                message!("%{what} is %{number}; only finite numbers can be sent", what, number)
            }
            Why::TooDeep => {
                message!("%{what} is nested more than %{most} deep", what, most = Datum::DEPTH_MAX)
            }
            Why::TooLong => {
                message!("%{what} takes more than %{most} KiB", what, most = Datum::BYTES_MAX >> 10)
            }
            Why::Surrogate => message!("%{what} contains half of a surrogate pair", what),
        }
    }
}

/// Packs a value. `root` is the expression whose value it is, such as `choose(...)`, for the error.
pub fn write(value: &Bound<'_, PyAny>, root: &str) -> PyResult<Vec<u8>> {
    pack(value).map_err(|why| PyTypeError::new_err(why.message(root).english()))
}

/// Returns a value as a packed datum.
pub fn pack(value: &Bound<'_, PyAny>) -> Result<Vec<u8>, Box<NoDatum>> {
    let mut out = Vec::with_capacity(64);
    append(value, 0, &mut out)?;
    match out.len() <= Datum::BYTES_MAX {
        true => Ok(out),
        false => Err(NoDatum::new(Why::TooLong)),
    }
}

fn append(value: &Bound<'_, PyAny>, depth: usize, out: &mut Vec<u8>) -> Result<(), Box<NoDatum>> {
    let raw = value.as_ptr();
    // SAFETY: the GIL is held, and the object lives as long as the borrow. Its type is compared before anything else of
    // it is read.
    unsafe {
        if ffi::PyLong_CheckExact(raw) != 0 {
            return write_number(raw, out);
        }
        if ffi::PyUnicode_CheckExact(raw) != 0 {
            return write_text(raw, out);
        }
        if raw == ffi::Py_None() {
            out.push(tag::NONE);
            return Ok(());
        }
        if raw == ffi::Py_True() || raw == ffi::Py_False() {
            out.push(if raw == ffi::Py_True() { tag::TRUE } else { tag::FALSE });
            return Ok(());
        }
        if ffi::PyFloat_CheckExact(raw) != 0 {
            return write_float(ffi::PyFloat_AsDouble(raw), out);
        }
    }
    if depth >= Datum::DEPTH_MAX {
        // An empty container needs no more depth, but a rule with such an exception would surprise.
        return Err(NoDatum::new(Why::TooDeep));
    }
    if out.len() > Datum::BYTES_MAX {
        return Err(NoDatum::new(Why::TooLong));
    }
    if let Ok(list) = value.cast::<PyList>() {
        out.push(tag::LIST);
        return write_items(list.len(), |index| list.get_item(index).ok(), depth, out);
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        out.push(tag::TUPLE);
        return write_items(tuple.len(), |index| tuple.get_item(index).ok(), depth, out);
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return write_dict(dict, depth, out);
    }
    write_other(value, depth, out)
}

/// Writes a whole number.
///
/// # Safety
/// `raw` is an int, and the GIL is held.
unsafe fn write_number(raw: *mut ffi::PyObject, out: &mut Vec<u8>) -> Result<(), Box<NoDatum>> {
    let mut overflow = 0;
    // SAFETY: guaranteed by the caller.
    let number = unsafe { ffi::PyLong_AsLongLongAndOverflow(raw, &mut overflow) };
    if overflow != 0 {
        return Err(NoDatum::new(Why::TooLargeNumber));
    }
    out.push(tag::INT);
    write_int(number, out);
    Ok(())
}

/// Writes a text.
///
/// # Safety
/// `raw` is a str, and the GIL is held.
unsafe fn write_text(raw: *mut ffi::PyObject, out: &mut Vec<u8>) -> Result<(), Box<NoDatum>> {
    let mut length = 0;
    // SAFETY: guaranteed by the caller; the bytes belong to the object, and no Python code runs before they are copied.
    unsafe {
        let text = ffi::PyUnicode_AsUTF8AndSize(raw, &mut length);
        if text.is_null() {
            ffi::PyErr_Clear();
            return Err(NoDatum::new(Why::Surrogate));
        }
        out.push(tag::TEXT);
        write_count(length as usize, out);
        out.extend_from_slice(std::slice::from_raw_parts(text.cast::<u8>(), length as usize));
    }
    Ok(())
}

fn write_float(number: f64, out: &mut Vec<u8>) -> Result<(), Box<NoDatum>> {
    if !number.is_finite() {
        return Err(NoDatum::new(Why::NotFinite(number)));
    }
    out.push(tag::FLOAT);
    out.extend(number.to_le_bytes());
    Ok(())
}

fn write_items<'py>(
    count: usize,
    item: impl Fn(usize) -> Option<Bound<'py, PyAny>>,
    depth: usize,
    out: &mut Vec<u8>,
) -> Result<(), Box<NoDatum>> {
    write_count(count, out);
    for index in 0..count {
        // The code of a dataclass may have shortened the list meanwhile.
        let Some(item) = item(index) else {
            out.push(tag::NONE);
            continue;
        };
        append(&item, depth + 1, out).map_err(|fault| fault.below(format!("[{index}]")))?;
    }
    Ok(())
}

fn write_dict(dict: &Bound<'_, PyDict>, depth: usize, out: &mut Vec<u8>) -> Result<(), Box<NoDatum>> {
    let (py, count) = (dict.py(), dict.len());
    out.push(tag::DICT);
    write_count(count, out);
    let (mut at, mut written) = (0, 0);
    let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: the GIL is held. Both references are borrowed, and made strong before any other code can run.
    while written < count && unsafe { ffi::PyDict_Next(dict.as_ptr(), &mut at, &mut key, &mut value) } != 0 {
        // SAFETY: as above.
        let (key, value) =
            unsafe { (Bound::from_borrowed_ptr(py, key), Bound::from_borrowed_ptr(py, value)) };
        written += 1;
        append(&key, depth + 1, out).map_err(|fault| fault.below(format!(".key({})", short(&key))))?;
        append(&value, depth + 1, out).map_err(|fault| fault.below(format!("[{}]", short(&key))))?;
    }
    // The code of a dataclass may have removed keys meanwhile.
    (written..count).for_each(|_| out.extend([tag::NONE, tag::NONE]));
    Ok(())
}

/// Writes dataclasses, and objects of classes that derive from plain ones, such as enumerations and named tuples.
fn write_other(value: &Bound<'_, PyAny>, depth: usize, out: &mut Vec<u8>) -> Result<(), Box<NoDatum>> {
    let (py, raw) = (value.py(), value.as_ptr());
    // SAFETY: the GIL is held, and each type is checked before the object is used as one of it.
    unsafe {
        if ffi::PyLong_Check(raw) != 0 {
            return write_number(raw, out);
        }
        if ffi::PyUnicode_Check(raw) != 0 {
            return write_text(raw, out);
        }
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return write_float(number.value(), out);
    }
    let kind = || NoDatum::new(Why::Type(type_name(value)));
    let fields = value.get_type().getattr(pyo3::intern!(py, "__dataclass_fields__"));
    let fields = fields.ok().and_then(|fields| fields.cast_into::<PyDict>().ok()).ok_or_else(kind)?;
    let names: Vec<Bound<'_, PyAny>> = fields.keys().iter().collect();
    out.push(tag::DICT);
    write_count(names.len(), out);
    for name in names {
        let name = name.cast_into::<PyString>().map_err(|_| kind())?;
        append(&name, depth + 1, out)?;
        let field = value.getattr(&name).map_err(|_| kind())?;
        append(&field, depth + 1, out).map_err(|fault| fault.below(format!(".{name}")))?;
    }
    Ok(())
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "?".to_string(), |name| name.to_string())
}

/// Returns a key as Python writes it, in double quotes like the documentation.
fn short(key: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 40;
    let text = match key.cast_exact::<PyString>() {
        Ok(text) => format!("{:?}", text.to_string_lossy()),
        Err(_) => key.repr().map_or_else(|_| "?".to_string(), |text| text.to_string_lossy().into_owned()),
    };
    text.chars().take(MOST).collect()
}

/// Returns a packed datum as a Python object.
pub fn read<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let mut rest = bytes;
    let value = take(py, &mut rest, 0)?;
    if rest.is_empty() { Ok(value) } else { Err(malformed()) }
}

fn malformed() -> PyErr {
    PyValueError::new_err("these bytes are no packed datum")
}

fn take<'py>(py: Python<'py>, rest: &mut &[u8], depth: usize) -> PyResult<Bound<'py, PyAny>> {
    let (tag, tail) = rest.split_first().filter(|_| depth <= Datum::DEPTH_MAX).ok_or_else(malformed)?;
    *rest = tail;
    Ok(match *tag {
        tag::NONE => py.None().into_bound(py),
        tag::FALSE => false.into_pyobject(py)?.to_owned().into_any(),
        tag::TRUE => true.into_pyobject(py)?.to_owned().into_any(),
        tag::INT => read_int(rest).ok_or_else(malformed)?.into_pyobject(py)?.into_any(),
        tag::FLOAT => {
            let (bytes, tail) = rest.split_first_chunk().ok_or_else(malformed)?;
            *rest = tail;
            PyFloat::new(py, f64::from_le_bytes(*bytes)).into_any()
        }
        tag::TEXT => {
            let count = read_count(rest).ok_or_else(malformed)?;
            let (bytes, tail) = rest.split_at_checked(count).ok_or_else(malformed)?;
            *rest = tail;
            PyString::new(py, std::str::from_utf8(bytes).map_err(|_| malformed())?).into_any()
        }
        tag::LIST => PyList::new(py, read_items(py, rest, depth)?)?.into_any(),
        tag::TUPLE => PyTuple::new(py, read_items(py, rest, depth)?)?.into_any(),
        tag::DICT => {
            let count = read_count(rest).filter(|count| *count <= rest.len() / 2).ok_or_else(malformed)?;
            let dict = PyDict::new(py);
            for _ in 0..count {
                let key = take(py, rest, depth + 1)?;
                dict.set_item(key, take(py, rest, depth + 1)?)?;
            }
            dict.into_any()
        }
        _ => return Err(malformed()),
    })
}

fn read_items<'py>(py: Python<'py>, rest: &mut &[u8], depth: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let count = read_count(rest).filter(|count| *count <= rest.len()).ok_or_else(malformed)?;
    (0..count).map(|_| take(py, rest, depth + 1)).collect()
}
