//! Tests of the commands `rules`, `maps`, `new`, `doctor` and others, and of the type stubs that `new` writes, which
//! are compared with the module that AIs import.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::{TempDir, tempdir};
use wag_games::warriors::maps::MAPS;
use wag_games::warriors::rules::Rules;

const FILES: [&str; 6] = [
    "yourAI.py",
    "yourFunctions.py",
    "test_yourFunctions.py",
    "classes.pyi",
    "__builtins__.pyi",
    "README.md",
];

fn wag(folder: &Path) -> Command {
    let mut command = crate::common::wag();
    let unset = ["CLICOLOR_FORCE", "COLUMNS", "NO_COLOR", "RUST_LOG", "VIRTUAL_ENV"];
    command.current_dir(folder);
    for name in unset {
        command.env_remove(name);
    }
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("wag prints UTF-8")
}

/// Returns the output of a successful command.
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// Returns the one-sentence message of a user error.
fn sentence(output: &Output) -> String {
    let printed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    assert_eq!(text(&output.stdout), "");
    assert!(printed.starts_with("wag: ") && printed.lines().count() == 1, "{printed:?} is not one sentence");
    printed
}

fn user_error(folder: &Path, words: &[&str]) -> String {
    sentence(&wag(folder).args(words).output().unwrap())
}

/// Returns the names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_printed_rules_are_the_default_ones_and_can_be_played_with() {
    let folder = tempdir().unwrap();
    let rules = printed(wag(folder.path()).arg("rules"));
    assert_eq!(Rules::parse(&rules).unwrap(), Rules::default());
    assert!(rules.contains("\n  \"rounds\": 1000,\n"), "{rules}");

    fs::write(folder.path().join("ai.py"), "").unwrap();
    fs::write(folder.path().join("rules.json"), rules.replace("1000", "2")).unwrap();
    let words = ["play", "ai.py", "--rules", "rules.json", "--json", "--no-replay"];
    let result = printed(wag(folder.path()).args(words));
    assert!(result.contains("\"rounds\":2"), "{result}");
}

#[test]
fn the_list_of_maps_names_every_map_with_size_title_and_character() {
    let folder = tempdir().unwrap();
    let list = printed(wag(folder.path()).arg("maps"));
    for map in MAPS {
        let board = wag_games::warriors::maps::board_of(map);
        let line = list.lines().find(|line| line.split_whitespace().next() == Some(map.name)).unwrap();
        for part in [&format!("{0} x {0}", board.side()), board.title(), map.about] {
            assert!(line.contains(part), "{part:?} is missing in {line:?}");
        }
    }
}

/// Returns the rows of a picture of a square board, without the edges.
fn rows(picture: &str, side: usize) -> Vec<String> {
    let is_ruler = |line: &str| !line.is_empty() && line.trim_start().chars().all(|c| " |".contains(c));
    let lines = picture.lines().skip_while(|line| !is_ruler(line)).skip(1);
    let rows = lines.take_while(|line| !is_ruler(line));
    let edge = (side - 1).to_string().len() + 2;
    rows.map(|row| row.chars().skip(edge).take(side).collect()).collect()
}

#[test]
fn every_map_has_a_picture_that_shows_each_field() {
    let folder = tempdir().unwrap();
    for map in MAPS {
        let picture = printed(wag(folder.path()).args(["maps", map.name]));
        let board = wag_games::warriors::maps::board_of(map);
        let head = format!("{}: {side} x {side} fields\n", board.title(), side = board.side());
        assert!(picture.starts_with(&head), "{picture}");
        assert!(picture.contains(map.about));
        let resources = board.resource_fields().len();
        assert!(picture.contains(&format!("{resources} of the fields are resource fields")), "{picture}");
        assert!(picture.contains("R resource field   X water   Y wall   1234 bases"), "{picture}");
        let drawn = rows(&picture, board.side() as usize);
        let text = (map.text)();
        let file = text.lines().skip(4).map(str::to_string);
        assert_eq!(drawn, file.collect::<Vec<_>>(), "{}", map.name);
    }
}

