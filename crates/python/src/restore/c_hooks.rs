//! Hooks on Python's C functions that change state outside of Python objects, or that return something that no seed
//! controls.
//!
//! CPython keeps each C function in a table entry. A hook replaces the function in that entry. So the hook runs no
//! matter how an AI has obtained the function, and an AI cannot distinguish it from the original.

use super::library;
use super::settings::{self, Setting};
use crate::worker::debugging::origin;
use crate::worker::process::gil::Gil;
use crate::worker::turn::scratch_name::SCRATCH_NAME;
use crate::worker::turn::{addresses, chance, library_generators};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};
use wag_core::files::TEMPORARY_PREFIX;
use wag_core::problem::Unseeded;

/// The action of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HookAction {
    /// The function changes a setting, which is restored after the turn.
    Changes(Setting),
    /// The function returns something that no seed controls. This counts if the AI's own code calls the function,
    /// directly or through one library function.
    ReadsUnseeded(Unseeded),
    /// The function returns something that no seed controls. This counts if the AI's own code calls the function
    /// through any number of library functions.
    ReadsUnseededIndirectly(Unseeded),
    /// The function opens a file, which may show the state of the machine.
    OpensFile,
    /// The function returns the time at which a file was last changed.
    ReturnsFileTimes,
    /// The function returns the target of a link, which may contain the name of a scratch folder or the id of a
    /// process; both are different in each match.
    ReturnsLinkTarget,
    /// The function schedules a signal.
    SetsTimer,
    /// The function reads the clock if it is called with fewer arguments than this number.
    ReadsClockBelow(isize),
    /// The function returns random bytes. The hook replaces them with bytes that depend on the seed.
    DrawsBytes,
    /// The function creates a class.
    CreatesClass,
    /// The function returns the address of its argument.
    ReadsAddress,
    /// The function returns the hash of its argument, which may be its address.
    ReadsHash,
    /// The function sets the state of a random number generator. If it has no argument, it uses random bytes of the
    /// system for that.
    Seeds,
}

use HookAction::{
    Changes, CreatesClass, DrawsBytes, OpensFile, ReadsAddress, ReadsClockBelow, ReadsHash, ReadsUnseeded,
    ReadsUnseededIndirectly, ReturnsFileTimes, ReturnsLinkTarget, Seeds, SetsTimer,
};

/// A hooked function.
#[derive(Clone, Copy)]
struct Hook {
    original: *const c_void,
    action: HookAction,
}

// SAFETY: the pointer is an address of code, and the other field is a plain value.
unsafe impl Send for Hook {}
// SAFETY: as above.
unsafe impl Sync for Hook {}

/// The hooks, by number.
static HOOKS: [OnceLock<Hook>; SLOTS] = [const { OnceLock::new() }; SLOTS];
/// The addresses of the table entries that were changed.
static ENTRIES: Gil<Vec<usize>> = Gil::new(Vec::new());

/// Names of functions with the same action.
type Group = (HookAction, &'static [&'static str]);

