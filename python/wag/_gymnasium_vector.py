"""The vector of Gymnasium: many matches of one agent against opponents."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import environments
from ._engine import SEED_MAX, checked_seed
from ._gymnasium import GymnasiumClosed, GymnasiumResetNeeded
from ._types import AutoresetWord
from .environments import Array
from .errors import UsageError

MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def autoreset_mode_of(mode: AutoresetWord | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    if mode not in MODES:
        raise UsageError(f"the autoreset mode is {', '.join(map(repr, MODES))}, or one of Gymnasium, not {mode!r}")
    return MODES[mode]


class GymVectorEnv(VectorEnv[Array, Any, Array]):
    """Many matches of one agent against opponents, as Gymnasium defines vectors. `infos["action_mask"]` has the masks of the
    allowed actions."""

    def __init__(
        self,
        vector: environments.VectorEnv,
        autoreset_mode: AutoresetWord | AutoresetMode,
        multi_discrete: bool,
        copy: bool,
    ):
        if len(vector.agents) != 1:
            raise UsageError("a vector of Gymnasium has one agent in each match; name players on all other seats in opponents")
        self.autoreset_mode: AutoresetMode = autoreset_mode_of(autoreset_mode)
        self.vector: environments.VectorEnv = vector
        self.num_envs: int = vector.num_envs
        self.metadata: dict[str, Any] = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.single_observation_space: Any = vector.spaces.observation_space()
        self.single_action_space: Any = vector.spaces.action_space(multi_discrete)
        self.observation_space: Any = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: Any = batch_space(self.single_action_space, self.num_envs)
        self._copies = copy
        self._buffers = vector.buffers()
        self._is_over = np.zeros(self.num_envs, dtype=np.bool_)
        self._is_begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Starts all matches, or those in the array `options["reset_mask"]`. With a number as seed, the match with index i
        gets the seed `seed + i`; a list has a seed for each match. A match without a seed has one that follows from its last
        one."""
        self._check_open()
        mask = np.ones(self.num_envs, dtype=np.bool_)
        if options is not None and "reset_mask" in options:
            mask = self._checked_mask(options["reset_mask"])
        seeds = self._seeds(seed)
        if seeds is None and mask.all():
            self.vector.reset(None, self._buffers)
        else:
            self._restart(mask, seeds or [])
        self._is_begun = True
        self._buffers.rewards[mask] = 0
        self._buffers.terminations[mask] = 0
        self._is_over[mask] = False
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Plays one step of all matches."""
        self._check_open()
        if not self._is_begun:
            raise GymnasiumResetNeeded("call reset() before the first step()")
        was_over = self._is_over
        if self.autoreset_mode == AutoresetMode.DISABLED and was_over.any():
            first = int(was_over.argmax())
            raise GymnasiumResetNeeded(f'match {first} is over; call reset(options={{"reset_mask": mask}}) with its index set')
        buffers = self._buffers
        self.vector.step(np.asarray(actions).reshape(self.vector.action_shape), buffers)
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and was_over.any():
            self._restart(was_over, [])
            buffers.terminations[was_over] = 0
        terminations = buffers.terminations == 1
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminations.any():
            infos = self._final(terminations)
            self._restart(terminations, [])
        self._is_over = terminations & (self.autoreset_mode != AutoresetMode.SAME_STEP)
        rewards = buffers.rewards[:, 0].astype(np.float64)
        return self._observations(), rewards, terminations, np.zeros_like(terminations), infos | self._infos()

    def action_masks(self) -> Array:
        """Returns the masks of the allowed actions: bool, a row for each match."""
        return self._buffers.masks[:, 0].astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends all matches."""
        self.vector.close()

    def __copy__(self) -> GymVectorEnv:
        return deepcopy(self)

    def _check_open(self) -> None:
        if self.closed:
            raise GymnasiumClosed("the environment is closed; create a new one")

    def _seeds(self, seed: int | list[int | None] | None) -> list[int] | None:
        """Returns a seed for each match, or None if they follow from the last ones."""
        if seed is None:
            return None
        if isinstance(seed, (list, tuple, np.ndarray)):
            if len(seed) != self.num_envs:
                raise UsageError(f"a list of seeds has one for each of the {self.num_envs} matches, not {len(seed)}")
            given = [checked_seed(one) for one in seed]
            return [int(self.np_random.integers(2**64, dtype=np.uint64)) if one is None else one for one in given]
        number = checked_seed(seed)
        assert number is not None
        self._np_random, self._np_random_seed = seeding.np_random(number)
        return [(number + index) % (SEED_MAX + 1) for index in range(self.num_envs)]

    def _checked_mask(self, mask: Any) -> Array:
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise UsageError(f"reset_mask must have the shape ({self.num_envs},) and the type bool")
        if not self._is_begun and not mask.all():
            raise GymnasiumResetNeeded("the first reset() must start all matches")
        return mask

    def _restart(self, mask: Array, seeds: list[int]) -> None:
        self.vector.restart(seeds, replace(self._buffers, terminations=mask.astype(np.uint8)))

    def _final(self, terminations: Array) -> dict[str, Any]:
        """Returns the infos about the ends of matches."""
        observations = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(terminations):
            observations[index] = self._buffers.observations[index, 0].copy()
        masks = {"action_mask": self._buffers.masks[:, 0] * terminations[:, None], "_action_mask": terminations.copy()}
        return {"final_obs": observations, "_final_obs": terminations.copy(), "final_info": masks, "_final_info": terminations.copy()}

    def _observations(self) -> Array:
        observations = self._buffers.observations[:, 0]
        return observations.copy() if self._copies else observations

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._buffers.masks[:, 0].copy(), "_action_mask": np.ones(self.num_envs, dtype=np.bool_)}
