//! A turn does not depend on the turns before: each turn prints the same in a process of its own and in one that has
//! played all earlier turns.

use super::kit::Case;

const ROUNDS: u32 = 20;

/// Plays `ai` with and without a new process for each turn. Every turn must print the same.
#[track_caller]
fn each_turn_stands_alone(ai: &str) {
    stands_alone(|| Case::new(ai), ai);
}

#[track_caller]
fn stands_alone(case: impl Fn() -> Case, what: &str) {
    let play = |case: Case| {
        // Tracebacks contain the folder.
        let folder = case.path("").display().to_string();
        let played = case.rounds(ROUNDS).play();
        (1..=ROUNDS).map(|round| played.round(round).replace(&folder, "")).collect::<Vec<_>>()
    };
    let (together, alone) = (play(case()), play(case().switch("--fresh-process")));
    for (round, (together, alone)) in (1..).zip(together.iter().zip(&alone)) {
        assert!(!together.is_empty(), "{what}");
        assert_eq!(together, alone, "round {round} of\n{what}");
    }
}

#[test]
fn own_generators_at_the_top_draw_the_same() {
    each_turn_stands_alone("import random\nrng = random.Random()\nprint(rng.random(), random.random())\n");
    each_turn_stands_alone(
        "from random import Random, SystemRandom, random\n\
         print(Random(5).random(), Random('x').random(), random(), SystemRandom().random(), Random().gauss(0, 1))\n",
    );
}

#[test]
fn random_numbers_of_the_system_are_the_same() {
    each_turn_stands_alone(
        "import secrets, uuid, os, ssl\nprint(secrets.token_hex(4), uuid.uuid4(), os.urandom(3), os.getrandom(3))\n\
         print(secrets.choice(range(1000)), secrets.SystemRandom().random(), ssl.RAND_bytes(4))\n",
    );
}

#[test]
fn imports_in_later_turns_draw_nothing() {
    each_turn_stands_alone(
        "r = roundState.getRoundNumber()
import random
print(random.Random().random())
if r > 3:
    import tempfile, uuid, decimal, statistics, secrets, heapq
    print(uuid.uuid4(), secrets.token_hex(2), statistics.mean([1, 2]), next(tempfile._get_candidate_names()))
if r in (5, 9):
    import asyncio, email.message, concurrent.futures, multiprocessing.process
print(random.random(), random.Random().random())
",
    );
}

#[test]
fn generators_of_libraries_begin_each_turn_anew() {
    // Folders on `sys.path` other than the AI's own contain libraries.
    let library = "import random\nunseeded = random.Random()\nseeded = random.Random(3)\n\
                   table = [unseeded.random() for _ in range(3)]\nclass Own(random.Random): pass\nown = Own()\n";
    let ai = "import sys
sys.path.append('/proc/self/cwd/site')
import dice
print(dice.unseeded.random(), dice.seeded.random(), dice.table, dice.own.random())
";
    stands_alone(|| Case::new(ai).file("site/dice.py", library), ai);
    let played = Case::new(ai).file("site/dice.py", library).rounds(3).play();
    assert_ne!(played.round(1), played.round(2));
}

#[test]
fn numpy_draws_the_same_where_it_is_installed() {
    each_turn_stands_alone(
        "try:
    import numpy as np
except ImportError:
    print('no numpy')
else:
    print(np.random.rand(2), np.random.randint(10**6), np.random.default_rng().random(), np.random.RandomState().rand())
    print(np.random.Generator(np.random.PCG64()).random(), np.random.normal())
    np.random.set_bit_generator(np.random.PCG64(1))
",
    );
}

#[test]
fn hashes_and_numbers_are_the_same() {
    each_turn_stands_alone(
        "import math, enum, dataclasses, collections
class Colour(enum.Enum):
    R = 1; G = 2; B = 3
@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: str
Pair = collections.namedtuple('Pair', 'a b')
print({str(n) for n in range(50)}, hash('x'), {(str(n), n) for n in range(8)}, {None, 'a', 1.5, (None, 2)})
print(sum(math.sin(n) for n in range(1000)), {0.1, 2.5, 3.25, 1e300}, {Colour.R, Colour.G, Colour.B})
print({Point(n, str(n)) for n in range(8)}, {Pair(1, 2), Pair(3, 4)})
",
    );
}