/// The names of all hooked functions, by module. Names of methods contain a dot.
const WATCHED: &[(&str, &[Group])] = &[
    ("builtins", &[(CreatesClass, &["__build_class__"]), (ReadsAddress, &["id"]), (ReadsHash, &["hash"])]),
    (
        "sys",
        &[
            (Changes(Setting::Switching), &["setswitchinterval"]),
            (Changes(Setting::Digits), &["set_int_max_str_digits"]),
            (Changes(Setting::Recursion), &["setrecursionlimit"]),
            (
                Changes(Setting::Tracing),
                &["setprofile", "settrace", "_settraceallthreads", "_setprofileallthreads"],
            ),
            (Changes(Setting::Coroutines), &["set_asyncgen_hooks", "set_coroutine_origin_tracking_depth"]),
            (Changes(Setting::Loading), &["setdlopenflags"]),
            (
                Changes(Setting::Process),
                &["addaudithook", "activate_stack_trampoline", "deactivate_stack_trampoline"],
            ),
        ],
    ),
    (
        "sys.monitoring",
        &[(
            Changes(Setting::Process),
            &["use_tool_id", "free_tool_id", "register_callback", "set_events", "set_local_events"],
        )],
    ),
    (
        "gc",
        &[
            (Changes(Setting::Collector), &["enable", "disable", "set_threshold", "set_debug"]),
            (Changes(Setting::Process), &["freeze", "unfreeze"]),
        ],
    ),
    ("atexit", &[(Changes(Setting::Process), &["register", "unregister", "_clear"])]),
    (
        "faulthandler",
        &[(
            Changes(Setting::Process),
            &[
                "enable",
                "disable",
                "register",
                "unregister",
                "dump_traceback_later",
                "cancel_dump_traceback_later",
            ],
        )],
    ),
    (
        "_codecs",
        &[(Changes(Setting::Process), &["register", "unregister", "register_error", "_unregister_error"])],
    ),
    ("_abc", &[(Changes(Setting::Process), &["_abc_register", "_reset_registry"])]),
    ("_warnings", &[(Changes(Setting::Warnings), &["_filters_mutated", "_filters_mutated_lock_held"])]),
    ("_locale", &[(Changes(Setting::Locale), &["setlocale"])]),
    ("_asyncio", &[(Changes(Setting::Coroutines), &["_set_running_loop"])]),
    (
        "_signal",
        &[
            (Changes(Setting::Signals), &["signal", "siginterrupt", "set_wakeup_fd", "pthread_sigmask"]),
            (SetsTimer, &["alarm", "setitimer"]),
            (ReadsUnseeded(Unseeded::CLOCK), &["getitimer"]),
        ],
    ),
    ("_io", &[(Changes(Setting::Descriptors), &["open", "open_code"])]),
    (
        "_socket",
        &[(Changes(Setting::Descriptors), &["socketpair", "dup"]), (Changes(Setting::Files), &["close"])],
    ),
    ("select", &[(Changes(Setting::Files), &["epoll.fromfd"])]),
    ("_sqlite3", &[(Changes(Setting::Descriptors), &["connect"])]),
    (
        "_thread",
        &[
            (Changes(Setting::Process), &["set_name"]),
            (ReadsUnseeded(Unseeded::PROCESSES), &["get_native_id"]),
            // Threads run in an unpredictable order.
            (
                ReadsUnseededIndirectly(Unseeded::MACHINE),
                &["start_new_thread", "start_new", "start_joinable_thread"],
            ),
        ],
    ),
    ("fcntl", &[(Changes(Setting::Files), &["fcntl", "ioctl", "flock", "lockf"])]),
    (
        "resource",
        &[
            (Changes(Setting::Process), &["setrlimit", "prlimit"]),
            (ReadsUnseeded(Unseeded::CLOCK), &["getrusage"]),
        ],
    ),
    (
        "posix",
        &[
            (Changes(Setting::Mask), &["umask"]),
            (Changes(Setting::Directory), &["chdir", "fchdir"]),
            (
                Changes(Setting::Descriptors),
                &["dup", "pipe", "pipe2", "eventfd", "memfd_create", "openpty", "scandir", "timerfd_create"],
            ),
            (Changes(Setting::Files), &["set_blocking", "dup2", "close", "closerange"]),
            (
                Changes(Setting::Process),
                &["nice", "setpriority", "sched_setaffinity", "sched_setscheduler", "sched_setparam"],
            ),
            (DrawsBytes, &["urandom", "getrandom"]),
            (ReadsUnseeded(Unseeded::PROCESSES), &["getpid", "getppid", "getpgid", "getpgrp", "getsid"]),
            (ReadsUnseeded(Unseeded::CLOCK), &["times"]),
            (ReadsUnseeded(Unseeded::MACHINE), &["getloadavg", "sched_getcpu", "sysconf"]),
            (ReadsUnseededIndirectly(Unseeded::MACHINE), &["sched_getaffinity", "statvfs", "fstatvfs"]),
            (OpensFile, &["open"]),
            (ReturnsFileTimes, &["stat", "lstat", "fstat", "DirEntry.stat"]),
            (ReturnsLinkTarget, &["readlink"]),
        ],
    ),
    (
        "time",
        &[
            (Changes(Setting::TimeZone), &["tzset"]),
            (
                ReadsUnseeded(Unseeded::CLOCK),
                &[
                    "time",
                    "time_ns",
                    "monotonic",
                    "monotonic_ns",
                    "perf_counter",
                    "perf_counter_ns",
                    "process_time",
                    "process_time_ns",
                    "thread_time",
                    "thread_time_ns",
                    "clock_gettime",
                    "clock_gettime_ns",
                ],
            ),
            (ReadsClockBelow(1), &["localtime", "gmtime", "ctime", "asctime"]),
            (ReadsClockBelow(2), &["strftime"]),
        ],
    ),
    (
        "_datetime",
        &[(
            ReadsUnseeded(Unseeded::CLOCK),
            &["datetime.now", "datetime.utcnow", "datetime.today", "date.today"],
        )],
    ),
    ("_uuid", &[(ReadsUnseededIndirectly(Unseeded::MACHINE), &["generate_time_safe"])]),
    ("_lsprof", &[(ReadsUnseededIndirectly(Unseeded::CLOCK), &["Profiler.getstats"])]),
    (
        "_ssl",
        &[
            (DrawsBytes, &["RAND_bytes"]),
            (ReadsUnseededIndirectly(Unseeded::MACHINE), &["RAND_pseudo_bytes"]),
        ],
    ),
    ("_random", &[(Seeds, &["Random.seed"])]),
];

