//! The AI's `sys.stdout` and `sys.stderr`, which write to the memory shared with the engine.

use crate::protocol::output::SharedOutput;
use crate::restore::settings;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rustix::fd::OwnedFd;
use std::rc::Rc;
use std::sync::OnceLock;

static OUTPUT: OnceLock<SharedOutput> = OnceLock::new();

/// Sends all output of Python to the shared memory from now on. Must be called once per worker. `spill` receives the
/// output that does not come from Python objects.
pub fn begin(py: Python<'_>, output: SharedOutput, spill: OwnedFd) -> PyResult<Printing> {
    let _ = OUTPUT.set(output);
    let stdout = Py::new(py, TextOutput { fd: 1 })?;
    let stderr = Py::new(py, TextOutput { fd: 2 })?;
    let sys = py.import("sys")?;
    for (name, stream) in [("__stdout__", &stdout), ("__stderr__", &stderr)] {
        sys.setattr(name, stream)?;
    }
    let hooks = ["excepthook", "unraisablehook", "displayhook", "breakpointhook"];
    let hooks = hooks
        .map(|name| Ok((PyString::intern(py, name).unbind(), sys.getattr(format!("__{name}__"))?.unbind())));
    let hooks = hooks.into_iter().collect::<PyResult<_>>()?;
    let stdin = sys.getattr("stdin")?.unbind();
    let printing = Printing { stdout, stderr, stdin, hooks, spill: Rc::new(spill) };
    printing.restore(py)?;
    settings::redirect_output(&printing.spill);
    Ok(printing)
}

/// Writes a text of the engine into the AI's log, even if the AI has replaced `sys.stdout`. A script has no log, so the
/// text goes to `sys.stdout` instead.
pub fn write_to_log(text: &str) {
    match OUTPUT.get() {
        Some(output) => output.append(text.as_bytes()),
        None => Python::attach(|py| {
            let stdout = py.import("sys").and_then(|sys| sys.getattr("stdout"));
            // A script that has closed `sys.stdout` wants no output.
            let _ = stdout.and_then(|stdout| stdout.call_method1("write", (text,)));
        }),
    }
}

/// The output streams as they are at the start of each turn.
pub struct Printing {
    stdout: Py<TextOutput>,
    stderr: Py<TextOutput>,
    stdin: Py<PyAny>,
    /// The functions of `sys` that print, with their names.
    hooks: Vec<(Py<PyString>, Py<PyAny>)>,
    /// The spill file: it receives what is written to descriptors 1 and 2 directly, without `sys.stdout`.
    spill: Rc<OwnedFd>,
}

impl Printing {
    /// Restores the streams and the functions that print to them, which the AI may have replaced.
    pub fn restore(&self, py: Python<'_>) -> PyResult<()> {
        let sys = py.import(pyo3::intern!(py, "sys"))?;
        sys.setattr(pyo3::intern!(py, "stdout"), &self.stdout)?;
        sys.setattr(pyo3::intern!(py, "stderr"), &self.stderr)?;
        sys.setattr(pyo3::intern!(py, "stdin"), &self.stdin)?;
        for (name, hook) in &self.hooks {
            sys.setattr(name, hook)?;
        }
        Ok(())
    }

    /// Makes descriptors 1 and 2 lead to the spill file again, if the AI may have changed them.
    pub fn restore_descriptors(&self, py: Python<'_>) {
        if settings::take_descriptors(py) {
            settings::redirect_output(&self.spill);
        }
    }

    /// Returns the spill file.
    pub fn spill(&self) -> Rc<OwnedFd> {
        Rc::clone(&self.spill)
    }
}

/// A text stream that writes to the AI's log.
#[pyclass(frozen, name = "Output", module = "wag")]
struct TextOutput {
    fd: i32,
}

#[pymethods]
impl TextOutput {
    /// Writes text. Returns the number of characters.
    fn write(&self, text: &Bound<'_, PyString>) -> PyResult<usize> {
        match text.to_str() {
            Ok(text) => write_to_log(text),
            // Half of a surrogate pair is not valid UTF-8; the log shows it as an escape.
            Err(_) => {
                let bytes = text.call_method1("encode", ("utf-8", "backslashreplace"))?;
                if let Some(output) = OUTPUT.get() {
                    output.append(bytes.cast::<PyBytes>()?.as_bytes());
                }
            }
        }
        text.len()
    }

    fn writelines(&self, lines: &Bound<'_, PyAny>) -> PyResult<()> {
        for line in lines.try_iter()? {
            self.write(line?.cast::<PyString>()?)?;
        }
        Ok(())
    }

    fn flush(&self) {}
    fn close(&self) {}

    #[pyo3(signature = (**_settings))]
    fn reconfigure(&self, _settings: Option<&Bound<'_, PyDict>>) {}

    fn isatty(&self) -> bool {
        false
    }

    fn readable(&self) -> bool {
        false
    }

    fn writable(&self) -> bool {
        true
    }

    fn seekable(&self) -> bool {
        false
    }

    fn fileno(&self) -> i32 {
        self.fd
    }

    #[getter]
    fn encoding(&self) -> &str {
        "utf-8"
    }

    #[getter]
    fn errors(&self) -> &str {
        "backslashreplace"
    }

    #[getter]
    fn name(&self) -> &str {
        if self.fd == 1 { "<stdout>" } else { "<stderr>" }
    }

    #[getter]
    fn mode(&self) -> &str {
        "w"
    }

    #[getter]
    fn closed(&self) -> bool {
        false
    }

    #[getter]
    fn line_buffering(&self) -> bool {
        true
    }

    /// Returns the underlying byte stream.
    #[getter]
    fn buffer(&self) -> ByteOutput {
        ByteOutput { fd: self.fd }
    }
}

/// A byte stream that writes to the AI's log.
#[pyclass(frozen, name = "ByteOutput", module = "wag")]
struct ByteOutput {
    fd: i32,
}

#[pymethods]
impl ByteOutput {
    fn write(&self, bytes: pyo3::buffer::PyBuffer<u8>, py: Python<'_>) -> PyResult<usize> {
        let bytes = bytes.to_vec(py)?;
        if let Some(output) = OUTPUT.get() {
            output.append(&bytes);
        }
        Ok(bytes.len())
    }

    fn writelines(&self, lines: &Bound<'_, PyAny>, py: Python<'_>) -> PyResult<()> {
        for line in lines.try_iter()? {
            self.write(line?.extract()?, py)?;
        }
        Ok(())
    }

    fn flush(&self) {}
    fn close(&self) {}

    fn isatty(&self) -> bool {
        false
    }

    fn writable(&self) -> bool {
        true
    }

    fn fileno(&self) -> i32 {
        self.fd
    }

    #[getter]
    fn closed(&self) -> bool {
        false
    }
}
