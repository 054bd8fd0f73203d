//! Tests of `wag help`: pages of the book, their sections, and the help of commands.

use crate::common::{Folder, Run};
use std::collections::BTreeSet;
use wag_core::problem;
use wag_i18n::LANGUAGES;

fn help(words: &str) -> Run {
    let folder = Folder::with(&[]);
    let words: Vec<&str> = words.split(' ').collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns the title of a page in a language.
fn title(topic: &str, language: &str) -> &'static str {
    let page = wag_docs::book(language).page(topic).unwrap();
    page.text.lines().next().unwrap().trim_start_matches("# ")
}

#[test]
fn every_topic_is_listed_and_printed() {
    for language in LANGUAGES.map(|language| language.code) {
        let list = help(&format!("--lang {language} help topics"));
        for page in &wag_docs::book(language).pages {
            let row = list.out.lines().find(|line| line.split_whitespace().next() == Some(&page.topic));
            assert!(row.is_some_and(|row| row.contains(&page.title)), "{}: {}", page.topic, list.out);
            let run = help(&format!("--lang {language} help {} --page", page.topic));
            let (title, _) = page.text.trim_start_matches("# ").split_once('\n').unwrap();
            assert!(run.status == 0 && run.out.contains(title), "{}: {}{}", page.topic, run.out, run.err);
            let is_marked = page.language != language;
            assert_eq!(run.out.starts_with('('), is_marked, "{}: {}", page.topic, run.out);
        }
    }
}

#[test]
fn every_hint_names_a_page_and_a_section_that_exist() {
    for language in LANGUAGES {
        let pages = problem::CASES.iter().map(|case| case.section.page(language));
        for page in pages.collect::<BTreeSet<_>>() {
            let run = help(&format!("--lang {} help {}", language.code, page.replace('#', " ")));
            let heading = run.out.lines().next().unwrap_or_default();
            let anchor = match page.split_once('#') {
                Some((_, anchor)) => anchor.to_string(),
                None => wag_docs::anchor(title(&page, language.code)),
            };
            assert_eq!((run.status, wag_docs::anchor(heading)), (0, anchor), "{page}: {}", run.err);
        }
    }
}

#[test]
fn a_section_is_named_by_words_or_like_an_address() {
    let one = help("help warriors limits");
    assert!(one.status == 0 && one.out.starts_with("Limits\n"), "{}{}", one.out, one.err);
    assert_eq!(help("help warriors#limits").out, one.out);
    assert_eq!(help("help warriors Limits").out, one.out);
}

#[test]
fn a_command_s_name_prints_the_help_of_the_command() {
    for command in ["play", "explain", "replay show", "play tron"] {
        assert_eq!(help(&format!("help {command}")).out, help(&format!("{command} --help")).out);
    }
    assert!(help("help explain --page").out.starts_with(title("explain", "en")));
    assert_eq!(help("help").out, help("--help").out);
}

#[test]
fn an_unknown_topic_or_section_is_an_error_with_a_suggestion() {
    for (words, named) in [
        ("help eror", "errors"),
        ("help seris", "series"),
        ("help xyzzyplugh", "wag help topics"),
        ("help warriors xyzzyplugh", "Limits"),
    ] {
        help(words).is_user_error(&[named]);
    }
}
