//! Tests of `wag tournament` from the command line.

use crate::common;
use crate::common::terminal;

use common::{Folder, Run};
use rusqlite::Connection;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;
use terminal::Session;

const GATHERER: &str = "
from classes import *
import random
base = roundState.getBase()
base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit(random.choice([Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST]))
";

const IDLER: &str = "from classes import *\n";

fn run(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

fn run_words(folder: &Folder, words: &[&str]) -> Run {
    let words: Vec<&str> = ["tournament"].iter().chain(words).copied().collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns the result of `show --json` for a file, without the parts that depend on the machine.
fn shown(folder: &Folder, file: &str) -> Value {
    let run = run(folder, &format!("show {file} --json"));
    assert_eq!(run.status, 0, "{}", run.err);
    let mut report: Value = serde_json::from_str(&run.out).unwrap();
    for player in report["players"].as_array_mut().unwrap() {
        let player = player.as_object_mut().unwrap();
        let times = ["turn_ms_mean", "turn_ms_max"].map(|time| player.remove(time).unwrap());
        assert!(times.iter().all(Value::is_number));
        // An idle player has no times.
        let times = ["cpu_ms_mean", "cpu_ms_max"].map(|time| player.remove(time).unwrap());
        assert!(times.iter().all(|time| time.is_number() || time.is_null()));
    }
    report.as_object_mut().unwrap().remove("file").unwrap();
    report
}

/// Returns the row of a player.
fn row<'t>(report: &'t Value, name: &str) -> &'t Value {
    let rows = report["players"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name} is not in {report}"))
}

fn class() -> Folder {
    Folder::with(&[
        ("class/anna/yourAI.py", GATHERER),
        ("class/anna/yourFunctions.py", "x = 1\n"),
        ("class/bob/yourAI.py", IDLER),
        ("class/cleo/yourAI.py", "nothing\n"),
        ("class/notes/plan.txt", "not a player\n"),
    ])
}

#[test]
fn each_folder_with_a_players_file_takes_part() {
    let folder = class();
    folder.write("class/dora/myAI.py", IDLER);
    folder.write("class/dora/tools.py", IDLER);
    let played = run(&folder, "class Noob --rounds 6 --games 4 --seed 1");
    assert_eq!(played.status, 0, "{}", played.err);
    let head = "Warriors & Gatherers: 4 of 4 matches on meadow, seed 1, saved in tournament.db";
    let fault = "cleo failed 24 times, first in round 1 of match 1: NameError: name 'nothing' is not defined (class/cleo/yourAI.py, line 1) [exception]";
    played.tells(&[head, "possible", "Weng-Lin", fault]);
    played.tells(&[
        "class/dora does not take part: no AI: it contains no yourAI.py, only myAI.py, tools.py; rename the right one",
        "class/notes does not take part: no AI: it contains no Python file",
        "3 of 5 hand-ins take part",
    ]);
    let report = shown(&folder, "tournament.db");
    let mut names: Vec<&str> =
        report["players"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Noob", "anna", "bob", "cleo"]);
    for name in names {
        let games = (row(&report, name)["games"].as_u64(), row(&report, name)["points_most"].as_u64());
        assert_eq!(games, (Some(4), Some(12)), "{name}");
    }
    assert_eq!(row(&report, "cleo")["faults"], 24);
    let csv = run(&folder, "show tournament.db --csv").out;
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("index,seed,map,seats,places,figures,errors,first_errors,replay"));
    let first: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut seats: Vec<&str> = first[3].split(';').collect();
    seats.sort_unstable();
    assert_eq!((&first[..3], seats), (&["1", "1", "meadow"][..], vec!["Noob", "anna", "bob", "cleo"]));
    let error =
        "exception in round 1: NameError: name 'nothing' is not defined (class/cleo/yourAI.py, line 1)";
    assert_eq!((csv.lines().count(), csv.matches(error).count()), (5, 4), "{csv}");
}

#[test]
fn the_table_does_not_depend_on_the_number_of_cores() {
    let folder = class();
    for jobs in [1, 2] {
        let words = format!(
            "class Noob Dummy --rounds 6 --games 4 --map meadow --map spring --seed 2 --jobs {jobs} --into {jobs}.db --quiet"
        );
        let played = run(&folder, &words);
        assert_eq!((played.status, played.out.as_str()), (0, ""), "{}", played.err);
    }
    let report = shown(&folder, "1.db");
    assert_eq!(report, shown(&folder, "2.db"));
    assert_eq!(report["places"], serde_json::json!(["meadow", "spring"]));
    assert_eq!(report["matches"], report["matches_planned"]);
}

