//! A player whose AI is a Python file, run in a process of its own.
//!
//! The engine never waits longer than the time allowed, and believes nothing: a worker that hangs is killed, one that
//! dies or answers nonsense is told as a crash, and in each case the next turn begins with a new one.

mod nursery;
mod process;

use crate::arena::{Answer, Ask, Fault, FaultKind, Player, TurnReport};
use crate::game::Wire;
use crate::worker::protocol::{Answered, Start, Started};
use std::cell::RefCell;
use std::io;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use nursery::Ended;
pub use nursery::Nursery;
use process::{Waited, WorkerProcess};

/// How long a worker may take to compile and check its files.
const START_TIME: Duration = Duration::from_secs(20);

/// An AI in Python.
pub struct PythonPlayer<G> {
    nursery: Rc<RefCell<Nursery>>,
    start: Start,
    turn_time: Duration,
    stop: Arc<AtomicBool>,
    worker: Option<WorkerProcess>,
    /// What the player was asked, as a frame.
    frame: Vec<u8>,
    asked: Result<Instant, Fault>,
    /// Whether this turn has been asked for once before: see [`Ended::WithItsNursery`].
    asked_again: bool,
    game: PhantomData<G>,
}

/// How the start of an AI went.
#[derive(Debug)]
pub enum StartOutcome {
    Ready {
        warnings: Vec<String>,
    },
    /// A report with file, line and caret.
    Rejected {
        report: String,
    },
    /// The worker hung or died.
    Failed(Fault),
}

impl<G: Wire> PythonPlayer<G> {
    pub fn new(
        nursery: Rc<RefCell<Nursery>>,
        start: Start,
        turn_time: Duration,
        stop: Arc<AtomicBool>,
    ) -> PythonPlayer<G> {
        PythonPlayer {
            nursery,
            start,
            turn_time,
            stop,
            worker: None,
            frame: Vec::new(),
            asked: Ok(Instant::now()),
            asked_again: false,
            game: PhantomData,
        }
    }

    /// Starts the worker; what it prints before round 1 comes with the outcome of [`PythonPlayer::finish_start`].
    pub fn begin_start(&mut self) -> io::Result<()> {
        let mut worker = self.nursery.borrow_mut().spawn()?;
        let start = postcard::to_stdvec(&self.start).map_err(io::Error::other)?;
        // A worker that is already gone is found out when its answer is awaited.
        let _ = worker.send(&frame_of(&start), Instant::now() + START_TIME);
        self.worker = Some(worker);
        Ok(())
    }

    /// Waits until the worker is ready to play.
    pub fn finish_start(&mut self) -> (StartOutcome, TurnReport) {
        let deadline = Instant::now() + START_TIME;
        let waited = match &mut self.worker {
            Some(worker) => worker.wait(deadline, &self.stop),
            None => Waited::Gone,
        };
        let started = match &waited {
            Waited::Frame(bytes) => postcard::from_bytes::<Started>(bytes).ok(),
            _ => None,
        };
        let mut report = TurnReport::default();
        let outcome = match started {
            Some(Started::Ready { warnings }) => {
                self.collect_output(&mut report);
                StartOutcome::Ready { warnings }
            }
            Some(Started::Rejected { report: words }) => {
                self.discard(&mut report);
                StartOutcome::Rejected { report: words }
            }
            None => {
                let ended = self.discard(&mut report);
                StartOutcome::Failed(fault_of(
                    waited,
                    "while its files were being compiled",
                    START_TIME,
                    &ended,
                ))
            }
        };
        (outcome, report)
    }

    /// The worker's process, while there is one.
    pub fn process_id(&self) -> Option<i32> {
        self.worker.as_ref().map(|worker| worker.pid.as_raw_nonzero().get())
    }

    /// A worker for the turn, started anew if the last one is gone.
    fn ensure_worker(&mut self) -> Result<(), Fault> {
        if self.worker.is_some() {
            return Ok(());
        }
        let crash = |message: String| Fault { kind: FaultKind::Crash, message };
        self.begin_start()
            .map_err(|fault| crash(format!("the AI's process can't be started again: {fault}")))?;
        match self.finish_start().0 {
            StartOutcome::Ready { .. } => Ok(()),
            StartOutcome::Rejected { report } => {
                Err(crash(format!("the AI can't be started again: {report}")))
            }
            StartOutcome::Failed(fault) => Err(fault),
        }
    }