#[test]
fn picture_has_colors_only_on_a_terminal() {
    let folder = tempdir().unwrap();
    let plain = printed(wag(folder.path()).args(["maps", "fortress"]));
    assert!(!plain.contains('\u{1b}'));
    let coloured = printed(wag(folder.path()).args(["maps", "fortress"]).env("CLICOLOR_FORCE", "1"));
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

#[test]
fn undrawable_map_is_reported_in_one_sentence() {
    let folder = tempdir().unwrap();
    let bad = "mapVersion=3\n5\nBad\n0\n1...2\n..r..\n.....\n.....\n4...3\n";
    fs::write(folder.path().join("bad.map"), bad).unwrap();
    let words = user_error(folder.path(), &["maps", "bad.map"]);
    assert!(
        words.starts_with(
            "wag: bad.map is not a valid map file for Warriors & Gatherers: line 6, column 3: found 'r'"
        ),
        "{words}"
    );
    let words = user_error(folder.path(), &["maps", "medow"]);
    assert!(words.contains("\"medow\"") && words.contains("meadow, ring"), "{words}");
    let words = user_error(folder.path(), &["maps", "none.map"]);
    assert!(words.contains("none.map cannot be read"), "{words}");
    let words = user_error(folder.path(), &["maps", "./"]);
    assert!(words.contains("cannot be read"), "{words}");

    fs::write(folder.path().join("good.map"), bad.replace("..r..", "..R..")).unwrap();
    let picture = printed(wag(folder.path()).args(["maps", "good.map"]));
    assert!(picture.starts_with("Bad: 5 x 5 fields\n\n"), "{picture}");
    assert!(picture.contains("1 of the fields are resource fields"), "{picture}");
}

/// Checks the map in `docs/en/maps.md`, and the error messages for changed lines.
#[test]
fn the_chapter_on_maps_is_true() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/en/maps.md")).unwrap();
    let (_, map) = page.split_once("```text map\n").unwrap();
    let (map, _) = map.split_once("```").unwrap();
    let folder = tempdir().unwrap();
    let file = folder.path().join("my.map");
    fs::write(&file, map).unwrap();
    let picture = printed(wag(folder.path()).args(["maps", "my.map"]));
    assert_eq!(rows(&picture, 7), map.lines().skip(4).collect::<Vec<_>>(), "{picture}");

    let changes =
        page.lines().filter_map(|row| row.strip_prefix("| line ")?.strip_suffix("` |")?.split_once(" | `"));
    let mut tried = 0;
    for (change, printed) in changes {
        let (number, change) = change.split_once(' ').unwrap();
        let number: usize = number.parse().unwrap();
        let mut lines: Vec<&str> = map.lines().collect();
        match change.strip_prefix("is `") {
            Some(line) => lines[number - 1] = line.strip_suffix('`').unwrap(),
            None => assert!(change == "is gone" && lines.pop().is_some() && lines.len() == number - 1),
        }
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        let words = user_error(folder.path(), &["play", "Noob", "--map", "my.map"]);
        assert_eq!(
            words,
            format!("wag: my.map is not a valid map file for Warriors & Gatherers: {printed}\n")
        );
        tried += 1;
    }
    assert_eq!(tried, 11);
}

#[test]
fn output_ends_quietly_when_its_reader_stops() {
    let folder = tempdir().unwrap();
    let script = "\"$0\" maps garden | head -1; \"$0\" doctor | head -1; \"$0\" rules | true";
    let mut shell = crate::common::in_english("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_wag")]).current_dir(folder.path());
    let printed = printed(&mut shell);
    assert!(printed.starts_with("Garden: 100 x 100 fields"), "{printed}");
}

