//! Settings of Python and of the process that are not stored in any dictionary. After a turn in which an AI has called
//! a function that changes such settings (see `c_hooks`), they are restored. If a setting can't be restored, the next
//! turn begins in a new process.

use super::library;
use crate::worker::process::gil::Gil;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyTuple};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags, fcntl_getfl, fcntl_setfl};
use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::rc::Rc;
use wag_sandbox::descriptors::OWN_FDS_FROM;

/// The settings that an AI may change, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Setting {
    /// The interval after which Python switches to another thread.
    Switching = 1,
    /// The maximum number of digits in conversions between integers and text.
    Digits = 1 << 1,
    Tracing = 1 << 2,
    Coroutines = 1 << 3,
    /// The flags for loading shared libraries.
    Loading = 1 << 4,
    Collector = 1 << 5,
    Warnings = 1 << 6,
    Locale = 1 << 7,
    Signals = 1 << 8,
    /// Flags of open files.
    Files = 1 << 9,
    /// The mode mask of new files (umask).
    Mask = 1 << 10,
    TimeZone = 1 << 11,
    /// Properties of the process that can't be restored.
    Process = 1 << 12,
    /// The set of open descriptors.
    Descriptors = 1 << 13,
    /// The current directory.
    Directory = 1 << 14,
    /// The maximum depth of nested calls.
    Recursion = 1 << 15,
}

/// The settings that have changed in this turn.
static CHANGED: Gil<u16> = Gil::new(0);

/// Records that an AI is about to change a setting.
pub fn changes(py: Python<'_>, setting: Setting) {
    CHANGED.set(py, CHANGED.get(py) | setting as u16);
}

/// Returns true if the descriptors may have changed, and forgets that they have. The caller must restore the
/// descriptors.
pub fn take_descriptors(py: Python<'_>) -> bool {
    let changed = CHANGED.get(py);
    let descriptors = Setting::Files as u16 | Setting::Descriptors as u16;
    CHANGED.set(py, changed & !descriptors);
    changed & descriptors != 0
}

/// A setting, and a call that restores it: a function and its arguments.
type Call = (Setting, Py<PyAny>, Py<PyTuple>);

/// The settings as they were before the first turn.
pub struct Settings {
    calls: Vec<Call>,
    locale: CString,
    signals: Signals,
    mask: Mode,
    /// The file `/dev/null`, which serves as standard input.
    nothing: OwnedFd,
    /// The flags of standard input and standard output.
    flags: [OFlags; 2],
    /// The file that receives the output of C code.
    spill: Rc<OwnedFd>,
    /// The current directory at the start of each turn.
    directory: OwnedFd,
    /// The thread's dictionary, which holds values such as those of `threading.local` objects.
    thread: Py<PyDict>,
    /// The function `gc.freeze`, which excludes all existing objects from garbage collection.
    freeze: Py<PyAny>,
    /// For each descriptor number, true if the descriptor is open at the start of a turn.
    open: Vec<bool>,
}

/// The handling of each signal, by Python and by the system.
struct Signals {
    handlers: Vec<(i32, Py<PyAny>, libc::sigaction)>,
    blocked: libc::sigset_t,
    set: Py<PyAny>,
    module: Py<PyAny>,
}

/// The maximum number of descriptors that are checked, unless the process has a lower limit.
const DESCRIPTORS_MAX: u64 = 4096;

