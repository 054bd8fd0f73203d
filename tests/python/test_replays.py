"""Tests of `wag.Replay`."""

import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import wag

CHATTY = "from classes import *\nprint('hello')\nroundState.getBase().createUnitGatherer()\n"


def play(folder, *players, **options):
    path = folder / "match.wag"
    wag.play(*players, replay=path, **options)
    return path


@pytest.fixture(scope="module")
def tron(tmp_path_factory):
    return wag.Replay(play(tmp_path_factory.mktemp("tron"), "Straight", "Roomy", game="tron", seed=1, width=20, height=16))


@pytest.fixture(scope="module")
def warriors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("warriors")
    (folder / "chatty.py").write_text(CHATTY)
    path = play(folder, folder / "chatty.py", "Noob", "Noob", "Noob", game="warriors", map="meadow", rounds=70, seed=3)
    return wag.Replay(path)


def test_header_has_the_facts_of_the_match(tron):
    header = tron.header
    assert (header.game, header.seed, header.rounds, header.complete) == ("tron", 1, header.rounds, True)
    assert [player.name for player in header.players] == ["Straight", "Roomy"]
    assert header.options == {"height": 16, "width": 20}
    assert header.places == {"Straight": 2, "Roomy": 1}
    assert header.winners == ["Roomy"]
    assert repr(tron) == f"<Replay of tron, seed 1, {header.rounds} rounds: 1. Roomy, 2. Straight>"


def test_options_name_files_without_folders(warriors):
    assert warriors.header.options == {"map": "meadow", "rounds": 70, "rules": "usual"}
    assert warriors.header.players[0].file == "chatty.py"


def test_frames_follow_the_events(tron):
    frames = tron.frames
    assert frames.walls.shape == (tron.header.rounds + 1, 16, 20)
    assert (frames.walls.dtype, frames.walls.flags.writeable) == (np.int32, True)
    assert (frames.walls[0] > 0).sum() == 2
    moves = [event for event in tron.events if event["type"] == "moved"]
    for event in moves:
        (x, y), seat, round = event["to"], event["seat"], event["round"]
        assert frames.walls[round, y, x] == seat
        assert frames.walls[round - 1, y, x] == 0
        assert (frames.x[round, seat - 1], frames.y[round, seat - 1]) == (x, y)
    assert len(moves) == (np.diff((frames.walls > 0).sum((1, 2)))).sum()


def test_frames_of_warriors_equal_the_final_figures(warriors):
    frames = warriors.frames
    last = {player.name: player.figures for player in warriors.header.players}
    assert frames.stock.shape == (71, 4)
    for seat, figures in enumerate(last.values()):
        assert frames.stock[-1, seat] == figures["stock"]
        assert frames.kills[-1, seat] == figures["kills"]
        assert frames.losses[-1, seat] == figures["losses"]
        assert frames.unit_count[-1, seat] == figures["units"]
        now = frames.units[(frames.units["round"] == 70) & (frames.units["seat"] == seat + 1)]
        assert len(now) == figures["units"]
    assert frames.units["round"].max() == 70
    assert set(np.unique(frames.fields)) <= {0, 1, 2, 3, 11, 12, 13, 14}
    picked = next(event for event in warriors.events if event["type"] == "spawned")
    x, y = picked["at"]
    assert frames.resources[picked["round"], y, x] > 0


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("flowers", ["Sower", "Gardener"], {"rounds": 40}),
        ("ants", ["Hunter", "Forager"], {"turns": 60}),
    ],
)
def test_every_game_has_frames(tmp_path, game, players, options):
    check_frames(wag.Replay(play(tmp_path, *players, game=game, seed=5, **options)))


def test_each_game_of_a_match_has_its_own_replay(tmp_path):
    command = [sys.executable, "-m", "wag", "play", "gems", "ref", "greedy", "--seed", "5", "--replay", "duel.wag"]
    subprocess.run([*command, "--no-sandbox", "--quiet"], cwd=tmp_path, check=True)
    for number in (1, 2):
        replay = wag.Replay(tmp_path / f"duel-{number}.wag")
        check_frames(replay)
        assert replay.frames.tiles.shape == (replay.header.rounds + 1, 10, 10)
        assert replay.frames.over[-2:].tolist() == [0, 1]


