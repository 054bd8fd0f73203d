//! Every command that Wag prints runs again, whatever names and paths it contains.

use crate::common::{Folder, Run, in_english, unlocked_home, wag};
use serde_json::Value;
use std::path::Path;

const IDLER: &str = "from classes import *\n";
/// Fails in each turn, so that a series prints how to watch the match again.
const FAILING: &str = "from classes import *\n1 / 0\n";
/// Parts of names and of file names.
const ODD: [&str; 12] = [
    "Anna Muster",
    "O'Brien",
    "Jürgen",
    "a=b",
    "a,b",
    "the \"best\"",
    "-x",
    "#1",
    "a:b",
    "a*b",
    "program:x",
    "$(id) `id`",
];

/// Runs a line in a shell that finds `wag`.
fn shell(folder: &Folder, line: &str) -> Run {
    let program = wag().get_program().to_os_string();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", Path::new(&program).parent().unwrap().display());
    let mut command = in_english("sh");
    command.args(["-c", line]).current_dir(folder.path()).env("PATH", path).env("WAG_HOME", unlocked_home());
    Run::of(command.output().unwrap())
}

fn run(folder: &Folder, words: &[&str]) -> Run {
    Run::of(folder.command(words).output().unwrap())
}

/// Returns what stands behind this word in a line of the output.
fn behind<'o>(out: &'o str, word: &str) -> &'o str {
    out.lines()
        .find_map(|line| Some(line.split_once(word)?.1))
        .unwrap_or_else(|| panic!("no {word} in {out}"))
}

#[test]
fn lists_of_opponents_contain_every_name_and_file_name() {
    let quoted = |word: &str| format!("\"{}\"", word.replace('"', "\"\""));
    for odd in ODD {
        let file = format!("in {odd}/{odd}.py");
        let folder = Folder::with(&[(&file, IDLER)]);
        let spec = format!("{}=./{file}", quoted(odd));
        let list = format!("{},Dummy,{}", quoted(&spec), quoted(&format!("./{file}")));
        let words =
            ["evaluate", "Dummy", "--against", &list, "--games", "1", "--rounds", "2", "--json", "--quiet"];
        let run = run(&folder, &words);
        let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{err}: {}", run.err));
        let opponents: Vec<&Value> =
            report["opponents"].as_array().unwrap().iter().map(|one| &one["opponent"]).collect();
        assert_eq!(opponents, [&Value::from(spec), &"Dummy".into(), &format!("./{file}").into()], "{odd}");
    }
}

#[test]
fn a_match_is_played_again_with_every_name_and_file_name() {
    for odd in ODD {
        let file = format!("in {odd}/{odd}.py");
        let folder = Folder::with(&[(&file, IDLER)]);
        std::fs::create_dir(folder.path().join(format!("logs {odd}"))).unwrap();
        let name = format!("\"{}\"=./{file}", odd.replace('"', "\"\""));
        let (log_dir, readable) = (format!("--log-dir=logs {odd}"), format!("--readable=in {odd}"));
        for player in [name.as_str(), &format!("./{file}")] {
            let words = [
                "play",
                "--rounds",
                "2",
                "--seed",
                "7",
                "--turn-time",
                "5",
                &log_dir,
                &readable,
                "--no-replay",
                "--",
                player,
            ];
            let first = run(&folder, &words);
            assert_eq!(first.status, 0, "{odd}: {}{}", first.out, first.err);
            let again = behind(&first.out, "Again: ");
            let second = shell(&folder, &format!("{again} --no-replay"));
            assert_eq!(second.status, 0, "{again}: {}{}", second.out, second.err);
            assert_eq!(behind(&second.out, "Again: "), again);
        }
    }
}

#[test]
fn a_file_in_the_current_folder_is_named_by_its_path() {
    let folder = Folder::with(&[("a=b.py", IDLER), ("-x.py", IDLER), ("program:x.py", IDLER)]);
    for file in ["./a=b.py", "./-x.py", "./program:x.py"] {
        let first = run(&folder, &["play", file, "--rounds", "2", "--no-replay"]);
        assert_eq!(first.status, 0, "{}{}", first.out, first.err);
        assert_eq!(shell(&folder, behind(&first.out, "Again: ")).status, 0);
    }
}

