//! Mistakes of beginners have the same explanation in all commands, in both languages.

use crate::common;

use common::mistakes::{Mistake, When, mistakes};
use common::{Folder, Run, count, project};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use wag_core::problem::Explanation;
use wag_i18n::{LANGUAGES, Language};

const LIMITS: &str = "--turn-time 0.5";

fn folder(mistake: &Mistake) -> Folder {
    let ai = fs::read(project().join("tests/beginners").join(&mistake.file)).unwrap();
    let folder = Folder::with(&[]);
    fs::write(folder.path().join("me.py"), ai).unwrap();
    folder
}

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

fn json(folder: &Folder, words: &str) -> Value {
    let run = wag(folder, words);
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{words}: {} {}", run.out, run.err))
}

/// Returns every second mistake and all that are notes.
fn chosen() -> Vec<Mistake> {
    let all = mistakes().into_iter().enumerate();
    let chosen: Vec<Mistake> = all
        .filter(|(number, mistake)| number % 2 == 0 || mistake.when == When::Note)
        .map(|(_, mistake)| mistake)
        .collect();
    assert!(chosen.len() >= 30);
    chosen
}

/// Applies `faults` to all mistakes in two threads, and fails with what it returns.
fn check_all(faults: impl Fn(&Mistake) -> Vec<String> + Sync) {
    let (all, next) = (chosen(), AtomicUsize::new(0));
    let work = || {
        let mut found = Vec::new();
        while let Some(mistake) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(faults(mistake).into_iter().map(|fault| format!("{}: {fault}", mistake.file)));
        }
        found
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Compares a problem in JSON with the expected one.
fn fault_of(mistake: &Mistake, door: &str, problem: &Value) -> Option<String> {
    let explanation = &problem["explanation"];
    let text = |language: Language| explanation["text"][language.code].as_str();
    let has_texts =
        LANGUAGES.into_iter().all(|language| text(language) == sentence(mistake, language).as_deref());
    let is_there = explanation["code"] == mistake.code.as_str()
        && problem["place"]["line"].as_u64() == mistake.line.map(u64::from)
        && (mistake.values.is_empty() || has_texts);
    (!is_there).then(|| format!("{door}: {problem}"))
}

/// Returns the expected sentence; `None` if it depends on values that the table does not name.
fn sentence(mistake: &Mistake, language: Language) -> Option<String> {
    let values: Vec<(&str, &str)> = mistake.values.iter().map(|(name, value)| (&**name, &**value)).collect();
    Explanation::new(&mistake.code, &values).sentence_in(language)
}

#[test]
fn json_of_every_command_has_the_explanation() {
    check_all(|mistake| {
        let folder = folder(mistake);
        let played = |words: &str| json(&folder, &format!("{words} --json {LIMITS}"));
        let is_note = mistake.when == When::Note;
        let check = played("check me.py");
        let checked = if is_note { &check["uncalled"][0] } else { &check["problem"] };
        let course = played("course check 1 --ai me.py");
        let in_course = match mistake.when {
            When::Start => &course["error"]["players"][0]["problem"],
            When::Turn => &course["match"]["players"][0]["faults"][0]["problem"],
            When::Note => &course["uncalled"][0],
        };
        let mut problems = vec![("check", checked.clone()), ("course check", in_course.clone())];
        if !is_note {
            let play = played("play me.py Dummy Dummy Dummy --rounds 1 --no-replay");
            let in_play = match mistake.when {
                When::Start => &play["error"]["players"][0]["problem"],
                _ => &play["players"][0]["faults"][0]["problem"],
            };
            let evaluate = played("evaluate me.py --against Dummy --games 1 --rounds 1");
            let series = played("series me.py Dummy --games 1 --rounds 1");
            problems.push(("play", in_play.clone()));
            problems.push(("evaluate", evaluate["faults"][0]["problem"].clone()));
            problems.push(("series", series["rows"][0]["first_problem"].clone()));
        }
        problems.iter().filter_map(|(door, problem)| fault_of(mistake, door, problem)).collect()
    });
}

/// Each command prints about half of the hints in each language. The JSON of all commands has every hint in all languages.
#[test]
fn commands_print_the_hint_in_the_language_of_the_reader() {
    check_all(|mistake| {
        let folder = folder(mistake);
        let turn = usize::from(mistake.file.as_bytes()[0]) + mistake.file.len();
        let commands = [
            "check me.py",
            "evaluate me.py --against Dummy --games 1 --rounds 1",
            "course check 1 --ai me.py",
        ];
        let mut faults = Vec::new();
        for (number, words) in commands.into_iter().enumerate() {
            let language = LANGUAGES[(turn + number) % LANGUAGES.len()];
            let Some(sentence) = sentence(mistake, language).filter(|_| !mistake.values.is_empty()) else {
                continue;
            };
            let run = wag(&folder, &format!("--lang {} {words} {LIMITS}", language.code));
            if count(&(run.out.clone() + &run.err), &format!(": {sentence} (wag help ")) != 1 {
                faults.push(format!("{words} in {}: no {sentence} in {}{}", language.code, run.out, run.err));
            }
        }
        faults
    });
}

#[test]
fn tournament_and_its_check_have_the_explanations() {
    let folder = Folder::with(&[]);
    let all: BTreeMap<String, Mistake> = chosen()
        .into_iter()
        .filter(|mistake| mistake.when != When::Note)
        .map(|mistake| (mistake.file.trim_end_matches(".py").to_string(), mistake))
        .collect();
    for (name, mistake) in &all {
        let hand_in = folder.path().join("in").join(name);
        fs::create_dir_all(&hand_in).unwrap();
        fs::copy(project().join("tests/beginners").join(&mistake.file), hand_in.join("yourAI.py")).unwrap();
    }
    let faults = |rows: &[Value], field: &str| -> Vec<String> {
        let fault = |(name, mistake): (&String, &Mistake)| {
            let row = rows.iter().find(|row| row["name"] == name.as_str());
            row.map_or(Some(format!("no {name}")), |row| fault_of(mistake, name, &row[field]))
        };
        all.iter().filter_map(fault).collect()
    };
    let checked = json(&folder, &format!("tournament check in --json {LIMITS}"));
    let mut checked = checked.as_array().unwrap().clone();
    for row in &mut checked {
        let reasons = row["reasons"].as_array().unwrap();
        row["problem"] = reasons.iter().map(|one| one["problem"].clone()).find(|one| !one.is_null()).into();
    }
    let found = faults(&checked, "problem");
    assert!(found.is_empty(), "{}", found.join("\n"));
    let played =
        json(&folder, &format!("tournament in --into t.db --games 1 --rounds 1 --seed 1 --json {LIMITS}"));
    let found = faults(played["players"].as_array().unwrap_or(&Vec::new()), "first_problem");
    assert!(found.is_empty(), "{}\n{played}", found.join("\n"));
}

#[test]
fn repeated_error_stands_once_in_the_log() {
    let folder = Folder::with(&[("me.py", "print('here')\nprint(Hallo)\n")]);
    let run = folder.play("me.py Dummy Dummy Dummy --rounds 3");
    let log = folder.read("me.log");
    assert_eq!((count(&log, "Traceback"), count(&log, "here\n"), count(&log, "Hint:")), (1, 3, 1), "{log}");
    assert_eq!(count(&log, "(me.py, line 2): as in round 1 ***\n"), 2, "{log}");
    // The terminal names the error once.
    assert_eq!(count(&run.out, "NameError"), 1, "{}", run.out);
}