/// Starts a tournament and kills it after at least three matches. Returns how many matches it had played.
fn killed(folder: &Folder, words: &str, file: &str) -> u64 {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    let mut child = folder.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while played(folder, file) < 3 {
        std::thread::sleep(Duration::from_millis(20));
    }
    // SIGKILL leaves no chance to clean up.
    child.kill().and_then(|()| child.wait()).unwrap();
    played(folder, file)
}

fn played(folder: &Folder, file: &str) -> u64 {
    let Ok(all) = Connection::open(folder.path().join(file)) else { return 0 };
    all.query_row("SELECT count(*) FROM matches WHERE result IS NOT NULL", [], |row| row.get::<_, i64>(0))
        .unwrap_or(0) as u64
}

#[test]
fn killed_tournament_resumes_with_the_same_result() {
    let folder = class();
    let words = "class slow.py Noob --rounds 8 --games 12 --seed 3 --jobs 2";
    folder.write("slow.py", "import time\ntime.sleep(0.01)\n");
    let whole = run(&folder, &format!("{words} --into whole.db --quiet"));
    assert_eq!(whole.status, 0, "{}", whole.err);
    let before = killed(&folder, &format!("{words} --into killed.db --replays kept"), "killed.db");
    let planned = shown(&folder, "killed.db")["matches_planned"].as_u64().unwrap();
    assert!((3..planned).contains(&before), "{before} of {planned}");
    let elsewhere = Folder::with(&[]);
    let file = folder.path().join("killed.db").display().to_string();
    let resumed = run(&elsewhere, &format!("--resume {file} --jobs 1"));
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    let report = |file| {
        let mut report = shown(&folder, file);
        let played = report["played"].as_array_mut().unwrap();
        played.iter_mut().for_each(|row| row["replay"] = Value::Null);
        report
    };
    assert_eq!(report("whole.db"), report("killed.db"));
    let replays: Vec<_> = std::fs::read_dir(folder.path().join("kept")).unwrap().collect();
    assert_eq!(replays.len() as u64, planned, "one of each match, and nothing else");
    let again = run(&folder, "--resume killed.db --json");
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again["matches"].as_u64(), Some(planned));
    assert_eq!(again["played"][0]["replay"], "kept/0001.wag");
}

#[test]
fn ctrl_c_prints_results_and_the_resume_command() {
    let folder = Folder::with(&[("slow.py", "import time\ntime.sleep(0.01)\n")]);
    let words = ["tournament", "slow.py", "Noob", "--rounds", "5", "--games", "10000", "--jobs", "1"];
    let child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while played(&folder, "tournament.db") < 2 {
        std::thread::sleep(Duration::from_millis(20));
    }
    run(&folder, "--resume tournament.db")
        .is_user_error(&["another wag is playing the tournament in tournament.db"]);
    run(&folder, "show").tells(&["of 10000 matches"]);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.status, 130, "{}", run.err);
    run.tells(&["of 10000 matches", "`wag tournament --resume tournament.db` continues from here"]);
}

#[test]
fn later_player_only_plays_missing_matches() {
    let folder = class();
    let first = run(&folder, "tron Straight Roomy --games 4 --seats 2 --seed 1");
    assert_eq!(first.status, 0, "{}", first.err);
    folder.write("late.py", "move(\"left\")\n");
    let before = shown(&folder, "tournament.db");
    assert_eq!(before["matches"], 4);
    let second = run(&folder, "tron late.py");
    assert_eq!(second.status, 0, "{}", second.err);
    second.tells(&["these players are already in the tournament and take part, too: Straight, Roomy"]);
    let after = shown(&folder, "tournament.db");
    let games = |name| row(&after, name)["games"].as_u64().unwrap();
    assert_eq!(after["matches"], after["matches_planned"]);
    assert!(games("late") >= 4 && after["matches"].as_u64().unwrap() < 12, "{after}");
    let rows = |report: &Value| report["played"].as_array().unwrap()[..4].to_vec();
    assert_eq!(rows(&before), rows(&after), "what was played is not played again");
    assert_eq!(after["method"], "Glicko-2");
    let third = run(&folder, "tron late.py Roomy --seed 2");
    third.is_user_error(&["was started with other settings: seed 1"]);
}

