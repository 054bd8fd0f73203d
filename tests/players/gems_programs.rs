//! Programs in other languages that play the gem duel: good ones, and the bad ones of `tests/gems/bad/`, whose second
//! line describes the expected result. After each game no processes and no files are left.
#![cfg(target_os = "linux")]

use crate::common;

use crate::common::gems::*;
use common::{Run, project};
use rustix::fs::{Mode, OFlags};
use std::fs;
use std::mem::ManuallyDrop;
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time limit for programs that should exceed it. Others get plenty of time, so that a busy machine does not
/// matter.
const TURN_TIME: &str = "0.4";
const TIME_ENOUGH: &str = "30";

#[test]
fn program_that_plays_like_ref_has_the_same_results() {
    let folder = table();
    let of_ref = results(&play(&folder, "ref", "ref", &[]));
    assert_eq!(of_ref.len(), 2);
    let (in_c, in_shell) = (put(&folder, "ref.c", "c/ref"), put(&folder, "ref.sh", "shell/ref.sh"));
    for (first, second) in
        [(in_c.as_str(), "ref"), ("ref", in_shell.as_str()), (&in_c, &in_shell), (&in_c, &in_c)]
    {
        let run = play(&folder, first, second, &[]);
        assert_eq!(results(&run), of_ref, "{first} {second} {}", run.err);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert_eq!(total_times(&run).len(), 4, "{}", run.out);
        assert!(total_times(&run).iter().any(|(_, seconds)| *seconds > 0.0), "{}", run.out);
    }
}

#[test]
fn command_can_have_arguments_and_use_files_in_its_folder() {
    let folder = table();
    put(&folder, "ref.sh", "my bots/ref.sh");
    let of_ref = results(&play(&folder, "ref", "ref", &[]));
    let run = play(&folder, "sh 'my bots/ref.sh'", "ref", &[]);
    assert_eq!(results(&run), of_ref, "{}", run.err);
    // Notes remain during a game, and the next game starts without them.
    folder.write(
        "noting.sh",
        "echo move >> notes; wc -l < notes; [ -e result.dat ] && echo old; sh ./ref.sh\n",
    );
    folder.write("counting.sh", "sh \"$1\"; sh \"$2\"\n");
    let words = "sh counting.sh noting.sh 'my bots/ref.sh'";
    let run = play(&folder, words, "ref", &["--debug"]);
    assert_eq!(results(&run), of_ref, "{}", run.err);
    let counts: Vec<&str> =
        run.out.lines().filter_map(|line| line.strip_prefix("counting prints: ")).collect();
    let numbers: Vec<u32> = counts.iter().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() > 20 && !counts.contains(&"old"), "{counts:?}");
    assert_eq!(numbers.iter().filter(|number| **number == 1).count(), 2);
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1 || pair[1] == 1), "{numbers:?}");
}

/// Returns the result that the second line of a bad program expects for this kind of game.
fn expected(program: &Path, way: &str) -> String {
    let text = fs::read_to_string(program).unwrap();
    let line = text.lines().nth(1).unwrap();
    let line = line.strip_prefix("# ").or_else(|| line.strip_prefix("// ")).unwrap();
    let mut parts = line.split("; without ");
    let usual = parts.next().unwrap();
    let special = parts.find_map(|part| part.strip_prefix(way)).map(str::trim);
    special.unwrap_or(usual).to_string()
}

fn bad_programs() -> Vec<String> {
    let files = fs::read_dir(project().join("tests/gems/bad")).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.len() > 15);
    names
}

/// Plays each bad program and compares with its expected result.
fn all_bad_ones_lose(way: &str, more: &[&str]) {
    let folder = table();
    for name in bad_programs() {
        let expected = expected(&project().join("tests/gems/bad").join(&name), way);
        let program = put(&folder, &format!("bad/{name}"), &format!("bad/{name}"));
        let time = if expected.starts_with("timeout") { TURN_TIME } else { TIME_ENOUGH };
        let run = play(&folder, &program, "ref", &[&["--turn-time", time, "--memory", "64"], more].concat());
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        let (reason, words) = expected.split_once(": ").unwrap_or((&expected, "is dead"));
        let results = results(&run);
        assert_eq!(results.len(), 2, "{name}");
        for result in results {
            assert!(result.contains(" winner=2 "), "{name}: {result}");
            assert!(result.contains(&format!(" reason={reason} ")), "{name}: {result}");
        }
        assert!(run.out.contains(words), "{name}: {words}\n{}", run.out);
    }
}

