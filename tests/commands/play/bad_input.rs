//! Invalid files, words and players.

use super::*;

fn folder() -> Folder {
    Folder::with(&[("a.py", IDLER)])
}

#[test]
fn unknown_ais() {
    let folder = folder();
    folder.play("nobody").is_user_error(&["\"nobody\"", "Dummy", "nobody.py"]);
    folder.play("a").is_user_error(&["\"a\"", "write a.py"]);
    folder.play("no.py").is_user_error(&["there is no file no.py", "wag new"]);
    assert_eq!(folder.names(), ["a.py"], "no log is begun");
}

#[test]
fn files_that_can_not_be_read() {
    let folder = folder();
    folder.write("folder.py/yourAI.py", "");
    folder.play("folder.py").is_user_error(&["folder.py is a folder", "folder.py/yourAI.py"]);
    folder.play("/dev/zero").is_user_error(&["/dev/zero is not a regular file"]);
    // The superuser can read every file.
    if !rustix::process::geteuid().is_root() {
        use std::os::unix::fs::PermissionsExt;
        folder.write("secret.py", "");
        let path = folder.path().join("secret.py");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o0)).unwrap();
        folder.play("secret.py").is_user_error(&["secret.py cannot be read", "ermission"]);
    }
}

/// Checks for status 4, for file, line and caret in the terminal and in this player's log, and that other logs are
/// unchanged.
fn is_rejected(file: &str, text: &[u8], words: &[&str]) {
    let folder = folder();
    folder.write("a.log", "of an earlier match\n");
    folder.write(file, text);
    let run = folder.play(&format!("a.py bad={file}"));
    assert_eq!((run.status, run.out.as_str()), (4, ""));
    run.tells(words);
    let log = folder.read("bad.log");
    for word in words {
        assert!(log.contains(word), "{word} is not in {log}");
    }
    assert_eq!(folder.read("a.log"), "of an earlier match\n");
    assert!(!folder.has("Noob1.log"));
}

#[test]
fn a_syntax_error() {
    let words = ["s.py\", line 2", "x = (", "^", "SyntaxError: '(' was never closed"];
    is_rejected("s.py", b"from classes import *\nx = (\n", &words);
}

#[test]
fn invalid_bytes() {
    is_rejected("zero.py", b"a = 1\nb\0c\n", &["zero.py\", line 2", "SyntaxError", "null bytes"]);
    is_rejected("latin.py", b"a = '\xff'\n", &["latin.py", "SyntaxError"]);
}

#[test]
fn a_missing_module() {
    let words = ["m.py\", line 2", "import nowhere", "^^^^^^^", "No module named 'nowhere'"];
    is_rejected("m.py", b"from classes import *\nimport nowhere\n", &words);
}

#[test]
fn a_syntax_error_in_a_file_that_is_imported() {
    let folder = Folder::with(&[("a.py", "import helper\n"), ("helper.py", "def f(:\n")]);
    let run = folder.play("a.py");
    assert_eq!(run.status, 4);
    run.tells(&["helper.py\", line 1", "def f(:", "^", "SyntaxError"]);
    assert!(folder.read("a.log").contains("helper.py\", line 1"));
}

#[test]
fn maps() {
    let folder = folder();
    folder.play("a.py --map atlantis").is_user_error(&["\"atlantis\"", "meadow", "ring", "atlantis.map"]);
    folder
        .play("a.py --map no.map")
        .is_user_error(&["the map no.map cannot be read", "wag games warriors map"]);
    folder.write("bad.map", "mapVersion=3\n20\nName\n0\nX?\n");
    folder.play("a.py --map bad.map").is_user_error(&["bad.map is not a valid map file", "line 5"]);
    folder.write("empty.map", "");
    folder.play("a.py --map empty.map").is_user_error(&["empty.map", "line 1"]);
    folder.write("binary.map", [0xff, 0xfe, 0, 1]);
    folder.play("a.py --map binary.map").is_user_error(&["binary.map"]);
    folder.play("a.py --map .").is_user_error(&["cannot be read"]);
    folder.play("a.py --map /dev/zero").is_user_error(&["/dev/zero", "regular file"]);
    assert_eq!(folder.names().iter().filter(|name| name.ends_with(".log")).count(), 0);
}

#[test]
fn rules() {
    let folder = folder();
    folder
        .play("a.py --rules no.json")
        .is_user_error(&["the rules no.json cannot be read", "wag games warriors rules"]);
    for (text, words) in [
        ("{\"rounds\": ", "line 1"),
        ("[]", "JSON object"),
        ("{\"roundz\": 3}", "unknown field `roundz`"),
        ("{\"rounds\": 0}", "\"rounds\" is 0"),
        ("{\"rounds\": \"3\"}", "u32"),
        ("{\"warrior\": {\"cost\": -3}}", "-3"),
        ("{\"spawn_probability\": 1.5}", "\"spawn_probability\" is 1.5"),
        ("", "line 1"),
    ] {
        folder.write("r.json", text);
        folder
            .play("a.py --rules r.json")
            .is_user_error(&["r.json is not a valid rules file for Warriors & Gatherers: ", words]);
    }
    folder.write("r.json", [0xff]);
    folder.play("a.py --rules r.json").is_user_error(&["r.json", "UTF-8"]);
}

