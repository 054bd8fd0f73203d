"""Runs the programs of docs/en/train.md."""

import re
from pathlib import Path

import pytest
import wag

PAGE = Path(__file__).parents[2] / "docs/en/train.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_loop_learns_to_win(capsys):
    exec(PROGRAMS[0], {})
    won = [int(percent) for percent in re.findall(r": (\d+) % won", capsys.readouterr().out)]
    assert won[-1] > won[0] and won[-1] >= 85, won
    match = wag.play("learned.py", "Straight", game="tron", width=10, height=10, seed=1, replay=False)
    assert (match.winners, match.faults) == (["learned"], [])


@pytest.mark.parametrize("number", range(1, len(PROGRAMS)))
def test_the_other_programs_run(number):
    exec(PROGRAMS[number], {})
