"""Tests of `wag.env` and `wag.vector_env` with games in Python files, also with games that fail."""

import numpy as np
import pytest

import wag

RACE = '''
from wag.game import Ask, Game, Over, Tile


class Race(Game):
    title, seats, figures = "Race", 2, ["squares"]
    tiles = {".": Tile("."), 0: Tile("1", seat=0), 1: Tile("2", seat=1)}

    def start(self, options, seats, random):
        return {"round": 1, "at": [0, 0]}

    def phase(self, state):
        return Over() if max(state["at"]) >= 12 else Ask(state["round"], [0, 1])

    def view(self, state, seat):
        return {"at": state["at"]}

    def moves(self, state, seat):
        return [1, 2, 3]

    def apply(self, state, orders, random):
        for seat, order in orders.items():
            state["at"][seat] += order or 0
        FAILS
        state["round"] += 1

    def standings(self, state):
        return state["at"]

    def board(self, state):
        rows = [["."] * 12 for _ in range(2)]
        for seat, at in enumerate(state["at"]):
            rows[seat][min(at, 11)] = seat
        return rows

    bots = {"Slow": lambda view, moves: moves[0]}
'''


@pytest.fixture
def game(tmp_path):
    """Writes the race, which fails in round 3 or never, and returns the path of its file."""

    def write(fails=False):
        file = tmp_path / ("broken.py" if fails else "race.py")
        file.write_text(RACE.replace("FAILS", "1 // (state['round'] < 3)" if fails else ""))
        return str(file)

    return write


ACTIONS = np.full((8, 1), 2, dtype=np.int32)


def test_a_game_file_is_an_environment(game):
    pytest.importorskip("gymnasium")
    env = wag.env(game(), opponents=["Slow"])
    observation, info = env.reset(seed=1)
    assert observation.shape == (5, 2, 12) and info["action_mask"][:4].tolist() == [1, 1, 1, 0]
    rewards, is_over = [], False
    while not is_over:
        _, reward, is_over, _, _ = env.step(2)
        rewards.append(reward)
    assert rewards == [3, 3, 3, 3]


def test_a_game_file_is_a_vector_of_matches(game):
    envs = wag.vector_env(game(), 8, opponents=["Slow"])
    assert envs.reset(seed=1).observations.shape == (8, 1, 5, 2, 12)
    ended = sum(int(envs.step(ACTIONS).terminations.sum()) for _ in range(8))
    assert ended == 16


def test_a_game_that_fails_is_an_exception_in_each_environment(game):
    envs = wag.vector_env(game(fails=True), 8, opponents=["Slow"])
    envs.reset(seed=1)
    envs.step(ACTIONS)
    envs.step(ACTIONS)
    with pytest.raises(wag.GameFailed, match="broken.py, line"):
        envs.step(ACTIONS)
    # The environment goes on with other matches.
    envs.reset(seed=2)
    envs.step(ACTIONS)
    pytest.importorskip("gymnasium")
    env = wag.env(game(fails=True), opponents=["Slow"])
    env.reset(seed=1)
    env.step(2)
    env.step(2)
    with pytest.raises(wag.GameFailed, match="broken.py, line"):
        env.step(2)
    env.reset(seed=2)
    env.step(2)


def test_a_game_that_learners_cannot_read_names_what_is_missing(tmp_path):
    file = tmp_path / "plain.py"
    file.write_text(RACE.replace("FAILS", "").replace("def board(", "def not_board("))
    with pytest.raises(wag.UsageError, match="observe"):
        wag.env(str(file))


def test_policies_play_games_in_python(game):
    rows = []

    def third(observations, masks):
        rows.append(observations.shape)
        return np.full(len(masks), 2)

    file = game()
    policy = wag.policy(file, third, name="third")
    match = wag.play(policy, "Slow", game=file, seed=1)
    assert match.winners == ["third"] and not match.faults and match.rounds == 4
    match = wag.play(policy, policy, game=file, seed=1, replay=False)
    assert [player.name for player in match.players] == ["third1", "third2"] and rows[-1][0] == 2
    envs = wag.vector_env(file, 5, opponents=policy)
    envs.reset(seed=1)
    assert envs.step(np.zeros((5, 1), dtype=np.int32)).observations.shape[0] == 5 and rows[-1][0] == 5
    with pytest.raises(wag.UsageError, match="plays tron, not"):
        wag.play(wag.policy("tron", third), policy, game=file)