#[test]
fn changed_player_is_a_new_version() {
    let folder = class();
    let words = "class Noob --rounds 4 --games 4 --seed 5";
    assert_eq!(run(&folder, words).status, 0);
    folder.write("class/bob/yourAI.py", GATHERER);
    let again = run(&folder, words);
    assert_eq!(again.status, 0, "{}", again.err);
    again.tells(&[
        "the files of bob have changed; bob@2 plays from now on",
        "anna and bob have the same files",
    ]);
    let report = shown(&folder, "tournament.db");
    assert_eq!((report["matches"].as_u64(), report["matches_planned"].as_u64()), (Some(8), Some(8)));
    let games = |name| row(&report, name)["games"].as_u64();
    assert_eq!((games("bob"), games("bob@2"), games("anna")), (Some(4), Some(4), Some(8)));
    assert_eq!(
        (&row(&report, "bob")["current"], &row(&report, "bob@2")["current"]),
        (&false.into(), &true.into())
    );
}

#[test]
fn changed_file_continues_from_its_copy() {
    let folder = class();
    // Without a sandbox, it can write: it changes another player's file in its own third round.
    let bob = folder.path().join("class/bob/yourAI.py").display().to_string();
    let vandal = format!(
        "from classes import *\nimport pathlib\nif roundState.getRoundNumber() == 3:\n    pathlib.Path({bob:?}).write_text('x = 1')\n"
    );
    folder.write("class/cleo/yourAI.py", &vandal);
    let words = "class Noob --rounds 4 --games 8 --seed 5 --jobs 1 --no-sandbox";
    let played = run(&folder, words);
    assert_eq!(played.status, 0, "{}", played.err);
    played.tells(&["8 of 8 matches"]);
    assert_eq!(folder.read("class/bob/yourAI.py"), "x = 1");
    assert_eq!(row(&shown(&folder, "tournament.db"), "bob")["games"], 8);
    let resumed = run(&folder, "--resume tournament.db");
    resumed.tells(&["the files of bob have changed; bob@2 plays from now on"]);
    assert_eq!(row(&shown(&folder, "tournament.db"), "bob@2")["games"], 8);
}

#[test]
fn changed_program_only_loses_its_own_matches() {
    let folder = Folder::with(&[
        ("bot.sh", "while read line; do echo left; done\n"),
        (
            "vandal.py",
            "pathlib = __import__('pathlib')\npathlib.Path(BOT).write_text('exit 1')\nmove('left')\n",
        ),
    ]);
    let bot = folder.path().join("bot.sh").display().to_string();
    folder.write("vandal.py", folder.read("vandal.py").replace("BOT", &format!("{bot:?}")));
    let played = run_words(
        &folder,
        &["tron", "bot=sh bot.sh", "vandal.py", "Straight", "--games", "4", "--seats", "2", "--no-sandbox"],
    );
    assert_eq!(played.status, 2, "{} {}", played.out, played.err);
    played.tells(&["the files of bot changed during the tournament"]);
    let report = shown(&folder, "tournament.db");
    let games = |name| row(&report, name)["games"].as_u64();
    assert!(games("bot") < games("vandal").min(games("Straight")), "{report}");
    assert!(report["matches"].as_u64() < report["matches_planned"].as_u64());
}

