"""Environments for reinforcement learning: `env` for one match, `vector_env` for many at once.

`wag help planes` describes the observations and actions of each game. `vector_env` needs only numpy; `env` needs the
extra `rl`: `pip install ".[rl]"` in the folder of the source code.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from . import _wag
from ._engine import Objects, checked_seed, is_object, option_values
from .errors import InvalidAction, ResetNeeded, UsageError

if TYPE_CHECKING:
    from ._gymnasium import SingleAgentEnv
    from ._pettingzoo import MatchEnv, ParallelMatchEnv

Player = str | os.PathLike | Callable
Opponents = Player | Sequence[Player] | Sequence[tuple[Player, float]]
Seat = int | Sequence[int] | Literal["random"]

REWARDS = ("figure", "win")
RENDER_MODES = ("human", "ansi", "rgb_array")


@dataclass(frozen=True)
class Plane:
    """One plane of an observation: a number for each square of the board."""

    name: str
    meaning: str
    most: int
    """The largest value; the smallest one is 0."""


@dataclass(frozen=True)
class Spaces:
    """The observations and actions of an environment.

    >>> import wag
    >>> spaces = wag.vector_env("tron", 1, width=7, height=5).spaces
    >>> spaces.observation_shape, spaces.dtype, spaces.action_shape
    ((2, 5, 7), 'uint8', ())
    >>> [plane.name for plane in spaces.planes]
    ['walls', 'cycles']
    """

    planes: tuple[Plane, ...]
    rows: int
    columns: int
    dtype: str
    """The numpy type of observations."""
    action_shape: tuple[int, ...]
    """The shape of an action; `()` for a single number."""
    choices: np.ndarray
    """The number of choices of each number of an action, in the shape of an action."""
    action_meanings: tuple[tuple[str, str], ...]
    """Which numbers of an action there are, and what they mean."""

    @cached_property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns."""
        return (len(self.planes), self.rows, self.columns)

    @cached_property
    def mask_length(self) -> int:
        """The length of a mask: the choices of the first number, then those of the second one, and so on."""
        return int(self.choices.sum())

    @property
    def action_length(self) -> int:
        """How many numbers an action has."""
        return self.choices.size

    def observation_space(self):
        """Returns the observations as a space of Gymnasium."""
        from gymnasium.spaces import Box

        most = np.array([plane.most for plane in self.planes], dtype=self.dtype)
        high = np.broadcast_to(most[:, None, None], self.observation_shape)
        return Box(np.zeros_like(high), high, dtype=np.dtype(self.dtype).type)

    def action_space(self, multi_discrete: bool = False):
        """Returns the actions as a space of Gymnasium: a `Discrete` for a single number, otherwise a `Choices` or, if
        asked for, a flat `MultiDiscrete`."""
        from gymnasium.spaces import Discrete, MultiDiscrete

        from ._spaces import Choices

        if not self.action_shape:
            return Discrete(int(self.choices))
        return MultiDiscrete(self.choices.ravel()) if multi_discrete else Choices(self.choices)


def _spaces(text: str) -> tuple[Spaces, dict[str, Any]]:
    """Returns the spaces that the engine declares, and the rest of the declaration."""
    declaration = json.loads(text)
    shape = tuple(declaration["action_shape"])
    return Spaces(
        planes=tuple(Plane(**plane) for plane in declaration["planes"]),
        rows=declaration["rows"],
        columns=declaration["columns"],
        dtype=declaration["dtype"],
        action_shape=shape,
        choices=np.array(declaration["choices"], dtype=np.int32).reshape(shape),
        action_meanings=tuple(tuple(meaning) for meaning in declaration["action_meanings"]),
    ), declaration


