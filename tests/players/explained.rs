//! Explanations of Python errors in the user's language: the meaning and the fix appear below the error in the log, in
//! the terminal and in the page.
#![cfg(target_os = "linux")]

mod cases;
use crate::common;

use cases::{CASES, Case};
use common::mistakes::{Mistake, When, mistakes};
use common::{Folder, Run, project};
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use wag_core::problem::{self, Explanation};
use wag_i18n::{LANGUAGES, Language};

/// Plays the AI of a case in a language. Returns the terminal output and the log.
fn play(case: &Case, language: &str) -> (Run, String) {
    let folder = Folder::with(&[]);
    folder.write("x/yourAI.py", case.ai);
    for (name, text) in case.beside {
        folder.write(&format!("x/{name}"), text);
    }
    let file = if case.code == "reserved_name" { "me=x/classes.py" } else { "me=x/yourAI.py" };
    let words = ["--lang", language, "play", file, "Dummy", "Dummy", "Dummy", "--rounds", "2", "--no-replay"];
    let run = Run::of(folder.command(&words).output().unwrap());
    (run, folder.read("me.log"))
}

/// Returns a message if the result of a case in a language is wrong.
fn fault_of(case: &Case, language: Language) -> Option<String> {
    let (sentence, hint) = if language.code == "de" { (case.de, "Tipp") } else { (case.en, "Hint") };
    let case_in_table = problem::CASES.iter().find(|known| known.code == case.code)?;
    let page = case_in_table.section.page(language).replace('#', " ");
    let line = format!("{hint}: {sentence} (wag help {page})");
    let (run, log) = play(case, language.code);
    let terminal = format!("{}{}", run.out, run.err);
    // An exit is not an error and only appears in the log.
    let is_explained = case.code == "early_exit" || terminal.contains(&line);
    (!log.contains(&line) || !is_explained).then(|| {
        format!(
            "{} in {}: no\n    {line}\nin the log\n{log}\nor the terminal\n{terminal}",
            case.code, language.code
        )
    })
}

