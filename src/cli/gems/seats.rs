//! Who sits at the board: built-in players, and programs.

use super::super::mistake;
use super::super::seating::{self, SharedNursery};
use super::entrant::{Ai, Entrant};
use crate::arena::{Answer, Ask, Player, TurnReport};
use crate::game::{Game, Seat};
use crate::games::gems::account::Rules;
use crate::games::gems::board::Swap;
use crate::games::gems::reference::{Order, first_swap};
use crate::games::gems::thinkers::{Sight, greedy, looking_ahead};
use crate::games::gems::{FILES, Gems, Orders, PYTHON, View};
use crate::players::Limits;
use crate::players::program::ProgramPlayer;
use crate::players::python::{PythonPlayer, StartOutcome};
use crate::worker::protocol::{Lifetime, Start};
use anyhow::Context;
use clap::ValueEnum;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A player that is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Thinker {
    /// The contest's simple player: the first legal swap, row by row from below
    Ref,
    /// The same, column by column
    RefColumns,
    /// The swap that brings most at once
    Greedy,
    /// The swap after which the best answer does least harm
    LookAhead,
}

impl Thinker {
    /// As the user writes it.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    fn choose(self, sight: Sight<'_>) -> Option<Swap> {
        match self {
            Thinker::Ref => first_swap(sight.board, Order::Rows),
            Thinker::RefColumns => first_swap(sight.board, Order::Columns),
            Thinker::Greedy => greedy(sight),
            Thinker::LookAhead => looking_ahead(sight),
        }
    }
}

/// What games are played by, whoever plays them.
pub struct Table {
    pub rules: Rules,
    pub limits: Limits,
    /// Files that nobody at the table may read: what the stock will bring is not for them to know. Canonical.
    pub closed: Vec<PathBuf>,
    pub stop: Arc<AtomicBool>,
    /// Where AIs in Python come from, if there are any.
    nursery: OnceCell<SharedNursery>,
}

/// A player on its seat, and what the system can't forbid it, in sentences.
pub type Sitting = (BoxedPlayer, Vec<String>);

pub type BoxedPlayer = Box<dyn Player<Gems>>;

impl Table {
    pub fn new(limits: Limits, closed: Vec<PathBuf>, stop: Arc<AtomicBool>) -> Table {
        Table { rules: Rules::default(), limits, closed, stop, nursery: OnceCell::new() }
    }

    /// Sits a player down for one game. A person is asked by `person`.
    pub fn sit(
        &self,
        entrant: &Entrant,
        person: &dyn Fn(Seat) -> BoxedPlayer,
        seat: Seat,
    ) -> anyhow::Result<Sitting> {
        match &entrant.ai {
            Ai::BuiltIn(thinker) => Ok((Box::new(Seated::new(*thinker, self.rules.clone())), Vec::new())),
            Ai::Human => Ok((person(seat), Vec::new())),
            Ai::Script(file) => self.sit_script(&entrant.name, file, Lifetime::Turn),
            Ai::Living(file) => self.sit_script(&entrant.name, file, Lifetime::Match),
            Ai::Program(program) => {
                let player = ProgramPlayer::new(&FILES, program, &self.limits, &self.closed, &self.stop);
                let (player, warnings) =
                    player.with_context(|| format!("the player {} can't be made ready", entrant.name))?;
                Ok((Box::new(player), warnings))
            }
        }
    }
}

impl Table {
    /// Starts the worker of an AI in Python.
    fn sit_script(&self, name: &str, file: &Path, lifetime: Lifetime) -> anyhow::Result<Sitting> {
        let nursery = match self.nursery.get() {
            Some(nursery) => nursery,
            None => {
                let nursery = seating::nursery()?;
                self.nursery.get_or_init(|| nursery)
            }
        };
        let start = Start {
            game: Gems::NAME.to_string(),
            // It hears nothing before its first turn.
            setup: Vec::new(),
            file: file.to_path_buf(),
            built_in: None,
            lifetime,
            bounds: self.limits.bounds.clone(),
            closed: self.closed.clone(),
            scratch: None,
        };
        let mut player = PythonPlayer::<Gems>::new(
            &PYTHON,
            Rc::clone(nursery),
            start,
            self.limits.clone(),
            Arc::clone(&self.stop),
        );
        player.begin_start().context("an AI's process can't be started")?;
        match player.finish_start().0 {
            StartOutcome::Ready { warnings } => Ok((Box::new(player), warnings)),
            StartOutcome::Rejected { report } => {
                mistake(format!("{name} can't play:\n{}", report.trim_end()))
            }
            StartOutcome::Failed(fault) => mistake(format!("{name} can't play: {}", fault.message)),
        }
    }
}

/// A built-in player on a seat.
pub struct Seated {
    thinker: Thinker,
    rules: Rules,
    answer: (Orders, Duration),
}

impl Seated {
    pub fn new(thinker: Thinker, rules: Rules) -> Seated {
        Seated { thinker, rules, answer: (Orders::Nothing, Duration::ZERO) }
    }
}

impl Player<Gems> for Seated {
    fn ask(&mut self, _: Ask, view: View<'_>) {
        let began = Instant::now();
        let View { player, opponent, board } = view;
        let swap = self.thinker.choose(Sight { player, opponent, board, rules: &self.rules });
        let orders = swap.map_or(Orders::Nothing, |swap| Orders::Swap(swap.numbers()));
        self.answer = (orders, began.elapsed());
    }

    fn answer(&mut self) -> Answer<Orders> {
        let (orders, think) = std::mem::take(&mut self.answer);
        Answer { orders, report: TurnReport { think, ..TurnReport::default() } }
    }
}
