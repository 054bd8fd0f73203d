//! Players that are functions or objects in the Python process that plays the match. They run there without a sandbox
//! and without limits.

use crate::worker::turn::py_bindings::{self, PyBindings, TurnOutput};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyType};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::protocols::{Python as Protocol, Times};
use wag_core::game::{Game, Seat};
use wag_core::problem::{Fault, FaultKind};
use wag_i18n::Message;

/// The maximum length of an exception's text in a fault, in characters.
const MESSAGE_MAX: usize = 300;

/// A Python function or object that plays in this process.
#[derive(Clone, Debug)]
pub struct PlayerObject(Arc<Py<PyAny>>);

impl PlayerObject {
    pub fn new(object: Py<PyAny>) -> PlayerObject {
        PlayerObject(Arc::new(object))
    }
}

impl PartialEq for PlayerObject {
    fn eq(&self, other: &PlayerObject) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for PlayerObject {}

/// A player that calls a Python function or a method of an object in each turn. The function has the parameters of the
/// function that a file of this game defines; in a game whose files define none, it takes the game's module.
pub struct InProcessPlayer<G: Game> {
    protocol: &'static Protocol<G>,
    bindings: Box<dyn PyBindings>,
    module: Py<PyModule>,
    function: Py<PyAny>,
    answer: Answer<G::Orders>,
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
        Python::attach(|py| {
            let make = crate::bindings_of(G::NAME)
                .ok_or_else(|| PyValueError::new_err("this game has no players in Python"))?;
            let mut bindings = make(py, &setup)?;
            let module =
                py_bindings::module(py, bindings.module_name(), |module| bindings.fill_module(module))?;
            let object = player.0.bind(py);
            // A class stands for a new object of it in each match.
            let object = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
            let named =
                bindings.entries().last().map(|entry| object.getattr_opt(*entry)).transpose()?.flatten();
            let function = named.unwrap_or(object);
            if !bindings.begin_with(&function)? && !function.is_callable() {
                let names = bindings
                    .entries()
                    .last()
                    .map_or_else(String::new, |entry| format!(" with a method {entry}"));
                return Err(PyTypeError::new_err(format!("a player must be a function or an object{names}")));
            }
            Ok(InProcessPlayer {
                protocol,
                module: module.unbind(),
                function: function.unbind(),
                bindings,
                answer: Answer::default(),
            })
        })
        .map_err(|err: PyErr| Python::attach(|py| describe(py, &err)))
    }

    fn play(&mut self, view: &[u8]) -> Answer<G::Orders> {
        Python::attach(|py| {
            let began = Instant::now();
            let played = self.call(py, view);
            let think = began.elapsed();
            let TurnOutput { orders, notes, refused, refused_total, .. } = self.bindings.take_turn(py);
            let fault =
                played.err().map(|err| Fault { kind: FaultKind::Exception, message: describe(py, &err) });
            let report = TurnReport { notes, refused, refused_total, think, fault, ..TurnReport::default() };
            match (self.protocol.decode_orders)(&orders) {
                Some(orders) => Answer { orders, report },
                None => Answer::lost(report, Fault::crash("the orders cannot be read".into())),
            }
        })
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

impl<G: Game> Player<G> for InProcessPlayer<G> {
    fn answers_at_once(&self) -> bool {
        true
    }

    fn ask(&mut self, _: Ask, view: G::View<'_>) {
        let mut bytes = Vec::new();
        (self.protocol.encode_view)(&view, &mut bytes);
        self.answer = self.play(&bytes);
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        std::mem::take(&mut self.answer)
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        let encode_end = self.protocol.encode_end?;
        let mut bytes = Vec::new();
        encode_end(state, seat, &mut bytes);
        let report = self.play(&bytes).report;
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
        Some(wag_i18n::message!("%{file}, line %{line}", file = name, line))
    };
    match place() {
        Some(place) => Message::from(text).with_note(place),
        None => text.into(),
    }
}
