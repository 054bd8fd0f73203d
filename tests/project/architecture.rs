//! Architecture rules that the compiler does not check: dependencies between modules, and the places where certain code
//! may be. ARCHITECTURE.md explains the reasons.

mod circles;
use crate::common::modules;
mod nouns;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A source file: the name of its module, and its lines without comments and tests. All packages are read as one, in
/// which a game is `crate::games::NAME`.
struct Source {
    name: String,
    code: Vec<(usize, String)>,
    text: String,
}

fn sources() -> Vec<Source> {
    modules::all().into_iter().map(|(name, file)| Source::read(name, &file)).collect()
}

impl Source {
    fn read(name: String, file: &Path) -> Source {
        let text = fs::read_to_string(file).unwrap();
        // A package is read as a module of one crate.
        let text = match modules::file_of(&name).strip_prefix("crates/").and_then(|path| path.split_once('/'))
        {
            Some((package, _)) => text.replace("crate::", &format!("crate::{}::", package.replace('-', "_"))),
            None => text,
        };
        let text = modules::packages().iter().fold(text, |text, package| {
            let package = package.replace('-', "_");
            text.replace(&format!("wag_{package}::"), &format!("crate::{package}::"))
        });
        let name = match name.split_once('/') {
            Some((package, "lib.rs")) => format!("{package}/mod.rs"),
            _ => name,
        };
        // Tests inside a file stand at its end.
        let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        let lines = text[..end].lines().enumerate();
        let code = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
        let code = code.map(|(number, line)| (number + 1, line.to_string())).collect();
        Source { name, code, text }
    }

    fn is_in(&self, places: &[&str]) -> bool {
        places
            .iter()
            .any(|place| self.name == *place || (place.ends_with('/') && self.name.starts_with(place)))
    }

    /// Returns whether the whole file is only compiled for tests.
    fn is_test(&self) -> bool {
        let name = &self.name;
        let folder =
            name.contains("/tests/") || name.starts_with("tests/") || name.starts_with("core/game/tiny");
        folder
            || name.ends_with("/tests.rs")
            || [
                "server/limits_tests.rs",
                "core/game/conformance.rs",
                "tournament/simulation.rs",
                "server/rights_test.rs",
                "server/contests/school.rs",
                "server/work/liar_tests.rs",
                "server/work/upload_tests.rs",
            ]
            .contains(&name.as_str())
    }

    /// Returns whether this is the part of a game that may depend on Python.
    fn is_python_bindings(&self) -> bool {
        let parts: Vec<&str> = self.name.split('/').collect();
        parts.len() >= 3 && parts[0] == "games" && (parts[2] == "python.rs" || parts[2] == "python")
    }
}

