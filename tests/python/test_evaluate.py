"""Tests of `wag.evaluate`."""

import pytest
import wag

FAULTY = """
from classes import *
print("round", roundState.getRoundNumber())
if roundState.getRoundNumber() == 2:
    missing
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WAG_HOME", str(tmp_path / "home"))
    return tmp_path


def test_report_has_opponents_and_faults(folder):
    (folder / "bot.py").write_text(FAULTY)
    report = wag.evaluate("bot.py", ["Noob", "Dummy"], 2, rounds=3, seed=1)
    assert (report.status, report.games, report.faults_total) == ("played", 4, 4)
    assert [one.opponent for one in report.opponents] == ["Noob", "Dummy"]
    assert report["Noob"].games == 2 and report["Noob"].interval[0] <= report["Noob"].score
    [fault] = report.faults
    assert (fault.kind, fault.file, fault.line, fault.round) == ("exception", "bot.py", 5, 2)
    assert fault.output == "round 2\n" and fault.traceback.startswith("Traceback ")
    assert "<table>" in report._repr_html_() and report.to_dict()["wag_evaluate"] == 1


def test_player_that_cannot_start_is_in_the_report(folder):
    (folder / "broken.py").write_text("def f(:\n")
    report = wag.evaluate("broken.py", "Noob", 1, rounds=2)
    assert report.status == "cannot_start" and report.faults[0].kind == "start"
    with pytest.raises(wag.CannotStart, match="SyntaxError"):
        wag.evaluate("Noob", "broken.py", 1, rounds=2)


def test_invalid_arguments_are_usage_errors(folder):
    for arguments in [{"games": 0}, {"against": "nobody.py"}, {"jobs": 0}, {"seed": -1}, {"game": "chess"}]:
        with pytest.raises(wag.UsageError):
            wag.evaluate("Noob", **{"games": 1, **arguments})


def test_all_players_are_open():
    assert wag.evaluate("Noob", "Expert", 1, rounds=2).games == 1
    assert wag.play("Expert", rounds=2, seed=1).players[0].name == "Expert"
    assert wag.series("Expert", "Noob", "Noob", "Noob", games=1, rounds=2).matches == 1
