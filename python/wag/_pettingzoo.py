"""The environments of PettingZoo."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Space
from pettingzoo import AECEnv, ParallelEnv

from ._types import RenderMode
from .environments import RENDER_MODES, Array, Seeds, SteppedMatch
from .errors import InvalidAction, ResetNeeded


class _Shared:
    """The part that both kinds of environments have in common."""

    def __init__(self, match: SteppedMatch, render_mode: RenderMode | None, multi_discrete: bool):
        self.match = match
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"wag_{match.game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": match.simultaneous,
            "render_fps": 10,
        }
        self.possible_agents: list[str] = list(match.agents)
        self.agents: list[str] = []
        spaces = match.spaces
        self.observation_spaces: dict[str, Space[Any]] = {agent: spaces.observation_space() for agent in self.possible_agents}
        self.action_spaces: dict[str, Space[Any]] = {agent: spaces.action_space(multi_discrete) for agent in self.possible_agents}
        self._index = {agent: index for index, agent in enumerate(self.possible_agents)}
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> Box:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> Box:
        """The space of `state`: the observations of all agents."""
        space = self.match.spaces.observation_space()
        low, high = ([bound] * len(self.possible_agents) for bound in (space.low, space.high))
        return Box(np.stack(low), np.stack(high), dtype=np.dtype(self.match.spaces.dtype).type)

    def state(self) -> Array:
        """Returns what all agents together see, for a central critic: their observations, in the order of
        `possible_agents`."""
        self.match.check_open()
        return self.match.observations.copy()

    def render(self) -> str | Array | None:
        """Returns the whole board in the render mode, as a replay shows it; in the mode `"human"`, prints it."""
        return self.match.render(self.render_mode)

    def standings(self) -> list[dict[str, Any]]:
        """Returns the place and the figures of each seat."""
        return self.match.standings()

    def close(self) -> None:
        """Ends the match. Another step raises `EnvironmentClosed`."""
        self.match.close()

    def __copy__(self) -> Any:
        return deepcopy(self)

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": mask} for agent, mask in zip(self.possible_agents, self.match.masks)}


class MatchEnv(_Shared, AECEnv[str, Array, Any]):
    """A match in which the agents act one after the other. Where a game lets them act at once, none of them sees the
    others' actions."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.match.reset(self._seeds.next(seed))
        self._begin()

    def _begin(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, self.match.is_over)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look()

    def _look(self) -> None:
        """Notes what the agents see, and who acts next."""
        self.infos: dict[str, dict[str, Any]] = self._infos()
        acting = [agent for agent, acts in zip(self.possible_agents, self.match.acting.tolist()) if acts]
        self._waiting = acting or list(self.agents)
        self.agent_selection: str = self._waiting.pop(0)

    def observe(self, agent: str) -> Array:
        """Returns what an agent sees now."""
        return self.match.observations[self._index[agent]]

    def step(self, action: Any) -> None:
        self.match.check_open()
        if not self.agents:
            raise ResetNeeded("the match is over or has not begun; call reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.set_action(self._index[agent], action)
        self._cumulative_rewards[agent] = 0.0
        if self._waiting:
            self._clear_rewards()
            self.agent_selection = self._waiting.pop(0)
            return
        self.match.step()
        for name, reward in zip(self.possible_agents, self.match.rewards.tolist()):
            self.rewards[name] = reward
            self._cumulative_rewards[name] += reward
        if self.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._look()

    def save(self) -> Any:
        """Returns a copy of the match, from which `load` continues any number of times."""
        state = (self.agents, self.rewards, self._cumulative_rewards, self.terminations, self._waiting)
        copies = [type(part)(part) for part in state]
        return (self.match.save(), copies, self.agent_selection, self.match._actions.copy())

    def load(self, saved: Any) -> None:
        """Continues from a copy that `save` returned."""
        match, state, selection, actions = saved
        self.match.load(match)
        self._begin()
        copies = [type(part)(part) for part in state]
        self.agents, self.rewards, self._cumulative_rewards, self.terminations, self._waiting = copies
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: info for agent, info in self.infos.items() if agent in self.agents}
        self.agent_selection = selection
        self.match._actions[:] = actions


class ParallelMatchEnv(_Shared, ParallelEnv[str, Array, Any]):
    """A match in which all agents send actions in each step. Where a game lets them act one after the other, only the
    action of the agent whose turn it is has an effect, and the others may leave theirs out."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Array], dict[str, dict[str, Any]]]:
        self.match.reset(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Array], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        self.match.check_open()
        if not self.agents:
            raise ResetNeeded("the match is over or has not begun; call reset()")
        for index, agent in enumerate(self.possible_agents):
            if agent in actions:
                self.match.set_action(index, actions[agent])
            elif self.match.acting[index]:
                raise InvalidAction(f"the action of {agent} is missing")
            else:
                self.match.clear_action(index)
        if unknown := [agent for agent in actions if agent not in self._index]:
            raise InvalidAction(f"there is no agent {unknown[0]!r}; the agents are {', '.join(self.possible_agents)}")
        self.match.step()
        is_over = self.match.is_over
        rewards = dict(zip(self.possible_agents, self.match.rewards.tolist()))
        if is_over:
            self.agents = []
        everybody = self.possible_agents
        return self._observations(), rewards, dict.fromkeys(everybody, is_over), dict.fromkeys(everybody, False), self._infos()

    def acting(self) -> list[str]:
        """Returns the agents whose actions have an effect in the next step."""
        return [agent for agent, acts in zip(self.possible_agents, self.match.acting.tolist()) if acts]

    def save(self) -> Any:
        """Returns a copy of the match, from which `load` continues any number of times."""
        return (self.match.save(), list(self.agents))

    def load(self, saved: Any) -> None:
        """Continues from a copy that `save` returned."""
        match, agents = saved
        self.match.load(match)
        self.agents = list(agents)

    def _observations(self) -> dict[str, Array]:
        return dict(zip(self.possible_agents, self.match.observations))
