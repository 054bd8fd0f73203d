"""Policies as players: `policy`, which makes a player of a function on batches of observations."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _wag
from .errors import InvalidAction, UsageError


class Policy:
    """A player that a function plays: see `policy`. A call of this object calls the function."""

    def __init__(self, game: str, function: Callable[[np.ndarray, np.ndarray], Any], name: str):
        self.game = game
        """The name of the game."""
        self.function = function
        self.name = name
        """The player's name in matches and tables."""

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> Any:
        return self.function(observations, masks)

    def __repr__(self) -> str:
        return f"<Policy {self.name} for {self.game}>"

    def _answer(self, observations: bytearray, dtype: str, shape: tuple[int, ...], masks: bytearray, action_shape: list[int]) -> bytes:
        """Calls the function for the engine, which passes the memory of new arrays. Returns the actions as int32."""
        rows = shape[0]
        try:
            actions = self.function(
                np.frombuffer(observations, dtype).reshape(shape), np.frombuffer(masks, np.int8).reshape(rows, -1)
            )
        except Exception as err:
            if hasattr(err, "add_note"):
                err.add_note(f"in the policy {self.name}, which was asked for {rows} actions")
            raise
        return self._numbers(actions, (rows, *action_shape)).tobytes()

    def _numbers(self, actions: Any, shape: tuple[int, ...]) -> np.ndarray:
        """Returns actions as an array of int32, or raises `InvalidAction`."""
        try:
            numbers = np.asarray(actions)
        except (TypeError, ValueError, RuntimeError) as err:
            raise InvalidAction(f"the policy {self.name} returned no array: {err}") from None
        flat = (shape[0], int(np.prod(shape[1:], dtype=int)))
        if numbers.shape not in (shape, flat):
            raise InvalidAction(f"the policy {self.name} returned the shape {numbers.shape}; actions have the shape {shape}")
        if numbers.dtype.kind not in "iub":
            what = " with NaN" if numbers.dtype.kind == "f" and np.isnan(numbers).any() else ""
            raise InvalidAction(f"the policy {self.name} returned {numbers.dtype}{what}; actions are whole numbers")
        limits = np.iinfo(np.int32)
        return np.ascontiguousarray(np.clip(numbers, limits.min, limits.max), dtype=np.int32)

    def _refuse(self, what: str) -> None:
        raise InvalidAction(f"the policy {self.name}: {what}")


def policy(game: str | os.PathLike, function: Callable[[np.ndarray, np.ndarray], Any], *, name: str | None = None) -> Policy:
    """Makes a player of a function that chooses actions as a learner does.

    `function(observations, masks)` gets arrays with a row for each seat that waits for it: `observations` with the shape
    `(rows, planes, rows of the board, columns)` and `masks` (int8, 1 for allowed choices) as in `wag.vector_env`. It returns
    the actions, whole numbers with a row for each seat. The arrays belong to it: no later call changes them.

    The result is a player of `wag.play`, `series`, `tournament`, `compare`, `evaluate` and `tune`, and an opponent in
    `wag.env` and `wag.vector_env`, of this game. It runs in the caller's thread, without a sandbox and without limits. How
    many seats a call answers depends on the matches that wait at that moment; a function that treats each row by itself
    gives the same matches in any case.

    `name` is the player's name; without it, that of the function. An action that the mask does not allow is what the rules
    make of it, like a wrong order of any player. Raises `UsageError` if there is no such game. A match raises
    `InvalidAction` if the function returns other numbers or another shape, and any exception of the function.

    >>> import wag
    >>> first = wag.policy("tron", lambda observations, masks: masks.argmax(axis=1), name="first")
    >>> wag.play(first, "Straight", game="tron", seed=1).places
    {'first': 1, 'Straight': 2}
    """
    if not callable(function):
        raise UsageError(f"a policy is a function of observations and masks, not {type(function).__name__}")
    if name is None:
        own = getattr(function, "__name__", type(function).__name__)
        name = own if own.isidentifier() else "policy"
    return Policy(_wag.game_name(os.fspath(game)), function, name)
