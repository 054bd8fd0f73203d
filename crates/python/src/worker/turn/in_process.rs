//! Players that are functions or objects in the Python process that plays the match. They run in the thread that has called
//! the engine, without a sandbox and without limits.

use crate::caller_thread::{CallerThread, PlayerObject, ends_program};
use crate::worker::turn::py_bindings::{self, PyBindings, TurnOutput};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyType};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::protocols::{Python as Protocol, Times};
use wag_core::game::{Game, Seat};
use wag_core::problem::{Fault, FaultKind};
use wag_i18n::{Message, message};

/// The maximum length of an exception's text in a fault, in characters.
const MESSAGE_MAX: usize = 300;

/// A player that calls a Python function or a method of an object in each turn. The function has the parameters of the
/// function that a file of this game defines; in a game whose files define none, it takes the game's module.
pub struct InProcessPlayer<G: Game> {
    protocol: &'static Protocol<G>,
    caller: CallerThread,
    /// `None` if the caller's call of the engine has ended.
    callee: Option<Callee>,
    answer: Answer<G::Orders>,
}

/// The function and the bindings of a seat, which are used in the caller's thread only.
struct Callee {
    bindings: Box<dyn PyBindings>,
    module: Py<PyModule>,
    function: Py<PyAny>,
}

/// The result of a turn in the caller's thread.
struct Turn {
    output: TurnOutput,
    think: Duration,
    fault: Option<Message>,
}

impl<G: Game> InProcessPlayer<G> {
    /// Starts the player. The error is a sentence that continues the player's name.
    pub fn start(
        player: &PlayerObject,
        protocol: &'static Protocol<G>,
        setup: &G::Setup,
        seat: Seat,
    ) -> Result<InProcessPlayer<G>, Message> {
        let setup = (protocol.encode_setup)(setup, seat, Times::default());
        let (object, caller) = (player.shared_object(), player.caller().clone());
        let started = caller.run(move |py| match Callee::start(py, &object, G::NAME, &setup) {
            Err(err) if ends_program(py, &err) => Err(err),
            Err(err) => Ok(Err(describe(py, &err))),
            Ok(callee) => Ok(Ok(callee)),
        });
        let callee = started.unwrap_or_else(|| Err(message!("the program that called Wag has gone on")))?;
        Ok(InProcessPlayer { protocol, caller, callee: Some(callee), answer: Answer::default() })
    }

    fn play(&mut self, view: Vec<u8>) -> Answer<G::Orders> {
        let turn = self.callee.take().and_then(|mut callee| {
            self.caller.run(move |py| callee.turn(py, &view).map(|turn| (callee, turn)))
        });
        let Some((callee, turn)) = turn else {
            let gone = Fault::crash(message!("the program that called Wag has gone on"));
            return Answer::lost(TurnReport { is_gone: true, ..TurnReport::default() }, gone);
        };
        self.callee = Some(callee);
        let Turn { output: TurnOutput { orders, notes, refused, refused_total, .. }, think, fault } = turn;
        let fault = fault.map(|message| Fault { kind: FaultKind::Exception, message });
        let report = TurnReport { notes, refused, refused_total, think, fault, ..TurnReport::default() };
        match (self.protocol.decode_orders)(&orders) {
            Some(orders) => Answer { orders, report },
            None => Answer::lost(report, Fault::crash("the orders cannot be read".into())),
        }
    }
}

impl Callee {
    fn start(py: Python<'_>, object: &Py<PyAny>, game: &str, setup: &[u8]) -> PyResult<Callee> {
        let make = crate::bindings_of(game)
            .ok_or_else(|| PyValueError::new_err("this game has no players in Python"))?;
        let mut bindings = make(py, setup)?;
        let module = py_bindings::module(py, bindings.module_name(), |module| bindings.fill_module(module))?;
        let object = object.bind(py);
        // A class stands for a new object of it in each match.
        let object = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
        let named = bindings.entries().last().map(|entry| object.getattr_opt(*entry)).transpose()?.flatten();
        let function = named.unwrap_or(object);
        if !bindings.begin_with(&function)? && !function.is_callable() {
            let entry = bindings.entries().last();
            let names = entry.map_or_else(String::new, |entry| format!(" with a method {entry}"));
            return Err(PyTypeError::new_err(format!("a player must be a function or an object{names}")));
        }
        Ok(Callee { module: module.unbind(), function: function.unbind(), bindings })
    }

