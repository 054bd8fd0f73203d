"""Tests of AI files that define `act(observation, mask)`."""

import hashlib

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

# A policy for any game: it scores the choices with a linear function of the observation, and takes the best allowed one.
POLICY = """
import numpy as np

CHOICES = {choices}
SHAPE = {shape}
FIRST = np.cumsum(CHOICES) - CHOICES

def act(observation, mask):
    features = observation.reshape(len(observation), -1).astype(np.float64).sum(axis=1)
    scores = np.sin(np.arange(len(mask)) * (1.0 + features @ np.arange(1, len(features) + 1)))
    scores[mask == 0] = -2
    action = [np.argmax(scores[first:first + count]) for first, count in zip(FIRST, CHOICES)]
    return np.array(action, dtype=np.int32).reshape(SHAPE)
"""
# Prints what the file of the policy gets and answers.
PRINTS = """
import hashlib
_act = act
def act(observation, mask):
    action = _act(observation, mask)
    seen = str(observation.dtype).encode() + bytes(observation.shape) + observation.tobytes() + mask.tobytes()
    print(hashlib.sha256(seen).hexdigest(), hashlib.sha256(action.tobytes()).hexdigest())
    return action
"""


def policy_of(spaces):
    """Returns the text of a policy's file for these spaces."""
    return POLICY.format(choices=spaces.choices.ravel().tolist(), shape=spaces.action_shape)


def digest(*values):
    return hashlib.sha256(b"".join(values)).hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_a_file_sees_and_does_the_same_as_a_learner(game, tmp_path):
    env = wag.env(game, opponents=OPPONENTS[game], **SHORT[game])
    spaces = wag.vector_env(game, 1, **SHORT[game]).spaces
    text = policy_of(spaces)
    names = {}
    exec(text, names)
    lines, is_over = [], False
    observation, info = env.reset(seed=2)
    while not is_over:
        mask = info["action_mask"]
        action = names["act"](observation, mask)
        seen = str(observation.dtype).encode() + bytes(observation.shape) + observation.tobytes() + mask.tobytes()
        lines.append(f"{digest(seen)} {digest(action.tobytes())}")
        observation, _, is_over, _, info = env.step(action[()] if action.ndim == 0 else action)
    standings = {seat["place"] for seat in env.standings()}

    file = tmp_path / "learned.py"
    file.write_text(text + PRINTS)
    match = wag.play(file, *OPPONENTS[game], game=game, seed=2, log_dir=tmp_path, **SHORT[game])
    match = match.games[0] if match.games else match
    assert match.faults == []
    output = [line for turn in match.replay.output for line in turn["text"].splitlines()]
    assert output == lines
    assert {player.place for player in match.players} == standings


def player(tmp_path, body, name="learned.py"):
    file = tmp_path / name
    file.write_text(f"import numpy as np\n\n\ndef act(observation, mask):\n    {body}\n")
    return file


@pytest.mark.parametrize(
    ("game", "answer", "message"),
    [
        ("tron", "7", "ValueError: act returned 7; an action is a number from 0 to 3"),
        ("tron", "-1", "ValueError: act returned -1; an action is a number from 0 to 3"),
        ("tron", "10**30", f"ValueError: act returned 1{'0' * 30}; an action is a number from 0 to 3"),
        ("tron", "1.0", "TypeError: act returned 1.0; an action is a whole number from 0 to 3"),
        ("tron", "None", "TypeError: act returned None; an action is a whole number from 0 to 3"),
        ("tron", "float('nan')", "TypeError: act returned nan; an action is a whole number from 0 to 3"),
        ("tron", "'NORTH'", "TypeError: act returned 'NORTH'; an action is a whole number from 0 to 3"),
        ("tron", "np.array([1, 2])", "TypeError: act returned array([1, 2]); an action is a whole number from 0 to 3"),
        ("tron", "observation.fill(1)", "ValueError: assignment destination is read-only (learned.py, line 5)"),
        (
            "flowers",
            "None",
            "TypeError: act returned an array of the shape (); an action is an array of whole numbers of the shape (9, 8)",
        ),
        (
            "ants",
            "np.zeros((3, 4), dtype=int)",
            "TypeError: act returned an array of the shape (3, 4); an action is an array of whole numbers of the shape (32, 48)",
        ),
        (
            "ants",
            "np.full((32, 48), np.nan)",
            "TypeError: act returned an array of the type float64; an action is an array of whole numbers of the shape (32, 48)",
        ),
        (
            "ants",
            "np.where(np.arange(32 * 48) == 50, 5, 0).reshape(32, 48)",
            "ValueError: act returned the number 5 at [1, 2] of the action; there it is from 0 to 4",
        ),
    ],
)
def test_an_answer_that_is_no_action_costs_the_turn(game, answer, message, tmp_path):
    match = wag.play(player(tmp_path, f"return {answer}"), *OPPONENTS[game], game=game, seed=2, replay=False, **SHORT[game])
    faults = match.players[0].faults
    assert (faults[0].kind, faults[0].round, faults[0].message) == ("exception", 1, message)


def test_the_rules_decide_about_an_action_outside_the_mask(tmp_path):
    file = player(tmp_path, "return int(np.argmin(mask))")
    match = wag.play(file, "Straight", game="tron", seed=2, replay=False, width=8, height=8)
    assert (match.players[0].faults, match.players[0].place) == ([], 2)


def test_a_policy_keeps_its_model_from_turn_to_turn(tmp_path):
    file = tmp_path / "learned.py"
    file.write_text("print('load')\nturns = 0\n\ndef act(observation, mask):\n    global turns\n    turns += 1\n    print(turns)\n    return 0\n")
    match = wag.play(file, "Straight", game="tron", seed=2, width=8, height=8)
    words = "".join(turn["text"] for turn in match.replay.output).split()
    assert words == ["load", *map(str, range(1, len(words)))]


def test_an_array_of_an_earlier_turn_keeps_its_values(tmp_path):
    file = tmp_path / "learned.py"
    file.write_text(
        "kept = []\n\ndef act(observation, mask):\n    kept.append((observation, observation.copy()))\n"
        "    assert all((one == copy).all() for one, copy in kept)\n    return int(mask.argmax())\n"
    )
    assert wag.play(file, "Straight", game="tron", seed=2, replay=False).faults == []


def test_a_file_with_the_game_s_own_function_is_no_policy(tmp_path):
    file = tmp_path / "both.py"
    file.write_text(
        "def act(observation, mask):\n    raise RuntimeError\n\n"
        "def choose_move(player, opponent, field):\n    from gems import legal_moves\n    return legal_moves(field)[0]\n"
    )
    assert wag.play(file, "ref", game="gems", seed=2, replay=False).faults == []


def test_policies_play_in_series_tournaments_and_forks(tmp_path):
    first = player(tmp_path, "return int(mask.argmax())", "first.py")
    last = player(tmp_path, "return int(mask.nonzero()[0][-1])", "last.py")
    series = wag.series(first, last, game="tron", games=4, seed=1, width=8, height=8)
    table = wag.tournament(first, last, "Straight", game="tron", games=4, into=tmp_path / "t.db", seed=1, width=8, height=8)
    assert [row["faults"] for row in table.rows] == [0, 0, 0]
    assert [row["faults"] for row in series.rows] == [0] * len(series.rows)
    replay = tmp_path / "match.wag"
    assert wag.play(first, "Straight", game="tron", seed=1, replay=replay).faults == []
    assert wag.fork(replay, 5, file=last).faults == []
    assert wag.regress([replay], first).changed == []
    assert len(wag.regress([replay], last).changed) > 0
