//! Workers that play several matches of a session: results, logs and replays are those of new workers, and nothing of
//! an earlier match can be seen.
#![cfg(target_os = "linux")]

use crate::common;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use wag_games::KnownGame;
use wag_play::{Keeping, LimitOptions, MatchEvent, Nobody, Outcome, SeedSource, Session, WorkerPolicy};

/// A session of several matches in a folder of its own.
struct Case {
    folder: tempfile::TempDir,
    game: &'static str,
    players: Vec<&'static str>,
    options: Vec<(&'static str, &'static str)>,
    limits: LimitOptions,
    matches: usize,
}

/// The logs by file name, and the lines of all replays, without times.
type Records = (BTreeMap<String, String>, Vec<Value>);

impl Case {
    fn new(game: &'static str, players: &[&'static str]) -> Case {
        let limits = LimitOptions { turn_ms: Some(60_000), ..LimitOptions::default() };
        let (players, options) = (players.to_vec(), Vec::new());
        Case { folder: tempfile::tempdir().unwrap(), game, players, options, limits, matches: 3 }
    }

    fn option(mut self, name: &'static str, value: &'static str) -> Case {
        self.options.push((name, value));
        self
    }

    fn file(self, name: &str, text: &str) -> Case {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn play(&self, workers: WorkerPolicy) -> Records {
        self.play_with(workers, &mut |_| ())
    }

    /// Plays the matches. Calls `between` with the number of each match that is over, counted from 1.
    fn play_with(&self, workers: WorkerPolicy, between: &mut dyn FnMut(usize)) -> Records {
        age();
        let records = tempfile::tempdir().unwrap();
        let game = KnownGame::open(self.game, self.folder.path()).unwrap();
        let spec = |word: &&str| match word.contains(".py") {
            true => self.path(word).display().to_string(),
            false => word.to_string(),
        };
        let players: Vec<String> = self.players.iter().map(spec).collect();
        let options =
            self.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let limits = self.limits.limits_for(game.info, &options);
        let mut session = Session::new(game, &players, &options, &[], limits).unwrap();
        (session.matches, session.workers) = (self.matches, workers);
        session.keeping = Keeping {
            log_dir: Some(records.path().join("logs")),
            replay: Some(records.path().join("match.wag")),
            ..Keeping::default()
        };
        let mut over = 0;
        let mut events = |event: MatchEvent<'_>| {
            if matches!(event, MatchEvent::Over { .. }) {
                over += 1;
                between(over);
            }
        };
        let outcome =
            session.play(&Arc::default(), Rc::new(Nobody), SeedSource::Given(7), &mut events).unwrap();
        assert!(matches!(outcome, Outcome::Over(_)), "a player of {} cannot start", self.game);
        (logs(&records.path().join("logs")), replays(records.path()))
    }

    /// Checks that the records are the same whether or not workers are kept.
    #[track_caller]
    fn assert_same(&self) -> Records {
        let (kept, anew) = (self.play(WorkerPolicy::Keep), self.play(WorkerPolicy::Anew));
        assert_eq!(kept, anew, "{}", self.game);
        kept
    }

    /// Returns the numbers that a player prints in each match, such as those of its process.
    fn numbers(&self, workers: WorkerPolicy, between: &mut dyn FnMut(usize)) -> Vec<u64> {
        let (logs, _) = self.play_with(workers, between);
        logs["ai.log"].lines().filter_map(|line| line.strip_prefix("process ")?.parse().ok()).collect()
    }
}

/// Waits until changes of files that were written before would show in their times.
fn age() {
    std::thread::sleep(Duration::from_millis(60));
}

fn logs(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let log = |path: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        let lines = text.lines().filter(|line| !line.starts_with("=== Turns: "));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    entries.map(|entry| (entry.file_name().into_string().unwrap(), log(entry.path()))).collect()
}

fn replays(folder: &Path) -> Vec<Value> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "wag")).collect();
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let exported = common::wag().args(["replay", "export", "--json"]).arg(&file).output().unwrap();
        assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
        let text = String::from_utf8(exported.stdout).unwrap();
        lines.extend(text.lines().map(|line| without_times(serde_json::from_str(line).unwrap())));
    }
    assert!(!lines.is_empty());
    lines
}

