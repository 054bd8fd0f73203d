"""Follows the tutorial docs/en/games-in-python.md, and checks the files that `wag new game` writes.

A block says in its first line what it is: `python file NAME` is a new file, `python add NAME` is added at its end,
`python before NAME` before its class; the lines of `sh` are commands, and those of `sh fails` fail.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from game_files import ROOT, module_at, module_of, play, session_of, setup
from wag._game_check import Checker
from wag._game_session import GameFault
from wag.game import View

PAGE = ROOT / "docs/en/games-in-python.md"
BLOCK = re.compile(r"^```(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEW = ROOT / "python/new_game"


def follow(write, run):
    """Follows the page. `write(name, text)` gets each file, `run(command, fails)` each command."""
    files = {}
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        words = kind.split()
        if words[0] == "sh":
            for line in text.splitlines():
                run(line, words[1:] == ["fails"])
            continue
        _, how, name = words
        if how == "file":
            files[name] = text
        elif how == "add":
            files[name] += text
        else:
            files[name] = files[name].replace("class ", text + "class ", 1)
        write(name, files[name])


class Tutorial(unittest.TestCase):
    def test_each_version_of_the_game_works(self):
        versions = {"paint.py": [], "painter.py": []}
        follow(lambda name, text: versions[name].append(text), lambda command, fails: None)
        (choose,) = [module_of(text).choose for text in versions["painter.py"]]
        first, *later = versions["paint.py"]
        with self.assertRaisesRegex(GameFault, "Paint has no method start; add `def start"):
            session_of(first).declare()
        sound = 0
        for text in later:
            if "bots =" not in text and "def eager" in text:
                continue
            steps = play(session_of(text), setup(2), choose=lambda seat, view, moves: choose(View(view)))
            self.assertEqual(len(steps), 61)
            if "def moves" in text:
                session = session_of(text)
                self.assertEqual(Checker(session, matches=3).run()["findings"], [])
                sound += 1
        self.assertEqual(sound, 3)

    @unittest.skipUnless(os.environ.get("WAG_TEST_BINARY"), "needs the program")
    def test_each_command_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            environment = {**os.environ, "WAG_HOME": str(place / "home")}

            def run(command, fails):
                program, *words = shlex.split(command)
                self.assertEqual(program, "wag")
                binary = os.environ["WAG_TEST_BINARY"]
                done = subprocess.run([binary, *words], cwd=folder, env=environment, capture_output=True, text=True)
                self.assertEqual(done.returncode != 0, fails, (command, done.stdout, done.stderr))

            follow(lambda name, text: (place / name).write_text(text, encoding="utf-8"), run)


class NewGame(unittest.TestCase):
    def test_the_new_game_passes(self):
        self.assertEqual(Checker(session_of(module_at(NEW / "mygame.py")), matches=9).run()["findings"], [])

    def test_the_new_player_beats_the_bot(self):
        choose = module_at(NEW / "bot.py").choose
        steps = play(
            session_of(module_at(NEW / "mygame.py")),
            setup(2, [None, "Greedy"]),
            choose=lambda seat, view, moves: choose(view, moves),
        )
        self.assertEqual(steps[-1]["figures"], [(1,), (0,)])

    def test_the_new_tests_pass(self):
        sys.path.insert(0, str(NEW))
        try:
            suite = unittest.defaultTestLoader.loadTestsFromName("test_mygame")
            result = unittest.TestResult()
            suite.run(result)
        finally:
            sys.path.remove(str(NEW))
        self.assertTrue(result.wasSuccessful() and result.testsRun > 0, result.errors)


if __name__ == "__main__":
    unittest.main()
