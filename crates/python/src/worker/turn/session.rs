//! An AI in a match. Its file either runs once per turn, from top to bottom, so that nothing survives the turn, or is
//! persistent ([`PersistentFile`]).

use crate::protocol::{Answered, Lifetime, Nonce, Role, Start, Uncalled};
use crate::restore::builtins::Constants;
use crate::restore::settings::Settings;
use crate::restore::{c_hooks, library};
use crate::worker::debugging::recorder::Tracing;
use crate::worker::debugging::traceback::OwnFiles;
use crate::worker::debugging::{debugger, origin, profiler, recorder, traceback};
use crate::worker::explaining::Explainer;
use crate::worker::explaining::check::{Findings, Rejection, check};
use crate::worker::explaining::entry::Definitions;
use crate::worker::explaining::uncalled::CallableNames;
use crate::worker::modules::folder::{self, Folder, Source, empty, empty_module};
use crate::worker::modules::{importing, packages};
use crate::worker::process::{interpreter, interruption};
use crate::worker::turn::persistent::PersistentFile;
use crate::worker::turn::policy::PolicyBindings;
use crate::worker::turn::printing::Printing;
use crate::worker::turn::py_bindings::{PyBindings, TurnOutput};
use crate::worker::turn::{addresses, chance, seeding};
use pyo3::exceptions::{PyMemoryError, PySystemExit, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyModule, PyString};
use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use wag_core::problem::{Explanation, Unseeded};
use wag_i18n::{Message, message};

/// The state that a worker keeps between turns.
pub struct Session {
    bindings: Box<dyn PyBindings>,
    folder: Py<Folder>,
    source: Py<Source>,
    /// The name of the module in which the AI's file runs.
    name: Py<PyString>,
    file: Py<PyString>,
    printing: Printing,
    /// The recorded settings; `None` if settings are not restored, so that the AI itself is responsible for them.
    settings: Option<Settings>,
    constants: Constants,
    modules: Py<PyDict>,
    libraries: Vec<String>,
    files: OwnFiles,
    /// The explainer of errors; `None` for a built-in AI, whose errors need no explanation.
    explainer: Option<Explainer>,
    is_debugged: bool,
    stops_at_first_line: bool,
    /// True if an editor debugs the AI. The editor's threads hide what the AI itself uses.
    has_editor: bool,
    /// The AI's folder if the turns are profiled; otherwise `None`.
    profiled: Option<PathBuf>,
    tracing: Option<Tracing>,
    /// The number of turns so far.
    turns: u32,
    /// The state of a persistent file; `None` for a file that is run from the beginning in each turn.
    persistent: Option<PersistentFile>,
}

/// The compiled code of a player or a game, in a process that is ready to run it.
pub struct OwnCode {
    pub folder: Py<Folder>,
    /// The main file.
    pub source: Py<Source>,
    /// The main file's folder.
    pub directory: OwnedFd,
    /// The folders of libraries.
    pub libraries: Vec<String>,
}

impl OwnCode {
    /// Compiles the main file, and prepares the imports of its folder.
    pub fn install(py: Python<'_>, start: &Start) -> PyResult<OwnCode> {
        let (parent, modules) = places(start);
        let libraries = interpreter::library_folders(py)?;
        let directory = open_directory(parent).map_err(|err| PyErr::from(std::io::Error::from(err)))?;
        rustix::process::fchdir(&directory).map_err(|err| PyErr::from(std::io::Error::from(err)))?;
        let folder = Folder::install(py, modules, &libraries, &start.beside)?;
        let source = Folder::source(folder.bind(py), module_name(start))?;
        let source = match (source, &start.built_in) {
            (_, Some(text)) => Source::of_text(folder.bind(py), start.file.clone(), text)?,
            (Some(source), None) if source.get().compiled().file == start.file => source,
            // The file is not an importable module of the folder: its name has dots, a package has the same name, or
            // its extension differs.
            _ => Source::of_file(folder.bind(py), start.file.clone())?,
        };
        library::install_finder(py, &folder)?;
        importing::install(py, &folder)?;
        #[cfg(not(Py_3_12))]
        crate::worker::modules::absent::install(py)?;
        origin::install(py, parent, &libraries, start.built_in.is_some());
        Ok(OwnCode { folder, source, directory, libraries })
    }
}

