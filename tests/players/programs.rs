//! Players that are programs, in every game that allows them: failure messages, and the interpreters they need.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// A program that plays light cycles and steers to free squares.
const TRON_BOT: &str = r#"
import sys
{begin}
for line in sys.stdin:
    words = line.split()
    if words[0] == "end":
        break
    if words[0] == "tron":
        width, height, players, you = map(int, words[1:])
    if words[0] == "round":
        places = [sys.stdin.readline().split() for _ in range(players)]
        rows = [sys.stdin.readline().strip() for _ in range(height)]
        x, y = map(int, places[you - 1])
        ways = {"NORTH": (x, y - 1), "EAST": (x + 1, y), "SOUTH": (x, y + 1), "WEST": (x - 1, y)}
        free = [way for way, (a, b) in ways.items() if 0 <= a < width and 0 <= b < height and rows[b][a] == "."]
        print(free[0] if free else "NORTH", flush=True)
"#;

fn tron_bot(begin: &str) -> String {
    TRON_BOT.replace("{begin}", begin)
}

fn make_program(folder: &Folder, name: &str) {
    fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Plays light cycles with this program against a built-in player. Returns the result as JSON.
fn tron(folder: &Folder, program: &str, change: impl FnOnce(&mut Command)) -> Value {
    let mut command = folder.command(&["play", "tron", &format!("bot={program}"), "Straight", "--seed", "3"]);
    command.args(["--json", "--quiet", "--no-replay"]);
    change(&mut command);
    let run = Run::of(command.output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[track_caller]
fn plays_well(result: &Value) {
    assert_eq!(result["players"][0]["faults"], json!([]), "{result}");
}

#[test]
fn output_before_the_first_turn_is_in_the_log() {
    let folder = Folder::with(&[("bot", "#!/bin/sh\necho why >&2\nexit 1\n")]);
    make_program(&folder, "bot");
    for (game, player, foe) in
        [("ants", "./bot", "Hold"), ("tron", "./bot", "Straight"), ("gems", "./bot", "greedy")]
    {
        let _ = fs::remove_file(folder.path().join("bot.log"));
        let words = ["play", game, &format!("bot={player}"), foe, "--no-replay", "--seed", "1"];
        let run = Run::of(folder.command(&words).output().unwrap());
        assert!(folder.read("bot.log").contains("why\n"), "{game} {player}: {}{}", run.out, run.err);
    }
}

#[test]
fn contest_program_output_before_the_first_turn_is_in_the_contest_log() {
    let folder = Folder::with(&[("bot", "#!/bin/sh\necho why >&2\nexit 1\n")]);
    make_program(&folder, "bot");
    let run = folder.play("ants ./bot Hold --no-replay --seed 1 --log-dir logs");
    assert!(folder.read("logs/0.bot0.error").starts_with("why\n"), "{}{}", run.out, run.err);
    run.tells(&["bot cannot play: the program ended with exit status: 1, before its first turn\n  why\n"]);
}

/// Creates a virtual environment in the folder, as `python3 -m venv` does.
fn environment(folder: &Folder) {
    let made = Command::new("python3")
        .args(["-m", "venv", "--without-pip", "proj/.venv"])
        .current_dir(folder.path())
        .status()
        .unwrap();
    assert!(made.success());
    let packages = fs::read_dir(folder.path().join("proj/.venv/lib")).unwrap().next().unwrap().unwrap();
    fs::write(packages.path().join("site-packages/only_here.py"), "").unwrap();
}

fn activate(folder: &Folder, command: &mut Command) {
    let environment = folder.path().join("proj/.venv");
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", environment.join("bin").display()));
    command.env("VIRTUAL_ENV", environment);
}

#[test]
fn python_of_an_active_environment_runs_programs() {
    let bot = tron_bot("import only_here");
    let folder = Folder::with(&[
        ("bots/bot.py", &bot),
        ("bots/script", &format!("#!/usr/bin/env python3\n{bot}")),
        ("bots/wrapper", "#!/bin/sh\nexec python3 \"${0%/*}/bot.py\"\n"),
    ]);
    environment(&folder);
    let direct = folder.path().join("proj/.venv/bin/python3");
    folder.write("bots/direct", format!("#!{}\n{bot}", direct.display()));
    for name in ["bots/script", "bots/wrapper", "bots/direct"] {
        make_program(&folder, name);
    }
    for program in [
        "python3 bots/bot.py",
        "./bots/script",
        "./bots/wrapper",
        "./bots/direct",
        "env python3 bots/bot.py",
        "timeout 600 python3 bots/bot.py",
        "sh -c 'exec python3 \"$0\"' bots/bot.py",
    ] {
        let result = tron(&folder, program, |command| activate(&folder, command));
        assert_eq!(result["players"][0]["faults"], json!([]), "{program}: {}", folder.read("bot.log"));
    }
}

#[test]
fn inactive_environment_is_reported_with_the_option_that_allows_it() {
    let bot = tron_bot("import only_here");
    let folder = Folder::with(&[("bots/bot.py", &bot)]);
    environment(&folder);
    let python = folder.path().join("proj/.venv/bin/python3");
    folder.write("bots/direct", format!("#!{}\n{bot}", python.display()));
    folder.write("bots/wrapper", format!("#!/bin/sh\nexec {} \"${{0%/*}}/bot.py\"\n", python.display()));
    for name in ["bots/direct", "bots/wrapper"] {
        make_program(&folder, name);
    }
    let named = folder.path().join("proj/.venv").display().to_string();
    for program in ["./bots/direct", "./bots/wrapper"] {
        let result = tron(&folder, program, |_| {});
        let fault = result["players"][0].to_string() + &folder.read("bot.log");
        assert!(fault.contains(&format!("to allow it, add --readable {named}")), "{program}: {fault}");
        plays_well(&tron(&folder, program, |command| {
            command.args(["--readable", &named]);
        }));
    }
    // It is readable because the user named it.
    plays_well(&tron(&folder, "proj/.venv/bin/python3 bots/bot.py", |_| {}));
}

/// A folder that claims to be an environment gives no access to anything outside of it.
#[test]
fn submitted_environment_gives_no_access_to_user_files() {
    let reads = "#!ENV\nimport sys\ntry:\n    print(open('SECRET').read(), file=sys.stderr)\nexcept OSError as error:\n    print(error.strerror, file=sys.stderr)\n";
    let folder =
        Folder::with(&[("private/diary", "dear diary"), ("private/bin/x", ""), ("bot/env/bin/x", "")]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    folder.write("bot/env/pyvenv.cfg", format!("home = {}\n", at("private/bin")));
    symlink(at("private"), folder.path().join("bot/env/lib")).unwrap();
    symlink("/usr/bin/python3", folder.path().join("bot/env/bin/python3")).unwrap();
    let text = reads.replace("ENV", "/usr/bin/python3").replace("SECRET", &at("private/diary"));
    folder.write("bot/run", text);
    make_program(&folder, "bot/run");
    tron(&folder, "./bot/run", |_| {});
    assert!(folder.read("bot.log").contains("Permission denied"), "{}", folder.read("bot.log"));
    tron(&folder, "bot/env/bin/python3 bot/run", |_| {});
    assert!(!folder.read("bot.log").contains("dear"), "{}", folder.read("bot.log"));
}

#[test]
fn module_path_of_the_user_is_ignored_with_a_message() {
    let folder = Folder::with(&[("bot.py", &tron_bot("")), ("ai.py", "from tron import *\n")]);
    for player in ["bot=ai.py", "bot=python3 bot.py"] {
        let words = ["play", "tron", player, "Straight", "--no-replay", "--seed", "1"];
        let run = Run::of(folder.command(&words).env("PYTHONPATH", "/somewhere").output().unwrap());
        run.tells(&["Warning: PYTHONPATH is ignored: bot imports from its own folder"]);
        let run = Run::of(folder.command(&words).env_remove("PYTHONPATH").output().unwrap());
        assert!(!run.err.contains("PYTHONPATH") && !run.out.contains("PYTHONPATH"), "{}{}", run.out, run.err);
    }
}

#[test]
fn hash_seed_of_programs_is_fixed_unless_overridden() {
    let begin = "import os; print(hash('text'), os.environ['PYTHONHASHSEED'], file=sys.stderr)";
    let folder = Folder::with(&[("bot.py", &tron_bot(begin))]);
    let hash = |seed: Option<&str>| {
        tron(&folder, "python3 bot.py", |command| {
            match seed {
                Some(seed) => command.env("PYTHONHASHSEED", seed),
                None => command.env_remove("PYTHONHASHSEED"),
            };
        });
        let log = folder.read("bot.log");
        log.lines().find(|line| !line.starts_with("===")).unwrap_or_default().to_string()
    };
    let usual = hash(None);
    assert!(usual.ends_with(" 0"), "{usual}");
    assert_eq!(hash(None), usual);
    assert_ne!(hash(Some("7")).split(' ').next(), usual.split(' ').next());
    assert!(hash(Some("random")).ends_with(" random"));
}

#[test]
fn match_with_a_program_has_unknown_repeatability() {
    let folder = Folder::with(&[("bot.py", &tron_bot(""))]);
    let result = tron(&folder, "python3 bot.py", |_| {});
    assert_eq!((&result["repeatable"], &result["players"][0]["unseeded"]), (&Value::Null, &Value::Null));
    assert_eq!(result["players"][1]["unseeded"], json!([]));
    let words = ["play", "tron", "bot=python3 bot.py", "Straight", "--seed", "3", "--replay", "a.wag"];
    let run = Run::of(folder.command(&words).output().unwrap());
    run.tells(&["Repeatable: not known. Wag cannot see whether bot used a clock or random numbers."]);
    let shown = Run::of(folder.command(&["replay", "show", "a.wag"]).output().unwrap());
    shown.tells(&["Repeatable: not known."]);
    let run = folder.json("tron Straight Straight --seed 3 --no-replay");
    assert_eq!(run["repeatable"], true);
}

#[test]
fn out_of_memory_message_names_the_option() {
    let begin = "import mmap; mmap.mmap(-1, 2 << 30, flags=mmap.MAP_PRIVATE)";
    let folder = Folder::with(&[("bot.py", &tron_bot(begin))]);
    let result = tron(&folder, "python3 bot.py", |_| {});
    let fault = result["players"][0]["faults"][0]["message"].as_str().unwrap_or_default();
    assert!(fault.contains("(to allow twice as much memory, add --memory 2048)"), "{result}");
}

/// A program that uses files as programs usually do.
const WRITES: &str = r#"
import os, tempfile
os.mkdir("logs")
with open("logs/game.log", "w") as log: log.write("begun")
os.rename("logs/game.log", "first.log")
with open("notes.txt", "a") as notes: notes.write(" and more")
with open("data/table.txt", "r+") as table: table.write("new")
with open("data/new.txt", "w") as new: new.write("new")
with tempfile.TemporaryDirectory() as folder: open(folder + "/x", "w").close()
names = [name for name in os.listdir(".") if name.startswith("opening")]
print("openings", len(names), open("opening699").read(), open("notes.txt").read(), file=sys.stderr)
"#;

fn folder_of_a_writer() -> Folder {
    let bot = tron_bot(WRITES);
    let folder = Folder::with(&[
        ("bot/bot.py", &bot),
        ("bot/notes.txt", "before"),
        ("bot/data/table.txt", "old, long"),
    ]);
    for number in 0..700 {
        folder.write(&format!("bot/opening{number}"), format!("{number}"));
    }
    folder
}

#[test]
fn program_writes_to_scratch_and_its_own_files_stay_unchanged() {
    let folder = folder_of_a_writer();
    plays_well(&tron(&folder, "python3 bot/bot.py", |_| {}));
    assert!(
        folder.read("bot.log").contains("openings 700 699 before and more"),
        "{}",
        folder.read("bot.log")
    );
    assert_eq!(
        (folder.read("bot/notes.txt"), folder.read("bot/data/table.txt")),
        ("before".into(), "old, long".into())
    );
    assert!(!folder.has("bot/logs") && !folder.has("bot/data/new.txt"));
}

#[test]
fn written_files_are_kept_on_request() {
    let folder = folder_of_a_writer();
    for number in ["", "-2"] {
        plays_well(&tron(&folder, "python3 bot/bot.py", |command| {
            command.args(["--keep-files", "kept/files"]);
        }));
        let read = |name: &str| folder.read(&format!("kept/files/bot{number}/{name}"));
        assert_eq!((read("first.log"), read("notes.txt")), ("begun".into(), "before and more".into()));
        assert_eq!((read("data/table.txt"), read("data/new.txt")), ("new, long".into(), "new".into()));
        for other in ["opening1", "bot.py", "logs"] {
            assert!(!folder.has(&format!("kept/files/bot{number}/{other}")), "{other}");
        }
    }
}

#[test]
fn refused_write_is_reported_with_the_option_that_allows_it() {
    let folder = Folder::with(&[("elsewhere/file", "")]);
    let path = folder.path().join("elsewhere/new.txt").display().to_string();
    folder.write("bot/bot.py", tron_bot(&format!("open('{path}', 'w')")));
    tron(&folder, "python3 bot/bot.py", |_| {});
    let log = folder.read("bot.log");
    assert!(
        log.contains(&format!("the program may not write {path}")) && log.contains("--no-sandbox"),
        "{log}"
    );
    plays_well(&tron(&folder, "python3 bot/bot.py", |command| {
        command.arg("--no-sandbox");
    }));
}

/// Returns whether this user can mount anything in a new namespace.
fn has_mount_namespaces() -> bool {
    let flags = if rustix::process::geteuid().is_root() { "-m" } else { "-Urm" };
    Command::new("unshare").args([flags, "true"]).output().is_ok_and(|output| output.status.success())
}

/// Returns a program that writes to a file in `/tmp` and looks for a foreign file there.
fn writer_to_tmp(own: &str, foreign: &str) -> String {
    tron_bot(&format!(
        "import os, subprocess\nopen('{own}', 'w').write('own words')\n\
         read = subprocess.check_output(['cat', '{own}'], text=True)\n\
         where = [os.getcwd(), os.environ['HOME'], os.environ['TMPDIR']]\n\
         print('read', read, where, os.listdir('/tmp'), os.path.exists('{foreign}'), file=sys.stderr)"
    ))
}

#[test]
fn program_has_a_private_tmp_where_supported() {
    let own = format!("/tmp/wag-test-{}", std::process::id());
    let foreign = tempfile::NamedTempFile::new_in("/tmp").unwrap();
    let foreign = foreign.path().display().to_string();
    let bot = writer_to_tmp(&own, &foreign);
    if has_mount_namespaces() {
        let folder = Folder::outside_tmp(&[("bot/bot.py", &bot), ("bot/book.txt", "")]);
        plays_well(&tron(&folder, "python3 bot/bot.py", |command| {
            command.args(["--keep-files", "kept"]);
        }));
        let log = folder.read("bot.log");
        let name = own.strip_prefix("/tmp/").unwrap();
        assert!(log.contains("read own words ['/tmp', '/tmp', '/tmp'] ["), "{log}");
        assert!(log.contains(name) && log.contains("'book.txt'") && log.contains("] False"), "{log}");
        assert_eq!(folder.read(&format!("kept/bot/{name}")), "own words");
        assert!(!Path::new(&own).exists(), "it is in everybody's /tmp");
    } else {
        eprintln!("this system makes no mount namespaces: no program has its own /tmp here");
    }
    // A file in /tmp itself would be hidden, so the program runs as on a system without namespaces.
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    let bot_file = folder.path().join("bot.py");
    fs::write(&bot_file, &bot).unwrap();
    let here = Folder::with(&[]);
    tron(&here, &format!("python3 {}", bot_file.display()), |_| {});
    assert!(
        here.read("bot.log").contains(&format!("the program may not write {own}")),
        "{}",
        here.read("bot.log")
    );
    assert!(!Path::new(&own).exists());
}

/// Nested folders count towards the limit, too.
#[test]
fn nested_folders_count_towards_the_scratch_limit() {
    let begin = "import os\nos.makedirs('a/b/c')\nfor number in range(9): open(f'a/b/c/{number}', 'wb').write(b'x' * (16 << 20))";
    let folder = Folder::with(&[("bot/bot.py", &tron_bot(begin))]);
    let result = tron(&folder, "python3 bot/bot.py", |_| {});
    assert_eq!(result["players"][0]["faults"][0]["kind"], "memory", "{result}");
}

#[test]
fn java_path_lists_become_absolute() {
    let print = "#!/bin/sh\nfor word; do echo \"$word\" >&2; done\n";
    let folder = Folder::with(&[("bot/run", print), ("build/X.class", ""), ("lib/a.jar", "")]);
    make_program(&folder, "bot/run");
    let bot = "bot=./bot/run -cp build:lib/*: --module-path=lib:build -ea:x";
    // It ends at once, before or in its first turn.
    folder.command(&["play", "tron", bot, "Straight", "--no-replay"]).output().unwrap();
    let at = |name: &str| folder.path().canonicalize().unwrap().join(name).display().to_string();
    let log = folder.read("bot.log");
    let here = folder.path().canonicalize().unwrap().display().to_string();
    assert!(log.contains(&format!("-cp\n{}:{}:{here}", at("build"), at("lib/*"))), "{log}");
    assert!(log.contains(&format!("--module-path={}:{}\n-ea:x\n", at("lib"), at("build"))), "{log}");
}

/// A changed copy of the contest's module: it greets, and all ants of the bot stand still.
const OWN_ANTS: &str = r#"
import sys

class Ants:
    def greet(self):
        print("own module", file=sys.stderr, flush=True)

    @staticmethod
    def run(bot):
        ants = Ants()
        for line in sys.stdin:
            if line.strip() in ("ready", "go"):
                bot.do_turn(ants)
                print("go", flush=True)
"#;

#[test]
fn module_of_the_bot_takes_precedence() {
    let bot = "from ants import *\n\nclass MyBot:\n    def do_turn(self, ants):\n        ants.greet()\n\n\
               if __name__ == '__main__':\n    Ants.run(MyBot())\n";
    let folder = Folder::with(&[("contest bot/MyBot.py", bot), ("contest bot/ants.py", OWN_ANTS)]);
    let words =
        ["play", "ants", "contest bot/MyBot.py", "Hold", "--turns", "5", "--seed", "1", "--no-replay"];
    let run = Run::of(folder.command(&words).output().unwrap());
    let log = folder.read("MyBot.log");
    assert!(log.contains("own module") && !log.contains("lost"), "{log}{}{}", run.out, run.err);
    assert!(log.contains("MyBot uses its own ") && log.contains("ants.py instead of Wag's"), "{log}");
    assert!(log.contains("(python3)"), "{log}");
    // Another Python is named as in the command.
    folder.write("python2.7", "#!/bin/sh\nexec python3 \"$@\"\n");
    fs::set_permissions(folder.path().join("python2.7"), fs::Permissions::from_mode(0o755)).unwrap();
    let other = "./python2.7 'contest bot/MyBot.py'";
    let other = ["play", "ants", other, "Hold", "--turns", "5", "--seed", "1", "--no-replay"];
    Run::of(folder.command(&other).output().unwrap());
    let log = folder.read("MyBot.log");
    assert!(log.contains("(python2.7)") && !log.contains("(python3)"), "{log}");
    // For Python 2, Wag's own module is used.
    folder.write(
        "contest bot/ants.py",
        OWN_ANTS.replace("for line", "print >>sys.stderr, 'x'\n        for line"),
    );
    Run::of(folder.command(&words).output().unwrap());
    assert!(!folder.read("MyBot.log").contains("own"), "{}", folder.read("MyBot.log"));
}
