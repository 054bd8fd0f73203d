//! Compiles modules.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCode;
use std::ffi::{CStr, OsStr};

/// Compiles a module, its encoding line included. Python's own `compile` makes the classes of syntax trees before, which takes
/// a process ten times as long as a small file does.
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

/// A module that was compiled when the program was built: reading it takes a twentieth of the time. Another Python, which has
/// other code, compiles it now.
pub fn compiled<'py>(py: Python<'py>, code: &[u8], text: &CStr) -> PyResult<Bound<'py, PyCode>> {
    // SAFETY: the GIL is held.
    let magic = unsafe { ffi::PyImport_GetMagicNumber() } as u32;
    let Some(code) = code.strip_prefix(&magic.to_le_bytes()) else {
        return compile(py, text, OsStr::new("<string>"));
    };
    // SAFETY: the GIL is held; the bytes are this Python's own, and are copied; the answer is a new reference, or null.
    let code = unsafe {
        let code = ffi::PyMarshal_ReadObjectFromString(code.as_ptr().cast(), code.len() as isize);
        Bound::from_owned_ptr_or_err(py, code)?
    };
    Ok(code.cast_into()?)
}