/// Applies `fault_of` to all cases in two threads, and returns the faults.
fn faults_of<T: Sync>(all: &[T], fault_of: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut faults = Vec::new();
        while let Some(case) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            faults.extend(fault_of(case));
        }
        faults
    };
    std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn every_error_is_explained_in_both_languages() {
    let all: Vec<(&Case, Language)> =
        CASES.iter().flat_map(|case| LANGUAGES.map(|language| (case, language))).collect();
    let faults = faults_of(&all, |(case, language)| fault_of(case, *language));
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn every_case_of_the_table_is_tested() {
    let mistakes = mistakes();
    let of_beginners = mistakes.iter().map(|mistake| mistake.code.as_str());
    let tried: BTreeSet<&str> = CASES.iter().map(|case| case.code).chain(of_beginners).collect();
    let known: BTreeSet<&str> = problem::CASES.iter().map(|case| case.code).collect();
    assert_eq!(known, tried);
}

/// Returns the sentence and the place of a mistake that are missing in the terminal or the log.
fn fault_of_mistake(mistake: &Mistake, language: Language) -> Option<String> {
    let values = mistake.values.iter().map(|(name, value)| (&**name, &**value));
    let values: Vec<(&str, &str)> = values.chain([("file", "me.py")]).collect();
    let sentence = Explanation::new(&mistake.code, &values).sentence_in(language).unwrap();
    let folder = Folder::with(&[]);
    let ai = fs::read(project().join("tests/beginners").join(&mistake.file)).unwrap();
    fs::write(folder.path().join("me.py"), ai).unwrap();
    let words = ["--lang", language.code, "play", "me.py", "Dummy", "Dummy", "Dummy"];
    let limits = ["--rounds", "1", "--turn-time", "1", "--no-replay"];
    let run = Run::of(folder.command(&[&words[..], &limits].concat()).output().unwrap());
    let (terminal, log) = (format!("{}{}", run.out, run.err), folder.read("me.log"));
    let line = if language.code == "de" { "Zeile" } else { "line" };
    // Python's own report is English.
    let is_place = |number: u32| {
        let places = [format!("me.py\", line {number}"), format!("(me.py, {line} {number})")];
        places.iter().any(|place| terminal.contains(place))
    };
    let is_shown = |text: &str| text.contains(&format!(": {sentence} (wag help "));
    let is_whole = is_shown(&terminal) && is_shown(&log) && mistake.line.is_none_or(is_place);
    (!is_whole).then(|| {
        format!(
            "{} in {}: no\n    {sentence}\nor its line in\n{terminal}\nor\n{log}",
            mistake.file, language.code
        )
    })
}

#[test]
fn mistakes_of_beginners_are_explained_in_both_languages() {
    let mistakes = mistakes();
    let all = mistakes.iter().filter(|mistake| mistake.when != When::Note);
    let all: Vec<(&Mistake, Language)> =
        all.flat_map(|mistake| LANGUAGES.map(|language| (mistake, language))).collect();
    let faults = faults_of(&all, |(mistake, language)| fault_of_mistake(mistake, *language));
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Returns the anchors of the headings of a page, such as `docs/en/errors.md`.
fn anchors(page: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(project().join(page)).expect(page);
    let headings =
        text.lines().filter(|line| line.starts_with("##")).map(|line| line.trim_start_matches(['#', ' ']));
    let anchor = |heading: &str| {
        let heading = heading.to_lowercase().replace(' ', "-");
        heading.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_section_is_in_the_book_in_both_languages() {
    for case in problem::CASES {
        for language in LANGUAGES {
            let section = case.section.page(language);
            let (topic, anchor) = section.split_once('#').unwrap_or((section.as_str(), ""));
            let page = format!("docs/{}/{topic}.md", language.code);
            assert!(anchors(&page).contains(anchor) || anchor.is_empty(), "{}: {section}", case.code);
        }
    }
}

#[test]
fn results_and_replays_carry_the_explanation() {
    let folder = Folder::with(&[("x/bot.py", "print(gaurd := 3)\nprint(guard)\n")]);
    let result = folder.json("x/bot.py --rounds 2 --replay a.wag");
    let fault = &result["players"][0]["faults"][0];
    assert_eq!(fault["message"], "NameError: name 'guard' is not defined (x/bot.py, line 2)");
    assert_eq!(fault["explanation"]["code"], "name_misspelt");
    assert_eq!(fault["explanation"]["text"], "there is no guard; did you mean gaurd?");
    let run = Run::of(folder.command(&["replay", "export", "--json", "a.wag"]).output().unwrap());
    let shown = &run.out;
    assert!(shown.contains("guard gibt es nicht; meintest du gaurd?"), "{shown}");
    assert!(shown.contains(r#""de":"errors""#), "{shown}");
    let hint = "  Hint: there is no guard; did you mean gaurd? (wag help errors)\n";
    for words in ["replay show a.wag --round 1", "series x/bot.py Dummy Dummy Dummy --games 1 --rounds 2"] {
        let words: Vec<&str> = words.split(' ').collect();
        Run::of(folder.command(&words).output().unwrap()).tells(&[hint]);
    }
}

#[test]
fn every_message_has_the_user_s_name_for_the_file() {
    let folder = Folder::with(&[
        ("x/late.py", "while True: pass\n"),
        ("x/broken.py", "x = = 1\n"),
        ("x/bad.py", "from part.deep import run\nrun()\n"),
        ("x/part/__init__.py", ""),
        ("x/part/deep.py", "def run():\n    return 1 / 0\n"),
    ]);
    let run = folder.play("x/late.py x/bad.py Dummy Dummy --rounds 1 --turn-time 0.2 --no-replay");
    run.tells(&["(x/late.py, line 1)", "(x/part/deep.py, line 2)"]);
    folder.play("x/broken.py").tells(&["  File \"x/broken.py\", line 1\n"]);
    let absolute = format!("{}/x/bad.py --rounds 1 --no-replay", folder.path().display());
    folder.play(&absolute).tells(&["(part/deep.py, line 2)"]);
}
