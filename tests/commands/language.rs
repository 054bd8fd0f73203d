//! Tests that Wag speaks German on request, and that all its sentences are translated.

mod german;
use crate::common::modules;
mod sentences;

use crate::common;

use common::{Folder, Run};
use sentences::{Kind, Sentence, placeholders};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The sentences in the translation files of a language, by file.
type Books = BTreeMap<String, BTreeMap<String, String>>;

/// The folder with the common file of each language.
const COMMON: &str = "crates/i18n/src";

fn books(language: &str) -> Books {
    let root = common::project();
    let mut books = Books::new();
    let mut places = vec![root.join(COMMON)];
    places.extend(fs::read_dir(root.join("crates/games/src")).unwrap().map(|entry| entry.unwrap().path()));
    for place in places {
        let file = place.join(format!("{language}.yml"));
        if file.exists() {
            books.insert(place.strip_prefix(&root).unwrap().to_str().unwrap().to_string(), read(&file));
        }
    }
    assert!(books.contains_key(COMMON), "there is a file for {language}");
    books
}

fn read(file: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(file).unwrap();
    let book = wag_i18n::parse_catalog(&text).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
    let known = |line: &&str| !line.is_empty() && !line.starts_with('#');
    assert_eq!(
        text.lines().filter(known).count(),
        book.len(),
        "{}: a line for each sentence, none twice",
        file.display()
    );
    book.into_iter().collect()
}