def check_frames(replay):
    rounds, frames = replay.header.rounds, replay.frames
    assert rounds == replay.turns[-1]["round"]
    for name, info in frames.info.items():
        array = frames[name]
        assert info.meaning and array.size > 0
        if info.layout == "per_frame":
            assert (info.axes[0], array.shape[0]) == ("round", rounds + 1)
        elif info.layout == "table":
            assert array.dtype.names == info.axes
            assert info.axes[0] == "round" and 0 <= array["round"].min() and array["round"].max() <= rounds
    for player in replay.header.players:
        for name, value in player.figures.items():
            if name in frames and frames.info[name].axes == ("round", "seat"):
                assert frames[name][-1, player.seat - 1] == value, name
    for table in ("players", "events", "orders", *frames):
        columns = replay._table(table)
        assert len({len(column) for column in columns.values()}) == 1, table


def test_orders_and_output_have_round_and_player(warriors):
    name = warriors.header.players[0].name
    own = [order for order in warriors.orders if order["seat"] == 1]
    assert (own[0]["round"], own[0]["player"], own[0]["create"]) == (1, name, "GATHERER")
    printed = warriors.output
    assert printed[0] == {"round": 1, "player": name, "seat": 1, "text": "hello\n", "dropped": 0}
    assert len(printed) == 70


def test_accounts_of_an_explanation_add_up(warriors):
    explanation = warriors.explain(account=True)
    assert (explanation.complete, explanation.rounds, explanation.lead) == (True, 70, "stock")
    for player, account in zip(warriors.header.players, explanation.players):
        assert (account.name, account.seat, account.place) == (player.name, player.seat, player.place)
        for name, figure in account.figures.items():
            assert figure.start + sum(figure.entries.values()) == figure.end == player.figures[name]
            assert figure.unexplained == 0
    chatty = explanation["chatty"]
    gatherers = sum(event["type"] == "created" and event["player"] == "chatty" for event in warriors.events)
    assert chatty.figures["units"].entries["gatherers"] == gatherers > 0
    assert chatty.counts["turns"] == sum(turn["seats"] == [1] for turn in warriors.turns)
    assert chatty.counts["refused"] > 0
    with pytest.raises(KeyError):
        explanation["nobody"]


def test_explanation_tells_when_the_match_was_decided(tron):
    explanation = tron.explain()
    assert (explanation.winner, explanation.lead) == ("Roomy", "fields in reach")
    assert 0 < explanation.decided <= tron.header.rounds
    assert explanation.text.startswith("Roomy took the lead in round ")
    assert str(explanation).startswith(explanation.text)
    assert all(1 <= point.round <= point.until for point in explanation.turning_points)


def test_truncated_replay_is_explained_as_far_as_it_goes(tmp_path, warriors):
    path = tmp_path / "short.wag"
    path.write_bytes(Path(warriors.path).read_bytes()[:-2000])
    explanation = wag.Replay(path).explain()
    assert not explanation.complete and 0 < explanation.rounds < 70
    assert any("breaks off" in remark for remark in explanation.remarks)
    assert all(figure.unexplained == 0 for player in explanation.players for figure in player.figures.values())


def test_unknown_arrays_are_named(tron):
    with pytest.raises(AttributeError, match="the arrays are survived, crashed"):
        tron.frames.wall
    with pytest.raises(KeyError):
        tron.frames["wall"]
    assert "walls" in dir(tron.frames)
    assert "walls (" in repr(tron.frames)


@pytest.mark.parametrize("package", ["polars", "pandas"])
def test_tables_become_data_frames(warriors, package):
    pytest.importorskip(package)
    to_frame = getattr(warriors, f"to_{package}")
    players = to_frame()
    assert list(players.columns)[:4] == ["round", "seat", "player", "stock"]
    assert players.shape[0] == 71 * 4
    assert list(players["seat"][:5]) == [1, 2, 3, 4, 1]
    assert list(players["player"][:2]) == [player.name for player in warriors.header.players[:2]]
    assert list(to_frame("units").columns) == list(warriors.frames.units.dtype.names)
    resources = to_frame("resources")
    assert list(resources.columns) == ["round", "y", "x", "resources"]
    assert resources.shape[0] == warriors.frames.resources.size
    assert {"round", "type", "player"} < set(to_frame("events").columns)
    assert to_frame("orders").shape[0] == len(warriors.orders)
    assert to_frame("output").shape[0] == 70
    with pytest.raises(wag.UsageError, match="there is no table 'unit'; choose one of players, events"):
        to_frame("unit")


