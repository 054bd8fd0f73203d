"""Tests of progress bars."""

import io
import json
import sys

import pytest

from wag import _progress


@pytest.fixture
def clock(monkeypatch):
    """The clock of progress bars: a list with the time, in seconds."""
    now = [0.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: now[0])
    return now


class Terminal(io.StringIO):
    """A terminal that counts what is written to it."""

    writes = 0

    def write(self, text):
        self.writes += 1
        return super().write(text)


def test_bar_is_written_ten_times_a_second(clock, monkeypatch):
    monkeypatch.setattr(_progress, "make_bar", lambda title, total: None)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with _progress.Progress(True, "tron") as bar:
        for done in range(10_000):
            clock[0] = done / 1000
            bar.message(json.dumps({"done": done, "total": 10_000}))
        # Nothing in the first half second, and ten times in each second after it.
        assert terminal.writes == 95 or terminal.writes == 96
        assert terminal.getvalue().startswith("\rtron [#.............................] 500/10000")
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_bar_of_tqdm_changes_ten_times_a_second(clock, monkeypatch):
    class Bar:
        n = total = changes = 0

        def update(self, count):
            self.n += count
            self.changes += 1

        def close(self):
            pass

    shown = Bar()
    monkeypatch.setattr(_progress, "make_bar", lambda title, total: shown)
    with _progress.Progress(True, "tron") as bar:
        for done in range(2000):
            clock[0] = done / 1000
            bar.message(json.dumps({"done": done, "total": 2000}))
    assert shown.changes in (15, 16) and shown.n >= 1900


def test_function_receives_every_message(clock):
    messages = []
    with _progress.Progress(messages.append, "tron") as bar:
        for done in range(100):
            bar.message(json.dumps({"done": done}))
    assert messages == [{"done": done} for done in range(100)]
