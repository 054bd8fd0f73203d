//! Sits players down: starts the workers of a match and waits until all are ready.

use super::line_up::{Ai, Entrant};
use crate::arena::{Player, TurnReport};
use crate::game::ways::Python;
use crate::game::{Game, Seat};
use crate::players::python::{Nursery, PythonPlayer, StartOutcome};
use crate::players::{Idle, Limits};
use crate::worker::protocol::{Lifetime, Start};
use anyhow::Context;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The players of a match, as long as their workers are starting.
pub struct Seating<G: Game> {
    players: Vec<Box<dyn Player<G>>>,
    starting: Vec<(Seat, PythonPlayer<G>)>,
}

/// The process from which workers are forked, shared by the players of one thread.
pub type SharedNursery = Rc<RefCell<Nursery>>;

/// Starts the process for the AIs.
pub fn nursery() -> anyhow::Result<SharedNursery> {
    let nursery = Nursery::start().context("the process for the AIs can't be started")?;
    Ok(Rc::new(RefCell::new(nursery)))
}

impl<G: Game> Seating<G> {
    /// Sits everybody down; the Python workers begin to start. What is `closed`, absolute paths, no AI may read.
    pub fn begin(
        way: &'static Python<G>,
        nursery: &SharedNursery,
        setup: &G::Setup,
        entrants: &[Entrant],
        limits: &Limits,
        closed: &[PathBuf],
        stop: &Arc<AtomicBool>,
    ) -> anyhow::Result<Self> {
        let mut seating = Seating { players: Vec::new(), starting: Vec::new() };
        for (seat, entrant) in Seat::all(entrants.len()).zip(entrants) {
            seating.players.push(Box::new(Idle));
            let script = match &entrant.ai {
                Ai::Dummy => None,
                Ai::BuiltIn(ai) => Some((format!("<{}>", ai.name).into(), Some(ai.source.to_string()))),
                Ai::File(file) => Some((file.clone(), None)),
            };
            if let Some((file, built_in)) = script {
                let setup = (way.encode_setup)(setup, seat);
                let game = G::NAME.to_string();
                let start = Start {
                    game,
                    setup,
                    file,
                    built_in,
                    lifetime: Lifetime::Turn,
                    bounds: limits.bounds.clone(),
                    closed: closed.to_vec(),
                    scratch: None,
                };
                let mut player =
                    PythonPlayer::new(way, Rc::clone(nursery), start, limits.clone(), Arc::clone(stop));
                player.begin_start().context("an AI's process can't be started")?;
                seating.starting.push((seat, player));
            }
        }
        Ok(seating)
    }

    /// The workers that are starting.
    pub fn process_ids(&self) -> impl Iterator<Item = i32> + '_ {
        self.starting.iter().filter_map(|(_, player)| player.process_id())
    }

    /// Waits until all have started or failed, and tells how each start went. Whoever failed gives no orders.
    pub fn finish(
        mut self,
        mut tell: impl FnMut(Seat, &StartOutcome, &TurnReport),
    ) -> Vec<Box<dyn Player<G>>> {
        for (seat, mut player) in self.starting.drain(..) {
            let (outcome, report) = player.finish_start();
            tell(seat, &outcome, &report);
            if let StartOutcome::Ready { .. } = outcome {
                self.players[seat.index()] = Box::new(player);
            }
        }
        self.players
    }
}