@pytest.mark.parametrize("package", ["polars", "pandas"])
def test_missing_package_is_named(warriors, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(wag.MissingPackage, match=f"to_{package} needs {package}; install it with `pip install {package}`"):
        getattr(warriors, f"to_{package}")()


def test_viewer_is_a_page_in_a_frame(tron):
    shown = tron._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts"')
    assert shown.count("<") == 2, "the page is quoted"
    assert 'id="wag-data"' in tron.to_html()


class Text(HTMLParser):
    """Collects the text of a page whose elements are left out, as in a notebook that is not trusted."""

    text = ""

    def handle_data(self, data):
        self.text += data


def test_notebook_that_is_not_trusted_shows_the_match_as_a_line(tron):
    left = Text()
    left.feed(tron._repr_html_())
    assert f"<{left.text}>" == repr(tron)


def test_unreadable_files_raise_replay_errors(tmp_path, tron):
    whole = Path(tron.path).read_bytes()
    cases = {
        "missing": (None, "cannot be read: No such file"),
        "empty": (b"", "the file is empty"),
        "foreign": (b"GIF89a, not a replay", "the file is not a Wag replay"),
        "newer": (whole[:7] + b"\x63" + whole[8:], "format 99, which this version of Wag does not support"),
        "header_only": (whole[:40], "the beginning of the replay is damaged"),
    }
    for name, (content, message) in cases.items():
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(wag.ReplayError, match=message) as caught:
            wag.Replay(path)
        assert str(path) in str(caught.value)
    with pytest.raises(wag.ReplayError, match="is a folder"):
        wag.Replay(tmp_path)
    assert issubclass(wag.ReplayError, wag.WagError)


def test_truncated_replay_has_the_rounds_that_are_left(tmp_path, warriors):
    path = tmp_path / "short.wag"
    path.write_bytes(Path(warriors.path).read_bytes()[:-2500])
    short = wag.Replay(path)
    rounds = short.header.rounds
    assert not short.header.complete and 0 < rounds < 70
    assert np.array_equal(short.frames.stock, warriors.frames.stock[: rounds + 1])
    assert short.events == [event for event in warriors.events if event["round"] <= rounds]
    assert "incomplete" in repr(short)


def test_damaged_bytes_never_crash(tmp_path, tron):
    whole = bytearray(Path(tron.path).read_bytes())
    path = tmp_path / "damaged.wag"
    for at in range(8, len(whole), 29):
        damaged = whole.copy()
        damaged[at] ^= 0x55
        path.write_bytes(damaged)
        try:
            replay = wag.Replay(path)
            replay.header, replay.frames, replay.events
        except wag.ReplayError as err:
            assert "damaged" in str(err) or "Wag" in str(err)


def test_damaged_rounds_raise_when_they_are_read(tmp_path, warriors):
    whole = bytearray(Path(warriors.path).read_bytes())
    middle = len(whole) // 2
    whole[middle : middle + 4] = b"oops"
    path = tmp_path / "damaged.wag"
    path.write_bytes(whole)
    damaged = wag.Replay(path)
    assert damaged.header.game == "warriors" and not damaged.header.complete or damaged.header.rounds == 70
    for read in (lambda: damaged.frames, lambda: damaged.events):
        with pytest.raises(wag.ReplayError, match="rounds [0-9]+ to [0-9]+ of the replay are damaged"):
            read()


def test_replay_of_a_match_outlives_the_match():
    replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
    assert replay.frames.survived.max() == 67
    assert json.dumps(replay.turns)


REPORT = {
    "player": "chatty",
    "seat": 1,
    "text": "chatty, from your position in round 20 Noob would have ended with 900; you ended with 300.",
    "remarks": [{"text": "chatty used the clock."}],
    "curve": {
        "player": "chatty",
        "stand_in": "Noob",
        "value": "stock",
        "unit": "stock",
        "points": [
            {"round": 1, "mean": 900.0, "sd": 30.0, "futures": 4, "win": 0.75, "win_interval": [0.3, 0.95]},
            {"round": 71, "mean": 300.0, "sd": 0.0, "futures": 0, "win": 0.0, "win_interval": [0.0, 0.0]},
        ],
        "fit": [[1, 900.0], [21, 900.0], [71, 300.0]],
        "actual": 300.0,
        "scale": 900.0,
        "base_slope": 0.0,
        "futures": 4,
        "seconds": 1.5,
        "budget": 28,
        "complete": False,
        "certain": False,
        "seed": 3,
        "void": None,
    },
    "cards": [
        {
            "from": 21,
            "until": 70,
            "onset": 20,
            "onset_source": "events",
            "loss": 600.0,
            "loss_interval": [500.0, 700.0],
            "per_round": 12.0,
            "win_before": 0.75,
            "win_after": 0.0,
            "steady": False,
            "causes": [
                {
                    "name": "refused",
                    "cost": 580.0,
                    "share": 0.97,
                    "count": 50,
                    "values": {},
                    "lines": [{"file": "chatty.py", "line": 3}],
                    "stated": True,
                    "text": "50 orders were refused",
                }
            ],
            "better": [{"order": "WEST", "win": 1.0}],
            "text": "From round 20 on, 50 orders were refused (chatty.py:3).",
        }
    ],
}


def test_losses_become_arrays_and_cards(warriors):
    from wag.explanations import from_json

    accounts = json.loads(warriors._file.explanation())
    explanation = from_json(accounts, REPORT)
    assert (explanation.player, explanation.winner) == ("chatty", warriors.explain(account=True).winner)
    assert explanation.remarks == ["chatty used the clock."]
    curve, (card,) = explanation.curve, explanation.cards
    assert (curve.rounds.dtype, curve.means.dtype, curve.win_intervals.shape, curve.fit.shape) == ("int64", "float64", (2, 2), (3, 2))
    assert (curve.at(11), curve.at(46)) == (900, 600)
    assert (card.start, card.onset, card.loss_interval, card.better) == (21, 20, (500, 700), {"WEST": 1.0})
    assert (card.causes[0].lines, card.causes[0].stated) == (["chatty.py:3"], True)
    assert str(explanation).endswith("Round 20: From round 20 on, 50 orders were refused (chatty.py:3).")
    empty = {**REPORT["curve"], "stand_in": None, "points": [], "fit": [], "void": {"player": "Noob", "reason": "no_code"}}
    void = from_json(accounts, {**REPORT, "text": "There is no code.", "curve": empty, "cards": []})
    assert (void.curve, void.cards, void.summary) == (None, [], "There is no code.")


def test_accounts_alone_name_no_player(tron):
    explanation = tron.explain()
    assert (explanation.player, explanation.curve, explanation.cards) == (None, None, [])


def test_curve_of_a_named_player_ends_with_the_recorded_result(tron):
    explanation = tron.explain("Straight", jobs=2)
    curve = explanation.curve
    assert (explanation.player, curve.certain, curve.complete) == ("Straight", True, True)
    assert curve.rounds[-1] == tron.header.rounds + 1 and curve.futures[-1] == 0
    assert curve.means[-1] == curve.actual == 0
    assert (curve.at(1), curve.at(tron.header.rounds + 1)) == (curve.means[0], 0)
    again = tron.explain(1)
    assert np.array_equal(again.curve.means, curve.means) and again.cards == explanation.cards


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"player": "nobody"}, "nobody"),
        ({"player": 1, "seconds": 0}, "seconds"),
        ({"player": 1, "futures": 1.5}, "futures"),
        ({"player": 1, "stand_in": "nobody"}, "nobody"),
        ({"player": 1, "colour": 2}, "colour"),
    ],
)
def test_wrong_arguments_of_an_explanation_are_named(tron, arguments, words):
    with pytest.raises(wag.UsageError, match=words):
        tron.explain(**arguments)