#[test]
fn a_new_folder_holds_the_projects_own_files_and_plays() {
    let folder = tempdir().unwrap();
    let words = printed(wag(folder.path()).args(["new", "a/b c"]));
    assert!(words.ends_with("Play a match: cd 'a/b c' && wag play yourAI.py\n"), "{words}");
    let made = folder.path().join("a/b c");
    let mut expected = FILES.map(str::to_string).to_vec();
    expected.push("typings".to_string());
    expected.sort();
    assert_eq!(names(&made), expected);
    assert_eq!(names(&made.join("typings")), ["aitools"]);
    assert!(names(&made.join("typings/aitools")).contains(&"search.pyi".to_string()));
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in FILES {
        let source = match name {
            "yourAI.py" | "yourFunctions.py" => "",
            "README.md" | "test_yourFunctions.py" => "python/new",
            _ => "python",
        };
        let source = fs::read(project.join(source).join(name)).unwrap();
        assert_eq!(fs::read(made.join(name)).unwrap(), source, "{name}");
    }
    let match_ = "play yourAI.py Dummy Dummy Dummy --rounds 100 --seed 1 --json";
    let result = printed(wag(&made).args(match_.split(' ')));
    assert!(result.contains("\"winners\":[\"yourAI\"]") && result.contains("\"faults_total\":0"), "{result}");
}

#[test]
fn first_ai_never_gets_stuck() {
    let folder = tempdir().unwrap();
    printed(wag(folder.path()).args(["new", "."]));
    // With these seeds, a puddle is between the first gatherers and the nearest resources.
    for seed in ["861114890", "956379916", "3"] {
        let match_ = "play yourAI.py Dummy Dummy Dummy --rounds 300 --no-replay --json --seed";
        let result = printed(wag(folder.path()).args(match_.split(' ')).arg(seed));
        let result: serde_json::Value = serde_json::from_str(&result).unwrap();
        assert!(result["players"][0]["stock"].as_u64().unwrap() > 1500, "{result}");
    }
}

#[test]
fn new_in_the_current_folder_needs_no_cd() {
    let folder = tempdir().unwrap();
    let words = printed(wag(folder.path()).args(["new", "."]));
    assert!(words.ends_with("Play a match: wag play yourAI.py\n"), "{words}");
}

#[test]
fn new_writes_nothing_if_it_would_overwrite_a_file() {
    for name in FILES {
        let folder = tempdir().unwrap();
        let file = folder.path().join(name);
        // A dangling link counts as an existing file.
        std::os::unix::fs::symlink("nowhere", &file).unwrap();
        let words = user_error(folder.path(), &["new", "."]);
        assert!(words.contains(&format!("{name} already exists")), "{words}");
        assert_eq!(names(folder.path()), [name]);

        fs::remove_file(&file).unwrap();
        fs::write(&file, "mine").unwrap();
        user_error(folder.path(), &["new", "."]);
        assert_eq!(names(folder.path()), [name]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    }
}

#[test]
fn unwritable_folder_is_reported_in_one_sentence() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let words = user_error(folder.path(), &["new", "file"]);
    assert!(words.contains("file is a file"), "{words}");
    let words = user_error(folder.path(), &["new", "file/ai"]);
    assert!(words.contains("the folder file/ai cannot be created"), "{words}");
    assert!(user_error(folder.path(), &["new", "/proc"]).contains("the folder /proc is not writable"));
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = tempdir().unwrap();
    // The limit is one block per file, enough for the smaller files but not for the stubs.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" new a/b";
    let mut shell = crate::common::in_english("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_wag")]).current_dir(folder.path());
    let words = sentence(&shell.output().unwrap());
    assert!(words.contains("the folder a/b is not writable"), "{words}");
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn the_doctor_finds_this_installation_in_order() {
    let folder = tempdir().unwrap();
    let report = printed(wag(folder.path()).arg("doctor"));
    let levels: Vec<&str> =
        report.lines().take_while(|line| !line.is_empty()).map(|line| &line[..9]).collect();
    assert!(levels.len() >= 5, "{report}");
    assert!(levels.iter().all(|level| ["OK       ", "WARNING  ", "         "].contains(level)), "{report}");
    assert!(report.contains("OK       The test AI can play: Python 3."), "{report}");
    assert!(report.contains("Found no PROBLEMs"), "{report}");
    assert_eq!(names(folder.path()), [""; 0], "the doctor leaves nothing behind");
}

