"""Checks the files of chapter 7 of docs/en/two-player.md; tests/two_player/test_course.py runs chapters 1 to 6."""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from game_files import ROOT, module_of, session_of
from test_course_game import play
from wag._game_check import Checker

import two_player_games as course

PAGE = (ROOT / "docs/en/two-player.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```python file (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)).splitlines()


class Chapter7(unittest.TestCase):
    def test_the_game_and_the_player_work(self):
        session, clever = session_of(FILES["race.py"]), module_of(FILES["clever.py"]).Clever
        self.assertEqual([option["name"] for option in session.declare()["options"]], ["goal"])
        for goal in ("10", "19", "20"):
            steps, _ = play(session, {"goal": goal}, [clever, course.RandomPlayer])
            self.assertEqual(steps[-1]["figures"], [(1,), (0,)])
        self.assertEqual(Checker(session).run()["findings"], [])

    @unittest.skipUnless(os.environ.get("WAG_TEST_BINARY"), "needs the program")
    def test_each_command_runs(self):
        self.assertGreaterEqual(len(COMMANDS), 4)
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            for name, text in FILES.items():
                (place / name).write_text(text, encoding="utf-8")
            environment = {**os.environ, "WAG_HOME": str(place / "home")}
            for command in COMMANDS:
                words = [os.environ["WAG_TEST_BINARY"], *shlex.split(command)[1:]]
                done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, (command, done.stdout, done.stderr))


if __name__ == "__main__":
    unittest.main()