/// Hooks the functions of all modules that are already loaded.
pub fn begin(py: Python<'_>) -> PyResult<()> {
    BEGAN.get_or_init(now);
    let modules = py.import("sys")?.getattr("modules")?;
    for (name, _) in WATCHED {
        if let Ok(module) = modules.get_item(name) {
            imported(name, &module);
        }
    }
    if let Ok(monitoring) = py.import("sys")?.getattr("monitoring") {
        imported("sys.monitoring", &monitoring);
    }
    Ok(())
}

/// Classes whose objects hold a file descriptor and can be created without calling any function, each with its module.
const DESCRIPTOR_CLASSES: [(&str, &str); 2] = [("_io", "FileIO"), ("_socket", "socket")];

/// The original `tp_init` of each of the `DESCRIPTOR_CLASSES`.
static BEGIN: [AtomicPtr<c_void>; DESCRIPTOR_CLASSES.len()] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; DESCRIPTOR_CLASSES.len()];

/// The layout of the object that CPython uses for `__init__` of a C class.
#[repr(C)]
struct SlotWrapper {
    common: ffi::PyDescrObject,
    base: *mut c_void,
    wrapped: *mut c_void,
}

fn watch_descriptor_classes(module: &Bound<'_, PyAny>, name: &str) {
    let begin = [init_descriptor_object::<0> as ffi::initproc, init_descriptor_object::<1>];
    for (number, (_, class)) in
        DESCRIPTOR_CLASSES.iter().enumerate().filter(|(_, (module, _))| *module == name)
    {
        let Ok(class) = module.getattr(class).and_then(|class| Ok(class.cast_into::<PyType>()?)) else {
            continue;
        };
        let slot = class.getattr("__init__");
        // SAFETY: the GIL is held; the class and the object of its `__init__` are CPython's and static, and the
        // latter's type is checked before it is read.
        unsafe {
            let raw = class.as_type_ptr();
            if let (Some(known), true) = ((*raw).tp_init, BEGIN[number].load(Ordering::Relaxed).is_null()) {
                BEGIN[number].store(known as *mut c_void, Ordering::Relaxed);
                (*raw).tp_init = Some(begin[number]);
                let slot = slot.as_ref().map_or(std::ptr::null_mut(), |slot| slot.as_ptr());
                if !slot.is_null() && ffi::Py_TYPE(slot) == &raw mut PyWrapperDescr_Type {
                    (*slot.cast::<SlotWrapper>()).wrapped = begin[number] as *mut c_void;
                }
            }
        }
    }
}

unsafe extern "C" {
    static mut PyWrapperDescr_Type: ffi::PyTypeObject;
}

