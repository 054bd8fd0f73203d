//! Tests of the list of games and of the packages.

mod accounts_page;
mod frames_page;
pub mod losses;

use std::fs;
use std::path::Path;

/// Compares the generated tables of a document with the declarations of the games. If they differ, writes the document
/// again and fails. `test` is the name of the test, which the document mentions.
fn assert_generated(document: &str, test: &str, tables: &str) {
    let begin = format!(
        "<!-- The tables down to the next comment are generated from the declarations of the games by the test `{test}`. -->\n"
    );
    const END: &str = "<!-- End of the generated tables. -->\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(document);
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let current = [before, &begin, tables, "\n", END, after].concat();
    if current != page {
        fs::write(&path, current).unwrap();
        panic!("{} was not current and has been written again; check and commit it", path.display());
    }
}

#[test]
fn every_module_of_a_package_is_listed() {
    for (folder, package) in
        [("aitools", super::AITOOLS), ("ants/experiments", super::ants::experiments::PACKAGE)]
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python").join(folder);
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let modules = names.filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "py"));
        assert_eq!(modules.count(), package.len());
    }
}

#[test]
fn translations_of_games_are_found() {
    super::add_translations();
    let german = wag_i18n::Language::from_locale("de").and_then(wag_i18n::Language::catalog);
    let sentence = "Light cycles is for 2 to 4 players, on boards of 5 to 100 squares per side";
    assert!(german.is_some_and(|book| book.contains_key(sentence)));
}
