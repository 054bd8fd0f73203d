//! The section "Accounts" of docs/replays.md, which lists the accounts of every game.

use super::assert_generated;
use crate::all;
use std::fmt::Write;
use wag_core::game::tiny::Fives;
use wag_core::game::{Accounts, Entry, Game, Playable, Show};
use wag_i18n::say_in;
use wag_replay::COMMON_LABELS;

#[test]
fn accounts_in_the_docs_are_current() {
    let mut tables = Tables(String::new());
    for game in all().filter(|game| game.info.name != Fives::NAME) {
        with_game!(game, G => tables.add_game::<G>());
    }
    assert_generated("replays.md", "accounts_in_the_docs_are_current", &tables.0);
}

#[test]
fn rows_of_a_table_have_different_labels() {
    crate::add_translations();
    for game in all() {
        with_game!(game, G => assert_different_labels(G::ACCOUNTS, G::INFO.name));
    }
}

fn assert_different_labels(declared: &Accounts, game: &str) {
    let [of_account, of_counts] = COMMON_LABELS;
    let accounts = declared.accounts.iter().map(|account| (of_account, account.entries));
    for (common, entries) in accounts.chain([(of_counts, declared.counts)]) {
        for language in wag_i18n::LANGUAGES {
            let labels = common.iter().copied().chain(entries.iter().map(|(_, label)| *label));
            let mut labels: Vec<String> = labels.map(|label| say_in(language, label, &[])).collect();
            labels.sort();
            let twice: Vec<_> = labels.windows(2).filter(|pair| pair[0] == pair[1]).collect();
            assert!(twice.is_empty(), "{game}, {}: {twice:?}", language.code);
        }
    }
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