unsafe extern "C" fn init_descriptor_object<const N: usize>(
    holder: *mut ffi::PyObject,
    arguments: *mut ffi::PyObject,
    named: *mut ffi::PyObject,
) -> c_int {
    // SAFETY: CPython calls this with the GIL held; the stored function is the original of this slot, of the same type.
    unsafe {
        let py = Python::assume_attached();
        if !library::is_importing(py) {
            settings::changes(py, Setting::Descriptors);
        }
        let first = match ffi::PyTuple_Check(arguments) != 0 && ffi::PyTuple_Size(arguments) > 0 {
            true => ffi::PyTuple_GetItem(arguments, 0),
            false if named.is_null() => std::ptr::null_mut(),
            false => ffi::PyDict_GetItemString(named, c"file".as_ptr()),
        };
        opens(py, first);
        let begin: ffi::initproc = std::mem::transmute(BEGIN[N].load(Ordering::Relaxed));
        begin(holder, arguments, named)
    }
}

/// The original `tp_call` of functions in `ctypes`.
static FOREIGN_CALL: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());

/// Hooks calls of functions in shared libraries, which can read anything from the system. The classes of such functions
/// are created later and inherit the hooked slot.
fn watch_foreign_calls(module: &Bound<'_, PyAny>) {
    let Ok(class) = module.getattr("CFuncPtr").and_then(|class| Ok(class.cast_into::<PyType>()?)) else {
        return;
    };
    let slot = class.getattr("__call__");
    // SAFETY: the GIL is held; the class and the object of its `__call__` are CPython's and static, and the latter's
    // type is checked before it is read.
    unsafe {
        let raw = class.as_type_ptr();
        let (Some(known), true) = ((*raw).tp_call, FOREIGN_CALL.load(Ordering::Relaxed).is_null()) else {
            return;
        };
        FOREIGN_CALL.store(known as *mut c_void, Ordering::Relaxed);
        (*raw).tp_call = Some(foreign_call);
        let slot = slot.as_ref().map_or(std::ptr::null_mut(), |slot| slot.as_ptr());
        if !slot.is_null() && ffi::Py_TYPE(slot) == &raw mut PyWrapperDescr_Type {
            (*slot.cast::<SlotWrapper>()).wrapped = foreign_call as *mut c_void;
        }
    }
}

unsafe extern "C" fn foreign_call(
    function: *mut ffi::PyObject,
    arguments: *mut ffi::PyObject,
    named: *mut ffi::PyObject,
) -> Answer {
    // SAFETY: CPython calls this with the GIL held; the stored function is the original of this slot, of the same type.
    unsafe {
        note_unseeded(Python::assume_attached(), Unseeded::MACHINE, usize::MAX);
        let call: ffi::ternaryfunc = std::mem::transmute(FOREIGN_CALL.load(Ordering::Relaxed));
        call(function, arguments, named)
    }
}

/// Hooks the functions of a module that has just been imported.
pub fn imported(name: &str, module: &Bound<'_, PyAny>) {
    watch_descriptor_classes(module, name);
    if name == "_ctypes" {
        watch_foreign_calls(module);
    }
    let watched =
        WATCHED.iter().filter(|(watched, _)| *watched == name).flat_map(|(_, groups)| groups.iter());
    for (action, functions) in watched {
        for function in *functions {
            let found = function.split('.').try_fold(module.clone(), |at, part| at.getattr(part));
            if let Some(entry) = found.ok().and_then(|function| entry_of(&function)) {
                watch(module.py(), entry, *action);
            }
        }
    }
}

/// Returns the entry of a function in CPython's table; `None` for other objects.
fn entry_of(function: &Bound<'_, PyAny>) -> Option<*mut ffi::PyMethodDef> {
    let raw = function.as_ptr();
    // SAFETY: the GIL is held, and the object's type is checked before it is read.
    unsafe {
        if ffi::PyCFunction_Check(raw) != 0 {
            return Some((*raw.cast::<ffi::PyCFunctionObject>()).m_ml);
        }
        (ffi::Py_TYPE(raw) == &raw mut ffi::PyMethodDescr_Type)
            .then(|| (*raw.cast::<ffi::PyMethodDescrObject>()).d_method)
    }
}