/// Fails with every line of `sources` that contains one of the words.
fn forbid<'s>(rule: &str, sources: impl Iterator<Item = &'s Source>, words: &[&str]) {
    let mut found = Vec::new();
    for source in sources {
        for (number, line) in &source.code {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{}:{number}: {}", modules::file_of(&source.name), line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn check_finds_forbidden_words() {
    let code = vec![(1, "use pyo3::x;".to_string())];
    let sources = [Source { name: "arena/x.rs".into(), code, text: String::new() }];
    let caught = std::panic::catch_unwind(|| forbid("rule", sources.iter(), &["pyo3"]));
    assert!(caught.is_err());
}

#[test]
fn games_are_pure() {
    let sources = sources();
    // Exempts what finds, reads and runs game files: the rules of these games run in other processes.
    let files_of_games = [
        "games/python_game/",
        "games/python_source.rs",
        "games/find_game.rs",
        "games/known.rs",
        "games/replays.rs",
    ];
    let pure = |s: &&Source| {
        s.is_in(&["games/", "core/game/"])
            && !s.is_in(&files_of_games)
            && !s.is_python_bindings()
            && !s.is_test()
    };
    let rules = || sources.iter().filter(pure);
    let files = ["std::fs", "std::io", "std::net", "std::env", "std::process", "println!", "log::"];
    forbid("games read and write nothing", rules(), &files);
    let time = ["std::thread", "std::time", "Instant", "SystemTime", "rustix", "libc::"];
    forbid("games know no clock, thread or system", rules(), &time);
    let inside = ["crate::core::arena", "crate::python::"];
    // The list of games refers to the Python bindings. The accounts of losses are no rules: they read recorded turns.
    let is_account_of_losses = |s: &Source| s.name.contains("/loss/") || s.name.ends_with("/loss.rs");
    let others = rules().filter(|s| s.name != "games/mod.rs" && !is_account_of_losses(s));
    forbid("games do not know who plays or watches them", others, &inside);
    forbid("rules iterate in a fixed order", rules(), &["HashMap", "HashSet"]);
    let float = [".powf(", ".powi(", ".exp(", ".ln(", ".sqrt("];
    forbid("games use the portable mathematics", rules(), &float);
}

/// Returns the names of the games, which are the names of their folders.
fn games(sources: &[Source]) -> Vec<String> {
    let folders = sources.iter().filter(|source| !source.is_test());
    let folders = folders.filter_map(|source| source.name.strip_prefix("games/")?.split_once('/'));
    let games: BTreeSet<String> = folders.map(|(game, _)| game.to_string()).collect();
    assert!(games.contains("warriors"));
    games.into_iter().collect()
}

#[test]
fn no_name_or_noun_of_a_game_is_outside_its_folder() {
    let sources = sources();
    let games = games(&sources);
    // Exempts the games themselves, contest commands and the sources for fuzzing.
    let theirs = ["games/", "cli/contests/", "fuzzing/"];
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| !source.is_in(&theirs) && !source.is_test()) {
        let end = source.text.find("#[cfg(test)]\nmod tests {").unwrap_or(source.text.len());
        for (number, line) in source.text[..end].lines().enumerate() {
            // Explanations and examples name pages of the book, also those about a game; the book contains a course.
            let is_topic = ["cli/examples.rs", "docs/course.rs"].contains(&&*source.name)
                || source.name == "core/problem/explanation.rs" && line.contains("section(\"warriors\"");
            let noun = nouns::noun_in(line, &games).filter(|_| !is_topic);
            if let Some(noun) = noun {
                found.push(format!(
                    "{}:{}: {noun}: {}",
                    modules::file_of(&source.name),
                    number + 1,
                    line.trim()
                ));
            }
        }
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}

#[test]
fn nouns_are_found() {
    let games = ["gems".to_string(), "warriors".to_string()];
    assert_eq!(nouns::noun_in("the map of Gems", &games), Some("gems"));
    assert_eq!(nouns::noun_in("    // a Warrior's turn", &games), Some("warrior"));
    assert_eq!(nouns::noun_in("let milestone = stratagems;", &games), None);
}

#[test]
fn no_import_cycles() {
    let sources = sources();
    let sources =
        sources.iter().filter(|source| !source.is_test() && !source.is_in(&["fuzzing/", "bin/", "main.rs"]));
    let sources: Vec<(String, String)> =
        sources.map(|source| (source.name.replace('-', "_"), source.text.clone())).collect();
    let circles = circles::circles(&sources);
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn cycle_is_found() {
    let source = |name: &str, text: &str| (name.to_string(), text.to_string());
    let all = [
        source("a/mod.rs", "pub use one::One;\nmod one;\nmod two;"),
        source("a/one.rs", "use super::two::Two;\npub struct One;"),
        source("a/two.rs", "pub struct Two;\nfn f() -> crate::a::One { todo!() }"),
        source("b.rs", "use crate::a::One;"),
    ];
    let circles = circles::circles(&all);
    assert_eq!(circles.len(), 1);
    assert_eq!(circles[0].iter().collect::<Vec<_>>(), ["a/one", "a/two"]);
    assert!(circles::circles(&all[..2]).is_empty() && circles::circles(&all[3..]).is_empty());
}

#[test]
fn a_game_knows_no_other_game() {
    let sources = sources();
    let games = games(&sources);
    for game in &games {
        let others = games.iter().filter(|other| *other != game);
        let others: Vec<String> = others.map(|other| format!("games::{other}")).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let own = sources.iter().filter(|s| s.name.starts_with(&format!("games/{game}/")));
        forbid("one game never uses another", own, &others);
    }
}

#[test]
fn python_is_in_its_package_and_in_the_faces_of_games() {
    let sources = sources();
    let others = sources.iter().filter(|s| !s.is_in(&["python/", "module/"]) && !s.is_python_bindings());
    forbid("only the workers and the extension module know Python", others, &["pyo3"]);
}

#[test]
fn only_three_files_of_replays_touch_the_disk() {
    let sources = sources();
    let replay = || sources.iter().filter(|s| s.is_in(&["replay/"]) && !s.is_test());
    assert!(replay().count() > 8);
    let files = ["replay/files.rs", "replay/saves.rs", "replay/source.rs"];
    let rest = replay().filter(|s| !s.is_in(&files));
    forbid("only these know files", rest, &["std::fs", "std::env", "rustix"]);
}

#[test]
fn only_the_store_knows_the_database() {
    let sources = sources();
    // A fuzz target forges rows.
    let store = ["tournament/store.rs", "tournament/guarded.rs", "store/db.rs", "fuzzing/files.rs"];
    let others = sources.iter().filter(|s| !s.is_in(&store));
    forbid("only the store knows the database", others, &["rusqlite"]);
}

#[test]
fn statistics_are_pure() {
    let sources = sources();
    let stats = sources.iter().filter(|s| s.is_in(&["stats/"]));
    forbid(
        "statistics read no file and no clock",
        stats,
        &["std::fs", "std::io", "std::env", "std::time::Instant", "println!"],
    );
}

#[test]
fn command_line_libraries_are_only_used_by_commands() {
    let sources = sources();
    let others = sources.iter().filter(|s| !s.is_in(&["cli/", "main.rs"]) && !s.is_test());
    let words = ["clap::", "anyhow", "comfy_table", "indicatif"];
    forbid("clap, anyhow and tables belong to the commands", others, &words);
    let others = sources.iter().filter(|s| !s.is_in(&["watch/"]));
    forbid("screens belong to those who watch", others, &["ratatui"]);
}

#[test]
fn only_the_server_uses_http_and_it_needs_no_command() {
    let sources = sources();
    let others = sources.iter().filter(|s| !s.is_in(&["server/"]));
    forbid("HTTP belongs to the server", others, &["axum", "tokio", "notify::"]);
    let server = || sources.iter().filter(|s| s.is_in(&["server/"]));
    assert!(server().count() > 10);
    let inside = ["with_game", "crate::players", "crate::python", "crate::environments", "crate::cli"];
    forbid("the server plays through the packages of the use cases", server(), &inside);
    let games = games(&sources);
    let games: Vec<String> = games.iter().map(|game| format!("crate::games::{game}")).collect();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    forbid("the server knows the list of games and none by name", server(), &games);
}

#[test]
fn text_reaches_the_terminal_in_one_place() {
    let sources = sources();
    let commands = || sources.iter().filter(|s| s.is_in(&["cli/", "watch/"]) && !s.is_test());
    let printing = ["anstream::print", "anstream::eprint", "anstream::std", "stdout().lock", "stderr().lock"];
    forbid("only `output` prints", commands(), &printing);
    forbid(
        "only `output` prints",
        commands(),
        &["std::print", "std::eprint", " println!(", " print!(", " eprint!("],
    );
    let others =
        commands().filter(|s| !s.text.contains("use crate::output::") || !s.text.contains("eprintln"));
    forbid("`eprintln` is the one of `output`", others, &[" eprintln!("]);
}

#[test]
fn temporary_folders_are_created_in_one_place() {
    let sources = sources();
    let others = sources.iter().filter(|s| !s.is_in(&["sandbox/temporary.rs", "fuzzing/"]) && !s.is_test());
    forbid(
        "`TemporaryFolder` is closed to other users",
        others,
        &["::tempdir(", ".tempdir(", "tempdir_in(", "TempDir"],
    );
}

#[test]
fn the_state_of_the_process_does_not_change() {
    let sources = sources();
    // A helper process has a single thread.
    let others = sources.iter().filter(|s| !s.is_in(&["sandbox/process.rs"]) && !s.is_test());
    let words = ["set_current_dir(", "env::set_var(", "env::remove_var("];
    forbid("a Python program has other threads, and they share the current folder", others, &words);
}

#[test]
fn no_comment_has_an_example_that_nobody_runs() {
    let is_example = |line: &str| {
        let comment = line.trim_start().strip_prefix("///").or_else(|| line.trim_start().strip_prefix("//!"));
        comment.is_some_and(|text| text.trim_start().starts_with("```"))
    };
    let sources = sources();
    let found = sources.iter().filter(|s| s.text.lines().any(is_example));
    let names: Vec<&str> = found.map(|source| source.name.as_str()).collect();
    assert!(names.is_empty(), "`make test` runs no documentation tests: {names:?}");
}

#[test]
fn unsafe_code_is_at_the_edge_only() {
    let sources = sources();
    let edge = ["python/", "sandbox/", "players/launcher.rs"];
    let others = sources.iter().filter(|s| !s.is_in(&edge));
    forbid(
        "unsafe code is at the edge to CPython and to processes",
        others,
        &["unsafe {", "unsafe fn", "unsafe impl"],
    );
}

#[test]
fn every_file_has_a_module_comment() {
    for source in sources() {
        assert!(source.text.starts_with("//!"), "{} opens without //!", modules::file_of(&source.name));
    }
    let main = sources().into_iter().find(|s| s.name == "main.rs").unwrap();
    assert!(main.text.lines().count() <= 60);
}