#[test]
fn bad_programs_lose_and_leave_nothing() {
    all_bad_ones_lose("nothing", &[]);
}

#[test]
fn bad_programs_lose_and_leave_nothing_without_the_sandbox_too() {
    all_bad_ones_lose("sandbox", &["--no-sandbox"]);
}

#[test]
fn without_limits_a_huge_answer_is_still_invalid() {
    let folder = table();
    let program = put(&folder, "bad/answers_a_hundred_megabytes.sh", "huge.sh");
    let run = play(&folder, &program, "ref", &["--no-limits"]);
    assert!(
        results(&run).iter().all(|line| line.contains("winner=2") && line.contains("reason=life")),
        "{run:?}"
    );
}

#[test]
fn forbidden_actions_fail() {
    let folder = table();
    folder.write("secrets/one", "not for programs");
    let (player, tricks) = (put(&folder, "ref.c", "bot/ref"), put(&folder, "tricks.c", "bot/tricks"));
    let secret = folder.path().join("secrets/one");
    let opponent = put(&folder, "ref.sh", "other/ref.sh");
    let others = folder.path().join("other/ref.sh");
    let (secret_name, others) = (secret.display(), others.display());
    let words = format!("{tricks} {secret_name}:{others} {player}");
    // Simulates a descriptor that the user's shell has left open.
    let mut command = command(&folder, &match_of(&words, &opponent, &["--debug"]));
    // SAFETY: The closure only makes a system call that is allowed between fork and exec, and nothing owns the
    // descriptor that stays open.
    unsafe {
        command.pre_exec(|| {
            let open = ManuallyDrop::new(rustix::fs::open("/", OFlags::RDONLY, Mode::empty())?);
            rustix::io::dup2(&*open, &mut ManuallyDrop::new(OwnedFd::from_raw_fd(9))).map_err(Into::into)
        });
    }
    let run = Run::of(command.output().unwrap());
    nothing_is_left(&folder);
    assert!(!run.out.contains("managed"), "{}", run.out);
    assert_eq!(results(&run), results(&play(&folder, "ref", "ref", &[])), "{}", run.out);
    assert_eq!(fs::read_to_string(&secret).unwrap(), "not for programs");
    assert!(!folder.has("tmp/evil"));
    // Without the sandbox both would succeed. The attempts are harmless.
    folder.write("curious.sh", "cat \"$1\" && setsid true && echo managed; sh \"$2\"\n");
    let words = format!("sh curious.sh {secret_name} other/ref.sh");
    let tells = |more: &[&str]| play(&folder, &words, "ref", more).out.contains("managed");
    assert!(tells(&["--debug", "--no-sandbox"]));
}

/// Reads the named files, reports successes, and continues to play.
const READER: &str = "for place in board.dat folder/b.dat; do cat \"${0%/*}/$place\" && echo managed; done\n\
    for place in \"$@\"; do cat \"$place\" && echo managed; done\nsh \"${0%/*}/ref.sh\"\n";

#[test]
fn no_link_leads_to_the_board_or_to_a_replay() {
    let folder = table();
    put(&folder, "ref.sh", "bot/ref.sh");
    folder.write("bot/reads.sh", READER);
    for (target, link) in
        [("../b.dat", "bot/board.dat"), ("..", "bot/folder"), ("bot", "linked"), (".", "all")]
    {
        symlink(target, folder.path().join(link)).unwrap();
    }
    symlink("../ref.sh", folder.path().join("bot/none.sh")).unwrap();
    put(&folder, "ref.sh", "ref.sh");
    folder.write("reads.sh", "for place in \"${0%/*}\"/b.dat \"${0%/*}\"/kept*; do cat \"$place\" && echo managed; done\nsh \"${0%/*}/ref.sh\"\n");
    for words in ["sh bot/reads.sh", "sh linked/reads.sh", "sh bot/reads.sh b.dat", "sh all/reads.sh"] {
        // Neither file name has an extension that is protected by itself.
        let run = play(&folder, words, "ref", &["--debug", "--replay", "kept.bin", "--log-dir", "logs"]);
        assert!(!run.out.contains("managed"), "{words}: {}", run.out);
        assert!(run.out.contains("Permission denied"), "{words}: {}", run.out);
        assert!(results(&run).iter().all(|line| !line.contains("reason=failure")), "{words}: {}", run.out);
    }
    assert!(folder.has("kept-1.bin") && folder.has("kept-2.bin"));
    // Files outside of the match can be read through a link.
    let run = play(&folder, "sh bot/none.sh", "ref", &[]);
    assert!(results(&run).iter().all(|line| !line.contains("reason=failure")), "{}", run.out);
}

