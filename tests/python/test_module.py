"""Tests of the module `wag` as a whole: it plays like the program, ends cleanly, and reports its errors.

Needs no packages. `scripts/test-python` starts it, and names the program of the same build in WAG_TEST_BINARY."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
import unittest.mock
from functools import partial
from pathlib import Path

import wag

PROJECT = Path(__file__).parents[2]
BINARY = os.environ.get("WAG_TEST_BINARY", str(PROJECT / "target/debug/wag"))
MODULE = [sys.executable, "-m", "wag"]
BOTS = PROJECT / "python"

# An AI that prints everything in which the two hosts of Python could differ.
CURIOUS = """\
import gc, locale, os, random, signal, sys, threading, time, helper
def depth(n=1):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
print(depth(), helper.depth(), sys.getrecursionlimit())
print(random.random(), {"red", "green", "blue", "lilac"}, hash("wag"), {1.5, 2.5, "x"})
print(sys.argv, sys.flags.utf8_mode, sys.dont_write_bytecode, locale.getpreferredencoding(False), sys.stdout.encoding)
print(gc.get_threshold(), threading.active_count(), signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGPIPE))
print(sorted(vars(sys.modules["__main__"])), __name__, __file__, os.getcwd() == helper.folder)
print(sorted(sys.modules), sys.path, sys.flags.hash_randomization, sys.flags.optimize, sys.version, os.environ.get("VIRTUAL_ENV"))
if roundState.getRoundNumber() == 3:
    {}["missing"]
base = roundState.getBase()
base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit(random.choice(["NORTH", "EAST", "SOUTH", "WEST"]))
"""
HELPER = """\
import os
folder = os.getcwd()
def depth(n=1):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
"""
MATCHES = {
    "warriors": ["curious.py", "yourAI.py", "Expert", "Noob", "--map", "meadow", "--rounds", "30"],
    "gems": ["gems/bot.py", "persistent:gems/bot.py"],
    "tron": ["tron/bot.py", "Roomy", "Straight", "--width", "15"],
    "flowers": ["flowers/bot.py", "Gardener", "--rounds", "10"],
    "ants": ["ants/myAnts.py", "Hunter", "--map", "ponds", "--turns", "20"],
}
# The fields that contain measured times, a date, or how the program was started.
TIMES = {"again", "created", "wall_s", "think_us", "turn_ms_mean", "turn_ms_max", "cpu_ms_mean", "cpu_ms_max"}
# An AI that plays until it is interrupted.
SLOW = "import time\nopen('started', 'w').close()\ntime.sleep(600)\n"


def without_times(value):
    """Returns a value of JSON without measured times."""
    if isinstance(value, dict):
        return {name: without_times(part) for name, part in value.items() if name not in TIMES}
    return [without_times(part) for part in value] if isinstance(value, list) else value


def processes_in(folder):
    """Returns the command lines of the processes whose working folder is or was in this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd").startswith(str(folder)):
                found.append((process / "cmdline").read_text())
        except OSError:
            pass  # The process has ended.
    return found