def _request(
    game: str,
    players: int | None,
    opponents: Opponents,
    seat: Seat,
    rewards: str,
    options: dict[str, Any],
) -> tuple[str, list]:
    """Returns the request of an environment as JSON, and the opponents that are objects."""
    if rewards not in REWARDS:
        raise UsageError(f"rewards are {' or '.join(map(repr, REWARDS))}, not {rewards!r}")
    objects = Objects()
    opponents, weights = _opponents(opponents)
    if not opponents and seat != 1:
        raise UsageError("without opponents, agents take all seats; leave seat= out")
    request = {
        "game": game,
        "players": players,
        "opponents": objects.specs(opponents),
        "weights": weights,
        "seats": _seats(seat),
        "rewards": rewards,
        "options": option_values(options),
    }
    return json.dumps(request), objects.players


def _opponents(opponents: Opponents) -> tuple[list, list[float] | None]:
    """Returns the opponents, and their weights if each match draws one of them."""
    if isinstance(opponents, (str, os.PathLike)) or not isinstance(opponents, Iterable):
        return [opponents], None
    opponents = list(opponents)
    pairs = [one for one in opponents if isinstance(one, (tuple, list))]
    if not pairs:
        return opponents, None
    if len(pairs) < len(opponents) or any(len(pair) != 2 for pair in pairs):
        raise UsageError("opponents are players, or pairs of a player and its weight: [(player, weight), ...]")
    try:
        weights = [float(weight) for _, weight in pairs]
    except (TypeError, ValueError):
        weights = [math.nan]
    if not all(map(math.isfinite, weights)):
        raise UsageError("the weight of an opponent must be a number")
    return [player for player, _ in pairs], weights


def _seats(seat: Seat) -> list[int] | None:
    """Returns the learner's possible seats; None for all."""
    if isinstance(seat, str):
        if seat != "random":
            raise UsageError(f'the seat is a number from 1, a list of such numbers or "random", not {seat!r}')
        return None
    try:
        seats = [seat.__index__()] if hasattr(seat, "__index__") else [one.__index__() for one in seat]
    except (TypeError, AttributeError):
        raise UsageError(f'the seat is a number from 1, a list of such numbers or "random", not {seat!r}') from None
    if not seats or min(seats) < 1:
        raise UsageError("the seats of the learner are numbers from 1, at least one")
    return seats