impl Settings {
    /// Records the current settings.
    pub fn now(py: Python<'_>, directory: OwnedFd, spill: Rc<OwnedFd>) -> PyResult<Settings> {
        let nothing = rustix::fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty());
        let nothing = nothing.and_then(|nothing| rustix::io::fcntl_dupfd_cloexec(&nothing, OWN_FDS_FROM));
        let nothing = nothing.map_err(std::io::Error::from)?;
        let flags = [flags_of(&nothing), flags_of(rustix::stdio::stdout())];
        // SAFETY: the C library returns a text that is copied at once.
        let locale = unsafe { CStr::from_ptr(libc::setlocale(libc::LC_ALL, std::ptr::null())) }.to_owned();
        // SAFETY: the GIL is held; the dictionary is borrowed.
        let thread = unsafe { Bound::from_borrowed_ptr(py, ffi::PyThreadState_GetDict()) };
        let mask = rustix::process::umask(Mode::empty());
        rustix::process::umask(mask);
        Ok(Settings {
            calls: calls(py)?,
            locale,
            signals: Signals::now(py)?,
            mask,
            nothing,
            flags,
            spill,
            directory,
            thread: thread.cast_into::<PyDict>()?.unbind(),
            freeze: py.import("gc")?.getattr("freeze")?.unbind(),
            open: open_descriptors(),
        })
    }

    /// Restores the settings and libraries that the turn has changed. Returns false if a setting could not be restored.
    /// Unreferenced objects are collected now, so that their destructors do not run in a later turn.
    pub fn end_turn(&self, py: Python<'_>) -> PyResult<bool> {
        let before = self.restore(py)?;
        // SAFETY: the GIL is held.
        unsafe { ffi::PyGC_Collect() };
        library::restore(py)?;
        let after = self.restore(py)?;
        if library::has_grown(py) {
            self.freeze_libraries(py)?;
        }
        Ok(before && after)
    }

    /// Excludes the libraries from garbage collection, so that the collection after each turn takes almost no time.
    pub fn freeze_libraries(&self, py: Python<'_>) -> PyResult<()> {
        // SAFETY: the GIL is held.
        unsafe { ffi::PyGC_Collect() };
        self.freeze.call0(py)?;
        CHANGED.set(py, 0);
        Ok(())
    }

    /// Restores the changed settings. Returns false if a setting could not be restored.
    fn restore(&self, py: Python<'_>) -> PyResult<bool> {
        self.empty_thread(py)?;
        // Restoring a setting calls hooks, too, but is not a change.
        let changed = CHANGED.get(py);
        if changed == 0 {
            return Ok(true);
        }
        let has_changed = |setting: Setting| changed & setting as u16 != 0;
        // An event loop that ends here closes the descriptors it has opened.
        if has_changed(Setting::Coroutines)
            && let Some(asyncio) =
                py.import("sys")?.getattr("modules")?.cast::<PyDict>()?.get_item("_asyncio")?
        {
            asyncio.call_method1("_set_running_loop", (py.None(),))?;
        }
        if has_changed(Setting::Descriptors) || has_changed(Setting::Files) {
            self.close_descriptors(py)?;
        }
        for (setting, function, arguments) in &self.calls {
            if has_changed(*setting) {
                function.bind(py).call1(arguments.bind(py))?;
            }
        }
        if has_changed(Setting::Tracing) {
            // SAFETY: the GIL is held; a null function removes the hook.
            unsafe {
                ffi::PyEval_SetProfile(None, std::ptr::null_mut());
                ffi::PyEval_SetTrace(None, std::ptr::null_mut());
            }
        }
        if has_changed(Setting::Locale) {
            // SAFETY: the text ends with a NUL, and the C library copies it.
            unsafe { libc::setlocale(libc::LC_ALL, self.locale.as_ptr()) };
        }
        if has_changed(Setting::Signals) {
            self.signals.restore(py)?;
        }
        if has_changed(Setting::Files) || has_changed(Setting::Descriptors) {
            self.restore_streams();
        }
        if has_changed(Setting::Directory) {
            // If the folder has been deleted meanwhile, the current directory stays as it is.
            let _ = rustix::process::fchdir(&self.directory);
        }
        if has_changed(Setting::Mask) {
            rustix::process::umask(self.mask);
        }
        if has_changed(Setting::TimeZone) {
            unsafe extern "C" {
                fn tzset();
            }
            // SAFETY: the environment is restored, and this process has one thread.
            unsafe { tzset() };
        }
        CHANGED.set(py, 0);
        Ok(!has_changed(Setting::Process))
    }

    /// Restores the targets and flags of the standard streams.
    fn restore_streams(&self) {
        let _ = rustix::stdio::dup2_stdin(&self.nothing);
        redirect_output(&self.spill);
        let _ = fcntl_setfl(&self.nothing, self.flags[0]);
        let _ = fcntl_setfl(rustix::stdio::stdout(), self.flags[1]);
    }

    /// Closes the descriptors that an AI has left open, after collecting the objects that hold them.
    fn close_descriptors(&self, py: Python<'_>) -> PyResult<()> {
        let now = open_descriptors();
        if now == self.open {
            return Ok(());
        }
        // SAFETY: the GIL is held.
        unsafe { ffi::PyGC_Collect() };
        library::restore(py)?;
        for (number, (is_open, was_open)) in (0..).zip(open_descriptors().iter().zip(&self.open)) {
            if *is_open && !was_open {
                // SAFETY: the engine uses no descriptor with this number, and the Python object that held it has been
                // collected.
                unsafe { libc::close(number) };
            }
        }
        Ok(())
    }

    /// Removes the values that a turn has stored in `threading.local` objects of libraries.
    fn empty_thread(&self, py: Python<'_>) -> PyResult<()> {
        /// The key of an entry that must stay in place, because asyncio accesses the entry directly, bypassing the
        /// dictionary lookup.
        const KEPT: &str = "__asyncio_running_event_loop__";
        let thread = self.thread.bind(py);
        if thread.is_empty() {
            return Ok(());
        }
        for key in thread.keys() {
            if !key.extract::<&str>().is_ok_and(|key| key == KEPT) {
                thread.del_item(key)?;
            }
        }
        Ok(())
    }
}