/// Sources whose texts are never shown to people, or always in English, with the reason.
const ENGLISH: &[(&str, &str)] = &[
    ("tournament/simulation.rs", "for those who work on the program"),
    ("python/restore/", "for those who work on the program"),
    ("python/protocol/", "for those who work on the program"),
    ("sandbox/limits.rs", "for the log of the engine"),
    ("players/echo.rs", "for those who measure"),
    ("players/launcher.rs", "for the log of the engine"),
    ("sandbox/cgroup.rs", "what the kernel writes"),
    ("sandbox/confine/", "what only a player's process says"),
    ("sandbox/counter.rs", "what only a player's process says"),
    ("sandbox/group.rs", "what the kernel writes"),
    ("class/points.rs", "what serde says of a number"),
    ("server/bundle.rs", "parts of a page"),
    ("server/account_limits.rs", "for the log of the engine"),
    ("server/limits_tests.rs", "for those who work on the program"),
    ("server/kept_state.rs", "for the log of the engine"),
    ("server/contests/checks.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/contests/compare.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/contests/export.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/contests/ladder.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/contests/mod.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/contests/rounds.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/error.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/host/person_api.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/teaching/observer.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/installed_games/mod.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/installed_games/tests.rs", "for those who work on the program"),
    ("server/work/accounts.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/work/mod.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/work/process.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/contests/school.rs", "for those who work on the program"),
    ("server/contests/tests.rs", "for those who work on the program"),
    ("server/headers.rs", "what browsers read"),
    ("server/host/class_ends.rs", "for the log of the engine; what is told stands in `message!`"),
    ("server/host/addresses.rs", "what the kernel writes"),
    ("server/host/cards.rs", "styles; what is told stands in `t!`"),
    ("server/host/session_cookie.rs", "what browsers read"),
    ("server/rights_test.rs", "for those who work on the program"),
    ("server/threat_tests.rs", "for those who work on the program"),
    ("server/teaching/demo.rs", "a class that is made up"),
    ("server/teaching/downloads.rs", "what browsers read"),
    ("server/work/liar_tests.rs", "for those who work on the program"),
    ("server/contests/tests/", "for those who work on the program"),
    ("server/work/cluster/", "what is wrong with the data of a worker"),
    ("server/work/upload_tests.rs", "for those who work on the program"),
    ("server/work/batch.rs", "what is wrong with the data of a worker"),
    ("server/work/forward.rs", "what is wrong with the data of a worker"),
    ("server/work/job_answer.rs", "what is wrong with the data of a worker"),
    ("server/work/run_job.rs", "what is wrong with the data of a worker"),
    ("server/work/worker/", "what is wrong with the data of the server"),
    ("store/", "what the database is told"),
    ("server/icons.rs", "drawings"),
    ("server/page_files.rs", "what browsers read"),
    ("sandbox/kernel.rs", "what only a player's process says"),
    ("sandbox/own_program.rs", "for those who work on the program"),
    ("sandbox/pid_namespace.rs", "for those who work on the program"),
    ("python/caller_thread.rs", "exceptions of Python are in English"),
    ("python/worker/", "what an AI sees, and what only its process says, is in the manual's words"),
    ("players/process/clues.rs", "words of other programs"),
    ("fuzzing/", "for those who work on the program"),
    ("server/guard.rs", "headers; what is told stands in `t!`"),
    ("server/watch.rs", "for the log of the engine"),
    ("games/python_source.rs", "reads Python"),
    ("core/game/tiny", "a game for tests"),
    ("core/game/conformance.rs", "for those who work on the program"),
    ("cli/args.rs", "help is in English"),
    ("cli/examples.rs", "commands"),
    ("cli/help.rs", "help is in English"),
    ("cli/compare/args.rs", "help is in English"),
    ("cli/evaluate/args.rs", "help is in English"),
    ("cli/tournament/args.rs", "help is in English"),
    ("stats/series/played.rs", "a cell of a table for programs"),
    ("cli/chart.rs", "tags; what is told stands in `t!`"),
    ("cli/tournament/page", "tags; what is told stands in `t!`"),
    ("cli/tune/args.rs", "help is in English"),
    ("cli/client/opening.rs", "a page without words"),
    ("bin/", "only when there is no wag"),
    ("players/exchange.rs", "for those who measure"),
    ("core/bounded.rs", "for those who work on the program"),
    ("server/pages.rs", "pages bring their own words"),
    ("replay/page.rs", "pages bring their own words"),
    ("replay/files.rs", "reads Python"),
    ("replay/block.rs", "for those who work on the program"),
    ("replay/recorder.rs", "for those who work on the program"),
    ("games/ants/show/events.rs", "what only programs read"),
    ("games/flowers/show/events.rs", "what only programs read"),
    ("games/gems/show/events.rs", "what only programs read"),
    ("games/python_game/show/events.rs", "what only programs read"),
    ("games/tron/show/events.rs", "what only programs read"),
    ("games/warriors/show/events.rs", "what only programs read"),
    ("games/gems/create.rs", "the letters of a board"),
    ("games/gems/tile.rs", "what is wrong with a board file"),
    ("games/tron/drawing.rs", "an exception of Python's, in tests of a learner's functions"),
    ("games/warriors/drawing.rs", "an exception of Python's, in tests of a learner's functions"),
    ("tournament/sql.rs", "what the database is told"),
    ("core/page_types.rs", "for those who work on the program"),
    ("server/page_types.rs", "for those who work on the program"),
    ("docs/course.rs", "pages in every language"),
    ("environments/", "exceptions of Python are in English"),
    ("series/remote/", "what is wrong with the data of a worker"),
    ("stats/series/summary.rs", "what is wrong with the data of a worker"),
    ("module/", "exceptions of Python are in English"),
    ("games/ants/environment.rs", "for programs that learn"),
    ("games/ants/show/arrays.rs", "for programs that read replays"),
    ("games/flowers/environment.rs", "for programs that learn"),
    ("games/flowers/show/arrays.rs", "for programs that read replays"),
    ("games/gems/environment.rs", "for programs that learn"),
    ("games/gems/show/arrays.rs", "for programs that read replays"),
    ("games/python_game/environment.rs", "for programs that learn"),
    ("games/python_game/planes.rs", "for programs that learn"),
    ("games/tron/environment.rs", "for programs that learn"),
    ("games/python_game/show/arrays.rs", "for programs that read replays"),
    ("games/tron/show/arrays.rs", "for programs that read replays"),
    ("games/warriors/environment.rs", "for programs that learn"),
    ("games/warriors/show/arrays.rs", "for programs that read replays"),
];

