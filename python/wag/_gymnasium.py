"""The environment of Gymnasium: one agent against opponents."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec

from ._engine import checked_seed
from ._types import RenderMode
from .environments import RENDER_MODES, Array, SteppedMatch
from .errors import EnvironmentClosed, ResetNeeded


class GymnasiumClosed(EnvironmentClosed, gymnasium.error.ClosedEnvironmentError):
    """The environment was closed."""


class GymnasiumResetNeeded(ResetNeeded, gymnasium.error.ResetNeeded):
    """The match of the environment is over or has not begun: call `reset()`."""


class SingleAgentEnv(gymnasium.Env[Array, Any]):
    """A match of one agent against opponents, which act between its steps. If the agent is out, the rest of the match is
    played in the same step, so that the last reward is that of the end."""

    def __init__(self, match: SteppedMatch, render_mode: RenderMode | None, multi_discrete: bool, arguments: dict[str, Any]):
        self.match: SteppedMatch = match
        self.render_mode: RenderMode | None = render_mode
        self.metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 10}
        self.observation_space = match.spaces.observation_space()
        self.action_space = match.spaces.action_space(multi_discrete)
        self.spec = EnvSpec(id=f"wag/{match.game}-v0", entry_point="wag.environments:env", kwargs=arguments)
        self._is_playing = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Starts a match. Without a seed, it follows from the last one."""
        self._check_open()
        seed = checked_seed(seed)
        super().reset(seed=seed)
        self.match.reset(int(self.np_random.integers(2**64, dtype=np.uint64)) if seed is None else seed)
        self._is_playing = True
        return self._seen()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Plays the agent's turn, and those of the opponents until the agent has its next turn."""
        self._check_open()
        if not self._is_playing:
            raise GymnasiumResetNeeded("the match is over or has not begun; call reset()")
        self.match.set_action(0, action)
        self.match.step()
        is_over = self.match.is_over
        self._is_playing = not is_over
        observation, info = self._seen()
        return observation, float(self.match.rewards[0]), is_over, False, info

    def action_masks(self) -> Array:
        """Returns the mask of the allowed actions as bool, as the maskable algorithms of sb3-contrib read it."""
        self._check_open()
        return self.match.masks[0].astype(np.bool_)

    def _check_open(self) -> None:
        if self.match.is_closed:
            raise GymnasiumClosed("the environment is closed; create a new one")

    def __copy__(self) -> SingleAgentEnv:
        return deepcopy(self)

    def save(self) -> Any:
        """Returns a copy of the match, from which `load` continues any number of times. It includes what built-in
        opponents remember; persistent files keep their own memory."""
        return (self.match.save(), self._is_playing)

    def load(self, saved: Any) -> None:
        """Continues from a copy that `save` returned."""
        match, self._is_playing = saved
        self.match.load(match)

    def observe(self) -> tuple[Array, dict[str, Any]]:
        """Returns the observation and the info of now, such as after `load`."""
        return self._seen()

    def standings(self) -> list[dict[str, Any]]:
        """Returns the place and the figures of each seat."""
        return self.match.standings()

    def render(self) -> str | Array | None:  # type: ignore[override]
        """Returns the whole board in the render mode, as a replay shows it; in the mode `"human"`, prints it."""
        return self.match.render(self.render_mode)

    def close(self) -> None:
        """Ends the match. Another step raises `EnvironmentClosed`."""
        self.match.close()

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        return self.match.observations[0], {"action_mask": self.match.masks[0], "seat": self.match.seat()}
