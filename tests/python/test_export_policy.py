"""Tests of `wag.export_policy`: models in the ONNX format as AI files."""

import re

import numpy as np
import onnx_models as onnx
import pytest

import wag

SMALL = {"width": 8, "height": 8}
SHAPE = (2, 8, 8)


def written(tmp_path, content, name="model.onnx"):
    file = tmp_path / name
    file.write_bytes(content)
    return file


def actions_of(match):
    return [order["move"] for order in match.replay.orders if order["seat"] == 1]


def played(act, seed):
    """Returns the directions that a policy chooses in the environment."""
    env = wag.env("tron", opponents=["Straight"], **SMALL)
    observation, info = env.reset(seed=seed)
    moves, is_over = [], False
    while not is_over:
        action = act(observation, info["action_mask"])
        moves.append(["NORTH", "EAST", "SOUTH", "WEST"][action])
        observation, _, is_over, _, info = env.step(action)
    return moves


@pytest.mark.parametrize("padding", [0, 400_000])
def test_a_model_plays_as_it_was_trained(padding, tmp_path):
    pytest.importorskip("onnxruntime")
    content, weights = onnx.linear(SHAPE, 4, padding=padding)
    file = tmp_path / "ai.py"
    path = wag.export_policy(written(tmp_path, content), file, game="tron", **SMALL)
    assert path.name == ("ai.onnx" if padding else "ai.py")

    def act(observation, mask):
        scores = observation.astype(np.float32).reshape(1, -1) @ weights
        return int(np.where(mask, scores[0], -np.inf).argmax())

    for seed in (1, 2, 3):
        match = wag.play(file, "Straight", game="tron", seed=seed, **SMALL)
        assert match.faults == []
        assert actions_of(match) == played(act, seed)


@pytest.mark.parametrize("game", ["warriors", "gems", "flowers", "ants"])
def test_a_model_plays_each_game(game, tmp_path):
    pytest.importorskip("onnxruntime")
    short = {"warriors": {"rounds": 4}, "gems": {}, "flowers": {"rounds": 4}, "ants": {"map": "tutorial", "turns": 4}}[game]
    rival = {"warriors": "Dummy", "gems": "ref", "flowers": "Sower", "ants": "Hunter"}[game]
    spaces = wag.vector_env(game, 1, **short).spaces
    planes, rows, columns = spaces.observation_shape
    # One score per choice: the mean of the observation times a number of the choice.
    weights = np.random.default_rng(1).normal(size=(planes, spaces.mask_length)).astype(np.float32)
    axes = onnx.tensor("axes", np.array([2, 3]))
    nodes = [
        onnx.node("ReduceMax", ["observation"], "most") + onnx.field(5, onnx.field(1, "axes") + onnx.field(8, 2) + onnx.field(8, 3) + onnx.field(20, 7))
        + onnx.field(5, onnx.field(1, "keepdims") + onnx.field(3, 0) + onnx.field(20, 2)),
        onnx.node("MatMul", ["most", "weights"], "scores"),
    ]
    content = onnx.model(
        nodes,
        [onnx.declared("observation", onnx.FLOAT, (None, planes, rows, columns)), onnx.declared("mask", onnx.INT8, (None, spaces.mask_length))],
        [onnx.declared("scores", onnx.FLOAT, (None, spaces.mask_length))],
        [onnx.tensor("weights", weights), axes],
    )
    file = tmp_path / "ai.py"
    wag.export_policy(written(tmp_path, content), file, game=game, **short)
    match = wag.play(file, rival, game=game, seed=2, replay=False, **short)
    assert match.faults == []


def test_a_model_for_another_board_is_refused_when_it_is_exported_and_when_it_plays(tmp_path):
    content, _ = onnx.linear((3, 9, 9), 4)
    with pytest.raises(wag.UsageError) as err:
        wag.export_policy(written(tmp_path, content), tmp_path / "ai.py", game="tron")
    assert str(err.value) == "the model takes 3 planes of 9x9, the game tron has 2 planes of 20x20"
    pytest.importorskip("onnxruntime")
    content, _ = onnx.linear(SHAPE, 4)
    wag.export_policy(written(tmp_path, content), tmp_path / "ai.py", game="tron", **SMALL)
    match = wag.play(tmp_path / "ai.py", "Straight", game="tron", seed=1, replay=False)
    assert match.faults[0].message.startswith("ValueError: the model takes 2 planes of 8x8, the game has 2 planes of 20x20 (ai.py, line ")