#[test]
fn odd_control_flow_is_the_same() {
    each_turn_stands_alone(
        "import asyncio, random, sys, threading
out = []
async def work(n):
    await asyncio.sleep(0)
    out.append((n, random.random()))
async def main(): await asyncio.gather(*(work(n) for n in range(10)))
asyncio.run(main())
def depth(n):
    try: return depth(n + 1)
    except RecursionError: return n
def numbers():
    try:
        while True: yield random.Random().random()
    finally: print('closed')
one = numbers()
print(out, depth(0) > 100, next(one), next(one))
del one
try: threading.Thread(target=print).start()
except (RuntimeError, PermissionError): print('no threads')
",
    );
}

#[test]
fn faults_leave_nothing_behind() {
    each_turn_stands_alone(
        "import random, os, tempfile
r = roundState.getRoundNumber()
print(random.Random().random(), os.listdir(tempfile.gettempdir()))
with open(os.path.join(tempfile.gettempdir(), 'notes'), 'a') as file: file.write('x')
print(open(os.path.join(tempfile.gettempdir(), 'notes')).read(), 'x' * 3000)
with tempfile.NamedTemporaryFile() as file: print(file.name)
if r % 3 == 0: raise ValueError(random.random())
if r % 5 == 0: os._exit(1)
",
    );
}

#[test]
fn packages_and_data_files_are_the_same() {
    let ai = "import random, pathlib\nfrom plan import path, sub\nfrom plan.sub import deep\n\
              print(path.pick(), sub.deep.NUMBER, pathlib.Path('data.txt').read_text(), random.random())\n";
    let case = || {
        Case::new(ai)
            .file("plan/__init__.py", "import random\nrng = random.Random()\n")
            .file("plan/path.py", "from . import rng\ndef pick(): return rng.random()\n")
            .file("plan/sub/__init__.py", "")
            .file("plan/sub/deep.py", "import random\nNUMBER = random.Random().random()\n")
            .file("data.txt", "7")
    };
    stands_alone(case, ai);
}

#[test]
fn draws_during_an_import_change_nothing() {
    // Each library draws from the global generator while it is imported.
    let library = "import random\nnumbers = [random.random() for _ in range(3)]\n";
    let ai = "import sys, random
sys.path.append('/proc/self/cwd/site')
before = random.random(), random.gauss(0, 1)
if roundState.getRoundNumber() > 2:
    import early
    print(early.numbers)
print(before, random.random(), random.gauss(0, 1))
import late
print(late.numbers, random.random())
";
    stands_alone(|| Case::new(ai).file("site/early.py", library).file("site/late.py", library), ai);
}

const OWN_CLASSES: &str = "\
import enum, random
from typing import List, Optional
class Thing:
    def __init__(self, n): self.n = n
class Slots:
    __slots__ = ('n',)
    def __init__(self, n): self.n = n
class Kind(enum.Enum):
    A = 1; B = 2
def plan(kinds: List[Kind], thing: Optional[Thing]): pass
if roundState.getRoundNumber() % 2: import decimal, statistics
def cycle(n):
    thing = Thing(n); thing.me = thing
    return n
for n in range(3000): cycle(n)
things = {Thing(n) for n in range(20)}
print([thing.n for thing in things], [thing.n for thing in {Slots(n) for n in range(9)} | frozenset(things)])
print(things.pop().n, [n for _, n in {(Thing(n), n) for n in range(9)}], Kind.A, list({Kind.A, Kind.B}))
print(Thing(1), id(Thing(2)), hash(Slots(3)), sorted(things, key=id)[0].n)
";

#[test]
fn objects_of_own_classes_have_the_same_addresses() {
    each_turn_stands_alone(OWN_CLASSES);
    let played = Case::new(OWN_CLASSES).rounds(3).passes();
    assert_eq!(played.result["repeatable"], true);
    // The path is longer, so everything else is at other addresses.
    let elsewhere = Case::of(&["far/away/from/here/ai.py"]).file("far/away/from/here/ai.py", OWN_CLASSES);
    let elsewhere = elsewhere.rounds(3).passes();
    for round in 1..=3 {
        assert_eq!(played.round(round), elsewhere.round(round));
    }
}

#[test]
fn very_many_own_objects_are_freed() {
    let ai = "class Thing:\n    def __init__(self, n): self.n = n\nkept = None\nfor n in range(400000): kept = Thing(n), kept if n % 1000 == 0 else None\n\
              print(kept[0].n, [thing.n for thing in {Thing(n) for n in range(9)}])\n";
    let play = || Case::new(ai).rounds(3).option("--memory", "128").passes();
    let (one, other) = (play(), play());
    assert_eq!(one.round(3), other.round(3));
    assert_eq!(one.round(3), one.round(1));
}

