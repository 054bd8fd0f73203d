//! The section "Accounts" of docs/replays.md, which lists the accounts of every game.

use super::assert_generated;
use crate::all;
use std::fmt::Write;
use wag_core::game::tiny::Fives;
use wag_core::game::{Entry, Game, Playable};

#[test]
fn accounts_in_the_docs_are_current() {
    let mut tables = Tables(String::new());
    for game in all().filter(|game| game.info.name != Fives::NAME) {
        with_game!(game, G => tables.add_game::<G>());
    }
    assert_generated("replays.md", "accounts_in_the_docs_are_current", &tables.0);
}

/// The tables of all games as Markdown.
struct Tables(String);

impl Tables {
    fn add_game<G: Playable>(&mut self) {
        let declared = G::ACCOUNTS;
        let _ = writeln!(
            self.0,
            "\n#### {}\n\nThe leader has the highest value of: {}.\n\n| figure | entry | meaning |\n|---|---|---|",
            G::INFO.title,
            declared.lead.name
        );
        declared.accounts.iter().for_each(|account| self.add(account.figure, account.entries));
        self.add("count", declared.counts);
    }

    fn add(&mut self, figure: &str, entries: &[Entry]) {
        for (number, (name, meaning)) in entries.iter().enumerate() {
            let figure = if number == 0 { figure } else { "" };
            let _ = writeln!(self.0, "| {figure} | `{name}` | {meaning} |");
        }
    }
}