/// The name of the game whose rules are a game in Python.
const GAME_IN_PYTHON: &str = "python";

/// Remarks for an AI's author before round 1. The AI can play nevertheless.
#[derive(Default)]
pub struct Remarks {
    pub warnings: Vec<Message>,
    pub uncalled: Vec<Uncalled>,
}

impl Remarks {
    fn on(
        bindings: &dyn PyBindings,
        source: &Source,
        findings: Findings,
        py: Python<'_>,
    ) -> PyResult<Remarks> {
        let definitions = Definitions::of(py, source, findings.has_stars)?;
        let warnings = findings.warnings().cloned().chain(bindings.warning(&definitions)).collect();
        Ok(Remarks { warnings, uncalled: findings.uncalled })
    }
}

impl Session {
    /// Compiles and checks the player's files, without running any of them. `editor` is the socket to an editor that
    /// debugs the player.
    pub fn start(
        py: Python<'_>,
        start: &Start,
        printing: Printing,
        editor: Option<OwnedFd>,
    ) -> Result<(Session, Remarks), Rejection> {
        let name = module_name(start);
        let mut bindings = bindings(py, &start.game, &start.setup)?;
        if let Some(entry) = &start.entry {
            bindings.set_entry(entry);
        }
        if let Some(owner) = owner_of(name, bindings.module_name()) {
            return Err(reserved(name, owner));
        }
        let OwnCode { folder, source, directory, libraries } = OwnCode::install(py, start)?;
        if start.game == GAME_IN_PYTHON {
            packages::offer_games(py)?;
        }
        if let Role::Policy(spaces) = &start.role {
            bindings = Box::new(PolicyBindings::start(py, bindings, spaces.clone())?);
        }
        let items = bindings.module_items(py)?;
        let engine = engine_module(py, bindings.module_name(), &items)?;
        let files = start.own_files();
        let remarks = match start.built_in {
            None => {
                let entries = (start.lifetime == Lifetime::Turn).then(|| bindings.entries());
                let callables = CallableNames::of(bindings.module_name(), &items, entries)?;
                let mut found = check(folder.bind(py), source.get(), &callables, &files)?;
                if bindings.has_common_copies() {
                    found.forget_shadow_of(bindings.module_name());
                }
                Remarks::on(&*bindings, source.get(), found, py)?
            }
            Some(_) => Remarks::default(),
        };

        let sys = py.import("sys")?;
        let modules = sys.getattr("modules")?.cast_into::<PyDict>().map_err(PyErr::from)?;
        modules.set_item(bindings.module_name(), engine)?;
        let modules = modules.unbind();
        let mut session = Session {
            explainer: start.built_in.is_none().then(|| {
                Explainer::new(
                    files.clone(),
                    start.file.clone(),
                    bindings.module_name(),
                    items.clone().unbind(),
                )
            }),
            files,
            constants: Constants::now(py, &modules, start.lifetime)?,
            folder,
            name: PyString::new(py, name).unbind(),
            file: start.file.as_os_str().into_pyobject(py).map_err(PyErr::from)?.unbind(),
            source,
            printing,
            settings: None,
            modules,
            bindings,
            libraries,
            is_debugged: start.debugged,
            has_editor: editor.is_some(),
            stops_at_first_line: start.debugged && start.stops_at_first_line,
            profiled: start.profiled.then(|| places(start).0.to_path_buf()),
            tracing: start.traced.filter(|_| start.built_in.is_none()).map(|turn| Tracing {
                turn,
                folder: places(start).0.to_path_buf(),
                game_items: items.clone().unbind(),
            }),
            turns: 0,
            persistent: (start.lifetime == Lifetime::Match).then(PersistentFile::default),
        };
        if let Some(editor) = editor {
            debugger::wait_for_editor(py, editor)?;
        }
        c_hooks::begin(py)?;
        addresses::install(py);
        if start.lifetime == Lifetime::Match {
            interruption::install(py)?;
        } else {
            let settings = Settings::now(py, directory, session.printing.spill())?;
            library::begin(py, &session.folder)?;
            settings.freeze_libraries(py)?;
            session.settings = Some(settings);
        }
        Ok((session, remarks))
    }