    /// Plays a turn. The error is an exception that ends the caller's program.
    fn turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<Turn> {
        let _only = OnlyTurn::begin(py)?;
        let began = Instant::now();
        let played = self.call(py, view);
        let think = began.elapsed();
        let output = self.bindings.take_turn(py);
        let fault = match played {
            Err(err) if ends_program(py, &err) => return Err(err),
            Err(err) => Some(describe(py, &err)),
            Ok(()) => None,
        };
        Ok(Turn { output, think, fault })
    }

    fn call(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        self.bindings.begin_turn(py, view)?;
        let function = self.function.bind(py);
        let namespace = PyDict::new(py);
        match self.bindings.entries().last() {
            Some(entry) => namespace.set_item(entry, function)?,
            None if !self.bindings.is_given_object() => return function.call1((&self.module,)).map(drop),
            None => {}
        }
        self.bindings.call_entry(&namespace)
    }
}

/// The turn that this process plays. Bindings keep the view of the current turn for the whole process, so the turns of
/// several calls of the engine in several threads are played one after the other.
struct OnlyTurn;

static TURN_THREAD: Mutex<Option<ThreadId>> = Mutex::new(None);
static TURN_OVER: Condvar = Condvar::new();

impl OnlyTurn {
    /// The time between two checks for Ctrl+C.
    const SIGNAL_CHECK: Duration = Duration::from_millis(20);

    /// Waits until no other thread plays a turn. Returns an error if this thread does, or if it is interrupted.
    fn begin(py: Python<'_>) -> PyResult<OnlyTurn> {
        let own = std::thread::current().id();
        loop {
            let is_begun = py.detach(|| {
                let mut thread = TURN_THREAD.lock().unwrap_or_else(PoisonError::into_inner);
                if thread.is_some_and(|other| other != own) {
                    let waited = TURN_OVER.wait_timeout(thread, Self::SIGNAL_CHECK);
                    thread = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                let is_free = thread.is_none();
                if is_free {
                    *thread = Some(own);
                }
                is_free
            });
            if is_begun {
                return Ok(OnlyTurn);
            }
            py.check_signals()?;
            if TURN_THREAD.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|thread| thread == own)
            {
                let what = "a player cannot play another match with functions in its turn; play it in another process";
                return Err(PyRuntimeError::new_err(what));
            }
        }
    }
}

impl Drop for OnlyTurn {
    fn drop(&mut self) {
        *TURN_THREAD.lock().unwrap_or_else(PoisonError::into_inner) = None;
        TURN_OVER.notify_one();
    }
}

impl<G: Game> Player<G> for InProcessPlayer<G> {
    fn answers_at_once(&self) -> bool {
        true
    }

    fn ask(&mut self, _: Ask, view: G::View<'_>) {
        let mut bytes = Vec::new();
        (self.protocol.encode_view)(&view, &mut bytes);
        self.answer = self.play(bytes);
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        std::mem::take(&mut self.answer)
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        let encode_end = self.protocol.encode_end?;
        let mut bytes = Vec::new();
        encode_end(state, seat, &mut bytes);
        let report = self.play(bytes).report;
        (report.fault.is_some() || report.think > Duration::ZERO).then_some(report)
    }
}

/// Describes an exception in one line, with the innermost place of its traceback.
fn describe(py: Python<'_>, err: &PyErr) -> Message {
    let text = err.to_string();
    let text: String = text.lines().next().unwrap_or_default().chars().take(MESSAGE_MAX).collect();
    let place = || {
        let mut at = err.traceback(py)?.into_any();
        while let Ok(next) = at.getattr("tb_next").map(|next| next.unbind()) {
            if next.is_none(py) {
                break;
            }
            at = next.into_bound(py);
        }
        let line: u32 = at.getattr("tb_lineno").ok()?.extract().ok()?;
        let file: String = at
            .getattr("tb_frame")
            .ok()?
            .getattr("f_code")
            .ok()?
            .getattr("co_filename")
            .ok()?
            .extract()
            .ok()?;
        let name = std::path::Path::new(&file).file_name()?.to_string_lossy().into_owned();
        Some(message!("%{file}, line %{line}", file = name, line))
    };
    match place() {
        Some(place) => Message::from(text).with_note(place),
        None => text.into(),
    }
}
