//! Who sits at the board: built-in players, and programs.

use super::entrant::{Ai, Entrant};
use crate::arena::{Answer, Ask, Player, TurnReport};
use crate::games::gems::account::Rules;
use crate::games::gems::board::Swap;
use crate::games::gems::reference::{Order, first_swap};
use crate::games::gems::thinkers::{Sight, greedy, looking_ahead};
use crate::games::gems::{Gems, Orders, View};
use crate::players::program::{Limits, ProgramPlayer};
use anyhow::Context;
use clap::ValueEnum;
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

/// What a game is played by, whoever plays it.
#[derive(Clone)]
pub struct Table {
    pub rules: Rules,
    pub limits: Limits,
    pub stop: Arc<AtomicBool>,
}

/// A player on its seat, and what the system can't forbid it, in sentences.
pub type Sitting = (Box<dyn Player<Gems>>, Vec<String>);

impl Table {
    /// Sits a player down for one game.
    pub fn sit(&self, entrant: &Entrant) -> anyhow::Result<Sitting> {
        match &entrant.ai {
            Ai::BuiltIn(thinker) => Ok((Box::new(Seated::new(*thinker, self.rules.clone())), Vec::new())),
            Ai::Script(file) => anyhow::bail!("{}: AIs in Python can't play this game yet", file.display()),
            Ai::Program(program) => {
                let player = ProgramPlayer::new(program, &self.limits, &self.stop);
                let (player, warnings) =
                    player.with_context(|| format!("the player {} can't be made ready", entrant.name))?;
                Ok((Box::new(player), warnings))
            }
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