    /// Hands the turn over to a worker; answers since when it has it.
    fn send_frame(&mut self) -> Result<Instant, Fault> {
        self.ensure_worker()?;
        let now = Instant::now();
        if let Some(worker) = &mut self.worker {
            // A worker that does not listen is found out when its answer is awaited.
            let _ = worker.send(&self.frame, now + self.turn_time);
        }
        Ok(now)
    }

    /// What the AI has printed, also when it is dead.
    fn collect_output(&self, report: &mut TurnReport) {
        if let Some(worker) = &self.worker {
            let dropped = worker.take_output(&mut report.output);
            report.output_dropped = report.output_dropped.saturating_add(dropped);
        }
    }

    /// Ends a worker that can't go on; takes what it has printed when it is surely dead, and answers how it ended.
    fn discard(&mut self, report: &mut TurnReport) -> Ended {
        let ended = match &self.worker {
            Some(worker) => self.nursery.borrow_mut().end(worker),
            None => Ended::Alone("it was not there".to_string()),
        };
        self.collect_output(report);
        self.worker = None;
        ended
    }
}

/// What happened, when no answer came of waiting.
fn fault_of(waited: Waited, when: &str, limit: Duration, ended: &Ended) -> Fault {
    let crash = |message: String| Fault { kind: FaultKind::Crash, message };
    match waited {
        Waited::Timeout => Fault {
            kind: FaultKind::Timeout,
            message: format!("no answer within {} s {when}", limit.as_secs_f64()),
        },
        Waited::Gone => match ended {
            Ended::Alone(how) => crash(format!("the AI's process ended {when}: {how}")),
            Ended::WithItsNursery => {
                crash(format!("the AI's process ended {when}, and with it the process that starts the AIs"))
            }
        },
        Waited::Frame(_) | Waited::Garbage => crash(format!("the AI's process sent nonsense {when}")),
        Waited::Stopped => crash(format!("interrupted {when}")),
    }
}

/// Length and bytes, as [`crate::worker::protocol`] has it.
fn frame_of(bytes: &[u8]) -> Vec<u8> {
    let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
    frame.extend(bytes);
    frame
}

impl<G: Wire> Player<G> for PythonPlayer<G> {
    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        self.asked_again = false;
        self.frame.clear();
        self.frame.extend([0; 4]);
        self.frame.extend(ask.random_seed.to_le_bytes());
        G::encode_view(&view, &mut self.frame);
        let length = (self.frame.len() - 4) as u32;
        self.frame[..4].copy_from_slice(&length.to_le_bytes());
        self.asked = self.send_frame();
    }

    fn answer(&mut self) -> Answer<G::Orders> {
        let began = match std::mem::replace(&mut self.asked, Ok(Instant::now())) {
            Ok(began) => began,
            Err(fault) => return lost(TurnReport::default(), fault),
        };
        let waited = match &mut self.worker {
            Some(worker) => worker.wait(began + self.turn_time, &self.stop),
            None => Waited::Gone,
        };
        let answered = match &waited {
            Waited::Frame(bytes) => postcard::from_bytes::<Answered>(bytes).ok(),
            _ => None,
        };
        let mut report = TurnReport::default();
        let orders = answered.as_ref().and_then(|answered| G::decode_orders(&answered.orders));
        if let (Some(answered), Some(orders)) = (answered, orders) {
            self.collect_output(&mut report);
            let report = answered.report(report.output, report.output_dropped);
            return Answer { orders, report };
        }
        report.think = began.elapsed();
        let ended = self.discard(&mut report);
        let is_no_proof = matches!((&waited, &ended), (Waited::Gone, Ended::WithItsNursery));
        if is_no_proof && !std::mem::replace(&mut self.asked_again, true) {
            // Somebody has killed everybody: whoever does it again in its own turn was it.
            self.asked = self.send_frame();
            return self.answer();
        }
        lost(report, fault_of(waited, "in its turn", self.turn_time, &ended))
    }
}

/// A turn without orders.
fn lost<O: Default>(report: TurnReport, fault: Fault) -> Answer<O> {
    Answer { orders: O::default(), report: TurnReport { fault: Some(fault), ..report } }
}

impl<G> Drop for PythonPlayer<G> {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.nursery.borrow_mut().end(&worker);
        }
    }
}
