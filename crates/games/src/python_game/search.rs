//! The players that try the rules out: `minimax` and `mcts`, and those of the two-player course that look ahead. Each has
//! its own worker, which gets a copy of the position, so the game's own limits do not count for them. Their effort is
//! bounded by counts and not by time, so that matches repeat.

use super::declaration::Rules;
use super::host::Worker;
use super::{Item, Orders, View};
use std::sync::Arc;
use std::time::Duration;
use wag_core::game::{Datum, GameInfo};
use wag_python::host::game_limits;
use wag_python::protocol::game::GameProblem;
use wag_sandbox::Limits;

/// The time in which a search must end.
const TIME_MAX: Duration = Duration::from_secs(60);

/// The players of the two-player course that look ahead.
const OF_COURSE: [&str; 3] = ["Minimax", "AlphaBeta", "Perfect"];

/// A player that searches.
#[derive(Clone)]
pub struct Search {
    kind: String,
    /// The depth of `minimax`, or the number of playouts of `mcts`; unused for players of the course.
    bound: u32,
    /// `None` before the first turn.
    worker: Option<Arc<Worker>>,
}

impl Search {
    /// Returns the player if `base` is the name of one that searches. `name` may have an argument: `minimax:3`.
    pub fn of(info: &'static GameInfo, base: &str, name: &str) -> Option<Search> {
        let rules = Rules::of_info(info)?;
        let search = |kind: &str, bound| Some(Search { kind: kind.to_string(), bound, worker: None });
        if rules.declared().is_course_game {
            return if OF_COURSE.contains(&base) { search(name, 0) } else { None };
        }
        if rules.declared().bots.iter().any(|bot| bot.name == base) {
            return None;
        }
        let argument = name.split_once(':').and_then(|(_, argument)| argument.parse().ok());
        match base {
            "minimax" => search(base, argument.unwrap_or(3).max(1)),
            "mcts" => search(base, argument.unwrap_or(200).max(1)),
            _ => None,
        }
    }

    /// Returns the order. A search that fails gives none, and the engine's log says why.
    pub fn choose(&mut self, view: &View<'_>, seed: u64) -> Orders {
        let chosen = self.search(view, seed).unwrap_or_else(|problem| {
            log::warn!("{}: {}", self.kind, problem.message.translated());
            None
        });
        let order = chosen.and_then(Item::of_bytes).filter(|order| order.datum() != Datum::None);
        order.map_or(Orders::Nothing, Orders::Value)
    }

    fn search(&mut self, view: &View<'_>, seed: u64) -> Result<Option<Vec<u8>>, GameProblem> {
        let Some(pickle) = view.state.pickle()? else { return Ok(None) };
        let setup = view.state.setup();
        let worker = match self.worker.take().filter(|worker| !worker.is_over()) {
            Some(worker) => worker,
            None => Worker::with_limits(setup.rules, &Limits { turn_time: Some(TIME_MAX), ..game_limits() })?,
        };
        self.worker = Some(Arc::clone(&worker));
        let position = worker.load(setup.for_worker(), pickle)?;
        worker.search(position.id, view.seat, &self.kind, self.bound, seed).map(Some)
    }
}
