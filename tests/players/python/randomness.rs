//! The same seed gives the same match: `random`, hashes and addresses (specification 4).

use super::kit::Case;

const HELPER: &str = "import random\nvalue = random.random()\n";

/// Plays the match twice. Returns the log without times, which must be the same both times.
#[track_caller]
fn twice(ai: &str) -> Vec<String> {
    let case =
        || Case::new(ai).file("helper.py", HELPER).file("other/helper.py", HELPER).against(ai).rounds(6);
    let rounds = |played: super::kit::Played| -> Vec<String> {
        (1..=6).map(|round| played.round(round) + &played.round_of("foe", round)).collect()
    };
    let (first, second) = (rounds(case().passes()), rounds(case().passes()));
    assert_eq!(first, second);
    first
}

#[track_caller]
fn all_differ(rounds: &[String]) {
    for (at, round) in rounds.iter().enumerate() {
        let parts: Vec<&str> = round.lines().collect();
        assert_ne!(parts[0], parts[1], "the seats have dice of their own");
        assert!(!rounds[..at].contains(round), "each turn has dice of its own");
    }
}

#[test]
fn random_is_seeded_per_seat_and_turn() {
    all_differ(&twice(
        "import random\nprint(random.random(), random.randrange(10**9), random.choice(range(10**6)))\n",
    ));
    all_differ(&twice(
        "from random import *\nx = list(range(20))\nshuffle(x)\nprint(x, gauss(0, 1), sample(x, 3))\n",
    ));
}

#[test]
fn random_is_seeded_for_every_form_of_import() {
    all_differ(&twice("import statistics\nimport sys\nprint(sys.modules['random'].random())\n"));
    all_differ(&twice("import helper\nprint(helper.value)\n"));
    all_differ(&twice(
        "import sys\nsys.modules.pop('random', None)\nimport random\nprint(random.random())\n",
    ));
    all_differ(&twice("import random, importlib\nimportlib.reload(random)\nprint(random.random())\n"));
}

#[test]
fn the_time_of_the_first_import_makes_no_difference() {
    let always = twice("import random\nprint(random.random())\n");
    let late = twice(
        "if roundState.getRoundNumber() > 2:\n    import random\n    print(random.random())\nelse:\n    print(0)\n",
    );
    assert_eq!(always[2..], late[2..]);
    let after_use = twice(
        "import random\nprint(random.random())\nrandom.seed(roundState.getRoundNumber())\nfor _ in range(roundState.getRoundNumber() * 7):\n    random.random()\n",
    );
    assert_eq!(always, after_use);
}

#[test]
fn hashes_of_strings_are_fixed() {
    twice("print(hash('text'), hash(b'bytes'), {'a', 'b', 'c', 'd'}, set(map(str, range(30))))\nprint('')\n");
}

#[test]
fn addresses_are_the_same_in_each_run() {
    let address = "class Mine: pass\nprint(id(Mine()), id([]), Mine(), object(), hash(object()), id(roundState))\nprint()\n";
    // The match runs in the same folder, since the folder's name is in memory.
    let case = Case::new(address).rounds(4);
    let play = || {
        let output = crate::common::wag()
            .current_dir(case.path(""))
            .args(["play", "ai.py", "--json", "--quiet", "--seed", "1", "--map", "test.map", "--rounds", "4"])
            .output()
            .expect("wag starts");
        assert!(output.status.success());
        let log = std::fs::read_to_string(case.path("ai.log")).expect("a log");
        log.lines().filter(|line| !line.starts_with("===")).map(str::to_string).collect::<Vec<_>>()
    };
    let first = play();
    assert!(first[0].contains("<ai.Mine object at 0x"), "{first:?}");
    for _ in 0..3 {
        assert_eq!(play(), first);
    }
}

#[test]
fn the_order_of_sets_of_objects_is_the_same_in_each_run() {
    twice(
        "from classes import *\nbase = roundState.getBase()\nbase.createUnitGatherer()\nfields = {field for column in \
         roundState.getMap() for field in column}\nprint([field.getPosition() for field in fields])\nprint([unit.getUnitId() \
         for unit in set(base.getUnits())])\n",
    );
}

#[test]
fn system_random_numbers_are_seeded() {
    for draw in [
        "os.urandom(8).hex(), os.urandom(1)",
        "os.getrandom(8).hex()",
        "secrets.token_hex(), secrets.randbelow(10**9)",
        "uuid.uuid4()",
        "random.SystemRandom().random()",
        "ssl.RAND_bytes(8).hex()",
        "random.Random().random()",
        "random.seed() or random.random()",
    ] {
        all_differ(&twice(&format!("import os, random, secrets, ssl, uuid\nprint({draw})\n")));
        let played =
            Case::new(&format!("import os, random, secrets, ssl, uuid\nprint({draw})\n")).rounds(2).passes();
        assert_eq!(played.result["repeatable"], true, "{draw}");
        assert_eq!(played.result["players"][0]["unseeded"], serde_json::json!([]));
    }
}