INPUT = onnx.declared("x", onnx.FLOAT, (None, *SHAPE))
OUTPUT = onnx.declared("y", onnx.FLOAT, (None, 4))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is not an ONNX model: it has no graph"),
        (b"import os", "the file is not an ONNX model: "),
        (b"\x3a\xff\xff\xff\xff\x0f", "the file is not an ONNX model: it breaks off"),
        (
            onnx.model([onnx.node("Run", ["x"], "y", domain="com.example")], [INPUT], [OUTPUT]),
            "the model uses the operator 'Run' of 'com.example'; only those of the ONNX standard are accepted",
        ),
        (
            onnx.model([], [INPUT], [OUTPUT], more=onnx.field(25, onnx.field(1, "own"))),
            "the model defines operators of its own; only those of the ONNX standard are accepted",
        ),
        (
            onnx.model([], [INPUT], [OUTPUT], [onnx.tensor("w", np.zeros(1)) + onnx.field(14, 1)]),
            "the model has data in other files; save it as one file",
        ),
        (onnx.model([], [], [OUTPUT]), "the model has 0 inputs and 1 outputs; "),
        (
            onnx.model([], [INPUT], [onnx.declared("y", onnx.FLOAT, (None, 5))]),
            "the model returns 5 numbers, a policy of tron returns 4 scores",
        ),
        (
            onnx.model([], [INPUT, onnx.declared("m", onnx.FLOAT, (None, 7))], [OUTPUT]),
            "the model takes masks of 7 numbers, the game tron has 4 choices",
        ),
    ],
)
def test_a_model_that_is_no_policy_is_refused(content, message, tmp_path):
    with pytest.raises(wag.UsageError, match=re.escape(message)):
        wag.export_policy(written(tmp_path, content), tmp_path / "ai.py", game="tron", **SMALL)
    assert not (tmp_path / "ai.py").exists()


def test_graphs_in_graphs_are_checked_to_a_depth(tmp_path):
    def nested(depth, inner):
        if depth == 0:
            return inner
        return onnx.node("If", ["x"], "y") + onnx.field(5, onnx.field(1, "then_branch") + onnx.field(6, onnx.field(1, nested(depth - 1, inner))))

    for depth, message in [(3, "the operator 'Run' of 'bad'"), (20, "its graphs are nested too deeply")]:
        content = onnx.model([nested(depth, onnx.node("Run", [], "y", domain="bad"))], [INPUT], [OUTPUT])
        with pytest.raises(wag.UsageError, match=message):
            wag.export_policy(written(tmp_path, content), tmp_path / "ai.py", game="tron", **SMALL)


def test_a_damaged_model_never_raises_another_error(tmp_path):
    content, _ = onnx.linear(SHAPE, 4)
    luck = np.random.default_rng(5)
    for _ in range(200):
        damaged = bytearray(content[: int(luck.integers(len(content)))] if luck.random() < 0.3 else content)
        for _ in range(3):
            if damaged:
                damaged[int(luck.integers(min(len(damaged), 200)))] = int(luck.integers(256))
        try:
            wag.export_policy(written(tmp_path, bytes(damaged)), tmp_path / "ai.py", game="tron", **SMALL)
        except wag.UsageError:
            pass


def test_a_model_that_is_too_large_is_refused(tmp_path):
    with pytest.raises(wag.UsageError, match="a model has at most 16 MiB"):
        wag.export_policy(written(tmp_path, bytes((16 << 20) + 1)), tmp_path / "ai.py", game="tron")


def test_the_names_of_the_files_are_checked(tmp_path):
    with pytest.raises(wag.UsageError, match="must end in .py"):
        wag.export_policy(tmp_path / "model.onnx", tmp_path / "ai.txt", game="tron")
    with pytest.raises(wag.UsageError, match="cannot be read: No such file"):
        wag.export_policy(tmp_path / "model.onnx", tmp_path / "ai.py", game="tron")