fn without_times(value: Value) -> Value {
    match value {
        Value::Object(entries) => {
            let is_time = |key: &String| key == "created" || key.ends_with("_us") || key.ends_with("_ms");
            let kept = entries.into_iter().filter(|(key, _)| !is_time(key));
            kept.map(|(key, value)| (key, without_times(value))).collect()
        }
        Value::Array(values) => values.into_iter().map(without_times).collect(),
        other => other,
    }
}

/// An AI that uses all that a worker restores, and reports a name that it loses between rounds.
const BUSY: &str = "\
import helper, json, math, random, sys
from collections import Counter
print(random.random(), random.sample(range(99), 5), helper.COUNT, len(sys.argv), math.pi)
helper.COUNT += 1
json.kept = Counter('kept')
class Own: pass
print({Own(), Own()} and sorted({'b', 'a', 'c'}), repr(Own()).count('0x'), hash('text'))
round_number = helper.COUNT
assert not hasattr(random, 'kept'), 'KEPT'
random.kept = True
";

const TRON: &str = "\
x, y = getPosition()
move(random.choice([way for way, (a, b) in {'NORTH': (0, -1), 'EAST': (1, 0), 'SOUTH': (0, 1), 'WEST': (-1, 0)}.items()
                    if isFree(x + a, y + b)] or ['NORTH']))
";

fn tron(ai: &str) -> Case {
    let ai = format!("from tron import *\n{ai}\n{TRON}");
    Case::new("tron", &["ai.py", "foe/foe.py"])
        .file("ai.py", &ai)
        .file("helper.py", "COUNT = 1\nprint('loaded')\n")
        .file("foe/foe.py", &format!("from tron import *\nimport random\n{TRON}"))
}

#[test]
fn records_are_the_same_in_every_game() {
    let (logs, _) = tron(BUSY).assert_same();
    assert!(!logs["ai.log"].contains("KEPT") && logs["ai.log"].contains("loaded"));
    let warriors = format!(
        "from classes import *\n{BUSY}\nbase = roundState.getBase()\nbase.createUnitGatherer()\n\
         for unit in roundState.getUnits():\n    unit.moveUnit(random.choice(['NORTH', 'EAST', 'SOUTH', 'WEST', 'UP']))\n"
    );
    let case = Case::new("warriors", &["ai.py", "Noob", "other/ai.py", "Intermediate"]);
    let case = case.option("rounds", "30").file("ai.py", &warriors).file("other/ai.py", &warriors);
    case.file("helper.py", "COUNT = 1\n").file("other/helper.py", "COUNT = 5\n").assert_same();
    let gems = format!(
        "from gems import *\n{BUSY}\ndef choose_move(player, opponent, field):\n    move = random.choice(legal_moves(field))\n    \
         annotate(move[:2], random.random())\n    return move\n"
    );
    Case::new("gems", &["ai.py", "greedy"])
        .file("ai.py", &gems)
        .file("helper.py", "COUNT = 1\n")
        .assert_same();
    let sums =
        format!("from game import view, order\n{BUSY}\nprint(view['sums'])\norder(random.randrange(3))\n");
    let case = Case::new("sums.py", &["ai.py", "other/ai.py"]).file("sums.py", SUMS);
    case.file("ai.py", &sums)
        .file("other/ai.py", &sums)
        .file("helper.py", "COUNT = 1\n")
        .file("other/helper.py", "COUNT = 1\n")
        .assert_same();
}

/// A game for two in which each seat names a number, and the numbers are added.
const SUMS: &str = "\
from wag.game import Ask, Game, Over