#[test]
fn no_link_leads_an_ai_in_python_to_the_board() {
    let folder = table();
    let bot = "\
from gems import legal_moves
def choose_move(player, opponent, field):
    for place in PLACES:
        try:
            open(place).read()
            print('managed', place)
        except OSError as fault:
            print(fault)
    return legal_moves(field)[0]
";
    let places = ["bot/board.dat", "bot/folder/b.dat", "kept-1.bin", "kept-2.bin"]
        .map(|place| folder.path().join(place).display().to_string());
    fs::create_dir(folder.path().join("bot")).unwrap();
    symlink("../b.dat", folder.path().join("bot/board.dat")).unwrap();
    symlink("..", folder.path().join("bot/folder")).unwrap();
    let text = bot.replace("PLACES", &format!("{places:?}"));
    folder.write("bot/bot.py", &text);
    folder.write("bot.py", &text);
    for word in ["bot/bot.py", "bot.py"] {
        let run = play(&folder, word, "ref", &["--debug", "--replay", "kept.bin", "--log-dir", "logs"]);
        run.tells(&["Permission denied"]);
        assert!(!run.out.contains("managed"), "{word}: {}", run.out);
        assert!(results(&run).iter().all(|line| !line.contains("reason=failure")), "{word}: {}", run.out);
    }
}

#[test]
fn players_cannot_read_each_other_s_folder() {
    let folder = table();
    // Both programs work in the player's own scratch folder.
    let spy = "for place in \"$1\"/.wag-tmp-*; do\n\
        [ \"$place\" = \"$PWD\" ] || { echo \"found $place\"; cat \"$place/notes\" && echo managed; }\ndone\nsh \"$2\"\n";
    folder.write("tmp/spy.sh", spy);
    put(&folder, "ref.sh", "ref.sh");
    folder.write("noting.sh", "echo my plans > notes; sh \"$1\"\n");
    let place = folder.path().join("tmp");
    let words = format!("sh tmp/spy.sh {} ref.sh", place.display());
    let run = run(&folder, &match_of(&words, "sh noting.sh ref.sh", &["--debug"]));
    run.tells(&["spy prints: found", "Permission denied"]);
    assert!(!run.out.contains("managed"), "{}", run.out);
    fs::remove_file(folder.path().join("tmp/spy.sh")).unwrap();
    nothing_is_left(&folder);
}

#[test]
fn the_time_of_a_whole_game_can_be_limited() {
    let folder = table();
    put(&folder, "ref.sh", "ref.sh");
    folder.write("slow.sh", "sleep 1; sh \"$1\"\n");
    let run = play(&folder, "sh slow.sh ref.sh", "ref", &["--game-time", "4"]);
    for result in results(&run) {
        assert!(result.contains("winner=2") && result.contains("reason=timeout"), "{result}");
        assert!(!result.contains("moves=1 "), "{result}");
    }
    run.tells(&["the total time of 4 s for the whole game is used up"]);
    takes_time(&run, "slow", 1.0..60.0);
    assert!(!run.out.contains("not allowed"), "{}", run.out);
}