#[test]
fn names_that_cannot_be_printed_are_refused() {
    let folder = Folder::with(&[("a.py", IDLER)]);
    for name in ["a\u{1b}[2Jb", "a\u{202e}b", " ", ""] {
        let run = run(&folder, &["play", &format!("{name}=a.py"), "--rounds", "2"]);
        assert_eq!(run.status, 2, "{}{}", run.out, run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn commands_of_series_and_debug_run_again() {
    let folder = Folder::with(&[("x 'y'/a=b.py", FAILING), ("my games/.keep", "")]);
    let player = "Anna Muster=./x 'y'/a=b.py";
    let words = ["series", player, "Noob", "--games", "1", "--rounds", "3", "--json", "--quiet"];
    let series = run(&folder, &words);
    let report: Value = serde_json::from_str(&series.out).unwrap();
    let again = report["rows"][0]["first_fault_again"].as_str().unwrap();
    let run_again = shell(&folder, &format!("{again} --no-replay"));
    assert_eq!(run_again.status, 0, "{again}: {}{}", run_again.out, run_again.err);
    let replay = "my games/-a's.wag";
    let json = ["play", player, "--rounds", "3", "--json", "--quiet", &format!("--replay={replay}")];
    let played: Value = serde_json::from_str(&run(&folder, &json).out).unwrap();
    let again = played["again"].as_str().unwrap();
    assert_eq!(shell(&folder, again).status, 0, "{again}");
    let watch = run(&folder, &["watch", replay]);
    let shown = watch.err.split('`').nth(1).unwrap().replace("--round N", "--round 1");
    let shown = shell(&folder, &shown);
    assert_eq!(shown.status, 0, "{}{}", shown.out, shown.err);
    folder.write("new one.py", "roundState.getBase().createUnitGatherer()\n");
    let words = ["regress", replay, "--with", "new one.py", "--player", "Anna Muster"];
    let regress = run(&folder, &words);
    let debug = regress.out.lines().map(str::trim).find(|line| line.starts_with("wag debug"));
    let debug = shell(&folder, debug.unwrap_or_else(|| panic!("{}{}", regress.out, regress.err)));
    assert!(matches!(debug.status, 0 | 1), "{}{}", debug.out, debug.err);
}

#[test]
fn arguments_of_a_plan_run_as_they_are() {
    let folder = Folder::with(&[
        ("class/Anna Muster/yourAI.py", IDLER),
        ("class/O'Brien, Jürgen/yourAI.py", IDLER),
        ("class/a=b #1/yourAI.py", IDLER),
        ("plan/bob/yourAI.py", IDLER),
        ("plan/eve/yourAI.py", IDLER),
    ]);
    let words = ["tournament", "plan", "class", "--games", "1", "--rounds", "2", "--seed", "3", "--json"];
    let more = ["--readable=class/a=b #1", "--map", "meadow", "--into", "my plan.db"];
    let plan = run(&folder, &[&words[..], &more[..]].concat());
    let plan: Value = serde_json::from_str(&plan.out).unwrap_or_else(|_| panic!("{}{}", plan.out, plan.err));
    let mut names = Vec::new();
    for scheduled in plan["matches"].as_array().unwrap() {
        let arguments = scheduled["arguments"].as_array().unwrap();
        let arguments: Vec<&str> = arguments.iter().map(|word| word.as_str().unwrap()).collect();
        let played = run(&folder, &arguments);
        let result: Value = serde_json::from_str(&played.out)
            .unwrap_or_else(|_| panic!("{arguments:?}: {}{}", played.out, played.err));
        names.extend(
            result["players"]
                .as_array()
                .unwrap()
                .iter()
                .map(|player| player["name"].as_str().unwrap().to_string()),
        );
    }
    for name in ["Anna Muster", "O'Brien, Jürgen", "a=b #1"] {
        assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
    }
    let shown = run(&folder, &["tournament", "plan", "--resume", "my plan.db"]);
    let resumed = shell(&folder, behind(&shown.out, "To play it: "));
    assert_eq!(resumed.status, 0, "{}{}", resumed.out, resumed.err);
    let of_folder =
        run(&folder, &["tournament", "plan/", "--games", "1", "--rounds", "2", "--into", "b.db", "--csv"]);
    assert!(of_folder.out.contains("bob"), "{}{}", of_folder.out, of_folder.err);
    let ignored = run(&folder, &["tournament", "show", "b.db", "--games", "77"]);
    assert_eq!(ignored.status, 2, "{}", ignored.out);
}

#[test]
fn a_shell_that_does_not_find_wag_is_given_a_program_that_runs() {
    let folder = Folder::with(&[]);
    let mut command = folder.command(&["new", "my"]);
    let run = Run::of(command.env("PATH", "/usr/bin:/bin").output().unwrap());
    let line =
        run.out.lines().find(|line| line.contains("make install")).unwrap_or_else(|| panic!("{}", run.out));
    let program = line.split([' ', ',']).find(|word| word.starts_with('/')).unwrap();
    let version = std::process::Command::new(program).arg("--version").output().unwrap();
    assert!(version.stdout.starts_with(b"wag"), "{program}");
}
