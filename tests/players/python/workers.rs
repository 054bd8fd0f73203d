//! Workers that hang, die or lie: the match continues, other players are not affected, and the fault is reported
//! (specification 4).

use super::kit::{Case, Played};
use std::time::{Duration, Instant};

/// The other player of each match. It must not notice anything.
const FOE: &str =
    "base = roundState.getBase()\nbase.createUnitGatherer()\nprint('round', roundState.getRoundNumber())\n";

/// Plays an AI that fails in round 2 of three.
#[track_caller]
fn in_round_2(bad: &str) -> Played {
    goes_wrong(bad, |case| case)
}

/// The same without a sandbox, to test the engine's own supervision.
#[track_caller]
fn unconfined_in_round_2(bad: &str) -> Played {
    goes_wrong(bad, Case::unconfined)
}

#[track_caller]
fn goes_wrong(bad: &str, terms: impl Fn(Case) -> Case) -> Played {
    let indented = bad.replace('\n', "\n    ");
    let ai = format!(
        "import helper\nprint('before')\nroundState.getBase().createUnitWarrior()\nif roundState.getRoundNumber() == 2:\n    \
         {indented}\nprint('after')\n"
    );
    let case = Case::new(&ai).file("helper.py", "").against(FOE).turn_time("2").rounds(3);
    let played = terms(case).play();
    assert_eq!(played.player("foe")["faults_total"], 0);
    assert_eq!(played.player("foe")["units"], 3);
    for round in 1..=3 {
        assert_eq!(played.round_of("foe", round).lines().last(), Some(format!("round {round}").as_str()));
    }
    assert!(
        played.round(1).ends_with("before\nafter\n") && played.round(3).ends_with("before\nafter\n"),
        "{}",
        played.log()
    );
    no_process_is_left(&played);
    played
}

/// Checks that no process runs in the match's folder.
#[track_caller]
fn no_process_is_left(played: &Played) {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = std::fs::canonicalize(played.folder()).expect("the folder");
    for process in std::fs::read_dir("/proc").expect("the processes").flatten() {
        if let Ok(its_folder) = std::fs::read_link(process.path().join("cwd")) {
            assert!(!its_folder.starts_with(&folder), "{:?} is left behind", process.path());
        }
    }
}

/// Checks that the turn of round 2 was lost with this fault, and that its orders are void.
#[track_caller]
fn loses_the_turn(played: &Played, kind: &str, words: &str) {
    let faults = played.faults("ai");
    assert_eq!(faults.len(), 1, "{faults:?}\n{}", played.log());
    assert_eq!(faults[0].0, format!("{kind} 2"), "{faults:?}");
    assert!(faults[0].1.contains(words), "{faults:?}");
    let round = played.round(2);
    assert!(round.contains("before\n"), "what was printed before is there: {round}");
    assert!(round.contains(&format!("*** Turn lost ({kind}): ")) && round.contains(words), "{round}");
    assert_eq!(played.player("ai")["units"], 2, "no creation of the lost turn counts");
}

#[test]
fn hanging_turn_is_killed() {
    for bad in [
        "while True: pass",
        "10 ** 10 ** 8",
        "import time; time.sleep(1000)",
        "import threading; threading.Event().wait()",
    ] {
        let played = in_round_2(bad);
        loses_the_turn(&played, "timeout", "(ai.py, line ");
        assert_eq!(played.result["repeatable"], false);
        assert!(!played.round(2).contains("after"));
    }
}

#[test]
fn ai_cannot_catch_its_time_out() {
    for bad in [
        "import signal\nfor number in range(1, 65):\n    try: signal.signal(number, signal.SIG_IGN)\n    except Exception: pass\nwhile True: pass",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "class Bad:\n    def __del__(self):\n        while True: pass\nbad = Bad()\nprint('', end='')",
    ] {
        let played = in_round_2(bad);
        assert_eq!(played.faults("ai")[0].0, "timeout 2");
    }
}

#[test]
fn an_import_that_hangs_is_ended() {
    let played = Case::new("print('before')\nif roundState.getRoundNumber() == 2:\n    import slow\n")
        .file("slow.py", "print('within')\nwhile True: pass\n")
        .turn_time("2")
        .rounds(3)
        .play();
    assert_eq!(played.faults("ai")[0].0, "timeout 2");
    assert!(played.round(2).starts_with("before\nwithin\n*** Turn lost (timeout)"), "{}", played.log());
}

