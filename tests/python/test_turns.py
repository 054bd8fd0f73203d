"""Tests of `wag.debug` and `wag.regress`."""

import pytest

import wag

AI = """from classes import *
import random
base = roundState.getBase()
if base.getResources() >= 50:
    base.createUnitGatherer()
for unit in roundState.getUnits():
    if random.random() < 0.9:
        unit.moveUnit(random.choice([Direction.NORTH, Direction.EAST]))
print("round", roundState.getRoundNumber())
"""


@pytest.fixture
def match(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ai.py").write_text(AI)
    (tmp_path / "new.py").write_text(AI.replace("< 0.9", "< 0.0"))
    return wag.play("ai.py", "Noob", "Noob", "Noob", rounds=30, seed=5, replay=tmp_path / "r.wag")


def test_unchanged_turn(match):
    turn = wag.debug("r.wag", 12)
    assert (turn.round, turn.player, turn.same, turn.now.output) == (12, "ai", True, "round 12\n")
    assert turn.now.orders == turn.recorded.orders != []
    assert wag.debug(match.replay, 12, player=1, file="ai.py").same


def test_changed_file(match, tmp_path):
    turn = wag.debug(match.replay, 12, file=tmp_path / "new.py")
    assert not turn.same and len(turn.now.orders) < len(turn.recorded.orders)
    assert "differs from the file" in turn.remark
    report = wag.regress([match.replay, "r.wag"], "new.py", player="ai")
    assert report.turns == 60 and len(report.changed) > 30 and not report.skipped
    assert {turn.cause for turn in report.changed} == {"fewer_orders"}
    assert wag.regress("r.wag", "ai.py").changed == []


def test_faults_are_part_of_the_turn(match, tmp_path):
    (tmp_path / "broken.py").write_text("1 / 0")
    turn = wag.debug("r.wag", 12, file="broken.py")
    assert turn.now.fault["kind"] == "exception" and "ZeroDivisionError" in turn.now.fault["message"]
    (tmp_path / "broken.py").write_text("def (")
    with pytest.raises(wag.CannotStart, match="SyntaxError"):
        wag.debug("r.wag", 12, file="broken.py")


def test_invalid_arguments(match, tmp_path):
    (tmp_path / "text.wag").write_text("no replay")
    report = wag.regress(["text.wag", "r.wag"], "ai.py")
    assert report.turns == 30 and "not a Wag replay" in report.skipped[str(tmp_path / "text.wag")]
    for call, message in [
        (lambda: wag.debug("r.wag", 31), "no round 31"),
        (lambda: wag.debug("r.wag", 0), "from 1"),
        (lambda: wag.debug("r.wag", 3, player="ana"), 'no player "ana"'),
        (lambda: wag.debug("r.wag", 3, file="gone.py"), "no file gone.py"),
        (lambda: wag.debug("text.wag", 3), "not a Wag replay"),
        (lambda: wag.debug("r.wag", 3, turntime=3), "'turntime'"),
        (lambda: wag.regress([], "ai.py"), "no replay"),
    ]:
        with pytest.raises(wag.UsageError, match=message):
            call()
