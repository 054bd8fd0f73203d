//! Tests of translations and of the choice of the language.

use super::*;

fn of_system(said: &[(&str, &str)]) -> &'static str {
    let said = |name: &str| said.iter().find(|(key, _)| *key == name).map(|(_, word)| word.to_string());
    Language::of_system(said).code
}

#[test]
fn environment_variables_have_the_systems_precedence() {
    assert_eq!(of_system(&[]), "en");
    assert_eq!(of_system(&[("LANG", "de_DE.UTF-8")]), "de");
    assert_eq!(of_system(&[("LANG", "de_DE.UTF-8"), ("LC_MESSAGES", "en_GB.UTF-8")]), "en");
    assert_eq!(of_system(&[("LANG", "en_US"), ("LC_MESSAGES", "C"), ("LC_ALL", "de_AT@euro")]), "de");
    assert_eq!(of_system(&[("LANG", "de"), ("LC_ALL", "C.UTF-8")]), "en");
}

#[test]
fn empty_variables_are_skipped_and_unknown_languages_mean_english() {
    assert_eq!(of_system(&[("LC_ALL", ""), ("LANG", "de_CH")]), "de");
    assert_eq!(of_system(&[("LC_ALL", "fr_FR.UTF-8"), ("LANG", "de_DE")]), "en");
    assert_eq!(Language::from_locale("deutsch"), None);
    assert_eq!(Language::from_locale(""), None);
}

#[test]
fn english_needs_no_translation() {
    assert_eq!(Language::spoken().code, "en");
    let x = "%{n}";
    assert_eq!(t!("%{n} of 100 % is %{x}", n = decimal(0.5, 2), x), "0.50 of 100 % is %{n}");
    assert_eq!(t!("%{n} of %{all}, %{n} %{", n = 1), "1 of %{all}, 1 %{", "what has no value stays");
    assert_eq!(quote("a\n"), r#""a\n""#);
}

#[test]
fn every_other_language_has_translations() {
    assert!(LANGUAGES[0].catalog().is_none());
    for language in &LANGUAGES[1..] {
        assert!(language.catalog().is_some_and(|catalog| !catalog.is_empty()), "{}", language.code);
    }
}

#[test]
fn system_errors_are_translated() {
    let german = LANGUAGES[1].catalog().unwrap();
    assert!(german.contains_key("%{file}, line %{line}"));
    let translated = system::with_system("x: File exists (os error 17)".to_string(), german);
    assert!(
        translated.starts_with("x: ")
            && translated.ends_with(" (Systemfehler 17)")
            && !translated.contains("exists"),
        "{translated}"
    );
}