@overload
def env(
    game: str,
    *,
    parallel: Literal[False] = False,
    rewards: str = ...,
    players: int | None = ...,
    render_mode: str | None = ...,
    multi_discrete: bool = ...,
    **options: Any,
) -> MatchEnv: ...
@overload
def env(
    game: str,
    *,
    parallel: Literal[True],
    rewards: str = ...,
    players: int | None = ...,
    render_mode: str | None = ...,
    multi_discrete: bool = ...,
    **options: Any,
) -> ParallelMatchEnv: ...
@overload
def env(
    game: str,
    *,
    opponents: Opponents,
    seat: Seat = ...,
    rewards: str = ...,
    players: int | None = ...,
    render_mode: str | None = ...,
    multi_discrete: bool = ...,
    **options: Any,
) -> SingleAgentEnv: ...
def env(
    game: str,
    *,
    parallel: bool = False,
    opponents: Opponents = (),
    seat: Seat = 1,
    rewards: str = "figure",
    players: int | None = None,
    render_mode: str | None = None,
    multi_discrete: bool = False,
    **options: Any,
) -> MatchEnv | ParallelMatchEnv | SingleAgentEnv:
    """Creates an environment in which learners play a match.

    Without opponents, agents take all seats, and the environment is one of PettingZoo: an `AECEnv`, or a `ParallelEnv`
    with `parallel=True`. With opponents, the agent takes one seat, and the environment is an `Env` of Gymnasium.
    `opponents` are players as for `wag.play`: built-in players, files, functions, and policies (`wag.policy`). A single one
    takes all other seats. Of a list of pairs, `[(player, weight), ...]`, each match draws one, which takes all other seats.

    `seat` is the agent's seat: a number from 1, a list of numbers, of which each match draws one, or `"random"` for any
    seat. Both draws follow from the seed of the match. `info["seat"]` is the seat.

    `rewards` is `"figure"`, the change of the figure that decides the match, or `"win"`: at the end 1 for a sole winner,
    -1 for those who are not first, and 0 for a draw. `players` is the number of seats, if the game or the map leaves a
    choice. `render_mode` is None, `"human"`, `"ansi"` or `"rgb_array"`. The other arguments are the game's options.

    The mask of the allowed actions is `infos[agent]["action_mask"]`. `save()` returns a copy of the match, from which
    `load(copy)` continues.

    >>> import wag
    >>> env = wag.env("tron", opponents=["Straight"], width=8, height=8)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].tolist()
    ((2, 8, 8), [1, 1, 1, 1])
    >>> saved = env.save()
    >>> observation, reward, terminated, truncated, info = env.step(1)
    >>> reward, terminated
    (1.0, False)
    >>> env.load(saved)
    >>> env.close()
    """
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise UsageError(f"the render mode is {', '.join(map(repr, RENDER_MODES))} or None, not {render_mode!r}")
    opponents = list(opponents) if is_object(opponents) and isinstance(opponents, Iterable) else [opponents]
    if parallel and opponents:
        raise UsageError("an environment with opponents has a single agent; leave parallel=True out")
    arguments = {"seat": seat, "rewards": rewards, "players": players, "multi_discrete": multi_discrete, **options}
    match = SteppedMatch(*_request(game, players, opponents, seat, rewards, options))
    try:
        if opponents:
            from ._gymnasium import SingleAgentEnv

            return SingleAgentEnv(match, render_mode, multi_discrete, {"game": game, "opponents": opponents, **arguments})
        from ._pettingzoo import MatchEnv, ParallelMatchEnv

        return (ParallelMatchEnv if parallel else MatchEnv)(match, render_mode, multi_discrete)
    except ImportError as err:
        raise UsageError(f'{err}; environments need the extra "rl", in the folder of the source code: pip install ".[rl]"') from err


class SteppedMatch:
    """A match that is played step by step: the part that the environments share."""

    def __init__(self, request: str, objects: list):
        self._native = _wag.Environment(request, objects)
        self.spaces, declaration = _spaces(self._native.spaces())
        self.game: str = declaration["game"]
        self.simultaneous: bool = declaration["simultaneous"]
        self.seats: list[int] = declaration["agents"]
        self.agents = [f"player_{seat}" for seat in self.seats]
        self._actions = np.zeros((len(self.agents), self.spaces.action_length), dtype=np.int32)
        self.acting = np.zeros(len(self.agents), dtype=np.uint8)
        """For each agent, 1 if it acts in the next step."""
        self.rewards = np.zeros(len(self.agents), dtype=np.float32)
        """The rewards of the last step."""
        self.is_over = True

    def reset(self, seed: int) -> None:
        self._native.check_unused()
        self._look(self._native.reset(seed))

    def step(self) -> None:
        """Plays a step with the actions that were set."""
        self._native.check_unused()
        self._look(self._native.step(self._actions, self.rewards))

    def _look(self, is_over: bool) -> None:
        spaces, agents = self.spaces, len(self.agents)
        self.observations = np.empty((agents, *spaces.observation_shape), dtype=spaces.dtype)
        self.masks = np.empty((agents, spaces.mask_length), dtype=np.int8)
        self._native.observe(self.observations, self.masks, self.acting)
        self.is_over = is_over

    def set_action(self, agent: int, action: Any) -> None:
        """Sets the action of an agent, which must have the shape and the range of the space."""
        row = self._actions[agent]
        if not self.spaces.action_shape:
            try:
                number = action.__index__()
            except (AttributeError, TypeError):
                raise InvalidAction(f"the action is a whole number, not {action!r}") from None
            if not 0 <= number < self.spaces.choices:
                raise InvalidAction(f"the action {number} is out of range; choose 0 to {int(self.spaces.choices) - 1}")
            row[0] = number
            return
        row[:] = checked_numbers(self.spaces, action).ravel()

    def clear_action(self, agent: int) -> None:
        self._actions[agent] = 0

    def save(self) -> tuple[Any, bool]:
        return self._native.save(), self.is_over

    def load(self, saved: tuple[Any, bool]) -> None:
        saved, is_over = saved
        self._native.load(saved)
        self.rewards[:] = 0
        self._look(is_over)

    def seat(self) -> int:
        """Returns the seat of the first agent, from 1."""
        return self._native.seats()[0]

    def standings(self) -> list[dict[str, Any]]:
        """Returns the place and the figures of each seat."""
        return json.loads(self._native.standings())

    def render(self, mode: str | None):
        """Returns the board as text or as an array of colors, or prints it."""
        if mode is None:
            return None
        if mode == "rgb_array":
            from ._drawing import draw

            return draw(*self._native.sight())
        picture = self._native.picture()
        if mode == "ansi":
            return picture
        print(picture)
        return None

    def close(self) -> None:
        self._native.close()


