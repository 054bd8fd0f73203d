//! `fm-game`, with the command line and files of the contest.
#![cfg(target_os = "linux")]

use crate::common;

use crate::common::gems::*;
use common::{Folder, Run};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::Duration;

fn fm_game(folder: &Folder, words: &[&str]) -> Command {
    let mut command = crate::common::fm_game();
    command.current_dir(folder.path()).args(words).stdin(Stdio::null());
    command.env("TMPDIR", folder.path().join("tmp"));
    command
}

#[test]
fn fm_game_plays_programs_of_the_contest_unchanged() {
    let folder = table();
    put(&folder, "ref.c", "fm-ai1.bin");
    put(&folder, "ref.sh", "team/ai.sh");
    symlink("team/ai.sh", folder.path().join("fm-ai2.bin")).unwrap();
    let run = Run::of(fm_game(&folder, &["b.dat"]).output().unwrap());
    assert_eq!(run.status, 0);
    run.tells(&[
        "Player 1: fm-ai1.bin, Player 2: fm-ai2.bin",
        "Each program runs in its own folder, where it finds the files that lie next to it",
        "60 s per move and 1024 MB of memory",
    ]);
    nothing_is_left(&folder);
    assert_eq!(folder.names(), ["b.dat", "fm-ai1.bin", "fm-ai2.bin", "team", "tmp"]);
    assert_eq!(results(&run), results(&play(&folder, "ref", "ref", &[])));
    let run = Run::of(fm_game(&folder, &["b.dat", "--debug", "--no-wait"]).output().unwrap());
    run.tells(&["Move 1: player 1's turn", "  | 0 1 2 3 4 5 6 7 8 9", "Player 1 swaps ("]);
}