#[test]
fn the_doctor_warns_of_a_foreign_virtual_environment_and_a_folder_without_room_for_logs() {
    let folder = tempdir().unwrap();
    let report = printed(wag(folder.path()).arg("doctor").env("VIRTUAL_ENV", folder.path()));
    let warning =
        format!("WARNING  The virtual environment {} is not for Python 3.", folder.path().display());
    assert!(report.contains(&warning) && report.contains("What to do: python3."), "{report}");
    let report = printed(wag(Path::new("/proc")).arg("doctor"));
    assert!(report.contains("WARNING  Logs cannot be written in the current folder: "), "{report}");
}

#[test]
fn the_doctor_ends_with_1_when_no_ai_can_play() {
    let folder = tempdir().unwrap();
    let mut doctor = wag(folder.path());
    let output = doctor.arg("doctor").env("TMPDIR", folder.path().join("none")).output().unwrap();
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("PROBLEM  The test AI cannot play: no temporary folder"), "{report}");
    assert!(report.contains("Found 1 PROBLEM"), "{report}");
}

#[test]
fn the_help_names_every_command() {
    let folder = tempdir().unwrap();
    let help = printed(wag(folder.path()).arg("--help"));
    for command in ["play", "games", "series", "make", "ladder", "unlock", "new", "bench", "doctor"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(command)), "{command}: {help}");
    }
    assert!(printed(wag(folder.path()).args(["doctor", "--help"])).contains("Exit status"));
}

#[test]
fn new_without_a_folder_lists_files_and_games() {
    let folder = tempdir().unwrap();
    let output = wag(folder.path()).arg("new").output().unwrap();
    let printed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{printed}");
    for words in
        ["name a folder", "yourAI.py", "wag new my-ai ", "wag new gems my-ai ", "wag new tron my-ai "]
    {
        assert!(printed.contains(words), "{words:?} is not in {printed}");
    }
    let printed = text(&wag(folder.path()).args(["new", "tron"]).output().unwrap().stderr);
    assert!(
        printed.contains("bot.py") && printed.contains("wag new tron my-ai") && !printed.contains("gems"),
        "{printed}"
    );
    assert_eq!(names(folder.path()), [""; 0]);
}

/// Returns the completions that bash offers after these words.
fn completed(script: &Path, words: &[&str]) -> Vec<String> {
    let (last, before) = words.split_last().unwrap();
    let asked = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={}; _wag wag '{last}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "),
        words.len() - 1,
        before.last().unwrap()
    );
    let output = crate::common::in_english("bash").args(["--norc", "-c", &asked]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut words: Vec<String> = text(&output.stdout).lines().map(str::to_string).collect();
    words.sort();
    words
}

#[test]
fn a_shell_completes_commands_games_and_their_options() {
    let folder = tempdir().unwrap();
    let script = folder.path().join("wag.bash");
    fs::write(&script, printed(wag(folder.path()).args(["completions", "bash"]))).unwrap();
    assert_eq!(completed(&script, &["wag", "lad"]), ["ladder"]);
    assert_eq!(completed(&script, &["wag", "play", "--ma"]), ["--map", "--match-output"]);
    assert_eq!(completed(&script, &["wag", "play", "gems", "--bo"]), ["--board"]);
    assert_eq!(completed(&script, &["wag", "__"]), [""], "what is hidden is not offered");
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = printed(wag(folder.path()).args(["completions", shell]));
        assert!(script.contains("tournament") && !script.contains("__contest"), "{shell}");
    }
}

#[test]
fn every_command_of_every_game_has_a_manual_page() {
    let folder = tempdir().unwrap();
    printed(wag(folder.path()).args(["man", "deep/man1"]));
    let pages = names(&folder.path().join("deep/man1"));
    for page in
        ["wag.1", "wag-play.1", "wag-play-gems.1", "wag-series-tron.1", "wag-replay-show.1", "wag-man.1"]
    {
        assert!(pages.iter().any(|name| name == page), "{page} is not in {pages:?}");
    }
    assert!(pages.iter().all(|page| !page.contains("__")), "{pages:?}");
    let page = fs::read_to_string(folder.path().join("deep/man1/wag-play-gems.1")).unwrap();
    assert!(page.contains("board") && page.contains("seed"), "{page}");
    fs::write(folder.path().join("file"), "").unwrap();
    assert!(user_error(folder.path(), &["man", "file"]).contains("choose another folder"));
}