    /// Begins another match of a file that is run from the beginning in each turn, with the same setup.
    pub fn begin_match(&mut self) {
        self.turns = 0;
        if let Some(explainer) = &mut self.explainer {
            explainer.begin_match();
        }
    }

    /// Plays one turn. Returns `None` if the engine's bytes are malformed.
    pub fn turn(&mut self, py: Python<'_>, request: &[u8]) -> Option<Answered> {
        let (nonce, request) = request.split_first_chunk()?;
        let (seed, view) = request.split_first_chunk()?;
        let answered = self.turn_with(py, u64::from_le_bytes(*seed), view).ok()?;
        Some(Answered { nonce: *nonce, ..answered })
    }

    fn turn_with(&mut self, py: Python<'_>, seed: u64, view: &[u8]) -> PyResult<Answered> {
        // Destructors of the last turn may have changed the built-ins again.
        self.constants.restore(py)?;
        self.bindings.begin_turn(py, view)?;
        if self.persistent.is_some() {
            self.printing.restore(py)?;
            self.printing.restore_descriptors(py);
        }
        let module = match self.persistent.as_ref().and_then(PersistentFile::module) {
            Some(module) => module.bind(py).clone(),
            None => self.fresh_module(py, seed)?,
        };

        if self.profiled.is_some() {
            profiler::begin();
        }
        self.turns += 1;
        let tracing = self.tracing.as_ref().filter(|tracing| tracing.turn.number == self.turns);
        if let Some(tracing) = tracing {
            recorder::begin(py, &self.folder, tracing, self.bindings.describe());
        }
        let is_traced = tracing.is_some();
        let (began, computed) = (Instant::now(), computed());
        if self.stops_at_first_line {
            debugger::stop_at_next_line(py)?;
        }
        let err = self.run(py, &module.dict()).err();
        let (computed, think) = (self::computed().saturating_sub(computed), began.elapsed());
        let (trace, recording) = is_traced.then(|| recorder::end(py)).unzip();
        let recording = recording.unwrap_or_default();
        let computed_ns = computed.saturating_sub(recording).as_nanos() as u64;
        let think_ns = think.saturating_sub(recording).as_nanos() as u64;
        // The report of the turn says that it was late.
        let err = err.filter(|_| !trace.as_ref().is_some_and(|trace| trace.is_late));
        let profile = self.profiled.as_ref().map(|folder| Box::new(profiler::end(py, folder)));
        if self.is_debugged {
            // A person who steps past the AI's last line must not step through the engine.
            py.import("sys")?.call_method1("settrace", (py.None(),))?;
        }

        let out_of_memory = err.as_ref().is_some_and(|err| err.is_instance_of::<PyMemoryError>(py));
        if let Some(err) = err.as_ref().filter(|_| out_of_memory && self.persistent.is_none()) {
            free_memory(py, err, &module);
        }
        // This must happen before the engine imports anything or reports the exception.
        if err.is_some() || self.persistent.is_some() {
            self.constants.restore(py)?;
            library::restore_contents(py)?;
        }
        let is_over = self.persistent.as_ref().is_some_and(|persistent| persistent.is_over(py, err.as_ref()));
        let ExceptionReport { exception, explanation } =
            err.map_or_else(ExceptionReport::default, |err| self.report_exception(py, &err));
        let output = self.bindings.take_turn(py);
        if self.persistent.is_none() {
            self.forget(py, &module)?;
        }
        drop(module);
        let is_restored = self.settings.as_ref().map_or(Ok(true), |settings| settings.end_turn(py))?;
        let is_restored = is_restored && (self.persistent.is_some() || has_no_own_objects(py));
        let TurnOutput { orders, notes, origins, refused, refused_total, slip } = output;
        if self.persistent.is_none()
            && let Some(explainer) = &mut self.explainer
        {
            explainer.note_forgotten();
        }
        let has_ordered = !origins.places.is_empty() || refused_total > 0;
        let explanation = explanation.filter(|_| exception.is_some() || !has_ordered);
        Ok(Answered {
            nonce: Nonce::default(),
            orders,
            think_ns,
            computed_ns,
            profile,
            trace: trace.map(Box::new),
            notes,
            origins,
            refused,
            refused_total,
            slip,
            exception,
            explanation,
            out_of_memory,
            is_over,
            is_spent: !is_restored,
            unseeded: if self.has_editor { Unseeded::NONE } else { chance::take(py) },
        })
    }