#[test]
fn too_many_ais_and_equal_names() {
    let folder = folder();
    folder.play("a.py a.py a.py a.py a.py").is_user_error(&["too many players (5)", "leave 1 out"]);
    folder.play("a.py a.py a1=a.py").is_user_error(&["player 1 and player 3", "a1", "NAME=FILE"]);
    folder.play("x=a.py X=a.py X1=a.py").is_user_error(&["X1", "NAME=FILE"]);
    folder.play("=a.py").is_user_error(&["\"\" is not a valid player name", "NAME=FILE"]);
    folder.play("a\u{7f}b=a.py").is_user_error(&["which cannot be printed", "NAME=FILE"]);
}

#[test]
fn logs_that_can_not_be_written() {
    let folder = folder();
    folder.play("a.py --log-dir a.py/logs").is_user_error(&["a.py/logs", "--log-dir"]);
    folder.write("logs/a.log", "of an earlier match\n");
    folder.write("logs/Noob2.log/x", "a folder in the log's place");
    folder
        .play("a.py --log-dir logs")
        .is_user_error(&["the log logs/Noob2.log cannot be written", "--log-dir"]);
    assert_eq!(folder.read("logs/a.log"), "of an earlier match\n");
    assert!(!folder.has("logs/Noob1.log"), "nothing half written is left");
}

#[test]
fn a_log_that_fails_in_the_middle_leaves_the_others_whole() {
    let folder = Folder::with(&[("a.py", "print('x' * 900_000)\n"), ("b.py", CREATOR)]);
    // The limit lets no process write a file of more than 8192 blocks of 512 or 1024 bytes.
    let limited =
        "trap '' XFSZ; ulimit -S -f 8192; exec \"$0\" play a.py b.py --rounds 12 --no-replay --log plain";
    let mut command = crate::common::in_english("sh");
    command
        .args(["-c", limited, env!("CARGO_BIN_EXE_wag")])
        .current_dir(folder.path())
        .env("WAG_HOME", unlocked_home());
    let run = Run::of(command.output().unwrap());
    assert_eq!(run.status, 0);
    assert!(run.err.contains("a.log is incomplete"), "{}", run.err);
    assert_eq!(count(&folder.read("b.log"), "=== Round "), 12);
}

#[test]
fn numbers() {
    let folder = folder();
    folder.play("a.py --rounds 0").tells(&["--rounds", "1..=1000000"]);
    for words in [
        "--rounds 0",
        "--rounds x",
        "--seed 1.5",
        "--turn-time 0",
        "--turn-time x",
        "--turn-time nan",
        "--speed 3",
    ] {
        let run = folder.play(&format!("a.py {words}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{words}");
        run.tells(&[words.split(' ').next().unwrap(), "--help"]);
    }
    assert_eq!(folder.names(), ["a.py"]);
}

#[test]
fn missing_file_gets_a_suggestion() {
    let folder =
        Folder::with(&[("yourAI.py", IDLER), ("meine ki.py", IDLER), ("ki.txt", IDLER), ("x/bot.py", IDLER)]);
    let message = |words: &[&str]| {
        let run = Run::of(folder.command(&[&["play"], words].concat()).output().unwrap());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        run.err
    };
    let assert_message = |words: &[&str], expected: &str| {
        assert_eq!(message(words), format!("wag: {expected}\n"), "{words:?}");
    };
    assert_message(&["."], ". is a folder; name the player's file in it, such as yourAI.py");
    assert_message(&["x"], "x is a folder; name the player's file in it, such as x/bot.py");
    assert_message(&["yourai.py"], "there is no file yourai.py; did you mean yourAI.py?");
    assert_message(&["yourAI.PY"], "there is no file yourAI.PY; did you mean yourAI.py?");
    assert_message(&["mein ki.py"], "there is no file mein ki.py; did you mean meine ki.py?");
    assert_message(&["x/bott.py"], "there is no file x/bott.py; did you mean x/bot.py?");
    assert_message(
        &["gems", "mein ki.py", "greedy"],
        "there is no file mein ki.py; did you mean meine ki.py?",
    );
    assert_message(&["gems", "yourAI.PY", "greedy"], "there is no file yourAI.PY; did you mean yourAI.py?");
    let renamed = "ki.txt is not a Python file: the name must end in .py; rename it: mv ki.txt ki.py";
    assert_message(&["ki.txt"], renamed);
    assert!(message(&["other.dir"]).ends_with("; for a file, write its full name, such as yourAI.py\n"));
    let empty = Folder::with(&[("x/notes", "")]);
    empty.play("x").is_user_error(&["x is a folder without a player", "`wag new x`"]);
}

#[test]
fn repeated_option_is_reported() {
    let folder = folder();
    let run = folder.play("a.py --rounds 5 --rounds 6");
    run.is_user_error(&["--rounds is given twice; give it only once"]);
    folder.play("a.py --quiet --quiet").is_user_error(&["--quiet is given twice"]);
    folder.play("a.py --seed 1 --seed 2 --lang de").is_user_error(&["--seed ist zweimal angegeben"]);
}