/// Returns the lines of all tables that a command prints.
fn table_lines(output: &str) -> Vec<&str> {
    let is_rule = |line: &str| line.starts_with('─');
    let mut is_table = false;
    let lines = output.lines().filter(move |line| {
        is_table ^= is_rule(line);
        is_table || is_rule(line)
    });
    lines.collect()
}

#[test]
fn tables_fit_the_terminal_and_keep_important_columns() {
    let folder = tempdir().unwrap();
    for file in ["a_name_of_some_length.py", "other.py"] {
        fs::write(folder.path().join(file), "from classes import *\n").unwrap();
    }
    let ai = "a_name_of_some_length.py";
    // A command, and the columns of its table that are present at every width.
    let commands: [(&[&str], &str); 8] = [
        (&["play", ai, "Noob", "--rounds", "5", "--seed", "3", "--no-replay"], "place player stock errors"),
        (
            &["series", ai, "Noob", "Dummy", "Dummy", "--rounds", "5", "--games", "1", "--seed", "3"],
            "player seat wins errors",
        ),
        (
            &[
                "tournament",
                "Noob",
                ai,
                "Dummy",
                "other.py",
                "--rounds",
                "5",
                "--games",
                "1",
                "--seed",
                "3",
                "--into",
                "t.db",
                "--quiet",
            ],
            "",
        ),
        (&["tournament", "show", "t.db"], "place player points rating errors"),
        (&["ladder"], "challenge wins"),
        (&["games"], "name about"),
        (&["games", "ants"], "option what usual"),
        (&["games", "warriors", "map"], "name size character"),
    ];
    for (words, kept) in commands {
        let narrow =
            |columns: usize| printed(wag(folder.path()).args(words).env("COLUMNS", columns.to_string()));
        for columns in [60, 80] {
            let output = narrow(columns);
            for line in table_lines(&output) {
                assert!(line.chars().count() <= columns, "{columns}, {words:?}:\n{output}");
            }
            for word in kept.split(' ') {
                assert!(output.contains(word), "{columns}, {words:?}: {word:?} is not in\n{output}");
            }
        }
    }
}

#[test]
fn table_in_a_file_has_all_columns_and_a_narrow_one_lists_omitted_ones() {
    let folder = tempdir().unwrap();
    let words = ["series", "tron", "Straight", "Straight", "--games", "2", "--seed", "3"];
    let whole = printed(wag(folder.path()).args(words));
    assert!(whole.contains("worst CPU ms") && !whole.contains("left out"), "{whole}");
    let narrow = printed(wag(folder.path()).args(words).env("COLUMNS", "60"));
    let (table, rest) = narrow.split_once("Columns left out because the terminal is too narrow: ").unwrap();
    assert!(rest.lines().next().unwrap().contains("worst CPU ms") && !table.contains("CPU"), "{narrow}");
}

/// Runs an AI that compares these stubs with the module that it imports. Returns the differences, and the number of
/// compared items.
fn compare(stub: &str, globals: &str) -> (Vec<String>, usize) {
    let folder: TempDir = tempdir().unwrap();
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::copy(project.join("tests/fixtures/compares_stubs.py"), folder.path().join("ai.py")).unwrap();
    fs::write(folder.path().join("classes.pyi"), stub).unwrap();
    fs::write(folder.path().join("__builtins__.pyi"), globals).unwrap();
    printed(wag(folder.path()).args(["play", "ai.py", "--rounds", "1", "--quiet", "--no-replay"]));
    let log = fs::read_to_string(folder.path().join("ai.log")).unwrap();
    let compared =
        log.lines().find_map(|line| line.strip_prefix("COMPARED ")).unwrap_or_else(|| panic!("{log}"));
    let differences = log.lines().filter(|line| line.starts_with("DIFFERENCE"));
    (differences.map(str::to_string).collect(), compared.parse().unwrap())
}