/// Texts that look like sentences but are commands, formats or input of other programs.
const NO_SENTENCES: &[&str] = &[
    // A contest's log, and what interpreters write around the number of a line.
    "# turn {turn}\n{accepted}{ignored}{invalid}",
    "on ",
    "line ",
    " at 0x",
    // Commands, as they are typed.
    "chmod -R go= {path}",
    "wag diff {} {}",
    "wag debug {replay} --round {} {debug}",
    "wag debug {replay} {file} --round {round} {player}",
    "wag client {replay} --round {round}",
    "wag help {}",
    // What the scan of a Python file looks for.
    "def ",
    "def choose(",
    "def select_move(",
    "from ",
    "import ",
    "class ",
    // What Python and the system write.
    "Operation not permitted",
    "can't start new thread",
    // A verdict in JSON.
    "not better",
    // A message to a bot.
    "strict 1\n",
    // Types of files.
    "text/plain; charset=utf-8",
    "text/csv; charset=utf-8",
    // Players in the exported file of a contest.
    "built-in {name}",
    "built-in {name} {number}",
    "former {number}",
    // Units.
    "{} kB",
    "{} MB",
    "{} GB",
    // Commands.
    "{:<18} wag {words}",
    "wag ladder",
    "wag course",
    "wag course {game}",
    "{command} check {number}",
    "{} --all",
    "{command} {} --hint",
    "course {name}",
    // Tags.
    "<symbol id=\"icon-{name}\" viewBox=\"{view_box}\">{}</symbol>\n",
    // Headings of a lesson.
    "## Opponent {name}",
    "File ",
    "Opponent ",
    "wag ladder {game}",
    "wag play",
    "wag play mygame.py bot.py Greedy",
    "wag new {game}{}",
    "cd {} && ",
    "new {name} {}",
    "ladder {name}",
    "make {name} {maker}",
    "--players {players} --style {word} --rows {rows} --cols {cols} --hills {hills} --seed {seed}",
    "# wag make ants map {words}\n{}",
    // A contest's logs.
    "turn {turn:4} bot {} {what}\n",
    "# turn {turn}\n{}{ignored}{invalid}",
    "turn {turn:4} bot {} {what} actions:\n{lines}",
    "timed out",
    // Names.
    "Warriors & Gatherers",
    "Gem duel",
    "Light cycles",
    "Flower farm",
    "meadow, 20x20",
    "ring, 40x40",
    "backyards, 50x50",
    "garden, 100x100",
    "quarters, 80x80",
    "Library/Application Support/wag",
    // Output of Python, the system and other programs.
    "Traceback (most recent call last):",
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
    "File \"",
    "\", line ",
    "Fatal Python error: ",
    "FIGURES ",
    " at line ",
    " at line {line} column {column}",
    "exit status: ",
    "signal: ",
    " kB",
    "import sys\nprint('1', sys.version.split()[0])\n",
    "{what} ({}, line {line})",
    // Messages to programs.
    "replaydata.{name}[{index}]: {what}",
    "tron {} {} {} {seat}\n",
    "round {round}",
    "end {}\n",
    "turn 0\nloadtime {}\nturntime {}\nrows {}\ncols {}\nturns {}\nviewradius2 {}\nattackradius2 {}\nspawnradius2 {}\nplayer_seed {}\nready\n",
    "turn {}\n",
    "end\nplayers {}\n",
    "rows {rows}\ncols {cols}\nplayers {}\n",
    "RESULT game={number} winner={winner} moves={moves} reason={reason} p1={first} p2={second}\n",
    // Numbers and keys.
    "\n{} ({} ms)",
    "q Esc",
    ", line ",
    "error: ",
    " is not in ",
    "invalid digit found in string",
    "cannot parse integer from empty string",
    "number too large to fit in target type",
    "number too small to fit in target type",
    // Help, which is in English.
    "Options of {}",
    "{} [default: {usual}]",
    "Limits of each player",
    "Random seed [default: random, and printed]",
    "New file to write [default: print the text]",
    // HTTP headers and HTML.
    "text/html; charset=utf-8",
    "{kind}; charset=utf-8",
    "attachment; filename=\"{name}\"",
    " src=",
    " 'sha256-{}'",
    // The engine's log.
    "the thread of a match has panicked",
    "a thread of the server has panicked",
    // Texts for pages, which have their own translations.
    "A new board",
    "Drawn special fields",
    "The contest's numbers",
    // The name of a check, what is wrong with recorded data, and for those who work on the program.
    "random play ends",
    "bots play",
    "not plain data",
    "not a position of the game",
    "{:?} after {} steps: {:?}",
    "from two_player_games import *\n",
    // A text that no table shows.
    "as usual",
];