/// Makes descriptors 1 and 2 lead to the spill file.
pub fn redirect_output(spill: &OwnedFd) {
    let _ = rustix::stdio::dup2_stdout(spill);
    let _ = rustix::stdio::dup2_stderr(spill);
}

/// Returns the calls that restore settings with Python's own functions.
fn calls(py: Python<'_>) -> PyResult<Vec<Call>> {
    let (sys, gc) = (py.import("sys")?, py.import("gc")?);
    let mut calls = Vec::new();
    let mut back = |setting, module: &Bound<'_, PyModule>, set: &str, arguments: Bound<'_, PyTuple>| {
        // A setting that this version of Python lacks can't be changed.
        if let Ok(function) = module.getattr(set) {
            calls.push((setting, function.unbind(), arguments.unbind()));
        }
    };
    back(Setting::Switching, &sys, "setswitchinterval", current(&sys, "getswitchinterval")?);
    back(Setting::Recursion, &sys, "setrecursionlimit", current(&sys, "getrecursionlimit")?);
    if let Ok(digits) = current(&sys, "get_int_max_str_digits") {
        back(Setting::Digits, &sys, "set_int_max_str_digits", digits);
    }
    if let Ok(flags) = current(&sys, "getdlopenflags") {
        back(Setting::Loading, &sys, "setdlopenflags", flags);
    }
    let hooks = (py.None(), py.None()).into_pyobject(py)?;
    back(Setting::Coroutines, &sys, "set_asyncgen_hooks", hooks);
    let depth = current(&sys, "get_coroutine_origin_tracking_depth")?;
    back(Setting::Coroutines, &sys, "set_coroutine_origin_tracking_depth", depth);
    let thresholds = gc.call_method0("get_threshold")?.cast_into::<PyTuple>()?;
    back(Setting::Collector, &gc, "set_threshold", thresholds);
    back(Setting::Collector, &gc, "set_debug", current(&gc, "get_debug")?);
    back(Setting::Collector, &gc, "enable", PyTuple::empty(py));
    Ok(calls)
}

/// Calls the function `get` without arguments, and returns its result as the arguments of the call that restores the
/// setting.
fn current<'py>(module: &Bound<'py, PyModule>, get: &str) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(module.py(), [module.call_method0(get)?])
}