#[test]
fn random_devices_are_not_readable() {
    twice(
        "for name in ('/dev/urandom', '/dev/random'):\n    try:\n        open(name)\n        print('open')\n    except PermissionError:\n        print('closed', roundState.getRoundNumber())\n",
    );
}

/// Checks the sources of randomness that the result lists for an AI of one statement.
#[track_caller]
fn asks_for(statement: &str, sources: &[&str]) {
    let played = Case::new(&format!("{statement}\n")).rounds(3).passes();
    assert_eq!(played.result["players"][0]["unseeded"], serde_json::json!(sources), "{statement}");
    assert_eq!(played.result["repeatable"], sources.is_empty(), "{statement}");
}

#[test]
fn reading_a_clock_is_reported_as_unseeded() {
    asks_for("import time; time.time()", &["clock"]);
    asks_for("from time import perf_counter as now; now()", &["clock"]);
    asks_for("import datetime; datetime.datetime.now()", &["clock"]);
    asks_for("import time; list(map(time.strftime, ['%H']))", &["clock"]);
    asks_for("import os, time; os.getpid(); time.monotonic_ns()", &["clock", "processes"]);
    asks_for("import sys; del sys.modules['time']; import time; time.time()", &["clock"]);
}

#[test]
fn library_calls_that_depend_on_clock_or_machine_are_reported() {
    asks_for("import uuid; uuid.uuid1()", &["machine"]);
    asks_for("import os; os.sched_getaffinity(0)", &["machine"]);
    asks_for("import ctypes; ctypes.CDLL(None).clock()", &["machine"]);
    asks_for("import ctypes; ctypes.pythonapi.Py_IsInitialized()", &["machine"]);
    asks_for("import cProfile\nwith cProfile.Profile() as profile: pass\nprofile.getstats()", &["clock"]);
    asks_for("import cProfile; cProfile.run('1 + 1')", &["clock"]);
    asks_for("import timeit; timeit.timeit('1', number=1)", &["clock"]);
    asks_for("import email.utils; email.utils.formatdate()", &["clock"]);
    asks_for("import signal; signal.setitimer(signal.ITIMER_REAL, 0)", &["clock"]);
    asks_for("open('/proc/meminfo').read()", &["machine"]);
    asks_for("import pathlib; pathlib.Path('/proc/meminfo').read_text()", &["machine"]);
    asks_for("import os; os.close(os.open('/proc/cpuinfo', os.O_RDONLY))", &["machine"]);
    let write =
        "import os, tempfile\nname = os.path.join(tempfile.gettempdir(), 'x')\nopen(name, 'w').close()\n";
    asks_for(&format!("{write}os.path.getmtime(name)"), &["clock"]);
    asks_for(&format!("{write}os.stat(name)"), &["clock"]);
    asks_for(&format!("{write}os.path.exists(name)"), &[]);
    asks_for(&format!("{write}os.path.realpath(name)"), &["processes"]);
}

/// A player could pass one bit to another seat by filling a file or not.
#[test]
fn disk_usage_is_constant() {
    twice(
        "import os, shutil, tempfile\n\
        for ask in (os.statvfs, shutil.disk_usage):\n    \
        for place in ('/', '/tmp', tempfile.gettempdir()):\n        \
        try:\n            print('told', ask(place))\n        \
        except OSError as error:\n            print('refused', error.errno, roundState.getRoundNumber())\n",
    );
    let ask =
        "import os\ntry:\n    os.statvfs('/')\nexcept OSError as error:\n    print('refused', error.errno)\n";
    let played = Case::new(ask).rounds(1).passes();
    assert_eq!(played.round(1), "refused 38\n");
}

#[test]
fn names_of_the_scratch_folder_are_the_same_each_time() {
    twice(
        "import os, tempfile\nprint(os.environ['HOME'], os.environ['TMPDIR'], tempfile.gettempdir())\n\
         with tempfile.NamedTemporaryFile() as file: print(file.name, tempfile.mktemp())\n",
    );
    asks_for("import os, tempfile; tempfile.NamedTemporaryFile().name, os.environ['HOME']", &[]);
}

#[test]
fn library_s_internal_clock_reads_do_not_count() {
    asks_for("import logging; logging.warning('words')", &[]);
    asks_for("import asyncio\nasync def wait(): await asyncio.sleep(0)\nasyncio.run(wait())", &[]);
    asks_for("import time; time.strftime('%Z', time.gmtime(0)); time.sleep(0)", &[]);
    asks_for("import tempfile; tempfile.gettempdir()", &[]);
}
