//! Tests of the list of games and of the packages.

mod accounts;
pub mod losses;

use std::path::Path;

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
    let sentence = "Light cycles is for 2 to 4 players, on boards of 5 to 100 fields per side";
    assert!(german.is_some_and(|book| book.contains_key(sentence)));
}
