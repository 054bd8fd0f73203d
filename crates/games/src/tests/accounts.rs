//! The accounts of all games.

use crate::all;
use wag_core::game::{Accounts, Playable, Show};
use wag_i18n::say_in;
use wag_replay::COMMON_LABELS;

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