def checked_numbers(spaces: Spaces, action: Any) -> np.ndarray:
    """Returns an action of many numbers in its shape, as an array. Raises `InvalidAction` if it is not in the space."""
    try:
        numbers = np.asarray(action)
    except ValueError as err:
        raise InvalidAction(f"the action is not an array: {err}") from None
    if numbers.size != spaces.action_length:
        raise InvalidAction(f"an action has {spaces.action_length} numbers, in the shape {spaces.action_shape}, not {numbers.size}")
    if numbers.dtype.kind not in "iub":
        raise InvalidAction(f"an action has whole numbers, not {numbers.dtype}")
    numbers = numbers.reshape(spaces.action_shape)
    wrong = (numbers < 0) | (numbers >= spaces.choices)
    if wrong.any():
        at = tuple(int(index) for index in np.argwhere(wrong)[0])
        raise InvalidAction(f"the number {numbers[at]} at {at} is out of range; choose 0 to {spaces.choices[at] - 1}")
    return numbers


class Seeds:
    """The seeds of an environment's matches: the seed that is given, otherwise seeds that follow from the last one."""

    def __init__(self) -> None:
        self._random = np.random.default_rng()

    def next(self, seed: int | None) -> int:
        seed = checked_seed(seed)
        if seed is not None:
            self._random = np.random.default_rng(seed)
            return seed
        return int(self._random.integers(2**64, dtype=np.uint64))


@dataclass
class Buffers:
    """The arrays that `VectorEnv` fills: one row per match, and in it one per agent. They may be any arrays of these
    types and sizes that are contiguous."""

    observations: np.ndarray
    """The observation of each agent."""
    masks: np.ndarray
    """int8: 1 for the choices that the agent is allowed, 0 for the others. An agent that does not act is allowed choice 0
    only."""
    rewards: np.ndarray
    """float32: the reward of each agent in the last step."""
    terminations: np.ndarray
    """uint8: for each match, 1 if it was over after the last step, and a new one has begun."""
    acting: np.ndarray
    """uint8: for each agent, 1 if it acts in the next step. The actions of the others have no effect."""