fn watch(py: Python<'_>, entry: *mut ffi::PyMethodDef, action: HookAction) {
    let number = ENTRIES.len(py);
    let is_known = ENTRIES.contains(py, &(entry as usize));
    if is_known || number >= SLOTS {
        return;
    }
    // SAFETY: the entry is CPython's and static, and its function has the type that the flags say.
    unsafe {
        let Some(function) = replacement((*entry).ml_flags, number) else { return };
        let original = (*entry).ml_meth.PyCFunction as *const c_void;
        let _ = HOOKS[number].set(Hook { original, action });
        (*entry).ml_meth = function;
    }
    ENTRIES.push(py, entry as usize);
}

/// Returns the replacement function with this number. It takes the kind of arguments that `flags` describes.
fn replacement(flags: c_int, number: usize) -> Option<ffi::PyMethodDefPointer> {
    let kind = flags & !(ffi::METH_CLASS | ffi::METH_STATIC | ffi::METH_COEXIST);
    let function = if kind == ffi::METH_NOARGS || kind == ffi::METH_O || kind == ffi::METH_VARARGS {
        TWO[number] as *const c_void
    } else if kind == ffi::METH_FASTCALL || kind == ffi::METH_VARARGS | ffi::METH_KEYWORDS {
        THREE[number] as *const c_void
    } else if kind == ffi::METH_FASTCALL | ffi::METH_KEYWORDS {
        FOUR[number] as *const c_void
    } else if kind == ffi::METH_FASTCALL | ffi::METH_KEYWORDS | ffi::METH_METHOD {
        FIVE[number] as *const c_void
    } else {
        return None;
    };
    // SAFETY: all variants of the union are pointers to functions.
    Some(unsafe { std::mem::transmute::<*const c_void, ffi::PyMethodDefPointer>(function) })
}

type Word = *mut c_void;
type Answer = *mut ffi::PyObject;

unsafe extern "C" fn two<const N: usize>(a: Word, b: Word) -> Answer {
    run_hook(N, &[a, b])
}

unsafe extern "C" fn three<const N: usize>(a: Word, b: Word, c: Word) -> Answer {
    run_hook(N, &[a, b, c])
}

unsafe extern "C" fn four<const N: usize>(a: Word, b: Word, c: Word, d: Word) -> Answer {
    run_hook(N, &[a, b, c, d])
}

unsafe extern "C" fn five<const N: usize>(a: Word, b: Word, c: Word, d: Word, e: Word) -> Answer {
    run_hook(N, &[a, b, c, d, e])
}

/// Calls the original function of a hook.
///
/// # Safety
/// The function must take exactly these arguments, and no argument may be larger than a pointer.
unsafe fn call(original: *const c_void, arguments: &[Word]) -> Answer {
    type Two = unsafe extern "C" fn(Word, Word) -> Answer;
    type Three = unsafe extern "C" fn(Word, Word, Word) -> Answer;
    type Four = unsafe extern "C" fn(Word, Word, Word, Word) -> Answer;
    type Five = unsafe extern "C" fn(Word, Word, Word, Word, Word) -> Answer;
    // SAFETY: guaranteed by the caller.
    unsafe {
        match *arguments {
            [a, b] => std::mem::transmute::<*const c_void, Two>(original)(a, b),
            [a, b, c] => std::mem::transmute::<*const c_void, Three>(original)(a, b, c),
            [a, b, c, d] => std::mem::transmute::<*const c_void, Four>(original)(a, b, c, d),
            [a, b, c, d, e] => std::mem::transmute::<*const c_void, Five>(original)(a, b, c, d, e),
            _ => std::ptr::null_mut(),
        }
    }
}