impl Signals {
    fn now(py: Python<'_>) -> PyResult<Signals> {
        let module = py.import("_signal")?;
        let mut handlers = Vec::new();
        for number in 1..=64 {
            let Ok(handler) = module.call_method1("getsignal", (number,)) else { continue };
            let Some(action) = action_of(number) else { continue };
            handlers.push((number, handler.unbind(), action));
        }
        let mut blocked = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: the call changes nothing, and writes the set before it is read.
        let blocked = unsafe {
            libc::sigprocmask(libc::SIG_BLOCK, std::ptr::null(), blocked.as_mut_ptr());
            blocked.assume_init()
        };
        let set = module.getattr("signal")?.unbind();
        Ok(Signals { handlers, blocked, set, module: module.into_any().unbind() })
    }

    /// Stops the timers, discards pending signals and restores the handlers.
    fn restore(&self, py: Python<'_>) -> PyResult<()> {
        let none = libc::itimerval {
            it_interval: libc::timeval { tv_sec: 0, tv_usec: 0 },
            it_value: libc::timeval { tv_sec: 0, tv_usec: 0 },
        };
        for timer in [libc::ITIMER_REAL, libc::ITIMER_VIRTUAL, libc::ITIMER_PROF] {
            // SAFETY: the call stops the timer and writes nothing.
            unsafe { libc::setitimer(timer as _, &none, std::ptr::null_mut()) };
        }
        self.module.bind(py).call_method1("set_wakeup_fd", (-1,))?;
        for (number, handler, action) in &self.handlers {
            let now = self.module.bind(py).call_method1("getsignal", (number,))?;
            if !now.is(handler) && !handler.is_none(py) {
                // The system forbids handlers for some signals; those are unchanged.
                let _ = self.set.bind(py).call1((number, handler));
            }
            // SAFETY: ignoring a pending signal discards it; then its original handling is restored.
            unsafe {
                let mut ignored: libc::sigaction = std::mem::zeroed();
                ignored.sa_sigaction = libc::SIG_IGN;
                if is_pending(*number) {
                    libc::sigaction(*number, &ignored, std::ptr::null_mut());
                }
                libc::sigaction(*number, action, std::ptr::null_mut());
            }
        }
        // SAFETY: the set is the one this process began with.
        unsafe { libc::sigprocmask(libc::SIG_SETMASK, &self.blocked, std::ptr::null_mut()) };
        // Signals that Python has already received go to its own handlers.
        let _ = py.check_signals();
        Ok(())
    }
}

fn is_pending(number: i32) -> bool {
    let mut pending = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is written before it is read.
    unsafe { libc::sigpending(pending.as_mut_ptr()) == 0 && libc::sigismember(pending.as_ptr(), number) == 1 }
}

/// Returns the system's current handling of a signal.
fn action_of(number: i32) -> Option<libc::sigaction> {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the call changes nothing; the structure is read only if it was written.
    unsafe {
        let status = libc::sigaction(number, std::ptr::null(), action.as_mut_ptr());
        (status == 0).then(|| action.assume_init())
    }
}

fn flags_of(file: impl rustix::fd::AsFd) -> OFlags {
    fcntl_getfl(file).unwrap_or(OFlags::empty())
}

/// Returns for each descriptor that an AI can have whether it is open. This takes one system call.
fn open_descriptors() -> Vec<bool> {
    // SAFETY: `poll` only inspects the numbers, and reports those that are closed.
    let polled =
        |number| PollFd::from_borrowed_fd(unsafe { BorrowedFd::borrow_raw(number) }, PollFlags::empty());
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let end = limit.map_or(DESCRIPTORS_MAX, |limit| limit.min(DESCRIPTORS_MAX)) as i32;
    let mut polled: Vec<PollFd<'_>> = (0..end).map(polled).collect();
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let _ = poll(&mut polled, Some(&now));
    polled.iter().map(|polled| !polled.revents().contains(PollFlags::NVAL)).collect()
}