#[test]
fn nothing_outlives_a_killed_engine() {
    let folder = table();
    let program = put(&folder, "bad/leaves_daemons.sh", "daemons.sh");
    folder.write("stays.sh", "sh \"$1\"; touch ready; sleep 1000\n");
    for (signal, more) in [("KILL", "--no-limits"), ("KILL", "--no-sandbox"), ("INT", "--no-limits")] {
        let ai = format!("sh stays.sh {program}");
        let mut child = command(&folder, &match_of(&ai, "ref", &[more]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until(|| is_ready(&folder));
        assert!(!processes_in(&folder.path().join("tmp")).is_empty());
        let status = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(status.success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), (signal == "INT").then_some(130));
        until(|| processes_in(folder.path()).is_empty());
        if signal == "KILL" {
            // The folders of a killed engine remain.
            fs::remove_dir_all(folder.path().join("tmp"))
                .and_then(|()| fs::create_dir(folder.path().join("tmp")))
                .unwrap();
        }
    }
    nothing_is_left(&folder);
}

/// Without PID namespaces, detached processes of the program would survive, so there only the engine is killed.
#[test]
fn nothing_outlives_an_engine_killed_together_with_its_supervisor() {
    let folder = table();
    let daemons = put(&folder, "bad/leaves_daemons.sh", "daemons.sh");
    let program = put(&folder, "bad/leaves_daemons.sh", "stays.sh");
    folder.write("stays.sh", "#!/bin/sh\nsh \"$1\"; touch ready; sleep 1000\n");
    let mut child = command(&folder, &match_of(&format!("{program} {daemons}"), "ref", &["--no-limits"]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until(|| is_ready(&folder));
    assert!(!processes_in(&folder.path().join("tmp")).is_empty());
    let engine = child.id().to_string();
    let children = fs::read_to_string(format!("/proc/{engine}/task/{engine}/children")).unwrap();
    let supervisors = children.split_whitespace().filter(|_| has_pid_namespaces());
    let killed = Command::new("kill").arg("-KILL").args(supervisors).arg(&engine).status().unwrap();
    assert!(killed.success());
    child.wait().unwrap();
    until(|| processes_in(folder.path()).is_empty());
}

/// Returns whether a program has written the file `ready` into its scratch folder, which it does after it has started
/// its other processes.
fn is_ready(folder: &common::Folder) -> bool {
    let mut scratch_folders = fs::read_dir(folder.path().join("tmp")).into_iter().flatten().flatten();
    scratch_folders.any(|scratch| scratch.path().join("ready").exists())
}

/// Returns whether this user can create PID namespaces, tested with the command `unshare`.
fn has_pid_namespaces() -> bool {
    let user: &[&str] = if rustix::process::geteuid().is_root() { &[] } else { &["--user"] };
    let status = Command::new("unshare").args(user).args(["--pid", "--fork", "true"]).status();
    status.is_ok_and(|status| status.success())
}

#[track_caller]
fn until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(300));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn unplayable_program_is_reported_before_the_game() {
    let folder = table();
    folder.write("plain.txt", "");
    folder.write("bot.py", "");
    let cases = [
        ("./missing", "there is no program ./missing"),
        (
            "nobody",
            "Gem duel has no player \"nobody\" (built in: ref, ref-columns, greedy, look-ahead); for a program, write its path, such as ./nobody, or a name that is on PATH",
        ),
        ("./plain.txt", "chmod +x ./plain.txt"),
        ("plain.txt", "write ./plain.txt"),
        ("./tmp", "./tmp is a folder"),
        ("sh -c 'x", "close the quotation"),
        ("missing.py", "there is no file missing.py"),
    ];
    for (word, message) in cases {
        run(&folder, &match_of(word, "ref", &[])).is_user_error(&[message]);
        run(&folder, &["series", "gems", "ref", word, "--games", "2"]).is_user_error(&[message]);
    }
    nothing_is_left(&folder);
}

#[test]
fn league_accepts_programs() {
    let folder = table();
    let (good, bad) = (put(&folder, "ref.c", "good"), put(&folder, "bad/sleeps.sh", "bad.sh"));
    let words = ["series", "gems", &good, &bad, "ref", "--games", "2", "--turn-time", "2"];
    let run = run(&folder, &words);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let row =
        |name: &str| run.out.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_string();
    let head = row("player");
    let head: Vec<&str> = head.split("  ").map(str::trim).filter(|name| !name.is_empty()).collect();
    assert_eq!(head[..6], ["player", "seat", "games", "wins", "ties", "points"], "{}", run.out);
    assert_eq!(
        head[8..],
        ["damage", "mean ms", "worst ms", "mean CPU ms", "worst CPU ms", "time-outs", "errors"],
        "{}",
        run.out
    );
    let numbers = row("bad").replace("(did not play)", "");
    // On a busy machine, a time-out may be doubtful, which its cell says.
    let numbers = match numbers.split_once(" (").filter(|(_, rest)| rest.contains("doubtful)")) {
        Some((before, rest)) => format!("{before} {}", rest.split_once(')').unwrap().1),
        None => numbers,
    };
    let numbers: Vec<&str> = numbers.split_whitespace().collect();
    assert_eq!(numbers[..6], ["bad", "all", "4", "0", "0", "0"], "{}", run.out);
    // The cell with the mean life has three words.
    let [damage, _, worst, _, _, late, errors] = numbers[10..] else { panic!("{}", run.out) };
    assert_eq!([damage, late, errors], ["0", "4", "4"], "{}", run.out);
    assert!(worst.parse::<f64>().unwrap() >= 2000.0, "{}", run.out);
    nothing_is_left(&folder);
}

#[test]
fn a_folder_in_memory_counts_as_memory() {
    let shared = Path::new("/dev/shm");
    let is_in_memory =
        fs::read_to_string("/proc/mounts").is_ok_and(|mounts| mounts.contains(" /dev/shm tmpfs "));
    let Some(place) = is_in_memory.then(|| tempfile::tempdir_in(shared).ok()).flatten() else { return };
    let folder = table();
    folder.write("fills.sh", "for n in 1 2 3; do head -c 15000000 /dev/zero > $n; done; sleep 1000\n");
    let words = match_of("sh fills.sh", "ref", &["--memory", "32"]);
    let run = Run::of(command(&folder, &words).env("TMPDIR", place.path()).output().unwrap());
    run.tells(&["the program's processes used ", "32 MB are allowed"]);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    nothing_is_left(&folder);
}

/// A bot for the contest's file protocol, as an executable Python file.
const FILE_BOT: &str = "#!/usr/bin/env -S PATH=/usr/bin:/bin python3
open('player.dat').read()
open('result.dat', 'w').write('0 0 0 1')
";

#[test]
fn python_file_with_the_file_protocol_gets_a_hint() {
    let folder = table();
    folder.write("file_bot.py", FILE_BOT);
    let run = play(&folder, "file_bot.py", "ref", &[]);
    run.tells(&["No such file or directory: 'player.dat'", "use the player program:./file_bot.py"]);
    fs::set_permissions(folder.path().join("file_bot.py"), fs::Permissions::from_mode(0o755)).unwrap();
    if Path::new("/usr/bin/python3").exists() {
        let run = play(&folder, "program:./file_bot.py", "ref", &[]);
        assert!(results(&run).iter().all(|line| !line.contains("reason=failure")), "{}", run.out);
    }
    // A missing file of another name gives no such hint.
    folder.write("other.py", "open('notes.dat')\n");
    assert!(!play(&folder, "other.py", "ref", &[]).out.contains("use the player"));
}

#[test]
fn shim_is_reported_with_the_option_that_allows_it() {
    let folder = table();
    folder.write("env/libexec/run", "#!/bin/sh\nexec sh \"$@\"\n");
    folder.write("env/shims/shell", "#!/bin/sh\nexec \"${0%/shims/*}/libexec/run\" \"$@\"\n");
    // It can read its own folder.
    put(&folder, "ref.sh", "bot/ref.sh");
    for name in ["env/libexec/run", "env/shims/shell"] {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", folder.path().join("env/shims").display());
    let play = |more: &[&str]| {
        let words = match_of("shell bot/ref.sh", "ref", more);
        Run::of(command(&folder, &words).env("PATH", &path).output().unwrap())
    };
    let root = folder.path().join("env").display().to_string();
    play(&[])
        .tells(&["exit status: 126 (shell is a shim", &format!("to allow access, add --readable {root}")]);
    let run = play(&["--readable", "env"]);
    assert!(results(&run).iter().all(|line| !line.contains("reason=failure")), "{}", run.out);
    nothing_is_left(&folder);
}

/// Java reads settings from a folder in `/etc` for each version.
#[test]
fn java_player_can_create_a_uuid() {
    let settings = fs::read_dir("/etc").unwrap().flatten();
    let is_there = settings.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("java-"));
    if !is_there || !Path::new("/usr/bin/java").exists() {
        return;
    }
    let folder = table();
    let player = "public class Bot {
    public static void main(String[] words) throws Exception {
        System.out.println(\"made \" + java.util.UUID.randomUUID());
        java.nio.file.Files.writeString(java.nio.file.Path.of(\"result.dat\"), \"0 0 0 1\");
    }
}
";
    folder.write("Bot.java", player);
    let compiled = Command::new("javac").arg("Bot.java").current_dir(folder.path()).status();
    if !compiled.is_ok_and(|status| status.success()) {
        return;
    }
    let home = folder.path().display().to_string();
    let words = format!("/usr/bin/java -cp {home} Bot");
    let run = play(&folder, &words, "ref", &["--debug", "--turn-time", TIME_ENOUGH, "--memory", "4096"]);
    run.tells(&["java prints: made "]);
    assert!(results(&run).iter().all(|line| !line.contains("reason=failure")), "{}", run.out);
}