class InFolder(unittest.TestCase):
    """A test in a temporary folder."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="wag-module-")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name).resolve()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def environment(self):
        """The environment for programs: all opponents are unlocked, and bots see this environment's packages."""
        home = self.folder / "home"
        self.write("home/progress.json", '{"version": 1, "unlocked_by_hand": true, "stages": {}}')
        environment = {**os.environ, "WAG_HOME": str(home), "LC_ALL": "C.UTF-8"}
        if sys.prefix != sys.base_prefix:
            environment["VIRTUAL_ENV"] = sys.prefix
        return environment

    def start(self, code, **options):
        """Starts Python with this code in the folder."""
        self.write("code.py", textwrap.dedent(code))
        return subprocess.Popen([sys.executable, "code.py"], cwd=self.folder, env=self.environment(), text=True, **options)

    def run_code(self, code):
        """Runs this code, and returns what it printed."""
        process = self.start(code, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate(timeout=300)
        self.assertEqual((process.returncode, err), (0, ""), out)
        return out

    def wait_for(self, name):
        """Waits until a file of the folder exists."""
        until = time.monotonic() + 300
        while not (self.folder / name).exists():
            self.assertLess(time.monotonic(), until, f"{name} does not appear")
            time.sleep(0.01)

    def check_nothing_is_left(self):
        """Checks that no process of the folder is left; the last ones may take a moment to end."""
        until = time.monotonic() + 10
        while (left := processes_in(self.folder)) and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(left, [])


class SamePlay(InFolder):
    """The program and the module play the same matches."""

    def play(self, program, game, name):
        """Plays a match; returns its JSON and its exported replays, without times."""
        folder = self.folder / "match"
        run = partial(subprocess.run, cwd=folder, env=self.environment(), capture_output=True, text=True)
        words = [*MATCHES[game], "--seed", "11", "--json", "--quiet", "--replay", f"{name}.wag"]
        played = run([*program, "play", game, *words])
        self.assertEqual((played.returncode, played.stderr), (0, ""), played.stdout)
        replays = sorted(folder.glob(f"{name}*.wag"))
        exported = []
        for replay in replays:
            lines = run([*program, "replay", "export", replay, "--json"], check=True).stdout.splitlines()
            exported.append([without_times(json.loads(line)) for line in lines])
        report = json.loads(played.stdout.replace(f"{name}.wag", "match.wag").replace(f"{name}-", "match-"))
        return without_times(report), exported

    def check(self, game):
        self.write("match/curious.py", CURIOUS)
        self.write("match/helper.py", HELPER)
        for file in ("yourAI.py", "yourFunctions.py"):
            self.write(f"match/{file}", (PROJECT / file).read_text())
        for other in ("gems", "tron", "flowers", "ants"):
            (self.folder / "match" / other).symlink_to(BOTS / other)
        of_program, program_replays = self.play([BINARY], game, "program")
        of_module, module_replays = self.play(MODULE, game, "module")
        self.maxDiff = 4000
        self.assertEqual(of_program, of_module)
        self.assertTrue(program_replays)
        for of_program, of_module in zip(program_replays, module_replays, strict=True):
            self.assertGreater(len(of_program), 10)
            for left, right in zip(of_program, of_module, strict=True):
                self.assertEqual(left, right)

    def test_warriors(self):
        self.check("warriors")

    def test_gems(self):
        self.check("gems")

    def test_tron(self):
        self.check("tron")

    def test_flowers(self):
        self.check("flowers")

    def test_ants(self):
        self.check("ants")


class Command(InFolder):
    """`python -m wag` as a program."""

    def run_module(self, *words):
        return subprocess.run([*MODULE, *words], cwd=self.folder, env=self.environment(), capture_output=True, text=True)

    def test_version_is_that_of_the_program(self):
        of_program = subprocess.check_output([BINARY, "--version"], text=True)
        done = self.run_module("--version")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, of_program, ""))
        self.assertIn(wag.__version__, of_program)

    def test_wrong_use_has_status_2(self):
        done = self.run_module("play", "nobody.py")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertTrue(done.stderr.startswith("wag: "), done.stderr)

    def test_doctor_names_this_python(self):
        done = self.run_module("doctor")
        self.assertIn(sys.executable, done.stdout)

    def test_ctrl_c_ends_the_match_and_all_processes(self):
        self.write("slow.py", SLOW)
        words = ["play", "slow.py", "Noob", "--turn-time", "500", "--no-sandbox", "--json", "--quiet"]
        process = subprocess.Popen(
            [*MODULE, *words], cwd=self.folder, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.wait_for("started")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (130, ""))
        self.assertTrue(json.loads(out)["interrupted"])
        self.check_nothing_is_left()

    def test_scripts_of_the_user_run_in_this_python(self):
        self.write("script.py", "import sys\nprint(sys.argv, sys.executable)\n")
        done = self.run_module("python", "script.py", "word")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, f"{['script.py', 'word']} {sys.executable}\n")


