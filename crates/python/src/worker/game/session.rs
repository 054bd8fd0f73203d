//! A game file in its worker. The file runs once, at the first request; the states of matches are kept by number.

use super::declaration::declared;
use super::random::{self, Key};
use super::step::{Fault, packed, step};
use super::walker::read;
use crate::protocol::Start;
use crate::protocol::game::{
    GameAnswer, GameAnswered, GameCall, GameProblem, GameRequest, MatchSetup, PICKLE_MAX,
};
use crate::restore::c_hooks;
use crate::worker::debugging::traceback::{self, OwnFiles};
use crate::worker::explaining::Explainer;
use crate::worker::explaining::check::{Rejection, check};
use crate::worker::explaining::uncalled::CallableNames;
use crate::worker::modules::folder::{self, empty_module};
use crate::worker::modules::{own_library, packages};
use crate::worker::turn::session::{self, OwnCode, Remarks};
use crate::worker::turn::{chance, seeding};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyModule, PyString};
use wag_core::problem::CodePlace;
use wag_i18n::{Message, message};

/// The module of the classes from which games derive.
const GAME_MODULE: &str = "wag.game";
/// The module that runs a game.
const SESSION_MODULE: &str = "wag._game_session";

/// Imports what the workers of all games need.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    packages::offer_games(py)?;
    py.import(SESSION_MODULE)?;
    seeding::keep_apart(py)
}

pub struct GameSession {
    own: OwnCode,
    /// The name of the module in which the game file runs.
    name: Py<PyString>,
    file: Py<PyString>,
    modules: Py<PyDict>,
    files: OwnFiles,
    explainer: Explainer,
    class: Option<String>,
    key: Py<Key>,
    /// The game file's module and its `Session`; `None` before the first request.
    running: Option<(Py<PyModule>, Py<PyAny>)>,
}

impl GameSession {
    /// Compiles and checks the game's files, without running any of them.
    pub fn start(
        py: Python<'_>,
        start: &Start,
        class: Option<&str>,
    ) -> Result<(GameSession, Remarks), Rejection> {
        let name = session::module_name(start);
        if let Some(owner) = session::owner_of(name, "wag") {
            return Err(session::reserved(name, owner));
        }
        let own = OwnCode::install(py, start)?;
        packages::offer_games(py)?;
        let files = start.own_files();
        let items = own_library::run(py, || py.import(GAME_MODULE))?.dict();
        let mut remarks = Remarks::default();
        if start.built_in.is_none() {
            let callables = CallableNames::of(GAME_MODULE, &PyDict::new(py), None)?;
            let found = check(own.folder.bind(py), own.source.get(), &callables, &files)?;
            remarks.warnings.extend(found.warnings().cloned());
        }
        let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>().map_err(PyErr::from)?;
        let session = GameSession {
            name: PyString::new(py, name).unbind(),
            file: start.file.as_os_str().into_pyobject(py).map_err(PyErr::from)?.unbind(),
            explainer: Explainer::new(files.clone(), start.file.clone(), GAME_MODULE, items.unbind()),
            files,
            class: class.map(str::to_string),
            key: Key::new(py)?,
            modules: modules.unbind(),
            own,
            running: None,
        };
        c_hooks::begin(py)?;
        Ok((session, remarks))
    }

    /// Answers a request. Returns `None` if the engine's bytes are malformed.
    pub fn answer(&mut self, py: Python<'_>, request: &[u8]) -> Option<GameAnswered> {
        let GameRequest { nonce, released, call } = postcard::from_bytes(request).ok()?;
        let answer = self.carry_out(py, &released, call);
        let answer = answer.unwrap_or_else(|fault| GameAnswer::Failed(Box::new(self.problem(py, fault))));
        Some(GameAnswered { nonce, answer, unseeded: chance::take(py) })
    }