fn is_english(sentence: &Sentence) -> bool {
    ENGLISH.iter().any(|(place, _)| sentence.file.starts_with(place))
        || NO_SENTENCES.contains(&sentence.text.as_str())
        || sentence.file.starts_with("tests/")
        || sentence.file.contains("/tests")
        || sentence.file.split('/').nth(2).is_some_and(|part| part.starts_with("python"))
}

/// Returns the folder with the translation file for a sentence: the game's own, or the common one.
fn home(sentence: &Sentence) -> String {
    let parts: Vec<&str> = sentence.file.split('/').collect();
    match parts.as_slice() {
        ["games", game, _, ..] => format!("crates/games/src/{game}"),
        _ => COMMON.to_string(),
    }
}

#[test]
fn every_sentence_is_translated() {
    let (books, all) = (books("de"), sentences::of_sources());
    assert!(all.len() > 300, "the sources are where they were");
    let mut missing = BTreeSet::new();
    let is_translated = |sentence: &&Sentence| match sentence.kind {
        Kind::Translated(_) => true,
        Kind::Marked => !is_english(sentence),
        Kind::Plain => false,
    };
    for sentence in all.iter().filter(is_translated) {
        let home = home(sentence);
        let is_known = |book: &str| books.get(book).is_some_and(|book| book.contains_key(&sentence.text));
        if !is_known(&home) && !is_known(COMMON) {
            missing.insert(format!(
                "{}:{}, into {home}/de.yml:\n  {:?}: \"\"",
                modules::file_of(&sentence.file),
                sentence.line,
                sentence.text
            ));
        }
    }
    let missing: Vec<String> = missing.into_iter().collect();
    assert!(
        missing.is_empty(),
        "{} sentences have no German (du, plain words, the manual's nouns; every %{{name}} on both sides). Write them:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

#[test]
fn no_sentence_is_only_in_english() {
    let all = sentences::of_sources();
    let plain = all.iter().filter(|sentence| sentence.kind == Kind::Plain && !is_english(sentence));
    let plain: Vec<String> = plain
        .map(|sentence| {
            format!("{}:{}: {:?}", modules::file_of(&sentence.file), sentence.line, sentence.text)
        })
        .collect();
    assert!(
        plain.is_empty(),
        "{} sentences are said in English whatever people speak. Write format!(\"{{n}} of {{}}\", all) as \
         t!(\"%{{n}} of %{{all}}\", n, all) with `use wag_i18n::t`, and put the German into crates/i18n/src/de.yml, or \
         de.yml in the game's folder. What no person reads belongs into ENGLISH or NO_SENTENCES of tests/commands/language.rs:\n{}",
        plain.len(),
        plain.join("\n")
    );
}

#[test]
fn every_translation_is_used() {
    let (books, all) = (books("de"), sentences::of_sources());
    let mut stale = Vec::new();
    for (home_of_book, book) in &books {
        for text in book.keys() {
            let is_said = all.iter().any(|sentence| {
                sentence.text == *text && (home_of_book == COMMON || home(sentence) == *home_of_book)
            });
            if !is_said {
                stale.push(format!("{home_of_book}/de.yml: {text:?}"));
            }
        }
    }
    assert!(
        stale.is_empty(),
        "nobody says these any more; take them out, or mend the left side:\n{}",
        stale.join("\n")
    );
}

#[test]
fn placeholders_are_the_same_on_both_sides_and_in_the_code() {
    let mut wrong = Vec::new();
    for (place, book) in books("de") {
        for (text, german) in book {
            if placeholders(&text) != placeholders(&german) {
                wrong.push(format!("{place}/de.yml: {text:?}: {german:?}"));
            }
        }
    }
    for sentence in sentences::of_sources() {
        if let Kind::Translated(mut names) = sentence.kind {
            names.sort();
            if names != placeholders(&sentence.text) {
                wrong.push(format!(
                    "{}:{}: {:?} gets {names:?}",
                    modules::file_of(&sentence.file),
                    sentence.line,
                    sentence.text
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "placeholders differ:\n{}", wrong.join("\n"));
}

#[test]
fn checks_find_violations() {
    let text = r#"
        /// Not this one.
        #[error("an error of {0}")]
        fn f() {
            let a = t!("one of %{a}", a, b = t!("two of them"));
            let b = format!("three of {a}");
            let c = later!("four of them");
            let d = x.expect("five of them");
            let e = Table::new(&["six", ""]);
        }
        #[cfg(test)]
        mod tests { const A: &str = "seven of them"; }
    "#;
    let found: Vec<(String, Kind)> =
        sentences::of_text("x.rs", text).into_iter().map(|sentence| (sentence.text, sentence.kind)).collect();
    let names = |names: &[&str]| Kind::Translated(names.iter().map(|name| name.to_string()).collect());
    let expected = [
        ("an error of {0}", Kind::Plain),
        ("one of %{a}", names(&["a", "b"])),
        ("two of them", names(&[])),
        ("three of {a}", Kind::Plain),
        ("four of them", Kind::Marked),
        ("six", Kind::Marked),
    ];
    assert_eq!(found, expected.map(|(text, kind)| (text.to_string(), kind)));
    assert_eq!(placeholders("%{b} of %{a}, %{b}"), ["a", "b"]);
}

const STILL: &str = "def f(): pass\n";

fn run_wag(words: &[&str], variables: &[(&str, &str)]) -> Run {
    let folder = Folder::with(&[("a.py", STILL), ("b.py", "1 / 0\n")]);
    let mut command = folder.command(words);
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    Run::of(command.envs(variables.iter().copied()).output().unwrap())
}

#[test]
fn the_language_is_chosen_by_option_or_by_the_system() {
    let wrong = ["play", "nobody.py"];
    let german = "es gibt keine Datei nobody.py; `wag new .` legt hier eine erste KI an";
    let english = "there is no file nobody.py; `wag new .` creates a first AI here";
    run_wag(&["--lang", "de", "play", "nobody.py"], &[]).is_user_error(&[german]);
    run_wag(&["play", "nobody.py", "--lang=de"], &[("LANG", "en_US.UTF-8")]).is_user_error(&[german]);
    run_wag(&wrong, &[("LANG", "de_DE.UTF-8")]).is_user_error(&[german]);
    run_wag(&wrong, &[("LC_MESSAGES", "de_AT"), ("LANG", "C")]).is_user_error(&[german]);
    run_wag(&wrong, &[("LC_ALL", "C"), ("LANG", "de_DE")]).is_user_error(&[english]);
    run_wag(&wrong, &[("LANG", "fr_FR")]).is_user_error(&[english]);
    run_wag(&["play", "--lang", "en", "nobody.py"], &[("LANG", "de_DE")]).is_user_error(&[english]);
}

#[test]
fn unknown_language_is_reported_in_one_sentence() {
    run_wag(&["--lang", "xx", "play", "a.py"], &[])
        .is_user_error(&["no language \"xx\"", "en (English), de (Deutsch)"]);
    run_wag(&["games", "--lang=xx"], &[("LANG", "de_DE")])
        .is_user_error(&["Die Sprache \"xx\" gibt es nicht"]);
}

#[test]
fn match_output_is_in_german() {
    let run = run_wag(&["--lang", "de", "play", "a.py", "b.py", "--rounds", "5", "--seed", "3"], &[]);
    assert_eq!(run.status, 0, "{}", run.err);
    run.tells(&[
        "Spieler",
        "5 Runden in ",
        "a gewinnt.",
        "b ist nicht angetreten und kommt auf den letzten Platz",
        "b ist 5-mal gescheitert, zuerst in Runde 1",
        "Noch einmal: ",
    ]);
    for word in [" wins", "player", " rounds in", "failed", "Again"] {
        assert!(!run.out.contains(word), "{word:?} is in:\n{}", run.out);
    }
}

#[test]
fn machine_readable_output_is_language_independent() {
    let words = ["play", "a.py", "b.py", "--rounds", "5", "--seed", "3", "--json", "--quiet"];
    let report = |language: &str| -> serde_json::Value {
        let run = run_wag(&words, &[("LC_ALL", language)]);
        let mut report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        for player in report["players"].as_array_mut().unwrap() {
            for name in ["turn_ms_mean", "turn_ms_max", "cpu_ms_mean", "cpu_ms_max"] {
                player[name].take();
            }
        }
        report["wall_s"].take();
        report["replay"].take();
        report
    };
    assert_eq!(report("de_DE.UTF-8"), report("C"));
}

/// Prints the tokens of a Python file without the texts for people.
const TOKENS: &str = r#"
import sys, tokenize
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.STRING:
                print("a text")
            elif token.type not in (tokenize.COMMENT, tokenize.NL):
                print(token.type, repr(token.string))
"#;

/// Returns the commands and headings of a Markdown page, which must be the same in every language.
fn commands_and_headings(text: &str) -> Vec<String> {
    let mut is_code = false;
    let lines = text.lines().filter_map(|line| {
        is_code ^= line.starts_with("```");
        let is_command = is_code || line.starts_with("    ");
        let heading = line.chars().take_while(|letter| *letter == '#').count();
        if is_command { Some(line.to_string()) } else { (heading > 0).then(|| "#".repeat(heading)) }
    });
    lines.collect()
}

#[test]
fn a_new_folder_is_german_and_its_code_is_the_same() {
    for game in ["warriors", "gems", "tron", "flowers", "ants"] {
        let folder = Folder::with(&[("tokens.py", TOKENS)]);
        let wag = |words: &[&str]| Run::of(folder.command(words).output().unwrap());
        assert_eq!(wag(&["new", game, "english"]).status, 0);
        let run = wag(&["--lang", "de", "new", game, "german"]);
        run.tells(&["In german liegen ", "Ein Spiel spielen: cd german && wag play "]);
        let names: Vec<String> = fs::read_dir(folder.path().join("english"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            // The stubs of the tools are in English, like their document.
            .filter(|name| name != "typings")
            .collect();
        for name in names {
            let (english, german) =
                (folder.read(&format!("english/{name}")), folder.read(&format!("german/{name}")));
            let remedy = "write it in German, into python/, and name it in NEW_IN of the game's play.rs";
            assert_ne!(english, german, "{game}: {name} is English for everybody; {remedy}");
            if name.ends_with(".md") {
                assert_eq!(commands_and_headings(&english), commands_and_headings(&german), "{game}: {name}");
                continue;
            }
            let tokens = |language: &str| wag(&["python", "tokens.py", &format!("{language}/{name}")]);
            let (english, german) = (tokens("english"), tokens("german"));
            assert_eq!((english.status, english.err.as_str()), (0, ""), "{}", english.out);
            assert!(english.out.lines().count() > 10, "{name}: {}", english.out);
            assert_eq!(english.out, german.out, "{game}: the code of {name} differs");
        }
    }
}

#[test]
fn a_match_of_the_german_files_is_the_same() {
    let folder = Folder::with(&[]);
    let wag = |words: &[&str]| Run::of(folder.command(words).output().unwrap());
    wag(&["new", "english"]);
    wag(&["--lang", "de", "new", "german"]);
    let standings = |language: &str| {
        let file = format!("{language}/yourAI.py");
        let words =
            [&file, "Dummy", "Noob", "--rounds", "40", "--seed", "5", "--json", "--quiet", "--no-replay"];
        let run = wag(&[&["play"], words.map(|word| word as &str).as_slice()].concat());
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let players = report["players"].as_array().unwrap().clone();
        players
            .iter()
            .map(|player| (player["place"].clone(), player["resources"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(standings("english"), standings("german"));
}

#[test]
fn no_sentence_is_translated_twice() {
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, book) in books("de") {
        book.into_keys().for_each(|text| homes.entry(text).or_default().push(place.clone()));
    }
    homes.retain(|_, places| places.len() > 1);
    assert!(homes.is_empty(), "the program has one book; keep these in one file: {homes:#?}");
}

#[test]
fn faults_are_shown_in_german_and_stored_in_english() {
    let folder = Folder::with(&[("a.py", STILL), ("b.py", "import time\ntime.sleep(60)\n")]);
    let words =
        ["play", "a.py", "b.py", "--rounds", "2", "--seed", "3", "--turn-time", "0.2", "--replay", "m.wag"];
    let run = Run::of(folder.command(&[&["--lang", "de"], words.as_slice()].concat()).output().unwrap());
    // On a busy machine, the AI gets several times its limit.
    let german = "in seinem Zug keine Antwort innerhalb von 0.";
    run.tells(&[
        "b ist 2-mal gescheitert, zuerst in Runde 1: ",
        german,
        "(b.py, Zeile ",
        "[Zeitüberschreitung]",
    ]);
    let log = folder.read("b.log");
    assert!(log.contains(&format!("*** Zug verloren (Zeitüberschreitung): {german}")), "{log}");
    assert!(log.starts_with("=== Runde 1 ===\n"), "{log}");
    let show = |language: &str| {
        let words = ["replay", "show", "m.wag", "--round", "1", "--lang", language];
        Run::of(folder.command(&words).output().unwrap()).out
    };
    assert!(show("de").contains(german), "{}", show("de"));
    let english = show("en");
    assert!(english.contains("no answer within 0.") && english.contains("(b.py, line "), "{english}");
}

#[test]
fn command_line_error_is_in_german() {
    let errors: [(&[&str], &str); 6] = [
        (&["play", "a.py", "--fast"], "unerwartetes Argument --fast"),
        (&["plya"], "es gibt keinen Befehl \"plya\"; meintest du "),
        (&["replay", "show"], "<FILE> fehlt"),
        (&["play", "a.py", "--quiet", "--debug"], "sind nicht zusammen möglich"),
        (&["play", "a.py", "--turn-time", "soon"], "eine Zahl von Sekunden"),
        (&["play", "a.py", "--lang"], "braucht einen Wert"),
    ];
    for (words, part) in errors {
        run_wag(words, &[("LC_ALL", "de_DE.UTF-8")]).is_user_error(&[part, "siehe --help"]);
    }
}

#[test]
fn map_error_is_in_german() {
    let folder = Folder::with(&[("a.py", STILL), ("x.map", "mapVersion=3\ntwenty\n")]);
    let run = Run::of(folder.command(&["--lang", "de", "play", "a.py", "--map", "x.map"]).output().unwrap());
    run.is_user_error(&[
        "Zeile 2, Spalte 1: dort steht \"twenty\"; schreibe hier die Seitenlänge, zum Beispiel 20",
    ]);
}

#[test]
fn system_error_is_in_german() {
    run_wag(&["replay", "show", "none.wag"], &[("LANG", "de")]).is_user_error(&[
        "none.wag lässt sich nicht lesen: Datei oder Ordner nicht gefunden (Systemfehler 2)",
    ]);
    run_wag(&["replay", "show", "none.wag"], &[])
        .is_user_error(&["none.wag cannot be read: No such file or directory (os error 2)"]);
}

/// Each round has refused orders, an invalid direction and a second order, and a method that is named but not called.
const REFUSED: &str = "from classes import *
base = roundState.getBase()
base.createUnitGatherer()
base.createUnitGatherer
for unit in roundState.getUnits():
    unit.moveUnit('north')
    unit.moveUnit(Direction.NORTH)
    unit.moveUnit(Direction.WEST)
";

#[test]
fn refusals_and_notes_are_shown_in_german_and_stored_in_english() {
    let folder = Folder::with(&[("a.py", REFUSED), ("b.py", STILL)]);
    let wag = |language: &str, words: &[&str]| {
        Run::of(folder.command(&[&["--lang", language], words].concat()).output().unwrap())
    };
    let match_of = ["play", "a.py", "b.py", "--rounds", "3", "--seed", "3", "--replay"];
    let (refused, noted) = (
        "Einheit 0: \"north\" gibt es als Richtung nicht; meinst du Direction.NORTH? (a.py:6)",
        "Befehle wurden abgelehnt, zuerst in Runde 1: Einheit 0: \"north\" gibt es als Richtung nicht",
    );
    let run = wag("de", &[&match_of[..], &["m.wag"]].concat());
    run.tells(&[
        " abgelehnte Befehle)",
        "Hinweis: a: ",
        noted,
        "a.py:4): Schreibe base.createUnitGatherer()",
    ]);
    let log = folder.read("a.log");
    for words in [refused, "=== Hinweise ===", noted, "ist ein zweiter Befehl", "*** Befehl abgelehnt: "] {
        assert!(log.contains(words), "{words:?} is not in:\n{log}");
    }
    wag("de", &["replay", "show", "m.wag", "--round", "1"]).tells(&["abgelehnt: ", refused, " aus a.py:7"]);
    wag("de", &["replay", "show", "m.wag"]).tells(&["Hinweis: a: ", noted]);
    let english =
        "orders were refused, first in round 1: unit 0: \"north\" is not a direction; did you mean ";
    wag("en", &["replay", "show", "m.wag"]).tells(&["Note: a: ", english]);
    let report = wag("de", &[&match_of[..], &["n.wag", "--json", "--quiet"]].concat());
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    let notes = report["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["text"].as_str().unwrap().contains(english)), "{notes:#?}");
}

#[test]
fn start_error_in_a_series_is_shown_in_german_and_stored_in_english() {
    let forever = "import helper\n";
    let folder = Folder::with(&[("a.py", STILL), ("b.py", forever), ("helper.py", "x = (\n")]);
    let words = ["--lang", "de", "series", "a.py", "b.py", "--games", "1", "--rounds", "2", "--seed", "3"];
    let run = Run::of(folder.command(&words).output().unwrap());
    run.tells(&["b ist einmal gescheitert, zuerst in Spiel 1: ", "Noch einmal ansehen: "]);
    let run = Run::of(folder.command(&[&words[..], &["--json"]].concat()).output().unwrap());
    assert!(run.out.contains("\"first_fault\":\"SyntaxError: "), "{}", run.out);
}
