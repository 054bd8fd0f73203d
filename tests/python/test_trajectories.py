"""Tests of `Replay.trajectories` and `wag.write_trajectories`."""

import json

import numpy as np
import pytest

import wag

GAMES = ["warriors", "gems", "tron", "flowers", "ants"]
# Options that make matches short.
SHORT = {
    "warriors": {"rounds": 6},
    "gems": {},
    "tron": {"width": 8, "height": 8},
    "flowers": {"rounds": 8},
    "ants": {"map": "tutorial", "turns": 8},
}
OPPONENTS = {"warriors": ["Dummy"] * 3, "gems": ["ref"], "tron": ["Straight"], "flowers": ["Sower"], "ants": ["Hunter"]}

# Plays random actions that the mask allows, and writes what it gets and does to its output.
RANDOM = """
import json
import random
import numpy as np

CHOICES = {choices}
FIRST = np.cumsum(CHOICES) - CHOICES

def act(observation, mask):
    action = []
    for first, count in zip(FIRST, CHOICES):
        allowed = np.flatnonzero(mask[first:first + count]).tolist()
        action.append(0 if 0 in allowed and random.random() < 0.7 else random.choice(allowed))
    print(json.dumps([int(observation.astype(np.int64).sum()), int(mask.sum()), action]))
    action = np.array(action)
    return action.reshape({shape}) if {shape} else int(action[0])
"""


def recorded(game, tmp_path, seed=2):
    spaces = wag.vector_env(game, 1, **SHORT[game]).spaces
    file = tmp_path / "learned.py"
    file.write_text(RANDOM.format(choices=spaces.choices.ravel().tolist(), shape=spaces.action_shape))
    match = wag.play(file, *OPPONENTS[game], game=game, seed=seed, replay=tmp_path / "match.wag", **SHORT[game])
    match = match.games[0] if match.games else match
    assert match.faults == []
    return match, spaces


@pytest.mark.parametrize("game", GAMES)
def test_a_trajectory_is_what_the_policy_saw_and_did(game, tmp_path):
    match, spaces = recorded(game, tmp_path)
    replay = match.replay
    played = replay.trajectories("learned")
    own = [turn for turn in replay.output if turn["player"] == "learned"]
    lines = [json.loads(line) for turn in own for line in turn["text"].splitlines()]
    assert len(played) == len(lines) > 0
    assert played.observations.dtype == spaces.dtype and played.observations.shape[1:] == spaces.observation_shape
    assert [int(one.astype(np.int64).sum()) for one in played.observations] == [one for one, _, _ in lines]
    assert played.masks.sum(axis=1).tolist() == [one for _, one, _ in lines]
    assert played.exact.all()
    if game in ("tron", "gems", "ants"):
        assert played.actions.reshape(len(played), -1).tolist() == [action for _, _, action in lines]
    assert played.dones.tolist() == [False] * (len(played) - 1) + [True]
    figure = next(iter(match.players[0].figures.values()))
    begin = {"tron": 0, "ants": 1}  # the figure before the first turn
    if game in begin:
        assert begin[game] + played.rewards.sum() == figure


def test_a_player_that_is_no_policy_has_a_trajectory(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("from tron import *\nx, y = getPosition()\nif x % 3: move(NORTH if isFree(x, y - 1) else EAST)\n")
    replay = wag.play(file, "Straight", game="tron", seed=1, **SHORT["tron"]).replay
    played = replay.trajectories(1)
    moves = {order["round"]: order["move"] for order in replay.orders if order["seat"] == 1 and "move" in order}
    names = ["NORTH", "EAST", "SOUTH", "WEST"]
    ordered = {int(turn): names[action] for turn, action, exact in zip(played.rounds, played.actions, played.exact) if exact}
    assert ordered == {turn: move for turn, move in moves.items() if move in names}
    assert not played.exact.all()


def test_an_unknown_player_is_an_error():
    replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
    for player in ("Ghost", 0, 3, True, None):
        with pytest.raises(wag.UsageError, match="choose one of Straight, Roomy, or a seat from 1 to 2"):
            replay.trajectories(player)


def test_a_folder_of_replays_becomes_one_table(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for seed in (1, 2, 3):
        wag.play("Straight", "Roomy", game="tron", seed=seed, replay=tmp_path / f"{seed}.wag", **SHORT["tron"])
    turns = sum(len(wag.Replay(tmp_path / f"{seed}.wag").trajectories("Roomy")) for seed in (1, 2, 3))
    assert wag.write_trajectories(tmp_path, tmp_path / "all.parquet", player="Roomy") == turns
    table = parquet.read_table(tmp_path / "all.parquet")
    assert (table.num_rows, set(table["player"].to_pylist())) == (turns, {"Roomy"})
    shape = json.loads(table.schema.metadata[b"observation_shape"])
    first = np.array(table["observation"][0].as_py(), dtype=np.uint8).reshape(shape)
    assert np.array_equal(first, wag.Replay(tmp_path / "1.wag").trajectories("Roomy").observations[0])
    wag.play("Straight", "Roomy", game="tron", seed=4, replay=tmp_path / "4.wag", width=9, height=9)
    with pytest.raises(wag.UsageError, match="4.wag: its observations and actions have the shapes"):
        wag.write_trajectories(tmp_path, tmp_path / "all.parquet", player=lambda player: player.seat == 2)
    with pytest.raises(wag.UsageError, match="no replay has a player to take"):
        wag.write_trajectories(tmp_path, tmp_path / "all.parquet", player="Ghost")
