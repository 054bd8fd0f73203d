//! Who sits at the board: the players that are built in.

use crate::arena::{Answer, Ask, Player, TurnReport};
use crate::games::gems::account::Rules;
use crate::games::gems::board::Swap;
use crate::games::gems::reference::{Order, first_swap};
use crate::games::gems::thinkers::{Sight, greedy, looking_ahead};
use crate::games::gems::{Gems, Orders, View};
use clap::ValueEnum;
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

/// One of them on a seat.
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