    /// Creates the module in which the AI's file runs, and restores its surroundings.
    fn fresh_module<'py>(&mut self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyModule>> {
        seeding::seed(py, self.modules.bind(py), seed)?;
        addresses::begin_turn(py);
        let module = empty_module(self.name.bind(py))?;
        let namespace = module.dict();
        namespace.set_item(pyo3::intern!(py, "__file__"), &self.file)?;
        self.bindings.set_globals(&namespace)?;
        if let Some(explainer) = &mut self.explainer {
            explainer.note_main_names(&namespace);
        }
        let modules = self.modules.bind(py);
        library::work_on_modules(modules, || modules.set_item(&self.name, &module))?;
        if let Some(persistent) = &mut self.persistent {
            persistent.keep(&module);
        }
        Ok(module)
    }

    fn run(&mut self, py: Python<'_>, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let code = self.source.get().compiled().code.bind(py);
        let bindings = &mut *self.bindings;
        match &mut self.persistent {
            Some(persistent) => persistent.run(code, bindings, &mut self.constants, namespace),
            None => in_new_context(py, || {
                folder::run(code, namespace)?;
                bindings.call_entry(namespace)
            }),
        }
    }

    /// Writes an exception into the AI's output. `sys.exit()` counts as an exception only in a persistent file, which
    /// it ends.
    fn report_exception(&mut self, py: Python<'_>, err: &PyErr) -> ExceptionReport {
        // The AI may have replaced `sys.stderr`.
        let _ = self.printing.restore(py);
        if err.is_instance_of::<PySystemExit>(py) {
            return self.report_exit(py, err);
        }
        let exception = Some(traceback::report_exception(py, err, &self.libraries, &self.files));
        let explanation = self.explainer.as_mut().and_then(|explainer| explainer.explain(py, err));
        ExceptionReport { exception, explanation }
    }

    fn report_exit(&self, py: Python<'_>, err: &PyErr) -> ExceptionReport {
        let Ok(code) = err.value(py).getattr("code") else { return ExceptionReport::default() };
        if !code.is_none() && !code.is_instance_of::<PyInt>() {
            let text = code.str().map_or_else(|_| String::new(), |text| text.to_string_lossy().into_owned());
            crate::write_to_log(&format!("{text}\n"));
        }
        let err = traceback::with_traceback(py, err);
        match self.persistent {
            Some(_) => {
                let reason = traceback::summary(py, &err, &self.files);
                let exception = message!("the AI exited: %{reason}", reason);
                ExceptionReport { exception: Some(exception), explanation: None }
            }
            None => {
                let explainer = self.explainer.as_ref();
                let explanation = explainer.and_then(|explainer| explainer.early_exit(py, &err));
                ExceptionReport { exception: None, explanation }
            }
        }
    }

    /// Releases all objects that are left from the turn.
    fn forget(&self, py: Python<'_>, module: &Bound<'_, PyModule>) -> PyResult<()> {
        let modules = self.modules.bind(py);
        if modules.contains(&self.name)? {
            library::work_on_modules(modules, || modules.del_item(&self.name))?;
        }
        empty(module.as_any());
        self.folder.get().forget(modules)
    }
}

/// A description of the exception that ended a turn.
#[derive(Default)]
struct ExceptionReport {
    exception: Option<Message>,
    explanation: Option<Explanation>,
}

/// Creates the game's module with a complete spec, since CPython imports from modules with a spec faster.
fn engine_module<'py>(
    py: Python<'py>,
    name: &str,
    items: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyModule>> {
    let module = PyModule::new(py, name)?;
    module.dict().update(items.as_mapping())?;
    let spec = py.import("_frozen_importlib")?.call_method1("ModuleSpec", (name, py.None()))?;
    spec.setattr("_initializing", false)?;
    module.setattr("__spec__", spec)?;
    Ok(module)
}

