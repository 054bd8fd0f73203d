//! Compiles Python modules.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCode;
use std::ffi::{CStr, OsStr};

/// Compiles a module, taking its encoding line into account. Python's own `compile` first creates the classes of syntax
/// trees, which in a new process takes ten times as long as compiling a small file.
pub fn compile<'py>(py: Python<'py>, text: &CStr, file: &OsStr) -> PyResult<Bound<'py, PyCode>> {
    let file = file.into_pyobject(py)?;
    // SAFETY: the GIL is held; the text ends with a NUL, the name is a str; the answer is a new reference, or null.
    let code = unsafe {
        let flags = std::ptr::null_mut();
        let code = ffi::Py_CompileStringObject(text.as_ptr(), file.as_ptr(), ffi::Py_file_input, flags, -1);
        Bound::from_owned_ptr_or_err(py, code)?
    };
    Ok(code.cast_into()?)
}

/// Returns the code of a module that was compiled when the program was built, which takes a twentieth of the time of
/// compiling it. If the loaded Python has another bytecode format, compiles the module now, as `file`.
pub fn compiled<'py>(
    py: Python<'py>,
    code: &[u8],
    text: &CStr,
    file: &OsStr,
) -> PyResult<Bound<'py, PyCode>> {
    // SAFETY: the GIL is held.
    let magic = unsafe { ffi::PyImport_GetMagicNumber() } as u32;
    let Some(code) = code.strip_prefix(&magic.to_le_bytes()) else {
        return compile(py, text, file);
    };
    // SAFETY: the GIL is held; the bytes come from this version of Python, and are copied; the call returns a new
    // reference, or null.
    let code = unsafe {
        let code = ffi::PyMarshal_ReadObjectFromString(code.as_ptr().cast(), code.len() as isize);
        Bound::from_owned_ptr_or_err(py, code)?
    };
    Ok(code.cast_into()?)
}
