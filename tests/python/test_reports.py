"""Tests that `wag X --json` and the function `wag.X` give the same fields."""

import json
import os
import subprocess
from pathlib import Path

import pytest
import wag

BINARY = os.environ.get("WAG_TEST_BINARY", "target/debug/wag")
PROGRAM = Path(__file__).parents[2] / BINARY
FAILING = "from tron import *\nmove(NORTH)\n{}['missing']\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("WAG_UNLOCK", "all")
    (tmp_path / "failing.py").write_text(FAILING)
    return tmp_path


def of_program(*words):
    run = subprocess.run([PROGRAM, *words, "--json", "--quiet"], capture_output=True, text=True, timeout=120)
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


@pytest.mark.parametrize("game, players", [("tron", ("failing.py", "Roomy")), ("warriors", ("Noob", "Noob"))])
def test_series_has_the_same_fields(game, players):
    name = [] if game == "warriors" else [game]
    printed = of_program("series", *name, *players, "--games", "2", "--seed", "1")
    returned = wag.series(*players, game=game, games=2, seed=1).to_dict()
    assert fields(returned) == fields(printed)
    assert [row["name"] for row in returned["rows"]] == [row["name"] for row in printed["rows"]]


def test_compare_has_the_same_fields():
    players = ("failing.py", "Straight")
    printed = of_program("compare", "tron", *players, "--games", "20", "--seed", "1")
    verdict = wag.compare(*players, game="tron", games=20, seed=1)
    assert fields(verdict.to_dict()) == fields(printed)
    assert verdict.rows == verdict.to_dict()["played"]


def test_tune_has_the_same_fields(folder):
    parameter = 'PARAMS = {"side": (0.5, 0, 1)}\nmove(EAST if PARAMS["side"][0] > 0.5 else NORTH)\n'
    (folder / "tuned.py").write_text("from tron import *\n" + parameter)
    words = ["tune", "tron", "tuned.py", "--against", "Straight", "--pairs", "2", "--check", "2", "--into", "one.jsonl"]
    tuning = wag.tune("tuned.py", game="tron", against=["Straight"], pairs=2, check=2, into="two.jsonl")
    assert tuning.to_dict() == of_program(*words)