/// Runs a closure with a new context for Python's context variables.
fn in_new_context(py: Python<'_>, run: impl FnOnce() -> PyResult<()>) -> PyResult<()> {
    // SAFETY: the GIL is held; the context is a new object, and left again in any case.
    unsafe {
        let context = Bound::from_owned_ptr_or_err(py, ffi::PyContext_New())?;
        if ffi::PyContext_Enter(context.as_ptr()) != 0 {
            return Err(PyErr::fetch(py));
        }
        let run = run();
        if ffi::PyContext_Exit(context.as_ptr()) != 0 {
            drop(PyErr::take(py));
        }
        run
    }
}

/// Returns true if no object of the AI's own classes is left. Caches of libraries may contain some.
fn has_no_own_objects(py: Python<'_>) -> bool {
    if !addresses::is_empty(py) {
        library::clear_caches(py);
        // SAFETY: the GIL is held.
        unsafe { ffi::PyGC_Collect() };
    }
    addresses::is_empty(py)
}

/// Releases the objects of a turn that ran out of memory, because without memory nothing can be restored or reported.
fn free_memory(py: Python<'_>, err: &PyErr, module: &Bound<'_, PyModule>) {
    let mut entry = err.traceback(py).map(Bound::into_any);
    while let Some(at) = entry.filter(|at| !at.is_none()) {
        // Clearing a frame that still runs fails, which does no harm.
        let _ = at.getattr(pyo3::intern!(py, "tb_frame")).and_then(|frame| frame.call_method0("clear"));
        entry = at.getattr(pyo3::intern!(py, "tb_next")).ok();
    }
    empty(module.as_any());
}

/// Returns the current directory for an AI, and the folder of its modules. A built-in AI has no module folder, so it
/// gets a path below a file, which cannot exist.
fn places(start: &Start) -> (&Path, &Path) {
    match start.built_in {
        None => {
            let folder = start.file.parent().unwrap_or(Path::new("."));
            (folder, folder)
        }
        Some(_) => (Path::new("/"), Path::new("/dev/null/built-in")),
    }
}

/// Returns the name of the module in which the AI's file runs.
pub fn module_name(start: &Start) -> &str {
    let stem = start.file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("AI");
    if start.built_in.is_some() { stem.trim_matches(['<', '>']) } else { stem }
}

/// Returns the owner of a module name that an AI's file must not have; `None` if the name is allowed.
pub fn owner_of(name: &str, engine_module: &str) -> Option<Message> {
    match name {
        "sys" | "builtins" => Some(message!("a Python")),
        _ if name == engine_module => Some(message!("the engine's")),
        _ => None,
    }
}

/// Returns the rejection of a file whose name is that of a module of `owner`.
pub fn reserved(name: &str, owner: Message) -> Rejection {
    let what = message!(
        "%{name}.py cannot be an AI: `%{name}` is the name of %{owner} module; rename the file.",
        name,
        owner
    );
    let explanation = Explanation::new("reserved_name", &[("module", name)]);
    Rejection::Report(what.and("\n".into()), None, explanation.into())
}

/// Opens a folder with a descriptor number that an AI's code is unlikely to close.
fn open_directory(folder: &Path) -> rustix::io::Result<OwnedFd> {
    // `PATH` works even for a folder that this process may not read, such as that of a built-in AI.
    #[cfg(target_os = "linux")]
    let access = OFlags::PATH;
    #[cfg(not(target_os = "linux"))]
    let access = OFlags::RDONLY;
    let directory = rustix::fs::open(folder, access | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    rustix::io::fcntl_dupfd_cloexec(&directory, wag_sandbox::descriptors::OWN_FDS_FROM)
}

/// Returns the Python bindings of the game with this name.
fn bindings(py: Python<'_>, game: &str, setup: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    match crate::bindings_of(game) {
        Some(make) => make(py, setup),
        None => Err(PyValueError::new_err(format!("no game for Python is called {game}"))),
    }
}

/// Returns the processor time of this process including all its threads; zero if the system does not report it.
fn computed() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the system writes one time into what is passed, and nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut now) };
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
