"""`export_policy`: writes a trained model as an AI file."""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path
from typing import Any

from . import _onnx
from .environments import Spaces, vector_env
from .errors import UsageError

MODEL_MAX = 16 << 20
"""The largest model, in bytes. Replays record the hash of a file up to this size."""
EMBEDDED_MAX = 1 << 20
"""The largest model that is written into the AI file itself, in bytes."""


def export_policy(model: str | os.PathLike, file: str | os.PathLike, *, game: str = "warriors", **options: Any) -> Path:
    """Writes an AI file that plays with a model in the ONNX format, and returns the path of the model's file if there is one,
    otherwise that of the AI file.

    The model takes a batch of observations, in the shape (batch, planes, rows, columns) or flat as (batch, numbers), and may
    take a batch of masks as a second input. Its first output is a batch of scores, one for each element of the mask, or of
    actions as whole numbers. With scores, the AI takes the allowed choice with the highest score for each number of the action.
    `wag help planes` lists the planes; the observations are converted to the type of the input, and are not scaled.

    `game` and `options` are those of the environment in which the model was trained; boards of other sizes need another model.

    A model of at most 1 MiB is written into the AI file. A larger one, up to 16 MiB, becomes a file with the same name and the
    ending `.onnx` beside it: hand in both. The AI needs the package onnxruntime where it plays: `pip install onnxruntime`, or
    the extra `onnx` of Wag.

    A model is data: it is only read here, and runs in the sandbox. Raises `UsageError` if the file is not a model, needs
    operators outside the ONNX standard or other files, is too large, or takes other shapes than the game has.
    """
    source, target = Path(model), Path(file)
    if target.suffix != ".py":
        raise UsageError(f"{target} is not the name of an AI file: it must end in .py")
    try:
        with source.open("rb") as opened:
            content = opened.read(MODEL_MAX + 1)
    except OSError as err:
        raise UsageError(f"{source} cannot be read: {err.strerror}") from None
    if len(content) > MODEL_MAX:
        raise UsageError(f"{source} is too large: a model has at most {MODEL_MAX >> 20} MiB")
    envs = vector_env(game, 1, **options)
    try:
        spaces = envs.spaces
    finally:
        envs.close()
    declared = _onnx.read(content)
    _check(declared, spaces, game)
    beside = None if len(content) <= EMBEDDED_MAX else target.with_suffix(".onnx")
    text = _text(declared, spaces, content, game, beside)
    if beside is not None and beside.resolve() != source.resolve():
        beside.write_bytes(content)
    target.write_text(text, encoding="utf-8")
    return beside or target


def _check(declared: _onnx.Declaration, spaces: Spaces, game: str) -> None:
    """Raises `UsageError` if the model does not fit the spaces."""
    if len(declared.inputs) not in (1, 2) or not declared.outputs:
        raise UsageError(
            f"the model has {len(declared.inputs)} inputs and {len(declared.outputs)} outputs; a policy takes observations and,"
            " if it wants, masks, and returns scores or actions"
        )
    observation, output = declared.inputs[0], declared.outputs[0]
    planes, rows, columns = spaces.observation_shape
    taken = None if observation.shape is None else observation.shape[1:]
    if taken is not None and not (_fits(taken, (planes, rows, columns)) or _fits(taken, (planes * rows * columns,))):
        raise UsageError(f"the model takes {_described(taken)}, the game {game} has {planes} planes of {rows}x{columns}")
    if observation.dtype not in ("float32", "float64", "float16", "uint8", "uint16", "int32", "int64"):
        raise UsageError(f"the model takes observations of {observation.dtype}; a policy takes numbers, such as float32")
    if len(declared.inputs) == 2:
        taken = declared.inputs[1].shape and declared.inputs[1].shape[1:]
        if taken is not None and not _fits(taken, (spaces.mask_length,)):
            raise UsageError(f"the model takes masks of {_described(taken)}, the game {game} has {spaces.mask_length} choices")
    given = None if output.shape is None else output.shape[1:]
    is_score = output.dtype.startswith("float")
    wanted = (spaces.mask_length,) if is_score else (spaces.action_length,)
    shapes = [wanted, spaces.action_shape] if not is_score else [wanted]
    if given is not None and not any(_fits(given, shape) for shape in shapes):
        what = f"{wanted[0]} scores" if is_score else f"an action of {wanted[0]} numbers"
        raise UsageError(f"the model returns {_described(given)}, a policy of {game} returns {what}")


