"""Tests that `wag X --json` and the function `wag.X` give the same fields."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
import wag
import wag._engine
import wag.replays

BINARY = os.environ.get("WAG_TEST_BINARY", "target/debug/wag")
PROGRAM = Path(__file__).parents[2] / BINARY
PAGE = Path(__file__).parents[2] / "docs/en/json.md"
# The figures of light cycles and of the gem duel, and the option with the board.
GAME_FIELDS = {"fields", "board", "life", "shield", "red", "yellow", "green", "lilac"}
FAILING = "from tron import *\nmove(NORTH)\n{}['missing']\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("WAG_UNLOCK", "all")
    (tmp_path / "failing.py").write_text(FAILING)
    return tmp_path


# Commands without --quiet.
NEVER_SHOW_PROGRESS = {"diff", "debug", "regress", "explain"}


def of_program(*words):
    quiet = ["--quiet"] if words[0] not in NEVER_SHOW_PROGRESS else []
    run = subprocess.run([PROGRAM, *words, "--json", *quiet], capture_output=True, text=True, timeout=120)
    assert run.stdout, run.stderr
    return json.loads(run.stdout)


def fields(value, path=()):
    """Returns the names of all fields in a value of JSON, each with its path."""
    if isinstance(value, list):
        return {field for part in value for field in fields(part, path)}
    if isinstance(value, dict):
        below = {field for name, part in value.items() for field in fields(part, (*path, name))}
        return below | {(*path, name) for name in value}
    return set()


@pytest.fixture
def answers(monkeypatch):
    """The objects that functions of `wag` have received from the engine."""
    answers = []

    class Recorder:
        dumps = staticmethod(json.dumps)

        @staticmethod
        def loads(text):
            answers.append(json.loads(text))
            return answers[-1]

    for module in (wag._engine, wag.replays):
        monkeypatch.setattr(module, "json", Recorder)
    return answers


MATCH = ("failing.py", "Roomy")
TUNED = 'from tron import *\nPARAMS = {"side": (0.5, 0, 1)}\nmove(EAST if PARAMS["side"][0] > 0.5 else NORTH)\n'

# For each use case: the command and the function.
USE_CASES = {
    "play": ("play tron failing.py Roomy --seed 1", lambda: wag.play(*MATCH, game="tron", seed=1)),
    "games": (
        "play gems greedy greedy --seed 1 --no-replay",
        lambda: wag.play("greedy", "greedy", game="gems", seed=1),
    ),
    "series": (
        "series tron failing.py Roomy --games 2 --seed 1",
        lambda: wag.series(*MATCH, game="tron", games=2, seed=1),
    ),
    "warriors": (
        "series Noob Noob --games 2 --rounds 9 --seed 1",
        lambda: wag.series("Noob", "Noob", games=2, rounds=9, seed=1),
    ),
    "compare": (
        "compare tron failing.py Straight --games 20 --seed 1",
        lambda: wag.compare("failing.py", "Straight", game="tron", games=20, seed=1),
    ),
    "evaluate": (
        "evaluate tron failing.py --against Straight --games 2 --seed 1",
        lambda: wag.evaluate("failing.py", against=["Straight"], game="tron", games=2, seed=1),
    ),
    "tune": (
        "tune tron tuned.py --against Straight --pairs 2 --check 2 --into one.json",
        lambda: wag.tune("tuned.py", game="tron", against=["Straight"], pairs=2, check=2, into="two.json"),
    ),
    "tournament": (
        "tournament tron failing.py Roomy --games 2 --seed 1 --into one.db",
        lambda: wag.tournament(*MATCH, game="tron", games=2, seed=1, into="two.db"),
    ),
    "fork": ("fork m.wag --from 5 --seed 2", lambda: wag.fork("m.wag", 5, seed=2)),
    "forks": ("fork m.wag --from 5 --games 2", lambda: wag.fork("m.wag", 5, games=2)),
    "diff": ("diff m.wag other.wag", lambda: wag.diff("m.wag", "other.wag")),
    "debug": ("debug m.wag --round 5", lambda: wag.debug("m.wag", 5)),
    "regress": (
        "regress m.wag --with Straight --player Roomy",
        lambda: wag.regress("m.wag", "Straight", player="Roomy"),
    ),
    "explain": ("explain m.wag --account", lambda: wag.Replay("m.wag").explain(account=True)),
    "losses": ("explain m.wag", lambda: wag.Replay("m.wag").explain()),
}

# The terminal prints the messages about starting players; a function returns them.
ONLY_RETURNED = {("messages",)}
# Objects whose names are values, or the fields of a game: the names are not those of a report.
FREE = {"orders", "values", "default", "best", "low", "high", "en", "de", "board"}


@pytest.fixture
def matches(folder):
    (folder / "tuned.py").write_text(TUNED)
    wag.play(*MATCH, game="tron", seed=1, replay="m.wag")
    wag.play("Straight", "Roomy", game="tron", seed=1, replay="other.wag")


@pytest.mark.parametrize("name", USE_CASES)
def test_command_and_function_have_the_same_fields(name, matches, answers):
    words, function = USE_CASES[name]
    printed = of_program(*words.split())
    function()
    assert fields(answers[-1]) - ONLY_RETURNED == fields(printed)


@pytest.mark.parametrize("name", USE_CASES)
def test_every_field_is_documented(name, matches):
    words, _ = USE_CASES[name]
    codes = re.findall(r"`([^`]*)`", PAGE.read_text(encoding="utf-8"))
    known = {word for code in codes for word in re.findall(r"\w+", code)} | GAME_FIELDS
    paths = fields(of_program(*words.split()))
    figure = re.compile(r"_(mean|ci95)$")
    unknown = {path for path in paths if not FREE & set(path) and not {path[-1], figure.sub("", path[-1])} & known}
    assert not unknown


def test_results_are_those_of_the_command():
    players = ("failing.py", "Straight")
    printed = of_program("series", "tron", *MATCH, "--games", "2", "--seed", "1")
    returned = wag.series(*MATCH, game="tron", games=2, seed=1).to_dict()
    assert [row["name"] for row in returned["rows"]] == [row["name"] for row in printed["rows"]]
    verdict = wag.compare(*players, game="tron", games=20, seed=1)
    assert verdict.rows == verdict.to_dict()["played"]


def test_tune_and_its_command_keep_the_search_in_the_same_file(matches, folder):
    of_program(*"tune tron tuned.py --against Straight --pairs 2 --check 2".split())
    wag.tune("tuned.py", game="tron", against=["Straight"], pairs=2, check=2)
    assert [path.name for path in folder.glob("tune.*")] == ["tune.json"]
