"""Tests of `wag.play`, `wag.series`, `wag.compare`, `wag.tune` and `wag.tournament`."""

import os
import subprocess
import sys
import threading
import time

import pytest
import wag

AI = """
from classes import *
base = roundState.getBase()
if base.getResources() >= gameConfiguration.getUnitCostGatherer():
    base.createUnitGatherer()
print("round", roundState.getRoundNumber())
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WAG_HOME", str(tmp_path / "home"))
    return tmp_path


def test_match_has_players_places_and_figures(folder):
    (folder / "bot.py").write_text(AI)
    match = wag.play("bot.py", "Noob", rounds=10, seed=7, log_dir="logs")
    assert match.game == "warriors" and match.seed == 7 and match.rounds == 10
    assert [player.name for player in match.players] == ["bot", "Noob1", "Noob2", "Noob3"]
    assert list(match.players[0].figures) == ["stock", "units", "kills", "losses"]
    assert set(match.places) == {"bot", "Noob1", "Noob2", "Noob3"}
    assert "round 3" in (folder / match.players[0].log).read_text()


def test_same_seed_same_match():
    one, two = (wag.play("Straight", "Roomy", game="tron", seed=5) for _ in range(2))
    assert one.figures == two.figures and one.rounds == two.rounds


def test_temporary_replay_is_deleted_with_the_match():
    match = wag.play("Straight", "Roomy", game="tron", seed=5)
    path = match.to_dict()["replay"]
    assert os.path.exists(path)
    folder = os.path.dirname(os.path.dirname(path))
    assert os.path.basename(folder).startswith(".wag-tmp-") and os.stat(folder).st_mode & 0o777 == 0o700
    del match
    assert not os.path.exists(path)


def test_many_matches_share_a_temporary_folder():
    matches = [wag.play("Straight", "Roomy", game="tron", seed=seed) for seed in range(3)]
    paths = [match.to_dict()["replay"] for match in matches]
    assert len({os.path.dirname(os.path.dirname(path)) for path in paths}) == 1
    del matches[1]
    assert [os.path.exists(path) for path in paths] == [True, False, True]


def test_errors_contain_no_control_characters():
    with pytest.raises(wag.UsageError) as raised:
        wag.play("canary\x1b[2J\x9b.py")
    assert "canary\\x1b[2J\\x9b.py" in str(raised.value)


def test_faults_are_data(folder):
    (folder / "bot.py").write_text("1 / 0")
    match = wag.play("bot.py", rounds=3, seed=1)
    fault = match.faults[0]
    assert (fault.player, fault.kind, fault.round) == ("bot", "exception", 1)
    assert "ZeroDivisionError" in fault.message and "bot.py" in fault.message
    assert match.players[0].faults_total == 3


@pytest.mark.parametrize(
    "arguments, what",
    [
        ({"game": "tronn"}, "there is no game"),
        ({"game": 5}, "the game must be a name or a path"),
        ({"seed": -1}, "out of range"),
        ({"seed": 2**64}, "out of range"),
        ({"seed": "x"}, "whole number"),
        ({"map": "medow"}, "did you mean meadow"),
        ({"roundss": 5}, "roundss"),
        ({"turn_time": "x"}, "turn_time"),
        ({"rounds": 0}, "rounds"),
    ],
)
def test_wrong_arguments_raise_usage_errors(arguments, what):
    with pytest.raises(wag.UsageError, match=what):
        wag.play("Noob", **arguments)


def test_player_that_cannot_start_raises(folder):
    (folder / "bot.py").write_text("x = (")
    with pytest.raises(wag.CannotStart, match="SyntaxError"):
        wag.play("bot.py", rounds=3)


def rider(tron):
    x, y = tron.getPosition()
    for direction, (right, down) in {tron.NORTH: (0, -1), tron.EAST: (1, 0), tron.WEST: (-1, 0)}.items():
        if tron.isFree(x + right, y + down):
            return tron.move(direction)


class Ant:
    def __init__(self):
        self.turns = 0

    def do_turn(self, ants):
        self.turns += 1
        for ant in ants.my_ants():
            ants.issue_order((ant, "n"))


def test_functions_and_objects_play():
    match = wag.play(rider, "Roomy", game="tron", seed=1)
    assert [player.name for player in match.players] == ["rider", "Roomy"]
    assert match.rounds > 5 and not match.faults and match.repeatable is None
    ant = Ant()
    match = wag.play(ant, Ant, game="ants", map="tutorial", turns=20, seed=1)
    assert [player.name for player in match.players] == ["Ant1", "Ant2"]
    assert ant.turns == 20 and not match.faults


def test_function_that_raises_has_a_fault():
    def bad(state, configuration):
        raise ValueError("no idea")

    match = wag.play(bad, "Noob", rounds=3, seed=1)
    assert len(match.faults) == 3 and match.faults[0].message.startswith("ValueError: no idea (test_play.py, line")


@pytest.mark.parametrize("player", [5, None, 2.5, ["bot.py"], {"name": "bot"}, b"bot.py"])
def test_values_that_cannot_play_are_usage_errors(player):
    for game in ["warriors", "tron"]:
        with pytest.raises(wag.UsageError, match="a player is a player spec, a path, a function or an object, not"):
            wag.play(player, "Roomy", game=game)
    with pytest.raises(wag.UsageError):
        wag.series(player, "Roomy", game="tron")
    with pytest.raises(wag.UsageError):
        wag.env("tron", opponents=[player])


def test_functions_play_in_series():
    series = wag.series(rider, "Roomy", game="tron", games=2, seed=1)
    assert sorted(row["name"] for row in series.standings) == ["Roomy", "rider"]


def test_a_function_is_no_file():
    with pytest.raises(wag.UsageError, match="write the player into a file"):
        wag.regress("match.wag", rider)


def test_progress_function_receives_messages_and_its_exception_stops_the_match(folder):
    (folder / "bot.py").write_text("import time; time.sleep(0.05)")
    messages = []
    wag.play("bot.py", rounds=5, seed=1, progress=messages.append)
    assert {"done": 1, "total": 5, "workers": None} in messages

    class Enough(Exception):
        pass

    def stop(message):
        raise Enough

    began = time.monotonic()
    with pytest.raises(Enough):
        wag.play("bot.py", rounds=1000, seed=1, progress=stop)
    assert time.monotonic() - began < 30


def test_progress_has_one_form_in_all_functions(folder):
    messages = []
    common = {"game": "tron", "seed": 1, "progress": messages.append}
    replay = folder / "r.wag"
    calls = {
        "play": lambda: wag.play("Straight", "Roomy", replay=replay, **common),
        "series": lambda: wag.series("Straight", "Roomy", games=2, jobs=1, **common),
        "compare": lambda: wag.compare("Roomy", "Straight", games=2, jobs=1, **common),
        "evaluate": lambda: wag.evaluate("Roomy", ["Straight"], 2, jobs=1, **common),
        "tournament": lambda: wag.tournament("Roomy", "Straight", games=1, into="t.db", **common),
        "fork": lambda: wag.fork(replay, 3, games=2, jobs=1, progress=messages.append),
    }
    for name, call in calls.items():
        messages.clear()
        call()
        steps = [message for message in messages if "done" in message]
        assert steps, name
        for step in steps:
            assert {"done", "total", "workers"} <= set(step), (name, step)
            assert set(step) - {"done", "total", "workers"} <= {"log_likelihood_ratio", "bounds"}, (name, step)
        assert all(set(message) == {"message"} for message in messages if "done" not in message), name


def test_log_has_the_chosen_form(folder):
    (folder / "bot.py").write_text("")
    for log, heading in [("events", "=== Turns: 3"), ("plain", "=== Round 1 (")]:
        match = wag.play("bot.py", rounds=3, seed=1, log_dir="logs", log=log)
        assert (folder / "logs" / "bot.log").read_text().startswith(heading), match
    with pytest.raises(wag.UsageError, match="events, plain"):
        wag.play("bot.py", rounds=3, log_dir="logs", log="long")


def test_two_matches_in_two_threads():
    results = {}

    def play(seed):
        results[seed] = wag.play("Straight", "Roomy", game="tron", seed=seed).rounds

    threads = [threading.Thread(target=play, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {seed: wag.play("Straight", "Roomy", game="tron", seed=seed).rounds for seed in (1, 2)}


def test_interrupt_leaves_nothing_running(folder):
    (folder / "bot.py").write_text("import time; time.sleep(0.02)")
    (folder / "run.py").write_text(
        "import os, signal, threading, wag\n"
        "def interrupt(message):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "try:\n"
        "    wag.play('bot.py', rounds=100000, progress=interrupt)\n"
        "except KeyboardInterrupt:\n"
        "    import subprocess\n"
        "    print('interrupted', subprocess.run(['pgrep', '-P', str(os.getpid()), 'python'], capture_output=True).stdout)\n"
    )
    run = subprocess.run([sys.executable, "run.py"], capture_output=True, text=True, timeout=60)
    assert run.stdout == "interrupted b''\n", run.stderr


def test_series_does_not_depend_on_jobs():
    one, two = (wag.series("Straight", "Roomy", game="tron", games=4, seed=1, jobs=jobs) for jobs in (1, 2))
    assert [(row["name"], row["wins"]) for row in one.standings] == [("Roomy", 4), ("Straight", 0)]
    assert [played["places"] for played in one.played] == [played["places"] for played in two.played]
    assert "<table>" in one._repr_html_()


def test_verdict_is_true_if_the_new_player_is_better():
    verdict = wag.compare("Roomy", "Straight", game="tron", games=200, seed=1)
    assert verdict and verdict.verdict == "better" and verdict.score > 0.5
    assert len(verdict.rows) * 2 == verdict.games
    with pytest.raises(wag.UsageError, match="elo0"):
        wag.compare("Roomy", "Straight", game="tron", elo0=50, elo1=0)


def test_tournament_goes_on(folder):
    standings = wag.tournament("Straight", "Roomy", game="tron", games=2, seed=1, into="t.db")
    assert standings.matches == 2 and list(standings.ratings)[0] == "Roomy"
    standings = wag.tournament(into="t.db", resume=True, games=4)
    assert standings.matches == 4 and os.getcwd() == str(folder)
    with pytest.raises(wag.UsageError):
        wag.tournament(into="missing.db", resume=True)


def tournament_of(place, games):
    """Plays a tournament in another folder, with relative paths of a player and of replays. Returns its file."""
    here = os.getcwd()
    place.mkdir()
    (place / "bot.py").write_text("from tron import *\nmove(NORTH)\n")
    os.chdir(place)
    wag.tournament("bot.py", "Roomy", game="tron", games=games, seed=1, into="t.db", replays="kept")
    os.chdir(here)
    return place / "t.db"


def test_resumed_tournament_leaves_the_current_folder_alone(folder):
    seen = set()
    file = tournament_of(folder / "a", 2)
    standings = wag.tournament(into=file, resume=True, games=4, progress=lambda message: seen.add(os.getcwd()))
    assert standings.matches == 4 and seen == {str(folder)}


def test_two_tournaments_are_resumed_at_once(folder):
    files = [tournament_of(folder / name, 2) for name in "ab"]
    results, together = {}, threading.Barrier(2)

    def resume(file):
        together.wait()
        results[file] = wag.tournament(into=file, resume=True, games=6)

    threads = [threading.Thread(target=resume, args=(file,)) for file in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [results[file].matches for file in files] == [6, 6]
    for file in files:
        assert len(list((file.parent / "kept").glob("*.wag"))) == 6


def test_tuning_returns_the_best_values(folder):
    (folder / "bot.py").write_text(
        'from tron import *\nPARAMS = {"side": (0.5, 0, 1)}\nmove(EAST if PARAMS["side"][0] > 0.5 else NORTH)\n'
    )
    tuning = wag.tune("bot.py", game="tron", against=["Straight"], pairs=2, check=1)
    assert set(tuning.best) == {"side"} and "PARAMS" in tuning.source
    with pytest.raises(wag.UsageError, match="PARAMS"):
        wag.tune(__file__, game="tron")