#[test]
fn exit_of_the_process_is_reported_with_its_status() {
    for (bad, words) in [
        ("import os; os._exit(3)", "exit status: 3"),
        ("import os; os._exit(0)", "exit status: 0"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL"),
        ("import os, signal; os.kill(0, signal.SIGTERM)", "SIGTERM"),
    ] {
        let played = unconfined_in_round_2(bad);
        loses_the_turn(&played, "crash", words);
        assert!(played.faults("ai")[0].1.starts_with("the AI's process ended in its turn: "));
        assert_eq!(played.result["repeatable"], true);
    }
    // Another program in its place has no answer. Whether it ends by itself or is killed first depends on timing.
    loses_the_turn(
        &unconfined_in_round_2("import os; os.execv('/bin/sleep', ['sleep', '100'])"),
        "crash",
        "the AI's process ended",
    );
}

#[test]
fn a_crash_shows_where_python_was() {
    for (bad, head, words) in [
        ("import ctypes; ctypes.string_at(0)", "Fatal Python error: Segmentation fault", "SIGSEGV"),
        ("import os; os.abort()", "Fatal Python error: Aborted", "SIGABRT"),
        (
            "import ctypes; ctypes.CDLL(None).printf(b'by C '); import os; os.abort()",
            "by C Fatal Python error: Aborted",
            "SIGABRT",
        ),
    ] {
        let played = in_round_2(bad);
        loses_the_turn(&played, "crash", words);
        let round = played.round(2);
        assert!(round.contains(head) && round.contains("ai.py\", line 5 in <module>"), "{round}");
    }
}

#[test]
fn closing_descriptors_only_affects_the_ai() {
    for bad in ["import os; os.closerange(0, 3)", "import os; os.closerange(3, 200)"] {
        let played = in_round_2(bad);
        assert!(played.faults("ai").is_empty(), "{}", played.log());
    }
    let played = in_round_2("import os; os.closerange(0, 1 << 16)");
    assert_eq!(played.faults("ai")[0].0, "crash 2");
}

#[test]
fn invalid_data_on_the_pipe_is_a_crash() {
    for nonsense in ["b'nonsense' * 100", "b'\\xff' * 4", "b'\\0' * 4", "b'\\1\\0\\0\\0x' * 2", "b'\\0'"] {
        let played = unconfined_in_round_2(&format!(
            "import os, stat\nfor number in range(3, 1024):\n    try:\n        \
             if stat.S_ISFIFO(os.fstat(number).st_mode): os.write(number, {nonsense})\n    except OSError: pass"
        ));
        let faults = played.faults("ai");
        assert!(faults.len() == 1 && (faults[0].0 == "crash 2" || faults[0].0 == "timeout 2"), "{faults:?}");
    }
}

#[test]
fn child_processes_cannot_act_in_the_match() {
    // Each child process would answer in the worker's place, or hide its end, if it could.
    for bad in [
        "import os, sys\npid = os.fork()\nif pid == 0: sys.exit()\nos.waitpid(pid, 0)",
        "import os\npid = os.fork()\nif pid == 0: 1 / 0\nos.waitpid(pid, 0)",
    ] {
        let played = unconfined_in_round_2(bad);
        assert!(played.faults("ai").is_empty(), "{:?}\n{}", played.faults("ai"), played.log());
        assert_eq!(played.player("ai")["units"], 3);
    }
    let began = Instant::now();
    let played = unconfined_in_round_2("import os, time\nif os.fork() == 0: time.sleep(1000)\nos._exit(7)");
    loses_the_turn(&played, "crash", "exit status: 7");
    assert!(began.elapsed() < Duration::from_secs(600));
}

#[test]
fn no_child_outlives_the_match() {
    for bad in [
        "import subprocess; subprocess.Popen(['sleep', '1000'])",
        "import os; os.system('sleep 1000 &')",
        "import os\nif os.fork() == 0:\n    while True: pass",
        "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True)",
        "import os; os.system('setsid sleep 1000 & setsid sh -c \"sleep 1000 & sleep 1000\" &')",
        "import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        while True: pass\n    os._exit(0)",
    ] {
        let played = unconfined_in_round_2(bad);
        assert!(played.faults("ai").is_empty(), "{:?}\n{}", played.faults("ai"), played.log());
    }
    let played = unconfined_in_round_2(
        "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True)\nwhile True: pass",
    );
    loses_the_turn(&played, "timeout", "no answer");
}

#[test]
fn after_three_lost_turns_the_units_stand_still() {
    let ai = "roundState.getBase().createUnitGatherer() if roundState.getRoundNumber() == 1 else None\n\
              roundState.getUnits()[0].moveUnit('EAST')\nprint('turn')\nif roundState.getRoundNumber() > 1:\n    \
              import os; os._exit(1)\n";
    let played = Case::new(ai).against(FOE).rounds(10).play();
    let faults: Vec<String> = played.faults("ai").into_iter().map(|(what, _)| what).collect();
    assert_eq!(faults, ["crash 2", "crash 3", "crash 4"]);
    let log = played.log();
    let (log, notes) = log.split_once("=== Notes ===\n").unwrap();
    assert!(log.ends_with("=== Too many lost turns: your units stand still from round 5 on ===\n"), "{log}");
    assert!(notes.starts_with("- 3 turns were lost, first in round 2: "), "{notes}");
    assert_eq!(log.matches("turn\n").count(), 4, "{log}");
    assert_eq!(played.player("ai")["units"], 1);
    assert_eq!(played.player("foe")["faults_total"], 0);
}

#[test]
fn a_restarted_worker_plays_on_as_before() {
    let ai = "import random\nprint(random.random())\n";
    let crashing = format!("{ai}if roundState.getRoundNumber() == 2:\n    import os; os._exit(1)\n");
    let (calm, crashed) = (Case::new(ai).rounds(4).passes(), Case::new(&crashing).rounds(4).play());
    assert_eq!(calm.round(1), crashed.round(1));
    assert_eq!(calm.round(3), crashed.round(3));
    assert_eq!(calm.round(4), crashed.round(4));
}

#[test]
fn a_turn_without_memory_does_not_end_the_match() {
    let played = unconfined_in_round_2(
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))\nx = []\nwhile True: x.append(bytearray(1 << 20))",
    );
    assert_eq!(played.faults("ai").len(), 1, "{}", played.log());
}