    fn carry_out(&mut self, py: Python<'_>, released: &[u64], call: GameCall) -> Result<GameAnswer, Fault> {
        let session = self.running(py)?;
        if !released.is_empty() {
            session.call_method1(pyo3::intern!(py, "release"), (released,))?;
        }
        Ok(match call {
            GameCall::Declare => {
                self.seed(py, 0, 0)?;
                let mut declared = declared(&session.call_method0(pyo3::intern!(py, "declare"))?)?;
                declared.imported = self.own.folder.get().files(py);
                declared.places = self.places(py, &declared.class);
                GameAnswer::Declared(Box::new(declared))
            }
            GameCall::Start { to, setup, seed } => {
                self.seed(py, seed, 0)?;
                let arguments = (to, setup_of(py, &setup)?, seed);
                GameAnswer::Stepped(Box::new(step(
                    &session.call_method1(pyo3::intern!(py, "start"), arguments)?,
                )?))
            }
            GameCall::Apply { on, to, seed, step: number, orders } => {
                self.seed(py, seed, number)?;
                let given = PyDict::new(py);
                for (seat, order) in &orders {
                    let order = order.as_ref().map(|order| read(py, order)).transpose()?;
                    given.set_item(seat.0, order)?;
                }
                let arguments = (on, to, seed, number, given);
                GameAnswer::Stepped(Box::new(step(
                    &session.call_method1(pyo3::intern!(py, "apply"), arguments)?,
                )?))
            }
            GameCall::Save { on } => {
                let pickle = session.call_method1(pyo3::intern!(py, "save"), (on,))?;
                let pickle = pickle.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes();
                match pickle.len() <= PICKLE_MAX {
                    true => GameAnswer::Saved(pickle.to_vec()),
                    false => return Err(Fault::LargeState(pickle.len())),
                }
            }
            GameCall::Load { to, setup, pickle } => {
                let arguments = (to, setup_of(py, &setup)?, PyBytes::new(py, &pickle));
                session.call_method1(pyo3::intern!(py, "load"), arguments)?;
                GameAnswer::Loaded
            }
            GameCall::Search { on, seat, kind, bound, seed } => {
                self.seed(py, seed, 0)?;
                let chosen =
                    session.call_method1(pyo3::intern!(py, "search"), (on, seat.0, kind, bound, seed))?;
                GameAnswer::Chosen(packed(&chosen, "search(...)")?)
            }
            GameCall::Check { seconds, records } => {
                let records = records.map(|records| read(py, &records)).transpose()?;
                let found = session.call_method1(pyo3::intern!(py, "check"), (seconds, records))?;
                GameAnswer::Checked(packed(&found, "check(...)")?)
            }
        })
    }

    /// Seeds everything that a request may draw from.
    fn seed(&self, py: Python<'_>, seed: u64, step: u64) -> PyResult<()> {
        /// An odd number, so that each step has another seed.
        const APART: u64 = 0x9e37_79b9_7f4a_7c15;
        random::begin(py, seed);
        seeding::seed(py, self.modules.bind(py), seed.wrapping_add(step.wrapping_mul(APART)))
    }

