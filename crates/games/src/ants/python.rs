//! Python bindings of the game: the module `ants` with the contest's names. A player's file runs for the whole match.
//! It passes a bot to `Ants.run` or defines a bot class, and the engine calls the bot in each turn.
//!
//! The module receives the contest's own messages, parses them in Python, and sends orders in the contest's format.

use super::event::RefusalReason;
use super::orders::{Order, Orders};
use pyo3::create_exception;
use pyo3::exceptions::{PyBaseException, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::code::PyCodeInput;
use pyo3::types::{PyCode, PyCodeMethods, PyDict, PyModule, PyType};
use std::ffi::CString;
use wag_core::game::Refusal;
use wag_core::problem::Unseeded;
use wag_python::only_in_scripts;
use wag_python::worker::debugging::origin;
use wag_python::worker::debugging::origin::Origin;
use wag_python::worker::explaining::entry;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::chance;
use wag_python::worker::turn::py_bindings::{PyBindings, TurnOutput};
use wag_python::worker::turn::refusals;
use wag_python::worker::turn::refusals::refuse;

/// The name of the module.
pub const MODULE: &str = "ants";
/// The name of the class that is used as the bot, even if the file defines other bot classes.
const DEFAULT_CLASS: &str = "MyBot";
const ENTRY: &str = "do_turn";

create_exception!(
    ants,
    Begins,
    PyBaseException,
    "The match begins: what comes after Ants.run would come after the match."
);

/// A copy of the module's functions and classes, which later changes to the module do not affect.
static ITEMS: Gil<Option<Py<PyDict>>> = Gil::new(None);
/// True from the start of a match until the bot is known.
static IS_WAITING_FOR_BOT: Gil<bool> = Gil::new(false);
/// The bot that was passed to `Ants.run`.
static BOT: Gil<Option<Py<PyAny>>> = Gil::new(None);
/// The orders given in this turn, and the source line of each.
static LINES: Gil<Vec<(Order, Option<Origin>)>> = Gil::new(Vec::new());

/// Adds all names to the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let source = CString::new(include_str!("../../../../python/ants/ants.py"))?;
    // The file name shows tracebacks and order sources that these lines are the module's and not the bot's.
    let code = PyCode::compile(module.py(), &source, c"<frozen ants>", PyCodeInput::File)?;
    let own = module.dict();
    module.setattr("_order", pyo3::wrap_pyfunction!(order, module)?)?;
    module.setattr("_reads_clock", pyo3::wrap_pyfunction!(reads_clock, module)?)?;
    module.setattr("_run", pyo3::wrap_pyfunction!(run, module)?)?;
    code.run(Some(&own), None)?;
    module.setattr("ordered", pyo3::wrap_pyfunction!(ordered, module)?)?;
    // Python has added its built-ins to the module.
    own.del_item("__builtins__")?;
    ITEMS.replace(module.py(), Some(own.copy()?.unbind()));
    Ok(())
}

/// Records an order. If the line is invalid, `err` is the reason, otherwise it is empty.
#[pyfunction(name = "_order")]
fn order(py: Python<'_>, line: &str, err: &str) {
    if !err.is_empty() {
        refuse(py, Refusal::new(err, &[("given", line)]));
    }
    for order in Orders::read(line.as_bytes()).into_list() {
        if let Order::Unread { why: why @ RefusalReason::Drawing, .. } = &order {
            refuse(py, Refusal::new(why.reason(), &[("given", line)]));
        }
        LINES.push(py, (order, origin::here(py)));
    }
}

/// Records that the bot reads the clock. Its match then depends on the speed of the machine.
#[pyfunction(name = "_reads_clock")]
fn reads_clock(py: Python<'_>) {
    chance::note(py, Unseeded::CLOCK);
}

/// Returns the orders since the last call as lines, for tests without a match.
#[pyfunction]
fn ordered(py: Python<'_>) -> PyResult<Vec<String>> {
    only_in_scripts("ants.ordered")?;
    drop(refusals::take(py));
    Ok(LINES.take(py).iter().map(|(order, _)| order.line()).collect())
}