/// Runs a hook: acts before the call, calls the original function, and acts on its result. This function is not
/// inlined, because there are hundreds of replacement functions.
#[inline(never)]
fn run_hook(number: usize, arguments: &[Word]) -> Answer {
    // SAFETY: CPython calls its functions with the GIL held.
    let py = unsafe { Python::assume_attached() };
    let Some(Hook { original, action }) = HOOKS[number].get() else { return std::ptr::null_mut() };
    let (original, action) = (*original, *action);
    match action {
        Changes(setting) if !library::is_importing(py) => settings::changes(py, setting),
        ReadsUnseeded(source) => note_unseeded(py, source, CALLS_BETWEEN),
        ReadsUnseededIndirectly(source) => note_unseeded(py, source, usize::MAX),
        // SAFETY: the arguments are those of CPython's call of a function of this kind.
        ReadsClockBelow(most) if unsafe { count_of(arguments) } < most => {
            note_unseeded(py, Unseeded::CLOCK, CALLS_BETWEEN);
        }
        OpensFile => {
            if !library::is_importing(py) {
                settings::changes(py, Setting::Descriptors);
            }
            // SAFETY: as above.
            unsafe { opens(py, first_of(arguments)) };
        }
        // SAFETY: CPython calls a function of one argument with its module and an object.
        ReadsAddress if !unsafe { addresses::is_known(arguments[1].cast()) } => {
            note_unseeded(py, Unseeded::ADDRESSES, 0);
        }
        // SAFETY: as above.
        ReadsHash if unsafe { addresses::has_random_hash(arguments[1].cast(), 0) } => {
            note_unseeded(py, Unseeded::ADDRESSES, 0);
        }
        SetsTimer => {
            if !library::is_importing(py) {
                settings::changes(py, Setting::Signals);
            }
            note_unseeded(py, Unseeded::CLOCK, usize::MAX);
        }
        _ => {}
    }
    // SAFETY: CPython calls a replacement with the original's arguments.
    let answer = unsafe { call(original, arguments) };
    if answer.is_null() {
        return answer;
    }
    // SAFETY: the returned object is new, and the arguments are those of CPython's call.
    unsafe {
        match action {
            DrawsBytes => chance::draw_bytes(py, answer),
            CreatesClass => {
                addresses::adopt_own(&Bound::from_borrowed_ptr(py, answer));
                answer
            }
            Seeds => seed_again(py, answer, arguments, original),
            ReturnsFileTimes => {
                check_file_times(&Bound::from_borrowed_ptr(py, answer));
                answer
            }
            ReturnsLinkTarget => {
                check_link_target(&Bound::from_borrowed_ptr(py, answer));
                answer
            }
            _ => answer,
        }
    }
}

/// The maximum number of library calls between an unseeded source and the AI's own code. A result that a library uses
/// only internally decides nothing, but a result that it returns to the AI's own code does.
const CALLS_BETWEEN: usize = 1;

fn note_unseeded(py: Python<'_>, source: Unseeded, calls_between: usize) {
    if !chance::is_noted(py, source) && origin::is_called_by_own(py, calls_between) {
        chance::note(py, source);
    }
}

/// Records an unseeded source if the AI opens a file of the kernel, since such files show the state of the machine.
///
/// # Safety
/// `path` must be an object or null.
unsafe fn opens(py: Python<'_>, path: *mut ffi::PyObject) {
    // SAFETY: the GIL is held; the rest is guaranteed by the caller.
    let Some(path) = (unsafe { Bound::from_borrowed_ptr_or_opt(py, path) }) else { return };
    let Some(path) = text_of(&path) else { return };
    let is_scratch = path.starts_with(SCRATCH_NAME);
    if !is_scratch && (path.starts_with("/proc") || path.starts_with("/sys")) {
        note_unseeded(py, Unseeded::MACHINE, usize::MAX);
    }
}

fn text_of(value: &Bound<'_, PyAny>) -> Option<String> {
    let text: Option<String> = value.extract().ok();
    text.or_else(|| Some(String::from_utf8_lossy(value.extract().ok()?).into_owned()))
}

/// Records an unseeded source if the AI reads the time of a file that has changed since the worker started, since such
/// a time acts as a clock.
fn check_file_times(result: &Bound<'_, PyAny>) {
    const CHANGED: [&str; 2] = ["st_mtime", "st_ctime"];
    let py = result.py();
    let is_new = |name: &str| {
        let time: Option<f64> = result.getattr(name).and_then(|time| time.extract()).ok();
        time.is_some_and(|time| time >= *BEGAN.get_or_init(now))
    };
    if !chance::is_noted(py, Unseeded::CLOCK)
        && CHANGED.into_iter().any(is_new)
        && origin::reads_file_times(py)
    {
        chance::note(py, Unseeded::CLOCK);
    }
}