    /// Returns the session, and runs the game file if it has not run yet.
    fn running<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some((_, session)) = &self.running {
            return Ok(session.bind(py).clone());
        }
        self.seed(py, 0, 0)?;
        let module = empty_module(self.name.bind(py))?;
        module.dict().set_item(pyo3::intern!(py, "__file__"), &self.file)?;
        self.modules.bind(py).set_item(&self.name, &module)?;
        folder::run(self.own.source.get().compiled().code.bind(py), &module.dict())?;
        let class = own_library::run(py, || py.import(SESSION_MODULE))?.getattr("Session")?;
        let session = class.call1((&module, self.class.as_deref(), &self.key))?;
        self.running = Some((module.unbind(), session.clone().unbind()));
        Ok(session)
    }

    /// Describes a fault for the author of the game.
    fn problem(&mut self, py: Python<'_>, fault: Fault) -> GameProblem {
        match fault {
            Fault::NoDatum(root, why) => {
                let method = root.split('(').next().unwrap_or_default().to_string();
                let message = why.message(&root);
                GameProblem { message, place: self.method_place(py, &method), ..GameProblem::default() }
            }
            Fault::LargeState(bytes) => GameProblem {
                message: message!(
                    "the state takes %{bytes} bytes; at most %{most} can be stored",
                    bytes,
                    most = PICKLE_MAX
                ),
                ..GameProblem::default()
            },
            Fault::Raised(err) => self.exception(py, err),
        }
    }

    fn exception(&mut self, py: Python<'_>, err: PyErr) -> GameProblem {
        let err = traceback::with_traceback(py, &err);
        if let Some(problem) = self.broken_rule(py, &err) {
            return problem;
        }
        let is_out_of_memory = err.is_instance_of::<PyMemoryError>(py);
        let report = traceback::report(py, &err, &self.own.libraries);
        let report = report.map(|report| Message::from(self.files.renamed(&report)));
        let method = traceback::outermost_own(py, &err, &self.files);
        let place = traceback::place(py, &err, &self.files);
        let what = traceback::said(py, &err);
        let message = match method.as_deref() {
            None | Some("<module>") => what.into(),
            Some(method) => message!("%{method}(...) raised %{what}", method, what),
        };
        let explanation = self.explainer.explain(py, &err);
        GameProblem { message, place, explanation, report, is_out_of_memory }
    }

    /// Returns the problem that a `GameFault` describes: the game breaks a rule of the contract.
    fn broken_rule(&self, py: Python<'_>, err: &PyErr) -> Option<GameProblem> {
        let value = err.value(py);
        let module: String = value.get_type().getattr("__module__").ok()?.extract().ok()?;
        if module != SESSION_MODULE || value.get_type().name().ok()?.to_str().ok()? != "GameFault" {
            return None;
        }
        let message: String = value.getattr("message").ok()?.extract().ok()?;
        let file: Option<String> = value.getattr("file").ok()?.extract().ok()?;
        let line: Option<u32> = value.getattr("line").ok()?.extract().ok()?;
        let place = file.zip(line).map(|(file, line)| CodePlace::new(self.files.name(&file), line));
        Some(GameProblem { message: message.into(), place, ..GameProblem::default() })
    }

    /// Returns where the class and its methods begin.
    fn places(&self, py: Python<'_>, class: &str) -> Vec<(String, CodePlace)> {
        let Some((module, _)) = &self.running else { return Vec::new() };
        let Ok(class) = module.bind(py).getattr(class) else { return Vec::new() };
        let method = |name: &Bound<'_, PyAny>| {
            let code = class.getattr(name.cast::<PyString>().ok()?).ok()?.getattr("__code__").ok()?;
            let file: String = code.getattr("co_filename").ok()?.extract().ok()?;
            let line = code.getattr("co_firstlineno").ok()?.extract().ok()?;
            let place = CodePlace::new(self.files.name(&file), line);
            self.files.has(&file).then_some((name.to_string(), place))
        };
        let names = class.dir().map(|names| names.iter().collect::<Vec<_>>()).unwrap_or_default();
        let mut places: Vec<_> = names.iter().filter_map(method).collect();
        // The line of the class itself is only known to newer versions of Python.
        let first = places.iter().map(|(_, place)| place).min_by_key(|place| place.line).cloned();
        let line = class.getattr("__firstlineno__").and_then(|line| line.extract()).ok();
        places.extend(
            first.map(|first| (String::new(), CodePlace { line: line.unwrap_or(first.line), ..first })),
        );
        places
    }

    /// Returns where a method of the game's class begins.
    fn method_place(&self, py: Python<'_>, method: &str) -> Option<CodePlace> {
        let (_, session) = self.running.as_ref()?;
        let declared = session.bind(py).call_method0("declare").ok()?;
        let class: String = declared.get_item("class").ok()?.extract().ok()?;
        self.places(py, &class).into_iter().find(|(name, _)| name == method).map(|(_, place)| place)
    }
}

/// Returns a setup as the dictionary that `Session` expects.
fn setup_of<'py>(py: Python<'py>, setup: &MatchSetup) -> PyResult<Bound<'py, PyDict>> {
    let options = PyDict::new(py);
    for (name, value) in &setup.options {
        options.set_item(name, read(py, value)?)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("options", options)?;
    dict.set_item("names", &setup.names)?;
    dict.set_item("bots", &setup.bots)?;
    dict.set_item("has_boards", setup.has_boards)?;
    dict.set_item("has_observations", setup.has_observations)?;
    Ok(dict)
}
