//! A match of one round with a small AI in a temporary folder: the whole way from the engine to Python and back.

use super::super::line_up::{Ai, Entrant};
use super::super::warriors;
use crate::arena::{Fault, Match, Observer, Player, TurnRecord};
use crate::game::{Game, Seat};
use crate::games::warriors::rules::Rules;
use crate::games::warriors::wire::PYTHON;
use crate::games::warriors::{SEATS, Setup, Warriors, maps};
use crate::players::python::{Nursery, PythonPlayer, StartOutcome};
use crate::players::{Idle, Limits};
use crate::worker::protocol::{Lifetime, Start};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The AI: it prints what its Python is, and creates a unit.
const AI: &str = "import sys
from classes import *
roundState.getBase().createUnitGatherer()
print(len(roundState.getUnits()), sys.version.split()[0])
";

/// What came of the match.
#[derive(Debug)]
pub struct Trial {
    /// The version in the AI's own words, such as `3.11.7`.
    pub python: String,
    /// From the start of Python to the end of the match.
    pub wall: Duration,
}

/// Plays it; on failure tells why it can't be played.
pub fn play() -> Result<Trial, String> {
    let began = Instant::now();
    let folder = tempfile::tempdir().map_err(|fault| {
        format!("no temporary folder can be made (TMPDIR can name another place): {fault}")
    })?;
    let file = folder.path().join("trial.py");
    std::fs::write(&file, AI).map_err(|fault| format!("{} can't be written: {fault}", file.display()))?;
    let file = file.canonicalize().map_err(|fault| format!("{}: {fault}", file.display()))?;

    let setup = setup(&file);
    let stop = Arc::new(AtomicBool::new(false));
    let first = player(&setup, &file, &stop)?;
    let mut players: Vec<Box<dyn Player<Warriors>>> = vec![Box::new(first)];
    players.extend((1..SEATS).map(|_| Box::new(Idle) as Box<dyn Player<Warriors>>));
    let mut heard = Heard::default();
    let observers: &mut [&mut dyn Observer<Warriors>] = &mut [&mut heard];
    Match { setup: &setup, seed: 1, players: &mut players, observers, stop: &stop }.play();
    let python = heard.python()?;
    Ok(Trial { python, wall: began.elapsed() })
}

fn setup(file: &Path) -> Setup {
    let entrant = |seat: usize| match seat {
        0 => Entrant { name: "trial".to_string(), ai: Ai::File(file.to_path_buf()) },
        _ => Entrant { name: format!("Dummy{seat}"), ai: Ai::Dummy },
    };
    let board = maps::find(maps::DEFAULT).expect("the default map is one of the list").board();
    let entrants: Vec<Entrant> = (0..SEATS).map(entrant).collect();
    warriors::setup(board, Rules { rounds: 1, ..Rules::default() }, &entrants)
}

fn player(setup: &Setup, file: &Path, stop: &Arc<AtomicBool>) -> Result<PythonPlayer<Warriors>, String> {
    let nursery = Nursery::start().map_err(|fault| format!("no process can be started: {fault}"))?;
    let limits = Limits { turn_time: Some(Duration::from_secs(20)), ..Limits::default() };
    let start = Start {
        game: Warriors::NAME.to_string(),
        setup: (PYTHON.encode_setup)(setup, Seat(0)),
        file: file.to_path_buf(),
        built_in: None,
        lifetime: Lifetime::Turn,
        bounds: limits.bounds.clone(),
        closed: Vec::new(),
        scratch: None,
    };
    let mut player =
        PythonPlayer::new(&PYTHON, Rc::new(RefCell::new(nursery)), start, limits, Arc::clone(stop));
    player.begin_start().map_err(|fault| format!("the AI's process does not start: {fault}"))?;
    match player.finish_start().0 {
        StartOutcome::Ready { .. } => Ok(player),
        StartOutcome::Rejected { report } => Err(report),
        StartOutcome::Failed(fault) => Err(fault.message),
    }
}

/// Listens to the first seat.
#[derive(Default)]
struct Heard {
    output: Vec<u8>,
    fault: Option<Fault>,
}

impl Observer<Warriors> for Heard {
    fn turn(&mut self, turn: &TurnRecord<'_, Warriors>) {
        for (_, report) in turn.reports.iter().filter(|(seat, _)| *seat == Seat(0)) {
            self.output.extend(&report.output);
            self.fault = self.fault.take().or_else(|| report.fault.clone());
        }
    }
}

impl Heard {
    /// What the AI was to print: one unit, and the version.
    fn python(self) -> Result<String, String> {
        if let Some(fault) = self.fault {
            return Err(fault.message);
        }
        let text = String::from_utf8_lossy(&self.output);
        match text.trim().strip_prefix("1 ") {
            Some(version) => Ok(version.to_string()),
            None => Err(format!("the AI printed {text:?} where \"1\" and a version belong")),
        }
    }
}