class VectorEnv:
    """Many matches of a game that are played together. A match that is over starts again at once: its reward and its
    termination are those of the old match, its observation and its mask are those of the new one."""

    def __init__(self, request: str, objects: list, count: int, threads: int):
        if count < 1 or threads < 1:
            raise UsageError("a vector has at least one match and one thread")
        self._native = _wag.VectorEnvironment(request, objects, count, threads)
        self.spaces, declaration = _spaces(self._native.spaces())
        """The observations and actions of an agent."""
        self.game: str = declaration["game"]
        self.num_envs = count
        """The number of matches."""
        wanted = json.loads(request)
        is_drawn = bool(wanted["opponents"]) and wanted["seats"] != [declaration["agents"][0] + 1]
        self.agents: list[str] = ["learner"] if is_drawn else [f"player_{seat}" for seat in declaration["agents"]]
        """The names of the agents of a match; an agent whose seat is drawn is the `"learner"`."""
        self._seeds = Seeds()
        self._own: Buffers | None = None
        self._is_reset = False

    @property
    def action_shape(self) -> tuple[int, ...]:
        """The shape of the actions that `step` takes: matches, agents, and the shape of an action."""
        return (self.num_envs, len(self.agents), *self.spaces.action_shape)

    def seats(self) -> np.ndarray:
        """Returns the seat of each agent in the current matches, from 1: a row for each match, a column for each agent."""
        return np.array(list(self._native.seats()), dtype=np.int32).reshape(self.num_envs, len(self.agents))

    def buffers(self) -> Buffers:
        """Returns new buffers for `reset` and `step`."""
        rows, spaces = (self.num_envs, len(self.agents)), self.spaces
        return Buffers(
            observations=np.zeros((*rows, *spaces.observation_shape), dtype=spaces.dtype),
            masks=np.zeros((*rows, spaces.mask_length), dtype=np.int8),
            rewards=np.zeros(rows, dtype=np.float32),
            terminations=np.zeros(self.num_envs, dtype=np.uint8),
            acting=np.zeros(rows, dtype=np.uint8),
        )

    def reset(self, seed: int | None = None, out: Buffers | None = None) -> Buffers:
        """Starts all matches again, and fills the buffers. Each match has its own seed, which follows from `seed`."""
        buffers = self._buffers(out)
        self._native.check_unused()
        self._native.reset(self._seeds.next(seed), *vars(buffers).values())
        self._is_reset = True
        return buffers

    def step(self, actions: Any, out: Buffers | None = None) -> Buffers:
        """Plays one step of all matches, and fills the buffers. `actions` has `action_shape`; an array of int32 is used
        as it is, without a copy. The own buffers of this object are used again in each step."""
        actions = np.ascontiguousarray(actions)
        if actions.dtype != np.int32:
            if actions.dtype.kind not in "iub":
                raise InvalidAction(f"actions are whole numbers, not {actions.dtype}")
            limits = np.iinfo(np.int32)
            actions = np.clip(actions, limits.min, limits.max).astype(np.int32)
        if not self._is_reset:
            raise ResetNeeded("call reset() before the first step()")
        buffers = self._buffers(out)
        self._native.check_unused()
        self._native.step(actions, buffers.observations, buffers.masks, buffers.rewards, buffers.terminations, buffers.acting)
        return buffers

    def _buffers(self, out: Buffers | None) -> Buffers:
        if out is None:
            if self._own is None:
                self._own = self.buffers()
            return self._own
        return out

    def close(self) -> None:
        """Ends all matches. Another step raises `EnvironmentClosed`."""
        self._native.close()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{self.num_envs} matches of {self.game} with {len(self.agents)} agents each>"


def vector_env(
    game: str,
    n: int,
    *,
    threads: int = 1,
    opponents: Opponents = (),
    seat: Seat = 1,
    rewards: str = "figure",
    players: int | None = None,
    **options: Any,
) -> VectorEnv:
    """Creates `n` matches that are played together, by `threads` threads without the GIL. The arguments are those of
    `env`. All matches that wait for the same policy are answered by one call of it. Each opponent that is a Python file has
    a process of its own in each match; all of them compute at the same time.

    >>> import numpy as np, wag
    >>> envs = wag.vector_env("tron", 4, width=8, height=8)
    >>> seen = envs.reset(seed=1)
    >>> seen.observations.shape, seen.masks.shape
    ((4, 2, 2, 8, 8), (4, 2, 4))
    >>> for _ in range(9):
    ...     seen = envs.step(seen.masks.argmax(axis=-1))
    >>> seen.rewards.shape, seen.terminations.tolist()
    ((4, 2), [0, 0, 0, 0])
    """
    return VectorEnv(*_request(game, players, opponents, seat, rewards, options), n, threads)