#[test]
fn fm_game_gives_programs_access_to_their_files() {
    let folder = table();
    put(&folder, "ref.c", "fm-ai2.bin");
    folder.write("tables/deep/one", "the book");
    let book = folder.path().join("tables/deep/one");
    let reads = format!("#!/bin/sh\ncat {} >&2\nexec sh ./ref.sh\n", book.display());
    // Its own folder is another one.
    put(&folder, "ref.sh", "team/ref.sh");
    folder.write("team/ai.sh", &reads);
    let ai = folder.path().join("team/ai.sh");
    fs::set_permissions(&ai, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    fs::create_dir(folder.path().join("play")).unwrap();
    symlink("../team/ai.sh", folder.path().join("play/fm-ai1.bin")).unwrap();
    symlink("../fm-ai2.bin", folder.path().join("play/fm-ai2.bin")).unwrap();
    let report = |more: &[&str]| {
        let words = [&["../b.dat", "--debug", "--no-wait"], more].concat();
        let mut command = fm_game(&folder, &words);
        Run::of(command.current_dir(folder.path().join("play")).output().unwrap())
    };
    report(&[]).tells(&["Permission denied", "and no network"]);
    report(&["--readable", "../tables"]).tells(&["the book"]);
    report(&["--no-sandbox"]).tells(&["the book", "there is no sandbox, so it may do whatever you can"]);
    let run = report(&["--readable", "../none"]);
    assert_eq!(run.status, 1);
    run.tells(&["--readable ../none: there is no such file or folder"]);
}

/// Answers with the swap in a file beside it.
const BY_THE_BOOK: &str = "#!/bin/sh\ncat book.txt > result.dat\necho played >> notes.txt\n";

#[test]
fn the_package_of_the_contest_is_played_as_it_is_unpacked() {
    let folder = table();
    for (name, text) in
        [("fm-ai/fm-ai1.bin", BY_THE_BOOK), ("fm-ai/book.txt", "1 0 1 1"), ("fm-ai/notes.txt", "")]
    {
        folder.write(name, text);
    }
    let program = folder.path().join("fm-ai/fm-ai1.bin");
    fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    put(&folder, "ref.c", "fm-ai/fm-ai.bin");
    fs::create_dir(folder.path().join("fm-game")).unwrap();
    for place in ["", "fm-game"] {
        let mut command = fm_game(&folder, &["beispielfeld.dat", "--debug"]);
        let run = Run::of(command.current_dir(folder.path().join(place)).output().unwrap());
        assert_eq!(run.status, 0, "{}", run.err);
        run.tells(&[
            "fm-ai/fm-ai1.bin",
            "fm-ai/fm-ai.bin",
            "Player 1 swaps (1, 0) and (1, 1)",
            "RESULT game=2 ",
        ]);
        assert!(!run.out.contains("cannot") && !run.out.contains("Permission"), "{}", run.out);
    }
    assert_eq!(folder.read("fm-ai/notes.txt"), "");
}

#[test]
fn fm_game_writes_boards() {
    let folder = table();
    let run = Run::of(fm_game(&folder, &["new.dat", "create"]).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(folder.read("new.dat").lines().count(), 1000);
    let run = Run::of(fm_game(&folder, &["new.dat", "create"]).output().unwrap());
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    run.tells(&["new.dat already exists"]);
}

#[test]
fn fm_game_output_is_german_except_for_the_result_line() {
    let folder = table();
    put(&folder, "ref.c", "fm-ai1.bin");
    put(&folder, "ref.c", "fm-ai2.bin");
    let run = Run::of(fm_game(&folder, &["--lang", "de", "b.dat", "--debug"]).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    run.tells(&[
        "Spieler 1: fm-ai1.bin, Spieler 2: fm-ai2.bin\nJedes Programm läuft in einem eigenen Ordner",
        "60 s pro Zug und 1024 MB Speicher",
        "Zug 1: Spieler 1 ist dran\nSpieler 1 tauscht (",
        "bekommt ",
        "\nSpieler   1   2\nLeben    30  30\nSchild   15",
        "\nRESULT game=2 winner=",
    ]);
    for word in ["Player", "player", "swaps", "damage", "Life", "vanish"] {
        assert!(
            !run.out.contains(word) && !run.err.contains(word),
            "{word:?} is in:\n{}{}",
            run.err,
            run.out
        );
    }
    let mut command = fm_game(&folder, &["none.dat"]);
    let run = Run::of(command.env("LC_ALL", "de_DE.UTF-8").output().unwrap());
    assert_eq!(
        (run.status, run.err.as_str()),
        (1, "fm-game: es gibt kein Spielfeld none.dat; ein neues erzeugt: fm-game FILE create\n")
    );
    let run = Run::of(fm_game(&folder, &["--lang", "xx", "b.dat"]).output().unwrap());
    assert_eq!(run.status, 1);
    run.tells(&["fm-game: --lang: there is no language \"xx\""]);
    let run = Run::of(fm_game(&folder, &["--lang=de"]).output().unwrap());
    run.tells(&[
        "Handbetrieb, Seed ",
        "Spieler 1: player.dat, opponent.dat und gamefield.dat sind geschrieben",
        "Die Eingabe endete, bevor die Partie zu Ende war.",
    ]);
}

#[test]
fn user_errors_of_fm_game_have_status_one() {
    let folder = table();
    folder.write("short.dat", "R Y G\n");
    let cases: [(&[&str], &str); 5] = [
        (&["b.dat", "make"], "only `create`"),
        (&["b.dat", "create", "now"], "too many arguments"),
        (&["none.dat"], "there is no board none.dat; to create one: fm-game FILE create"),
        (&["short.dat"], "short.dat is not a valid board"),
        (&["b.dat"], "there is no fm-ai1.bin here or in the folder fm-ai"),
    ];
    for (words, report) in cases {
        let run = Run::of(fm_game(&folder, words).output().unwrap());
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{words:?}");
        assert!(run.err.starts_with("fm-game: ") && run.err.lines().count() == 1, "{}", run.err);
        run.tells(&[report]);
    }
}

#[test]
fn manual_mode_is_played_by_the_files() {
    use std::io::{BufRead, BufReader, Write};
    let folder = table();
    put(&folder, "ref.c", "ref");
    let mut command = fm_game(&folder, &[]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut keys, mut lines) =
        (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()).lines());
    let mut moves = 0;
    let last = loop {
        let line = lines.next().unwrap().unwrap();
        if line.contains("as result.dat and press Enter") {
            assert!(["player.dat", "opponent.dat", "gamefield.dat"].iter().all(|name| folder.has(name)));
            if moves == 1 {
                // Enter before the answer exists repeats the question.
                writeln!(keys).unwrap();
                assert!(lines.next().unwrap().unwrap().contains("result.dat does not exist"));
            }
            let status = Command::new(folder.path().join("ref")).current_dir(folder.path()).status().unwrap();
            assert!(status.success());
            moves += 1;
            writeln!(keys).unwrap();
        } else if line.contains(" after ") {
            break line;
        }
    };
    assert!(last.contains(&format!("after {moves} moves")), "{last}");
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.names(), ["b.dat", "ref", "tmp"]);
}

#[test]
fn fm_game_waits_for_a_key_on_a_terminal() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::io::{BufRead, BufReader, Read, Write};
    let folder = table();
    put(&folder, "ref.c", "fm-ai1.bin");
    put(&folder, "ref.c", "fm-ai2.bin");
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
    let mut terminal = fs::File::from(terminal);
    let open = || fs::OpenOptions::new().read(true).write(true).open(&name).unwrap();
    for words in [&["b.dat"][..], &["b.dat", "--no-wait"]] {
        let mut command = fm_game(&folder, words);
        let child = command.stdin(open()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let mut report = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        if words.len() == 1 {
            // After the two lines about the players and their folders.
            (0..3).for_each(|_| {
                line.clear();
                report.read_line(&mut line).unwrap();
            });
            assert_eq!(line, "Press Enter to start the second game.\n");
            std::thread::sleep(Duration::from_millis(300));
            assert!(child.try_wait().unwrap().is_none());
            terminal.write_all(b"\n").unwrap();
        }
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(out.contains("RESULT game=2 "), "{out}");
    }
    nothing_is_left(&folder);
}