/// Stores the bot and ends the run of its file. From then on, the engine calls the bot.
#[pyfunction(name = "_run")]
fn run(py: Python<'_>, bot: Bound<'_, PyAny>) -> PyResult<()> {
    if !IS_WAITING_FOR_BOT.get(py) {
        let what = match BOT.share(py) {
            Some(_) => "Ants.run has a bot already",
            None => "there is no match here; play one with: wag play ants FILE.py Hunter",
        };
        return Err(PyRuntimeError::new_err(what));
    }
    if !can_play(&bot) {
        return Err(PyTypeError::new_err(format!(
            "Ants.run takes an object with {ENTRY}(ants), not {}; {}",
            bot.get_type().name()?,
            entry::instead_of(ENTRY, &entry::methods_of(&bot)).english()
        )));
    }
    IS_WAITING_FOR_BOT.set(py, false);
    BOT.replace(py, Some(bot.unbind()));
    Err(Begins::new_err(()))
}

struct AntsBindings {
    setup: String,
    /// The message to the player in this turn.
    message: String,
    /// The object that the engine passes to the bot. `None` before the first turn.
    ants: Option<Py<PyAny>>,
    /// The bot if it is an object of the process itself; otherwise `None`, and [`BOT`] has the bot.
    own_bot: Option<Py<PyAny>>,
}

/// Creates the bindings of a seat. `setup` is the message before the first turn.
pub fn make_bindings(py: Python<'_>, setup: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    IS_WAITING_FOR_BOT.set(py, true);
    Ok(Box::new(AntsBindings { setup: text(setup)?, message: String::new(), ants: None, own_bot: None }))
}

fn text(bytes: &[u8]) -> PyResult<String> {
    String::from_utf8(bytes.to_vec()).map_err(|_| PyValueError::new_err("the message is not valid UTF-8"))
}

impl PyBindings for AntsBindings {
    fn module_name(&self) -> &'static str {
        MODULE
    }

    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        fill(module)
    }

    fn has_common_copies(&self) -> bool {
        true
    }

    /// Seeds `random` with the seed that all players receive, and sets `__name__` as if the file were a script.
    fn set_globals(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = namespace.py();
        let seed = self.setup.lines().find_map(|line| line.strip_prefix("player_seed ")?.parse::<i64>().ok());
        item(py, "random")?.call_method1("seed", (seed,))?;
        namespace.set_item("__name__", "__main__")
    }

    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        LINES.take(py);
        self.message = text(view)?;
        if self.own_bot.is_some() && self.ants.is_none() {
            self.set_up(py)?;
        }
        Ok(())
    }

    fn begins(&self, py: Python<'_>, err: &PyErr) -> bool {
        err.is_instance_of::<Begins>(py)
    }

    fn begin_match(&mut self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = namespace.py();
        IS_WAITING_FOR_BOT.set(py, false);
        if BOT.share(py).is_none() {
            BOT.replace(py, Some(bot_class(namespace)?.call0()?.unbind()));
        }
        self.set_up(py)
    }

    fn begin_with(&mut self, player: &Bound<'_, PyAny>) -> PyResult<bool> {
        if !can_play(player) && !player.is_callable() {
            return Err(PyTypeError::new_err(format!(
                "a player must be a function or have a method {ENTRY}(ants)"
            )));
        }
        self.own_bot = Some(player.clone().unbind());
        Ok(true)
    }

    fn is_given_object(&self) -> bool {
        self.own_bot.is_some()
    }

    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = namespace.py();
        let Some(ants) = self.ants.as_ref().map(|ants| ants.bind(py)) else { return Ok(()) };
        if !self.message.starts_with("end\n") {
            ants.call_method1("update", (&self.message,))?;
            return self.method(py, ENTRY)?.map_or(Ok(()), |play| play.call1((ants,)).map(drop));
        }
        let Some(end) = self.method(py, "do_end")? else { return Ok(()) };
        let (scores, status) =
            item(py, "_ended")?.call1((ants, &self.message))?.extract::<(Py<PyAny>, Py<PyAny>)>()?;
        end.call1((ants, scores, status)).map(drop)
    }

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        let mut lines = LINES.take(py);
        let orders = Orders::Given(lines.iter().map(|(order, _)| order.clone()).collect());
        // Replays store the source lines in the sequence of `Orders::sort`.
        lines.sort_by_key(|(order, _)| order.place());
        let places = lines.into_iter().map(|(_, place)| place).collect();
        TurnOutput::of(py, &orders, places)
    }
}

