//! Starts CPython independently of the user's settings, and finds the packages that an AI may import.

use crate::worker::modules::{compiling, folder};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ffi::{CStr, CString, OsStr, OsString, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use wag_i18n::Message;
use wag_sandbox::{OwnProgram, own_program};

/// The path of the Python interpreter whose library is embedded. The extension module uses its own interpreter instead.
const EXECUTABLE: &str = env!("WAG_PYTHON_EXECUTABLE");
/// The version of the embedded Python, such as `3.11`.
pub const VERSION: &str = env!("WAG_PYTHON_VERSION");

/// Returns the version of the embedded Python, such as `3.11`.
pub fn version() -> &'static str {
    VERSION
}

/// Returns the full version of the loaded library, such as `3.11.7`. It may be newer than the version that this program
/// was built with.
pub fn full_version() -> &'static str {
    // SAFETY: CPython allows this call before it is started; the static string is never freed.
    let words = unsafe { CStr::from_ptr(ffi::Py_GetVersion()) };
    words.to_str().ok().and_then(|words| words.split(' ').next()).unwrap_or(VERSION)
}

/// Returns the paths of the interpreter and of Python's library. The extension module has no library of its own: both
/// are the interpreter that has loaded it.
pub fn paths() -> (PathBuf, PathBuf) {
    match own_program() {
        Ok(OwnProgram::Module { python, .. }) => (python.clone(), python),
        _ => (EXECUTABLE.into(), env!("WAG_PYTHON_LIBRARY").into()),
    }
}

/// Returns whether Python runs in this process already, because the interpreter has loaded the extension module.
pub fn is_running() -> bool {
    // SAFETY: CPython allows this call at any time.
    unsafe { ffi::Py_IsInitialized() != 0 }
}

/// Starts the interpreter: isolated, with a fixed hash seed, without `site`.
///
/// Python's own `Py_Initialize` would read the user's environment, and `site` takes several times as long as everything
/// else. [`prepare`] does the parts of `site` that AIs need.
///
/// Does nothing if Python runs already: then [`OwnProgram::command`] has started it with the same settings.
pub fn start() -> Result<(), String> {
    if is_running() {
        return Python::attach(inherit_interrupt).map_err(|err| err.to_string());
    }
    // SAFETY: called once, before any other use of Python, on the main thread; the structures are initialized by
    // CPython's own functions before they are read.
    unsafe {
        let mut early = std::mem::zeroed::<ffi::PyPreConfig>();
        ffi::PyPreConfig_InitIsolatedConfig(&mut early);
        early.utf8_mode = 1;
        check_status(ffi::Py_PreInitialize(&early))?;

        let mut config = std::mem::zeroed::<ffi::PyConfig>();
        ffi::PyConfig_InitIsolatedConfig(&mut config);
        config.site_import = 0;
        config.write_bytecode = 0;
        config.use_hash_seed = 1;
        config.hash_seed = 0;
        config.faulthandler = 1;
        config.pathconfig_warnings = 0;
        let executable = CString::new(EXECUTABLE).map_err(|err| err.to_string())?;
        let mut status =
            ffi::PyConfig_SetBytesString(&mut config, &raw mut config.program_name, executable.as_ptr());
        if ffi::PyStatus_Exception(status) == 0 {
            status = ffi::Py_InitializeFromConfig(&config);
        }
        ffi::PyConfig_Clear(&mut config);
        check_status(status)
    }
}

/// Gives Python the action that this process has for Ctrl+C, as if Python had been started without signal handlers.
fn inherit_interrupt(py: Python<'_>) -> PyResult<()> {
    // SAFETY: `sigaction` only writes to the structure, for which zeros are valid.
    let action = unsafe {
        let mut action = std::mem::zeroed::<libc::sigaction>();
        libc::sigaction(libc::SIGINT, std::ptr::null(), &mut action);
        action.sa_sigaction
    };
    let signals = py.import("_signal")?;
    let action = signals.getattr(if action == libc::SIG_IGN { "SIG_IGN" } else { "SIG_DFL" })?;
    signals.call_method1("signal", (libc::SIGINT, action)).map(|_| ())
}

/// Makes Python forget a call of a native function that never returns, so that it does not reduce the number of nested
/// calls that are allowed below it. Must be called once, by that function.
pub fn forget_native_call(_py: Python<'_>) {
    // SAFETY: this thread holds the GIL, and Python has counted the call.
    unsafe { ffi::Py_LeaveRecursiveCall() };
}

/// The code for [`run_main`] to run.
#[derive(Clone, Copy, Debug)]
pub enum Main<'a> {
    /// A file and its arguments; the file comes first.
    File(&'a [OsString]),
    /// A module and its arguments.
    Module(&'a str, &'a [OsString]),
    /// Code that the user types at the terminal.
    Interactive,
}