def _fits(declared: tuple[int | None, ...], shape: tuple[int, ...]) -> bool:
    pairs = zip(declared, shape)
    return len(declared) == len(shape) and all(one is None or one == two for one, two in pairs)


def _described(shape: tuple[int | None, ...]) -> str:
    sizes = ["any" if size is None else str(size) for size in shape]
    if len(sizes) == 3:
        return f"{sizes[0]} planes of {sizes[1]}x{sizes[2]}"
    return f"{'x'.join(sizes) or '1'} numbers"


def _text(declared: _onnx.Declaration, spaces: Spaces, content: bytes, game: str, beside: Path | None) -> str:
    observation = declared.inputs[0]
    is_flat = observation.shape is not None and len(observation.shape) == 2
    if beside is None:
        lines = base64.encodebytes(content).decode("ascii")
        load, model = "base64.b64decode(MODEL)", f'\nMODEL = """\n{lines}"""\n'
    else:
        load, model = f'Path(__file__).with_name("{beside.name}").read_bytes()', ""
    return TEMPLATE.format(
        game=game,
        needs="import base64" if beside is None else "from pathlib import Path",
        load=load,
        model=model,
        sha256=hashlib.sha256(content).hexdigest(),
        observation=spaces.observation_shape,
        dtype=observation.dtype,
        flat=is_flat,
        choices=_compact(spaces.choices.ravel().tolist()),
        shape=spaces.action_shape,
    )


def _compact(choices: list[int]) -> str:
    """Returns the text of a list of numbers, most of which repeat."""
    parts: list[list[int]] = []
    for number in choices:
        if parts and parts[-1][0] == number:
            parts[-1][1] += 1
        else:
            parts.append([number, 1])
    return " + ".join(f"[{number}] * {count}" for number, count in parts)


TEMPLATE = '''"""A policy for {game}, written by wag.export_policy. It needs the package onnxruntime."""

{needs}
import hashlib

import numpy as np
import onnxruntime

OBSERVATION = {observation}  # planes, rows, columns
CHOICES = np.array({choices})
FIRST = np.cumsum(CHOICES) - CHOICES
SHAPE = {shape}
IS_FLAT = {flat}
SHA256 = "{sha256}"

_session = None


def session():
    """Returns the model, which is loaded once."""
    global _session
    if _session is None:
        content = {load}
        if hashlib.sha256(content).hexdigest() != SHA256:
            raise ValueError("the model beside this file is another one than the one that was exported")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        _session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    return _session


def act(observation, mask):
    if observation.shape != OBSERVATION:
        takes, has = ("%d planes of %dx%d" % shape for shape in (OBSERVATION, observation.shape))
        raise ValueError("the model takes %s, the game has %s" % (takes, has))
    batch = observation.astype("{dtype}")[None]
    values = [batch.reshape(1, -1) if IS_FLAT else batch, mask[None]]
    inputs = dict()
    for one, value in zip(session().get_inputs(), values):
        kind = one.type.removeprefix("tensor(").removesuffix(")")
        inputs[one.name] = value.astype(dict(float="float32", double="float64").get(kind, kind))
    [output, *_] = session().run(None, inputs)
    output = np.asarray(output).reshape(-1)
    if output.dtype.kind != "f":
        return output.reshape(SHAPE) if SHAPE else int(output[0])
    if output.size != mask.size or np.isnan(output).any():
        found = (output.size, np.isnan(output).sum(), mask.size)
        raise ValueError("the model returned %d scores, %d of them NaN; the action has %d choices" % found)
    scores = np.where(mask, output, -np.inf)
    action = [scores[first : first + count].argmax() for first, count in zip(FIRST, CHOICES)]
    return np.array(action).reshape(SHAPE) if SHAPE else int(action[0])

{model}'''