/// Checks whether the result says that the AI has used addresses.
#[track_caller]
fn uses_addresses(statement: &str, is_named: bool) {
    let played = Case::new(&format!(
        "def f(): pass\ndef g(): pass\nclass Thing:\n    def m(self): pass\n{statement}\n"
    ));
    let played = played.rounds(2).passes();
    let named = if is_named { serde_json::json!(["addresses"]) } else { serde_json::json!([]) };
    assert_eq!(played.result["players"][0]["unseeded"], named, "{statement}");
    assert_eq!(played.result["repeatable"], !is_named, "{statement}");
}

#[test]
fn other_addresses_are_reported_where_they_decide() {
    for statement in [
        "for one in {f, g}: pass",
        "print(len(list({f, g, len})))",
        "sorted(frozenset([Thing, f]), key=str)",
        "[one for one in {(f, 1), (g, 2)}]",
        "one = Thing(); print({one.m, f} and [*{one.m, f}])",
        "id([])",
        "hash(f)",
        "list({object(), object()})",
    ] {
        uses_addresses(statement, true);
    }
    for statement in [
        "seen = {f, g}; f in seen, len(seen), seen | {Thing}",
        "for one in {f: 1, g: 2, Thing: 3}: pass",
        "for one in {Thing(), Thing()}: id(one), hash(one), repr(one)",
        "for one in {int, str, None, 'a', 3.5}: hash(one)",
        "for one in {f}: pass",
        "import copy; copy.deepcopy([[Thing()], {'a': [1]}])",
        "import asyncio\nasync def wait(): await asyncio.gather(asyncio.sleep(0), asyncio.sleep(0))\nasyncio.run(wait())",
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int\nlist({P(1), P(2)})",
        "from abc import ABC\nclass A(ABC): pass\nimport weakref; weakref.WeakSet([Thing()])",
    ] {
        uses_addresses(statement, false);
    }
}

/// Prints what depends on random numbers and on addresses.
const PRINTS: &str = "
import random, secrets
class Thing:
    def __init__(self, n): self.n = n
def show():
    things = {Thing(n) for n in range(9)}
    print([thing.n for thing in things], random.Random().random(), random.random(), secrets.token_hex(2))
";

/// Plays a match of another game in the folder `place`. Returns what the player prints.
#[track_caller]
fn printed(game: &str, ai: &str, place: &str, switches: &[&str]) -> Vec<String> {
    let case = Case::of(&[]).file(&format!("{place}/bot.py"), format!("{PRINTS}{ai}"));
    let foe = match game {
        "tron" => "Straight",
        "gems" => "greedy",
        "flowers" => "Gardener",
        _ => "Forager",
    };
    let output = crate::common::wag()
        .current_dir(case.path(place))
        .args(["play", game, "bot.py", foe, "--json", "--quiet", "--seed", "3", "--log", "plain"])
        .args(["--log-dir", "logs", "--turn-time", "30"])
        .args(switches)
        .output()
        .expect("wag starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let log = std::fs::read_to_string(case.path(&format!("{place}/logs/bot.log"))).expect("a log");
    let lines: Vec<_> = log.lines().filter(|line| line.starts_with('[')).map(str::to_string).collect();
    assert!(lines.len() > 5, "{log}");
    lines
}

#[test]
fn turns_of_other_games_stand_alone() {
    for (game, ai) in [
        ("tron", "from tron import *\nshow()\nmove(random.choice([NORTH, EAST, SOUTH, WEST]))\n"),
        (
            "gems",
            "from gems import *\ndef choose_move(one, two, field):\n    show()\n    return random.choice(legal_moves(field))\n",
        ),
    ] {
        let together = printed(game, ai, "here", &[]);
        assert_eq!(together, printed(game, ai, "here", &["--fresh-process"]), "{game}");
    }
}

#[test]
fn persistent_players_print_the_same_in_every_folder() {
    for (game, ai, switches) in [
        (
            "flowers",
            "def bot_input(dto):\n    print([(tile.x, tile.y) for tile in set(dto.tiles)]); show()\n",
            ["--rounds", "20"],
        ),
        (
            "ants",
            "from ants import *\nclass Bot:\n    def do_setup(self, ants): pass\n    def do_turn(self, ants): show()\n\
             if __name__ == '__main__': Ants.run(Bot())\n",
            ["--turns", "20"],
        ),
    ] {
        let here = printed(game, ai, "here", &switches);
        assert_eq!(here, printed(game, ai, "somewhere/else/with/a/long/name", &switches), "{game}");
    }
}