class Api(InFolder):
    """`import wag` and `wag.play`."""

    def setUp(self):
        super().setUp()
        changed = unittest.mock.patch.dict(os.environ, self.environment())
        changed.start()
        self.addCleanup(changed.stop)

    def test_import_is_fast_and_needs_no_packages(self):
        out = self.run_code(
            """
            import sys, time
            began = time.process_time()
            import wag
            print(time.process_time() - began)
            print([name for name in ("numpy", "asyncio", "dataclasses", "tempfile", "wag._wag") if name in sys.modules])
            """
        )
        seconds, modules = out.splitlines()
        self.assertEqual(modules, "[]")
        self.assertLess(float(seconds), 0.1)

    def test_bad_seeds_are_usage_errors(self):
        for seed in (-1, 2**64, "7", 1.5):
            with self.assertRaises(wag.UsageError) as raised:
                wag.play("Straight", "Roomy", game="tron", seed=seed)
            self.assertIn("seed", str(raised.exception))
        self.assertEqual(wag.play("Straight", "Roomy", game="tron", seed=2**64 - 1).seed, 2**64 - 1)

    def test_unknown_names_are_usage_errors(self):
        with self.assertRaisesRegex(wag.UsageError, "no game"):
            wag.play("Straight", game="chess")
        with self.assertRaisesRegex(wag.UsageError, "medow"):
            wag.play("Noob", map="medow")
        with self.assertRaisesRegex(wag.UsageError, "colour"):
            wag.play("Noob", colour="red")
        with self.assertRaisesRegex(wag.UsageError, "nobody"):
            wag.play(str(self.folder / "nobody.py"))

    def test_an_ai_that_cannot_start_is_reported_with_its_error(self):
        path = self.write("broken.py", "def move(:\n")
        with self.assertRaisesRegex(wag.CannotStart, "SyntaxError"):
            wag.play(path, "Noob", rounds=2)

    def test_all_exceptions_have_one_base(self):
        for error in (wag.UsageError, wag.CannotStart, wag.EngineError):
            self.assertTrue(issubclass(error, wag.WagError))

    @unittest.skipUnless(sys.platform == "linux" and os.uname().machine == "x86_64", "simulates a kernel of Linux on x86_64")
    def test_a_kernel_without_landlock(self):
        out = self.run_code(
            f"""
            import sys
            sys.path.insert(0, {str(Path(__file__).parent)!r})
            from test_module import forbid_landlock
            import wag
            forbid_landlock()
            match = wag.play("Noob", "Noob", rounds=2, map="meadow", seed=1)
            print(match.messages)
            try:
                wag.play("Noob", "Noob", rounds=2, require_sandbox=True)
            except wag.WagError as error:
                print(type(error).__name__, error)
            """
        )
        messages, error = out.split("\n", 1)
        self.assertIn("kernel", messages)
        self.assertIn("kernel", error)

    def test_matches_in_two_threads(self):
        results = {}

        def play(seed):
            results[seed] = wag.play("Noob", "Intermediate", map="meadow", rounds=20, seed=seed, replay=False).figures

        threads = [threading.Thread(target=play, args=[seed]) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for seed in (1, 2):
            alone = wag.play("Noob", "Intermediate", map="meadow", rounds=20, seed=seed, replay=False)
            self.assertEqual(results[seed], alone.figures)

    def test_a_fork_while_a_match_runs(self):
        out = self.run_code(
            """
            import os, threading, warnings
            warnings.simplefilter("ignore")
            import wag
            started = threading.Event()
            def heard(message):
                started.set()
            def play():
                match = wag.play("Noob", "Noob", map="meadow", rounds=200, seed=1, replay=False, progress=heard)
                print("parent", match.rounds, flush=True)
            thread = threading.Thread(target=play)
            thread.start()
            started.wait()
            child = os.fork()
            if child == 0:
                print("child", wag.play("Straight", "Roomy", game="tron", seed=1).winners, flush=True)
                os._exit(0)
            _, status = os.waitpid(child, 0)
            thread.join()
            print("status", status)
            """
        )
        self.assertEqual(sorted(out.splitlines()), ["child ['Roomy']", "parent 200", "status 0"])
        self.check_nothing_is_left()

    def test_keyboard_interrupt_leaves_no_process(self):
        self.write("slow.py", SLOW)
        process = self.start(
            """
            import wag
            try:
                wag.play("slow.py", "Noob", turn_time=500, no_sandbox=True)
            except KeyboardInterrupt:
                print("interrupted")
            """,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.wait_for("started")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, err), (0, "interrupted\n", ""))
        self.check_nothing_is_left()

    def test_an_exception_of_the_progress_function_stops_the_match(self):
        def refuse(message):
            raise KeyError("stop")

        began = time.monotonic()
        with self.assertRaises(KeyError):
            wag.play("Noob", "Noob", rounds=100_000, seed=1, replay=False, progress=refuse)
        self.assertLess(time.monotonic() - began, 60)

    def test_the_thread_of_the_caller_stays_as_it_is(self):
        before = os.sched_getaffinity(0), os.getcwd(), signal.getsignal(signal.SIGINT), dict(os.environ), os.umask(0o22)
        os.umask(before[-1])
        wag.play("Noob", "Noob", rounds=2, seed=1)
        after = os.sched_getaffinity(0), os.getcwd(), signal.getsignal(signal.SIGINT), dict(os.environ), os.umask(0o22)
        os.umask(before[-1])
        self.assertEqual(before, after)


def forbid_landlock():
    """Makes the system calls of Landlock unknown in this process, as on an old kernel."""
    class Instruction(ctypes.Structure):
        _fields_ = [("code", ctypes.c_ushort), ("jt", ctypes.c_ubyte), ("jf", ctypes.c_ubyte), ("k", ctypes.c_uint)]

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(Instruction))]

    load, jump_if_equal, end = 0x20, 0x15, 0x06
    landlock_create_ruleset, enosys, allow = 444, 0x50026, 0x7FFF0000
    instructions = (Instruction * 4)(
        (load, 0, 0, 0), (jump_if_equal, 0, 1, landlock_create_ruleset), (end, 0, 0, enosys), (end, 0, 0, allow)
    )
    libc = ctypes.CDLL(None, use_errno=True)
    set_seccomp, filter_mode, no_new_privileges = 22, 2, 38
    assert libc.prctl(no_new_privileges, 1, 0, 0, 0) == 0
    assert libc.prctl(set_seccomp, filter_mode, ctypes.byref(Program(4, instructions)), 0, 0) == 0


if __name__ == "__main__":
    unittest.main()