const STUB: &str = include_str!("../../python/classes.pyi");
const GLOBALS: &str = include_str!("../../python/__builtins__.pyi");

#[test]
fn type_stubs_match_the_module() {
    let (differences, compared) = compare(STUB, GLOBALS);
    assert_eq!(differences, [""; 0]);
    assert!(compared > 1000, "only {compared} things were compared");
}

#[test]
fn errors_in_stubs_are_found() {
    let alias = "    def getUnitID(self) -> int:\n        \"\"\"The same as getUnitId().\"\"\"\n\n";
    let changes = [
        (alias, "", "the members of Unit"),
        ("        \"\"\"The same as getUnitId().\"\"\"", "        ...", "the docstring of Unit.getUnitID"),
        ("    STAY: str\n", "    STAY: str\n    UP: str\n", "the members of Direction"),
        ("    EAST: str\n", "", "the members of Direction"),
        ("    WATER: str\n", "    WATER: int\n", "the type of FieldType.WATER"),
        ("    \"\"\"No movement.\"\"\"\n", "", "Direction.STAY has no docstring in the stub"),
        ("def moveUnit(self, direction:", "def moveUnit(self, way:", "the parameters of Unit.moveUnit"),
        (
            "def getMap(self) -> list[list[Field]]",
            "def getMap(self) -> list[Field]",
            "RoundState.getMap gives",
        ),
        ("-> Unit | list[Unit] | None", "-> Unit | None", "Field.getUnitOnField gives []"),
        (
            "    color: str | None = None,\n) -> None:\n    \"\"\"Leaves a note",
            ") -> None:\n    \"\"\"Leaves a note",
            "the parameters of annotate",
        ),
        ("class Base:", "class Bases:", "the members of the module"),
    ];
    for (old, new, expected) in changes {
        let changed = STUB.replacen(old, new, 1);
        assert_ne!(changed, STUB, "{old:?} is not in the stub");
        let (differences, _) = compare(&changed, GLOBALS);
        assert!(differences.iter().any(|line| line.contains(expected)), "{new:?} gives {differences:?}");
    }
    let (differences, _) = compare(STUB, &GLOBALS.replace("gameConfiguration:", "configuration:"));
    assert!(differences[0].contains("the global variables"), "{differences:?}");
}

#[test]
fn new_examples_writes_every_example_of_the_book() {
    let folder = crate::common::Folder::with(&[]);
    let printed = folder.succeeds("new examples mine");
    assert!(printed.ends_with("The first lines of each file say what it shows.\n"), "{printed}");
    let original = crate::common::project().join("examples");
    let examples = files_below(&original);
    assert!(examples.contains(&"games/hearts.py".to_string()), "{examples:?}");
    assert_eq!(files_below(&folder.path().join("mine")), examples);
    for name in &examples {
        let written = fs::read(folder.path().join("mine").join(name)).unwrap();
        assert_eq!(written, fs::read(original.join(name)).unwrap(), "{name}");
    }
    folder.succeeds("play mine/games/hearts.py mine/games/low.py Careful Careful random --seed 1 --quiet");
    let again = folder.wag("new examples mine");
    assert_eq!(again.status, 2, "files are never overwritten: {}", again.out);
    let unnamed = folder.wag("new examples");
    assert_eq!(unnamed.err, "wag: name a folder for the examples: wag new examples my-examples\n");
}

/// Returns the paths of the files below a folder, without those that Python writes.
fn files_below(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for name in names(folder).into_iter().filter(|name| name != "__pycache__") {
        match folder.join(&name).is_dir() {
            true => {
                all.extend(files_below(&folder.join(&name)).into_iter().map(|file| format!("{name}/{file}")))
            }
            false => all.push(name),
        }
    }
    all.sort();
    all
}