#[test]
fn exceeding_the_memory_limit_loses_the_turn() {
    for bad in ["x = []\nwhile True: x.append(bytearray(1 << 20))", "x = 'a' * 10 ** 9"] {
        let played = goes_wrong(bad, |case| case.turn_time("60").option("--memory", "200"));
        loses_the_turn(&played, "memory", "MemoryError (ai.py, line ");
        assert_eq!(played.result["repeatable"], true);
    }
}

#[test]
fn threads_are_counted_where_some_are_allowed() {
    let start = "import threading\nfor _ in range({}): threading.Thread(target=threading.Event().wait, daemon=True).start()";
    let played = goes_wrong(&start.replace("{}", "2"), |case| case.option("--threads", "2"));
    assert!(played.faults("ai").is_empty(), "{:?}", played.faults("ai"));
    let played = goes_wrong(&start.replace("{}", "3"), |case| case.option("--threads", "2"));
    loses_the_turn(&played, "threads", "3 extra threads were still running");
}

#[test]
fn players_cannot_read_the_match_s_files() {
    let ai = "
import os
for place in ('logs/foe.log', 'saves/1.wag', 'r.wag', 'old.log', '.env', '.ssh/key'):
    try:
        open(place).read()
        print('could read', place)
    except PermissionError:
        pass
open('helper.txt').read(), open('deep/helper.txt').read(), os.listdir('.'), os.listdir('deep')
";
    let mut case = Case::new(ai).against(FOE);
    for name in ["helper.txt", "deep/helper.txt", "saves/1.wag", "old.log", ".env", ".ssh/key"] {
        case = case.file(name, "words");
    }
    let replay = case.path("r.wag").display().to_string();
    let played = case.option("--replay", &replay).passes();
    assert_eq!(played.round(2), "");
}

#[test]
fn environment_comes_from_the_engine() {
    let ai = "
import os, tempfile
assert 'SECRET' not in os.environ and b'SECRET' not in os.environb
assert os.environ['HOME'] == os.environ['TMPDIR'] == tempfile.gettempdir()
assert os.environ['OMP_NUM_THREADS'] == '1'
with tempfile.NamedTemporaryFile('w') as file:
    file.write('words')
";
    Case::new(ai).environment("SECRET", "words").passes();
}

#[test]
fn ai_that_handles_a_limit_error_continues() {
    let played =
        goes_wrong("try:\n    bytearray(10 ** 9)\nexcept MemoryError:\n    pass\nelse:\n    1 / 0", |case| {
            case.turn_time("60").option("--memory", "200")
        });
    assert!(played.faults("ai").is_empty(), "{:?}", played.faults("ai"));
}

#[test]
fn output_beyond_the_limits_is_counted() {
    let played =
        Case::new("print('x' * 3000)\n").option("--turn-output", "2").option("--match-output", "0").passes();
    assert_eq!(played.round(1), "... and 3001 more bytes, which were discarded\n");
    let played = Case::new("print('x' * 3000)\n").option("--turn-output", "2").passes();
    assert_eq!(
        played.round(2),
        format!("{}\n... and 953 more bytes, which were discarded\n", "x".repeat(2048))
    );
    let played = Case::new("print('x' * (1 << 19))\n").option("--match-output", "1").rounds(3).passes();
    assert!(played.round(3).len() < 100, "the match's limit is reached");
}

#[test]
fn without_limits_there_is_no_time_out() {
    let options = ["--no-limits", "--no-sandbox"];
    let mut case = Case::new("import time\ntime.sleep(0.3)\nx = bytearray(1 << 30)\n").without_turn_time();
    for option in options {
        case = case.switch(option);
    }
    case.passes();
}

#[test]
fn killing_the_fork_server_only_costs_the_killer_s_turn() {
    let played = unconfined_in_round_2("import os; os.kill(os.getppid(), 9); import time; time.sleep(60)");
    loses_the_turn(&played, "crash", "together with the fork server that starts AI processes");
    assert!(played.faults("foe").is_empty(), "{:?}", played.faults("foe"));
}