#[test]
fn invalid_submissions_do_not_stop_others() {
    let folder = submissions();
    let played = run(&folder, "class --rounds 4 --games 4 --seed 1");
    assert_eq!(played.status, 4, "{}", played.err);
    played.tells(&[
        "class/<b>x plays as _b_x",
        "class/anna plays as anna-2",
        "class/broken.zip does not take part: the ZIP file broken.zip cannot be used",
        "class/evil.zip does not take part: the ZIP file evil.zip cannot be used: its entry \"../yourAI.py\" points outside the folder",
        "class/notebook does not take part: a notebook (ai.ipynb)",
        "class/syntax/yourAI.py",
        "8 of 13 hand-ins take part",
    ]);
    assert!(!played.err.contains(".players"), "files are called as the user calls them: {}", played.err);
    let report = shown(&folder, "tournament.db");
    let names: std::collections::BTreeSet<&str> =
        report["players"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    let expected = ["Anna", "Bob Baumeister", "Kai", "_b_x", "anna-2", "eva", "syntax", "x-y"];
    assert_eq!(names.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(row(&report, "eva")["faults"], 0, "a ZIP file is unpacked with all that belongs to it");
    // A player whose file is gone continues from the copy. A player that is left out does not.
    std::fs::remove_dir_all(folder.path().join("class/anna")).unwrap();
    let resumed = run(&folder, "--resume tournament.db --games 5 --without EVA");
    assert_eq!(resumed.status, 4, "{}", resumed.err);
    resumed.tells(&["the files of anna-2 are missing; the tournament's copy of them plays"]);
    let after = shown(&folder, "tournament.db");
    assert!(row(&after, "anna-2")["games"].as_u64() > row(&report, "anna-2")["games"].as_u64());
    assert_eq!(row(&after, "eva")["games"], row(&report, "eva")["games"]);
    assert_eq!(after["matches"], after["matches_planned"]);
    run(&folder, "--resume tournament.db --without evva")
        .is_user_error(&["--without evva: there is no such player"]);
}

#[test]
fn check_lists_each_submission() {
    let folder = submissions();
    let checked = run(&folder, "check class");
    assert_eq!(checked.status, 4, "{}", checked.err);
    let line = |name: &str| {
        let found = checked.out.lines().find(|line| line.starts_with(&format!("{name} ")));
        found
            .unwrap_or_else(|| panic!("{name}: {}", checked.out))
            .split_once("  ")
            .unwrap()
            .1
            .trim()
            .to_string()
    };
    assert_eq!(
        line("anna-2"),
        "plays, with a warning: another hand-in is also called anna; it plays as anna-2"
    );
    assert_eq!(line("eva"), "plays (ZIP file, in the folder proj)");
    assert_eq!(
        line("syntax"),
        "cannot play: cannot start: SyntaxError: '(' was never closed (class/syntax/yourAI.py, line 2)"
    );
    assert_eq!(line("fails"), "cannot play: no AI: it is empty");
    assert_eq!(
        line("notebook"),
        "cannot play: a notebook (ai.ipynb): save its code as the Python file yourAI.py"
    );
    assert!(checked.out.ends_with("7 of 13 can play\n"), "{}", checked.out);
    assert!(!folder.has("tournament.db"));
    let json = run(&folder, "check class/Anna class/syntax --json");
    let report: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (&report[0]["verdict"], &report[1]["verdict"]),
        (&"plays_with_warning".into(), &"cannot_play".into())
    );
    run(&folder, "check nowhere").is_user_error(&["nowhere is neither a hand-in nor a folder of hand-ins"]);
}

/// Returns a folder with a class's submissions: 13 folders and files, of which 8 contain a player.
fn submissions() -> Folder {
    let folder = Folder::with(&[
        ("class/Anna/yourAI.py", IDLER),
        ("class/anna/yourAI.py", GATHERER),
        ("class/Bob Baumeister_12345_assignsubmission_file/projekt/yourAI.py", IDLER),
        ("class/Kai_99_assignsubmission_file_yourAI.py", IDLER),
        ("class/<b>x/yourAI.py", IDLER),
        ("class/x@y/YOURAI.py", IDLER),
        ("class/syntax/yourAI.py", "from classes import *\nx = (\n"),
        ("class/notebook/ai.ipynb", "{}"),
        ("class/broken.zip", "no ZIP file"),
        ("class/old.rar", "Rar!"),
    ]);
    std::fs::create_dir(folder.path().join("class/fails")).unwrap();
    let zip = |name: &str, entries: &[(&str, &str)]| {
        let file = std::fs::File::create(folder.path().join(name)).unwrap();
        let mut zip = zip::ZipWriter::new(file);
        for (path, text) in entries {
            zip.start_file(*path, zip::write::SimpleFileOptions::default()).unwrap();
            std::io::Write::write_all(&mut zip, text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
    };
    let helper = "def go(state):\n    state.getBase().createUnitGatherer()\n";
    let main = "from classes import *\nimport helper\nhelper.go(roundState)\nassert open(__file__[:-9] + 'data.txt').read() == 'x'\n";
    zip("class/eva.zip", &[("proj/yourAI.py", main), ("proj/helper.py", helper), ("proj/data.txt", "x")]);
    zip("class/evil.zip", &[("../yourAI.py", IDLER)]);
    folder
}

#[test]
fn reports_list_each_player_s_errors() {
    let folder = class();
    // Two different errors, the second one three times as often.
    folder.write(
        "class/cleo/yourAI.py",
        "from classes import *\nprint('in', roundState.getRoundNumber())\nif roundState.getRoundNumber() % 4:\n    nothing\n[][1]\n",
    );
    let words = "class Noob --rounds 8 --games 4 --seed 1 --reports out --excel --lang de";
    let played = run(&folder, words);
    assert_eq!(played.status, 0, "{}", played.err);
    let text = folder.read("out/cleo.txt");
    for part in [
        "cleo: Platz ",
        "NameError: name 'nothing' is not defined (class/cleo/yourAI.py, Zeile 4)\n    24-mal, zuerst in Runde 1 von Spiel 1 [Fehler]",
        "IndexError: list index out of range (class/cleo/yourAI.py, Zeile 5)\n    8-mal, zuerst in Runde 4 von Spiel 1 [Fehler]",
        "Zum Ansehen",
        "in 1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let page = folder.read("out/cleo.html");
    let example = page.split("href=\"match-").nth(1).expect("a match to watch").split('"').next().unwrap();
    assert!(folder.has(&format!("out/match-{example}")));
    assert!(folder.has("out/anna.html") && folder.has("out/replays/0001.wag"));
    let ranking = folder.read("out/ranking.csv");
    assert!(ranking.starts_with("\u{feff}Platz;Spieler;"), "{ranking}");
    let row = ranking.lines().nth(1).unwrap();
    assert!(row.split(';').nth(4).unwrap().contains(','), "numbers are as the language has them: {row}");
    run(&folder, "show tournament.db --ranking plain.csv --quiet");
    let plain = folder.read("plain.csv");
    assert!(plain.starts_with("place,name,place_best,") && plain.lines().count() == 6, "{plain}");
    let more = run(&folder, "--resume tournament.db --games 5 --reports other --quiet");
    assert_eq!(more.status, 0, "{}", more.err);
    assert!(folder.has("out/replays/0005.wag") && !folder.has("other/replays"), "replays stay together");
    run(&folder, "show tournament.db --excel").is_user_error(&["--ranking FILE or --reports DIR"]);
}

#[test]
fn results_page_exists_during_the_tournament() {
    let folder = Folder::with(&[("slow.py", "import time\ntime.sleep(0.01)\n")]);
    let words = [
        "tournament",
        "slow.py",
        "Noob",
        "--rounds",
        "5",
        "--games",
        "10000",
        "--jobs",
        "1",
        "--html",
        "out.html",
    ];
    let child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while played(&folder, "tournament.db") < 1 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let live = folder.read("out.html");
    assert!(
        live.ends_with("</html>\n") && live.contains("http-equiv=\"refresh\""),
        "a whole page, which loads itself again"
    );
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = Run::of(child.wait_with_output().unwrap());
    assert_eq!(stopped.status, 130, "{}", stopped.err);
    let page = folder.read("out.html");
    assert!(
        page.ends_with("</html>\n") && !page.contains("http-equiv=\"refresh\""),
        "the last one stays as it is"
    );
    let bad = run(&folder, "slow.py Noob --html nowhere/out.html --into other.db");
    bad.is_user_error(&["nowhere/out.html cannot be written"]);
}

#[test]
fn messages_erase_the_previous_table() {
    let folder = Folder::with(&[]);
    let names = ["a", "b", "c", "d", "e"];
    names.iter().for_each(|name| folder.write(&format!("{name}.py"), format!("{name} = (\n")));
    let mut words = vec!["tournament", "tron", "Straight", "Roomy"];
    let files: Vec<String> = names.iter().map(|name| format!("{name}.py")).collect();
    words.extend(files.iter().map(String::as_str));
    words.extend(["--seats", "2", "--games", "6", "--jobs", "1", "--seed", "1"]);
    let mut session = Session::of(&folder, &words, (100, 160));
    assert_eq!(session.ended(), Some(4), "{}", session.text());
    session.shows("Ratings by Glicko-2");
    let text = session.text();
    let heads = text.lines().filter(|line| line.contains("place") && line.contains("player")).count();
    assert_eq!(heads, 1, "one table is left:\n{text}");
    assert_eq!(text.matches("cannot play:").count(), 5, "{text}");
}

/// Converts the file to the format of earlier versions: hashes of code only, results without counts of faults, and no
/// copies.
fn make_old(folder: &Folder) {
    let all = Connection::open(folder.path().join("tournament.db")).unwrap();
    let info = &wag_games::find("warriors").unwrap().info;
    for name in ["anna", "bob", "cleo"] {
        let file = folder.path().join(format!("class/{name}/yourAI.py")).display().to_string();
        let entrant = wag_play::one_of(info, &file, &[]).unwrap();
        let old = wag_tournament::fingerprint(info, &entrant);
        all.execute("UPDATE players SET sha256 = ?1 WHERE name = ?2", [old.as_str(), name]).unwrap();
    }
    let mut rows = all.prepare("SELECT id, result FROM matches").unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?));
    let rows: Vec<(i64, String)> = rows.query_map([], row).unwrap().collect::<Result<_, _>>().unwrap();
    for (id, result) in rows {
        let mut result: Value = serde_json::from_str(&result).unwrap();
        result.as_array_mut().unwrap().iter_mut().for_each(|seat| {
            seat.as_object_mut().unwrap().remove("fault_counts");
        });
        let result = result.to_string();
        all.execute("UPDATE matches SET result = ?1 WHERE id = ?2", rusqlite::params![result, id]).unwrap();
    }
    std::fs::remove_dir_all(folder.path().join(".tournament.players")).unwrap();
}

#[test]
fn tournament_of_an_earlier_version_can_be_resumed() {
    let folder = class();
    assert_eq!(run(&folder, "class Noob --rounds 4 --games 4 --seed 5").status, 0);
    make_old(&folder);
    let resumed = run(&folder, "--resume tournament.db --games 8 --reports out");
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    assert!(!resumed.err.contains("have changed"), "{}", resumed.err);
    let report = shown(&folder, "tournament.db");
    assert_eq!((report["matches"].as_u64(), report["players"].as_array().unwrap().len()), (Some(8), 4));
    assert!(folder.read("out/cleo.txt").contains("32 times, first in round 1 of match 1"));
    assert!(folder.path().join(".tournament.players").is_dir(), "copies are made");
}

#[test]
fn seats_follow_from_the_maps() {
    let folder = Folder::with(&[]);
    let words = "ants Forager Hunter Random --games 2 --turns 5 --seed 1";
    let played = run(&folder, &format!("{words} --seats 3"));
    played.is_user_error(&["the map ponds is for 2 players, not for 3"]);
    run(&folder, "ants Forager Hunter Random --map quarters --turns 5")
        .is_user_error(&["the map quarters is for 4 players, but only 3 take part; name 1 more"]);
    assert!(!folder.has("tournament.db"), "nothing is written before there is a plan");
    let played = run(&folder, words);
    assert_eq!(played.status, 0, "{}", played.err);
    played.tells(&["3 of 3 matches on ponds"]);
    let mixed =
        "ants Forager Hunter Random Hold --map ponds --map quarters --games 3 --turns 5 --into mixed.db";
    let played = run(&folder, mixed);
    assert_eq!(played.status, 0, "{}", played.err);
    let report = shown(&folder, "mixed.db");
    let seats = |map: &str| -> Vec<usize> {
        let rows = report["played"].as_array().unwrap().iter().filter(|row| row["map"] == map);
        rows.map(|row| row["seats"].as_array().unwrap().len()).collect()
    };
    assert_eq!((seats("ponds"), seats("quarters")), (vec![2; 6], vec![4; 3]));
}

#[test]
fn seats_of_a_series_follow_from_the_maps_too() {
    let folder = Folder::with(&[]);
    let words = ["series", "ants", "Forager", "Hunter", "Random", "--games", "2", "--turns", "5", "--json"];
    let played = Run::of(folder.command(&words).output().unwrap());
    assert_eq!(played.status, 0, "{}", played.err);
    let report: Value = serde_json::from_str(&played.out).unwrap();
    assert_eq!(report["matches"], 6, "each of the three pairs twice");
    let both = [&words[..], &["Hold", "--map", "ponds", "--map", "quarters"]].concat();
    let mixed = Run::of(folder.command(&both).output().unwrap());
    mixed.is_user_error(&["quarters is for 4 players, but another map or board of the series is for fewer"]);
}

#[test]
fn short_tournaments_report_the_number_of_opponents_met() {
    let folder = Folder::with(&[]);
    let names: String = (0..9).map(|number| format!("p{number}=Straight ")).collect();
    let played = run(&folder, &format!("tron {names} --games 2 --seats 2 --seed 1"));
    assert_eq!(played.status, 0, "{}", played.err);
    played.tells(&["Each player has played against 2 of 8 opponents."]);
    assert_eq!(row(&shown(&folder, "tournament.db"), "p3")["opponents"], 2);
}

#[test]
fn user_errors_are_reported_before_any_match() {
    let folder = class();
    folder.write("empty/x/readme.txt", "");
    folder.write("no.db", "no database, and longer than the head of one".repeat(50));
    folder.write("bot.py", IDLER);
    for (words, report) in [
        ("bot.py bot.py", "bot.py and bot.py would have the same name, bot"),
        ("bot.py", "at least two players, but only bot takes part"),
        (
            "empty Noob",
            "no folder in empty contains a player: each one needs a file yourAI.py; `wag tournament check empty` shows what is wrong with each",
        ),
        ("class Noob --into no.db", "no.db is not an SQLite database"),
        ("class Noob --into class", "class is a folder"),
        ("class Noob --map nowhere", "there is no map \"nowhere\""),
        ("gems human greedy", "human cannot play in a tournament"),
        ("a@2=bot.py Noob", "contains @"),
        ("show none.db", "there is no tournament file none.db"),
        ("--resume none.db", "there is no tournament file none.db"),
    ] {
        run(&folder, words).is_user_error(&[report]);
        assert!(!folder.has("tournament.db"), "{words}");
    }
    assert!(folder.read("no.db").starts_with("no database"));
    assert_eq!(run(&folder, "tron Straight Roomy --games 2").status, 0);
    run(&folder, "bot.py Noob").is_user_error(&["contains a tron tournament, not a warriors tournament"]);
    let all = Connection::open(folder.path().join("tournament.db")).unwrap();
    all.execute_batch("PRAGMA user_version = 99").unwrap();
    run(&folder, "--resume tournament.db").is_user_error(&["another version of wag (format 99"]);
    all.execute_batch("PRAGMA application_id = 0").unwrap();
    run(&folder, "show tournament.db")
        .is_user_error(&["tournament.db is a database, but not one of a tournament"]);
}

#[test]
fn full_disk_is_reported_and_earlier_data_stays() {
    let folder = Folder::with(&[]);
    let wag = env!("CARGO_BIN_EXE_wag");
    // The signal is ignored, so that exceeding the limit is a write error, as on a full disk.
    let script = |limit| {
        let words = "tournament tron Straight Roomy --games 100 --seed 1 --jobs 1";
        format!("trap '' XFSZ; ulimit -f {limit}; exec {wag} {words}")
    };
    let run_within = |limit| {
        let mut command = crate::common::in_english("bash");
        command.args(["-c", &script(limit)]).current_dir(folder.path());
        Run::of(command.env("WAG_HOME", common::unlocked_home()).output().unwrap())
    };
    // The first limit is too small even for the plan. The second one allows some matches.
    for (limit, least) in [(4, 0), (32, 1)] {
        let stopped = run_within(limit);
        assert_eq!(stopped.status, 2, "{limit}: {} {}", stopped.out, stopped.err);
        stopped.tells(&["tournament.db cannot be written", "its previous contents are unchanged"]);
        let before = played(&folder, "tournament.db");
        assert!((least..100).contains(&before), "{limit}: {before}");
    }
    let before = shown(&folder, "tournament.db")["played"].as_array().unwrap().clone();
    let resumed = run(&folder, "--resume tournament.db --quiet");
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    let after = shown(&folder, "tournament.db");
    assert_eq!(after["matches"], 100);
    let rows = after["played"].as_array().unwrap();
    assert!(before.iter().all(|row| rows.contains(row)));
}

#[test]
fn tournament_output_is_in_german() {
    let folder = class();
    let played = run(&folder, "class Noob --rounds 3 --games 4 --seed 1 --lang de");
    played.tells(&["4 von 4 Spielen auf meadow", "Wertung nach Weng-Lin", "möglich"]);
}