class Sums(Game):
    title, seats, figures = \"Sums\", 2, [\"points\"]

    def start(self, options, seats, random):
        return {\"round\": 1, \"sums\": [0, 0]}

    def phase(self, state):
        return Over() if state[\"round\"] > 3 else Ask(state[\"round\"], [0, 1])

    def view(self, state, seat):
        return {\"sums\": state[\"sums\"], \"seat\": seat}

    def apply(self, state, orders, random):
        for seat, order in orders.items():
            state[\"sums\"][seat] += order or 0
        state[\"round\"] += 1
        return [{\"type\": \"added\", \"numbers\": list(state[\"sums\"])}]

    def standings(self, state):
        return state[\"sums\"]
";

/// Faults cost the worker, and the reports of the next match are those of a new one.
#[test]
fn records_are_the_same_after_faults() {
    for bad in [
        // Lost between rounds: the explanation depends on whether there was a round before.
        "if random.random() < .3: print(lost)\nlost = 1",
        "if random.random() < .3: raise SystemExit",
        "if random.random() < .2: import os; os._exit(3)",
        "if random.random() < .2: x = bytearray(1 << 40)",
        "import atexit; atexit.register(print, 'KEPT')",
        "move('UP')",
        "print('x' * 300000)",
        "import warnings; warnings.warn('careful')",
        "import time; time.time()",
        "import os, tempfile; print(os.listdir(tempfile.gettempdir())); open(tempfile.gettempdir() + '/state', 'w').close()",
    ] {
        tron(&format!("import random\n{bad}")).assert_same();
    }
}

/// A turn that takes too long costs the worker.
#[test]
fn records_are_the_same_after_a_time_out() {
    let mut case = tron(
        "import random\nif sum(wall > 0 for column in getBoard() for wall in column) == 6:\n    while True: pass",
    );
    case.limits.turn_ms = Some(1500);
    let (logs, _) = case.assert_same();
    assert!(logs["ai.log"].contains("(ai.py, line 4)"), "{}", logs["ai.log"]);
}

/// The beginnings of the names of hostile AIs that try to keep values.
const KEEPERS: [&str; 5] = [
    "keeps_state_in_",
    "leaves_exit_handlers",
    "patches_the_classes",
    "replaces_the_environment",
    "forges_a_module",
];

/// The hostile AIs that keep values from turn to turn keep none from match to match.
#[test]
fn hostile_ais_keep_nothing() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let text = |name: &String| std::fs::read_to_string(fixtures.join(name)).unwrap();
    let mut names: Vec<String> = std::fs::read_dir(&fixtures)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| KEEPERS.iter().any(|keeper| name.starts_with(keeper)))
        .filter(|name| text(name).starts_with("# fault: none"))
        .collect();
    names.sort();
    assert!(names.len() >= 8, "{names:?}");
    for name in names {
        let text = text(&name);
        // One round per match: what is seen of another turn is seen of another match.
        let case = Case::new("warriors", &["ai.py", "Noob", "Noob", "Noob"]).option("rounds", "1");
        let (logs, _) = case.file("ai.py", &text).play(WorkerPolicy::Keep);
        assert!(!logs["ai.log"].contains("KEPT"), "{name}: {}", logs["ai.log"]);
    }
}

const PROCESS: &str = "\
from tron import *
import os, sys
sys.process = getattr(sys, 'process', None) or os.getpid()
if getPosition() in ([5, 5], [14, 14]):
    print('process', os.getpid())
";

/// Returns for each match after the first one whether its process is that of the match before.
fn kept(case: &Case, workers: WorkerPolicy, between: &mut dyn FnMut(usize)) -> Vec<bool> {
    let numbers = case.numbers(workers, between);
    assert_eq!(numbers.len(), case.matches, "{numbers:?}");
    numbers.windows(2).map(|pair| pair[0] == pair[1]).collect()
}

fn processes() -> Case {
    Case::new("tron", &["ai.py", "Straight"])
        .file("ai.py", PROCESS)
        .file("helper.py", "A = 1\n")
        .file("data/table", "1")
}

#[test]
fn unchanged_file_keeps_its_process() {
    let case = processes();
    assert_eq!(kept(&case, WorkerPolicy::Keep, &mut |_| ()), [true, true]);
    assert_eq!(kept(&case, WorkerPolicy::Anew, &mut |_| ()), [false, false]);
    // Nobody can read these, so they change nothing.
    let case = case.file(".git", "");
    let between = &mut |number: usize| {
        for name in ["ai.log", ".env", "old.wag"] {
            std::fs::write(case.path(name), number.to_string()).unwrap();
        }
        age();
    };
    assert_eq!(kept(&case, WorkerPolicy::Keep, between), [true, true]);
}

#[test]
fn changed_file_gets_a_new_process() {
    let changes: [&dyn Fn(&Case); 5] = [
        &|case| std::fs::write(case.path("ai.py"), format!("{PROCESS}# changed\n")).unwrap(),
        &|case| std::fs::write(case.path("helper.py"), "A = 2\n").unwrap(),
        &|case| std::fs::write(case.path("data/table"), "2").unwrap(),
        &|case| std::fs::write(case.path("new.txt"), "").unwrap(),
        &|case| std::fs::remove_file(case.path("helper.py")).unwrap(),
    ];
    for (change, deed) in changes.iter().enumerate() {
        let case = processes();
        let between = &mut |number: usize| {
            if number == 1 {
                deed(&case);
                age();
            }
        };
        assert_eq!(kept(&case, WorkerPolicy::Keep, between), [false, true], "change {change}");
    }
}

/// The user's change between two matches counts from the next match on, as with new workers.
#[test]
fn changes_are_played() {
    let play = |workers: WorkerPolicy| {
        let case = Case::new("tron", &["ai.py", "Straight"])
            .file("ai.py", "from tron import *\nimport helper\nprint(helper.A, open('data').read())\n")
            .file("helper.py", "A = 1\n")
            .file("data", "1");
        let between = &mut |number: usize| {
            std::fs::write(case.path("helper.py"), format!("A = {}\n", 10 * number)).unwrap();
            std::fs::write(case.path("new"), number.to_string()).unwrap();
            std::fs::rename(case.path("new"), case.path("data")).unwrap();
        };
        case.play_with(workers, between).0["ai.log"].clone()
    };
    let log = play(WorkerPolicy::Keep);
    assert_eq!(log, play(WorkerPolicy::Anew));
    assert!(log.contains("1 1\n") && log.contains("10 1\n") && log.contains("20 2\n"), "{log}");
}

#[test]
fn worker_after_a_fault_or_with_lasting_values_is_not_kept() {
    let ais = [
        "1 / 0",
        "import atexit; atexit.register(print)",
        "def f(): pass\ndef g(): pass\nfor one in {f, g}: pass",
    ];
    for ai in ais {
        let case = processes().file("ai.py", &format!("{PROCESS}\n{ai}\n"));
        assert_eq!(kept(&case, WorkerPolicy::Keep, &mut |_| ()), [false, false], "{ai}");
    }
    let mut threads = processes();
    threads.limits.threads = Some(1);
    assert_eq!(kept(&threads, WorkerPolicy::Keep, &mut |_| ()), [false, false]);
    let mut fresh = processes();
    fresh.limits.fresh_process = true;
    assert_eq!(kept(&fresh, WorkerPolicy::Keep, &mut |_| ()), [false, false]);
}

/// A worker that has ended while it waited is replaced, and the match is not affected.
#[test]
fn worker_that_ended_in_the_pool_is_replaced() {
    let case = processes();
    let expected = case.play(WorkerPolicy::Anew).1;
    let log = std::cell::RefCell::new(Vec::new());
    let kill = &mut |_: usize| {
        let children = std::fs::read_dir("/proc").unwrap().flatten();
        for process in children {
            // The worker's working folder is that of its file.
            let at = std::fs::read_link(process.path().join("cwd"));
            if at.is_ok_and(|at| at == case.folder.path().canonicalize().unwrap())
                && let Ok(pid) = process.file_name().to_string_lossy().parse::<i32>()
            {
                log.borrow_mut().push(pid);
                let pid = rustix::process::Pid::from_raw(pid).unwrap();
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
    };
    let (logs, replays) = case.play_with(WorkerPolicy::Keep, kill);
    let numbers: Vec<&str> =
        logs["ai.log"].lines().filter_map(|line| line.strip_prefix("process ")).collect();
    assert_eq!(numbers.len(), 3, "{numbers:?}");
    assert!(numbers[0] != numbers[1] && numbers[1] != numbers[2], "{numbers:?}");
    assert_eq!(replays.len(), expected.len());
    assert!(!log.borrow().is_empty());
}