/// The start time of the worker, in seconds since 1970, rounded down in the same way as the times of coarse file
/// systems.
static BEGAN: OnceLock<f64> = OnceLock::new();

fn now() -> f64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(f64::INFINITY, |since| since.as_secs_f64().floor())
}

fn check_link_target(result: &Bound<'_, PyAny>) {
    let Some(name) = text_of(result) else { return };
    let is_number = !name.is_empty() && name.bytes().all(|digit| digit.is_ascii_digit());
    if is_number || name.contains(TEMPORARY_PREFIX) {
        note_unseeded(result.py(), Unseeded::PROCESSES, usize::MAX);
    }
}

/// Returns the first argument of a call, or null.
///
/// # Safety
/// The arguments must be those of a call by CPython, in a tuple or by the fast calling convention.
unsafe fn first_of(arguments: &[Word]) -> *mut ffi::PyObject {
    // SAFETY: guaranteed by the caller.
    unsafe {
        match *arguments {
            [_, tuple] if !tuple.is_null() && ffi::PyTuple_Check(tuple.cast()) != 0 => {
                if ffi::PyTuple_Size(tuple.cast()) > 0 {
                    ffi::PyTuple_GetItem(tuple.cast(), 0)
                } else {
                    std::ptr::null_mut()
                }
            }
            [_, words, count, ..] if count as isize > 0 => *words.cast::<Answer>(),
            _ => std::ptr::null_mut(),
        }
    }
}

/// Returns the number of arguments of a call.
///
/// # Safety
/// The arguments must be those of a call by CPython, in a tuple or by the fast calling convention.
unsafe fn count_of(arguments: &[Word]) -> isize {
    match *arguments {
        // SAFETY: guaranteed by the caller.
        [_, tuple] if !tuple.is_null() && unsafe { ffi::PyTuple_Check(tuple.cast()) } != 0 => unsafe {
            ffi::PyTuple_Size(tuple.cast())
        },
        [_, _, count, ..] => count as isize,
        _ => 0,
    }
}

/// Seeds a random number generator from the match's seed if the caller has given no seed.
///
/// # Safety
/// The arguments must be those of a call by the fast calling convention, which the original function takes.
unsafe fn seed_again(py: Python<'_>, answer: Answer, arguments: &[Word], original: *const c_void) -> Answer {
    type Fast = unsafe extern "C" fn(Word, *const Answer, isize) -> Answer;
    let [dice, words, count] = *arguments else { return answer };
    // SAFETY: guaranteed by the caller.
    unsafe {
        let has_seed = count as isize > 0 && *words.cast::<Answer>() != ffi::Py_None();
        let key = (!has_seed).then(|| chance::draw(py));
        if chance::is_importing(py) {
            library_generators::keep(&Bound::from_borrowed_ptr(py, dice.cast()), key);
        }
        let Some(number) = key else { return answer };
        let Ok(number) = number.into_pyobject(py);
        ffi::Py_DECREF(answer);
        let original: Fast = std::mem::transmute(original);
        original(dice, [number.as_ptr()].as_ptr(), 1)
    }
}

macro_rules! stand_ins {
    ($($number:literal)*) => {
        /// The maximum number of hooked functions.
        const SLOTS: usize = [$($number),*].len();
        static TWO: [unsafe extern "C" fn(Word, Word) -> Answer; SLOTS] = [$(two::<$number>),*];
        static THREE: [unsafe extern "C" fn(Word, Word, Word) -> Answer; SLOTS] = [$(three::<$number>),*];
        static FOUR: [unsafe extern "C" fn(Word, Word, Word, Word) -> Answer; SLOTS] = [$(four::<$number>),*];
        static FIVE: [unsafe extern "C" fn(Word, Word, Word, Word, Word) -> Answer; SLOTS] =
            [$(five::<$number>),*];
    };
}

stand_ins! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42
    43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82
    83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116
    117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146
    147 148 149 150 151 152 153 154 155 156 157 158 159
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hooked_function_has_a_slot() {
        let functions: usize =
            WATCHED.iter().flat_map(|(_, groups)| groups.iter()).map(|(_, functions)| functions.len()).sum();
        assert!(functions <= SLOTS, "{functions}");
    }
}
