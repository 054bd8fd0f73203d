"""Tests of `wag.fork` and `wag.diff`."""

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
"""


@pytest.fixture
def match(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ai.py").write_text(AI)
    (tmp_path / "new.py").write_text(AI.replace("< 0.9", "< 0.0"))
    return wag.play("ai.py", "Noob", "Noob", "Noob", rounds=30, seed=5, replay=tmp_path / "r.wag")


def test_unchanged_fork_is_the_same_match(match):
    fork = wag.fork(match.replay, 12)
    assert fork.same_as_parent and fork.first_difference is None
    assert (fork.parent, fork.round, fork.changed, fork.stopped) == ("r.wag", 12, {}, {})
    assert [player.place for player in fork.players] == [player.place for player in match.players]
    assert wag.diff("r.wag", fork.replay).equal


def test_changed_file(match, tmp_path):
    fork = wag.fork("r.wag", 12, file=tmp_path / "new.py", save="f.wag")
    assert fork.changed == {"ai": str(tmp_path / "new.py")} and fork.same_as_parent is False
    assert (fork.first_difference["round"], fork.first_difference["kind"]) == (12, "orders")
    diff = wag.diff("r.wag", "f.wag")
    assert (diff.first, diff.figure) == (fork.first_difference, "stock")
    assert [pair["a"] == pair["b"] for pair in diff.scores][:11] == [True] * 11
    both = wag.fork("r.wag", 12, files={"ai": "new.py", 2: "Dummy"}, save=False)
    assert both.same_as_parent is None and list(both.changed.values()) == ["new.py", "Dummy"]


def test_many_forks(match):
    series = wag.fork("r.wag", 20, player="ai", file="new.py", games=2, jobs=1)
    assert series.games == 2 and len(series.with_change) == len(series.without_change) == 4
    assert all(rate.games == 2 and rate.interval[0] <= rate.share <= rate.interval[1] for rate in series.with_change)
    new, old = series.with_change[0], series.without_change[0]
    assert (new.gain.pairs, old.gain) == (2, None) and new.gain.mean == pytest.approx(new.mean - old.mean)
    assert new.gain.interval[0] <= new.gain.mean <= new.gain.interval[1] and new.gain.verdict in ("better", "worse", "same", "unknown")
    assert repr(series).startswith("<ForkSeries: ai ") and "without the change ai " in repr(series)
    assert wag.fork("r.wag", 20, games=1).without_change is None


def test_invalid_arguments(match, tmp_path):
    (tmp_path / "broken.py").write_text("def (")
    with pytest.raises(wag.CannotStart, match="SyntaxError"):
        wag.fork("r.wag", 12, file="broken.py")
    other = wag.play("Straight", "Roomy", game="tron", seed=1)
    for call, message in [
        (lambda: wag.fork("r.wag", 31), "no round 31"),
        (lambda: wag.fork("r.wag", 0), "from 1"),
        (lambda: wag.fork("r.wag", 3, player="ana", file="ai.py"), 'no player "ana"'),
        (lambda: wag.fork("r.wag", 3, player="ai"), "needs a file"),
        (lambda: wag.fork("r.wag", 3, file="ai.py", files={}), "either files"),
        (lambda: wag.fork("r.wag", 3, games=0), "games must be"),
        (lambda: wag.fork("r.wag", 3, colour=1), "no argument 'colour'"),
        (lambda: wag.diff("r.wag", other.replay), "same game"),
        (lambda: wag.diff("r.wag", "gone.wag"), "cannot be read"),
    ]:
        with pytest.raises(wag.UsageError, match=message):
            call()