/// Returns an original item of the module, even if the bot has replaced it there.
fn item<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let items = ITEMS.share(py).ok_or_else(|| PyRuntimeError::new_err("the module is not there"))?;
    items.bind(py).as_any().get_item(name)
}

impl AntsBindings {
    /// Creates the object that the engine passes to the bot, and lets the bot prepare for the match.
    fn set_up(&mut self, py: Python<'_>) -> PyResult<()> {
        let ants = item(py, "_loaded")?.call1((&self.setup,))?;
        if let Some(setup) = self.method(py, "do_setup")? {
            setup.call1((&ants,))?;
        }
        self.ants = Some(ants.unbind());
        Ok(())
    }

    /// Returns the bot's attribute with this name, or `None` if it has none. A bot that is a function is its own
    /// [`ENTRY`].
    fn method<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let own = self.own_bot.as_ref().map(|bot| bot.bind(py).clone());
        match own.or_else(|| Some(BOT.share(py)?.bind(py).clone())) {
            Some(bot) if name == ENTRY && self.own_bot.is_some() && !can_play(&bot) => Ok(Some(bot)),
            Some(bot) => bot.getattr_opt(name),
            None => Ok(None),
        }
    }
}

/// Returns the bot class of a file that does not call `Ants.run`: `MyBot`, or the only class that can play. Imported
/// classes count only if the file defines no such class itself, since they may be its base classes.
fn bot_class<'py>(namespace: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    if let Some(usual) = namespace.get_item(DEFAULT_CLASS)?.filter(|class| class.is_instance_of::<PyType>()) {
        return match can_play(&usual) {
            true => Ok(usual),
            false => Err(PyTypeError::new_err(format!(
                "class {DEFAULT_CLASS} has no {ENTRY}(self, ants); {}",
                entry::instead_of(ENTRY, &entry::methods_of(&usual)).english()
            ))),
        };
    }
    let all = namespace.values();
    let is_class = |value: &Bound<'py, PyAny>| value.is_instance_of::<PyType>() && can_play(value);
    let mut classes: Vec<Bound<'py, PyAny>> = Vec::new();
    for class in all.iter().filter(is_class) {
        if !classes.iter().any(|known| known.is(&class)) {
            classes.push(class);
        }
    }
    let name = namespace.get_item("__name__")?;
    let is_own = |class: &Bound<'py, PyAny>| {
        class.getattr("__module__").is_ok_and(|module| module.eq(&name).unwrap_or(false))
    };
    if classes.iter().any(is_own) {
        classes.retain(is_own);
    }
    match <[_; 1]>::try_from(classes) {
        Ok([class]) => Ok(class),
        Err(others) if others.is_empty() => Err(PyTypeError::new_err(format!(
            "the file has no bot: write a class {DEFAULT_CLASS} with {ENTRY}(self, ants), or call Ants.run(bot); {}",
            defined_names_hint(namespace)
        ))),
        Err(others) => {
            let names: Vec<String> =
                others.iter().filter_map(|class| class.getattr("__name__").ok()?.extract().ok()).collect();
            Err(PyTypeError::new_err(format!(
                "several classes have {ENTRY}: {}; call the one that plays {DEFAULT_CLASS}, or call Ants.run(bot)",
                names.join(", ")
            )))
        }
    }
}

fn can_play(bot: &Bound<'_, PyAny>) -> bool {
    bot.getattr(ENTRY).is_ok_and(|entry| entry.is_callable())
}

/// Lists the names defined by a file without a bot, as a hint in the error message.
fn defined_names_hint(namespace: &Bound<'_, PyDict>) -> String {
    let py = namespace.py();
    let mut names = entry::names_defined_in(namespace);
    for (_, value) in entry::defined_in(namespace) {
        names.extend(entry::methods_of(value.bind(py)));
    }
    entry::instead_of(ENTRY, &names).english()
}