/// Starts the interpreter in the way that `python` itself starts: with the user's environment, `site`, and the
/// terminal.
pub fn start_main(main: Main<'_>) -> Result<(), String> {
    let none = OsString::new();
    let words: Vec<&OsString> = match main {
        Main::File(words) => words.iter().collect(),
        Main::Module(_, words) => std::iter::once(&none).chain(words).collect(),
        Main::Interactive => vec![&none],
    };
    let words: Vec<CString> = words.into_iter().map(|word| c_string(word)).collect::<Result<_, _>>()?;
    let argv: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    let executable = c_string(executable().as_os_str())?;
    let module = match main {
        Main::Module(name, _) => Some(c_string(OsStr::new(name))?),
        _ => None,
    };
    // SAFETY: called once, before any other use of Python, on the main thread; the structures are initialized by
    // CPython's own functions before they are read, and CPython copies the strings, which outlive the calls.
    unsafe {
        let mut config = std::mem::zeroed::<ffi::PyConfig>();
        ffi::PyConfig_InitPythonConfig(&mut config);
        config.parse_argv = 0;
        let mut status =
            ffi::PyConfig_SetBytesString(&mut config, &raw mut config.program_name, executable.as_ptr());
        if ffi::PyStatus_Exception(status) == 0 {
            status = ffi::PyConfig_SetBytesArgv(&mut config, argv.len() as isize, argv.as_ptr().cast_mut());
        }
        let (field, name) = match &module {
            Some(module) => (&raw mut config.run_module, module.as_ptr()),
            None => (&raw mut config.run_filename, argv[0]),
        };
        if !matches!(main, Main::Interactive) && ffi::PyStatus_Exception(status) == 0 {
            status = ffi::PyConfig_SetBytesString(&mut config, field, name);
        }
        if ffi::PyStatus_Exception(status) == 0 {
            status = ffi::Py_InitializeFromConfig(&config);
        }
        ffi::PyConfig_Clear(&mut config);
        check_status(status)
    }
}

/// Runs the code that [`start_main`] was called with, and ends Python.
pub fn run_main() -> u8 {
    // SAFETY: the interpreter was started, and this thread, which started it, holds the GIL.
    let status = unsafe { ffi::Py_RunMain() };
    status as u8
}

/// Returns the Python of the active virtual environment if it has the same version as the embedded Python, and
/// otherwise the embedded one.
fn executable() -> PathBuf {
    let environment = std::env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let is_ours = |folder: &PathBuf| folder.join(format!("lib/python{VERSION}/site-packages")).is_dir();
    match environment.filter(is_ours) {
        Some(folder) => folder.join("bin/python"),
        None => PathBuf::from(EXECUTABLE),
    }
}

fn c_string(word: &OsStr) -> Result<CString, String> {
    CString::new(word.as_bytes()).map_err(|err| err.to_string())
}

/// Converts CPython's report of a failed start to an error.
unsafe fn check_status(status: ffi::PyStatus) -> Result<(), String> {
    // SAFETY: `err_msg` is null or a static C string, as CPython documents.
    unsafe {
        if ffi::PyStatus_Exception(status) == 0 {
            return Ok(());
        }
        let words = if status.err_msg.is_null() {
            "no reason given".into()
        } else {
            std::ffi::CStr::from_ptr(status.err_msg).to_string_lossy()
        };
        Err(format!("Python {VERSION} ({EXECUTABLE}) does not start: {words}"))
    }
}

/// Results of the fork server's start that all workers use.
#[derive(Debug, Default)]
pub struct Prepared {
    /// Warnings for the user.
    pub warnings: Vec<Message>,
    /// The folders of Python's library and of the installed packages.
    pub places: Vec<PathBuf>,
}

/// Does the parts of `site` that AIs need: adds `help`, `exit` and similar built-ins, and finds the installed packages.
pub fn prepare(py: Python<'_>) -> PyResult<Prepared> {
    let globals = PyDict::new(py);
    let code = compiling::compiled(py, PRELUDE_COMPILED, PRELUDE, OsStr::new("<string>"))?;
    folder::run(&code, &globals)?;
    let prelude = globals.as_any();
    let environment = std::env::var_os("VIRTUAL_ENV");
    let warnings: Vec<String> = prelude.get_item("add_packages")?.call1((environment,))?.extract()?;
    let warnings = warnings.into_iter().map(Message::from).collect();
    let places: Vec<String> = prelude.get_item("library_places")?.call0()?.extract()?;
    prelude.get_item("clean_environment")?.call0()?;
    py.import("sys")?.setattr("stdin", globals.get_item("stdin")?)?;
    crate::worker::modules::packages::install(py)?;
    for name in ["sys", "builtins"] {
        // Otherwise each import of these two raises and discards an exception, which takes longer than the import.
        py.import(name)?.getattr("__spec__")?.setattr("_initializing", false)?;
    }
    // Each worker needs this module.
    py.import("faulthandler")?;
    Ok(Prepared { warnings, places: places.into_iter().map(PathBuf::from).collect() })
}

/// Returns the folders whose code is not an AI's own: the standard library and the installed packages.
pub fn library_folders(py: Python<'_>) -> PyResult<Vec<String>> {
    let path = py.import("sys")?.getattr("path")?.cast_into::<PyList>()?;
    path.iter().map(|entry| entry.extract()).collect()
}

const PRELUDE: &std::ffi::CStr = c_str(concat!(include_str!("prelude.py"), "\0"));
/// The bytecode of `PRELUDE`, compiled by `build.rs`.
const PRELUDE_COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/prelude.pyc"));

/// Converts a source text that ends with a NUL to a C string.
pub(in crate::worker) const fn c_str(text: &str) -> &std::ffi::CStr {
    match std::ffi::CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a source has no NUL inside"),
    }
}
