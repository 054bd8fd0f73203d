"""A space of Gymnasium for actions that are grids of whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box

Array = np.ndarray[Any, np.dtype[Any]]


class Choices(Box):
    """An array of whole numbers, each from 0 up to its own number of choices. Unlike any other `Box`, it can sample with
    a mask, which lists the choices of all numbers: 1 for allowed ones, 0 for the others."""

    def __init__(self, choices: Array):
        self.choices = choices
        """The number of choices of each number."""
        self._firsts = np.cumsum(choices.ravel()) - choices.ravel()
        super().__init__(np.zeros_like(choices), choices - 1, dtype=np.int32)

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> Array:
        """Returns a random action. Of the choices that the mask allows, all are equally likely."""
        count = int(self.choices.sum())
        keys = self.np_random.random(count)
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (count,):
                raise ValueError(f"the mask has {count} elements, not the shape {mask.shape}")
            keys[mask == 0] = -1
        # The largest key of each number's choices.
        most = np.maximum.reduceat(keys, self._firsts)
        is_chosen = keys == np.repeat(most, self.choices.ravel())
        chosen = np.flatnonzero(is_chosen)
        owner = np.repeat(np.arange(self.choices.size), self.choices.ravel())[chosen]
        first = np.unique(owner, return_index=True)[1]
        return (chosen[first] - self._firsts).astype(np.int32).reshape(self.choices.shape)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Choices) and np.array_equal(self.choices, other.choices)

    def __repr__(self) -> str:
        return f"Choices({self.choices.min()} to {self.choices.max()}, {self.choices.shape})"
