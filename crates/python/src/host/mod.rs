//! A player whose AI is a Python file, which runs in its own process.
//!
//! Every wait has a time limit, and the worker is untrusted. A worker that hangs is killed; a worker that dies or sends
//! an invalid answer counts as crashed. In each case the next turn begins with a new worker. A persistent file ends
//! with its worker, because a new worker would lack the old one's state. Therefore a persistent file whose time is up
//! is interrupted first, and its worker is killed only if that does not help.

mod console;
mod editor_port;
mod exchange;
mod fork_server;
mod game;
mod game_launcher;
mod inbox;
mod peer;
mod process;
mod resumption;
mod trace;
mod turns;
mod worker_failure;
mod worker_pool;
mod write_watcher;

use crate::protocol::{Start, Uncalled};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::{Game, Seat};
use wag_core::problem::{Fault, Problem};
use wag_i18n::Message;
use wag_sandbox::Limits;

pub use console::Console;
pub use editor_port::{EditorPort, Refusal};
pub use exchange::{Exchange, PolicyExchange, ViewExchange};
pub use fork_server::ForkServer;
pub use game::{GameProcess, GameStart, game_limits};
use turns::PythonWorker;
pub use worker_pool::WorkerPool;

/// A player whose AI is a Python file.
pub struct PythonPlayer<G: Game> {
    exchange: Box<dyn Exchange<G>>,
    turns: PythonWorker,
}

/// The result of starting an AI.
#[derive(Debug)]
pub enum StartOutcome {
    Ready {
        warnings: Vec<Message>,
        /// The restrictions that the system can't apply.
        missing: Vec<String>,
        /// The locations of the code in the AI's files that is never called.
        uncalled: Vec<Uncalled>,
    },
    /// The AI can't play. The report contains the file, the line and a caret.
    Rejected(Box<Problem>),
    /// The worker hung or died.
    Failed(Fault),
}

impl<G: Game> PythonPlayer<G> {
    pub fn new(
        exchange: Box<dyn Exchange<G>>,
        fork_server: Rc<RefCell<ForkServer>>,
        start: Start,
        limits: Limits,
        stop: Arc<AtomicBool>,
    ) -> PythonPlayer<G> {
        let has_time_to_load = exchange.has_time_to_load();
        PythonPlayer {
            exchange,
            turns: PythonWorker::new(fork_server, start, has_time_to_load, limits, stop),
        }
    }

    /// Attaches a terminal for debugging, which `breakpoint()` uses.
    pub fn debugged_at(mut self, console: Arc<dyn Console>) -> PythonPlayer<G> {
        self.turns.debug_at(console);
        self
    }

    /// Makes the worker wait for an editor before its first turn.
    pub fn edited_at(mut self, port: Arc<EditorPort>) -> PythonPlayer<G> {
        self.turns.wait_for_editor(port);
        self
    }

    /// Takes a worker that has played before from this pool, if there is one, and keeps the worker there for another
    /// match.
    pub fn kept_in(mut self, pool: Rc<RefCell<WorkerPool>>) -> PythonPlayer<G> {
        self.turns.keep_in(pool);
        self
    }

    /// Requests a worker and sends it its start data. Output from before round 1 is part of the result of
    /// [`PythonPlayer::finish_start`].
    pub fn begin_start(&mut self) -> io::Result<()> {
        self.turns.begin_start()
    }

    /// Waits until the requested worker exists. If its fork server has ended, requests a worker from a new fork server.
    /// Returns an error if no worker can be started.
    pub fn arrive(&mut self) -> io::Result<()> {
        self.turns.arrive()
    }

    /// Waits until the worker is ready to play.
    pub fn finish_start(&mut self) -> (StartOutcome, TurnReport) {
        self.turns.finish_start()
    }

    /// Returns the id of the worker's process, if there is one.
    pub fn process_id(&self) -> Option<i32> {
        self.turns.process_id()
    }
}

impl<G: Game> Player<G> for PythonPlayer<G> {
    fn begin(&mut self) {
        self.turns.begin();
    }

    fn warm_up(&mut self, ask: Ask, view: G::View<'_>) {
        self.turns.warm_up(ask.random_seed, |frame| self.exchange.encode(&view, frame));
    }

    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        self.turns.ask(ask.random_seed, |frame| self.exchange.encode(&view, frame));
    }

    fn answer(&mut self, view: G::View<'_>) -> Answer<G::Orders> {
        let mut orders = None;
        let report = self.turns.answer(&mut |bytes| {
            orders = self.exchange.decode(&view, bytes);
            orders.is_some()
        });
        let is_lost = report.fault.as_ref().is_some_and(Fault::loses_turn);
        Answer { orders: orders.filter(|_| !is_lost).unwrap_or_default(), report }
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        let mut last = Vec::new();
        let has_end = self.turns.can_receive_end() && self.exchange.encode_end(state, seat, &mut last);
        let report = has_end.then(|| {
            self.turns.ask(0, |frame| frame.append(&mut last));
            let view = G::view(state, seat);
            self.turns.answer_turn(&mut |bytes| self.exchange.decode(&view, bytes).is_some())
        });
        self.turns.dismiss();
        report
    }
}
