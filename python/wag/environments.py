"""Environments for reinforcement learning: `env` for one match, `vector_env` for many at once.

`wag help planes` describes the observations and actions of each game. `vector_env` needs only numpy; `env` needs the
extra `rl`: `pip install ".[rl]"` in the folder of the source code.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

import numpy as np

from . import _wag
from ._engine import Objects, checked_seed, game_word, is_object, option_values
from ._memory import check_memory
from ._types import AutoresetWord, GameOptions, Opponents, RenderMode, Rewards, Seat
from .errors import EnvironmentClosed, InvalidAction, MissingPackage, ResetNeeded, UsageError

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Space

    from gymnasium.vector import AutoresetMode
    from ._gymnasium import SingleAgentEnv
    from ._gymnasium_vector import GymVectorEnv
    from ._pettingzoo import MatchEnv, ParallelMatchEnv

Array = np.ndarray[Any, np.dtype[Any]]

REWARDS = get_args(Rewards)
RENDER_MODES = get_args(RenderMode)


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
    choices: Array
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

    def observation_space(self) -> Box:
        """Returns the observations as a space of Gymnasium."""
        from gymnasium.spaces import Box

        most = np.array([plane.most for plane in self.planes], dtype=self.dtype)
        high = np.broadcast_to(most[:, None, None], self.observation_shape)
        return Box(np.zeros_like(high), high, dtype=np.dtype(self.dtype).type)

    def action_space(self, multi_discrete: bool = False) -> Space[Any]:
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
    game: str | os.PathLike[str],
    players: int | None,
    opponents: Opponents,
    seat: Seat,
    rewards: Rewards,
    options: dict[str, Any],
) -> tuple[str, list[Any]]:
    """Returns the request of an environment as JSON, and the opponents that are objects."""
    if rewards not in REWARDS:
        raise UsageError(f"rewards are {' or '.join(map(repr, REWARDS))}, not {rewards!r}")
    objects = Objects()
    opponents, weights = _opponents(opponents)
    if not opponents and seat != 1:
        raise UsageError("without opponents, agents take all seats; leave seat= out")
    request = {
        "game": game_word(game),
        "players": players,
        "opponents": objects.specs(opponents),
        "weights": weights,
        "seats": _seats(seat),
        "rewards": rewards,
        "options": option_values(options),
    }
    return json.dumps(request), objects.players


def _opponents(opponents: Opponents) -> tuple[list[Any], list[float] | None]:
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
    game: str | os.PathLike[str],
    *,
    parallel: Literal[False] = False,
    rewards: Rewards = ...,
    players: int | None = ...,
    render_mode: RenderMode | None = ...,
    multi_discrete: bool = ...,
    **options: GameOptions,
) -> MatchEnv: ...
@overload
def env(
    game: str | os.PathLike[str],
    *,
    parallel: Literal[True],
    rewards: Rewards = ...,
    players: int | None = ...,
    render_mode: RenderMode | None = ...,
    multi_discrete: bool = ...,
    **options: GameOptions,
) -> ParallelMatchEnv: ...
@overload
def env(
    game: str | os.PathLike[str],
    *,
    opponents: Opponents,
    seat: Seat = ...,
    rewards: Rewards = ...,
    players: int | None = ...,
    render_mode: RenderMode | None = ...,
    multi_discrete: bool = ...,
    **options: GameOptions,
) -> SingleAgentEnv: ...
def env(
    game: str | os.PathLike[str],
    *,
    parallel: bool = False,
    opponents: Opponents = (),
    seat: Seat = 1,
    rewards: Rewards = "figure",
    players: int | None = None,
    render_mode: RenderMode | None = None,
    multi_discrete: bool = False,
    **options: GameOptions,
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
        raise missing_package(err) from err


class SteppedMatch:
    """A match that is played step by step: the part that the environments share.

    A copy has the same future. In this process, it has the memory of built-in opponents, too; a pickled copy lets them begin
    without it. Opponents in processes of their own start again in each copy."""

    def __init__(self, request: str, objects: list[Any]):
        self._arguments = (request, objects)
        self._native: Any = _wag.Environment(request, objects)
        spaces, declaration = _spaces(self._native.spaces())
        self.spaces: Spaces = spaces
        self.game: str = declaration["game"]
        self.simultaneous: bool = declaration["simultaneous"]
        self.seats: list[int] = declaration["agents"]
        self.agents: list[str] = [f"player_{seat}" for seat in self.seats]
        self._actions: Array = np.zeros((len(self.agents), self.spaces.action_length), dtype=np.int32)
        self.acting: Array = np.zeros(len(self.agents), dtype=np.uint8)
        """For each agent, 1 if it acts in the next step."""
        self.rewards: Array = np.zeros(len(self.agents), dtype=np.float32)
        """The rewards of the last step."""
        self.is_over: bool = True
        self.masks: Array = np.zeros((len(self.agents), self.spaces.mask_length), dtype=np.int8)
        self._is_begun = False
        self.is_closed = False

    def reset(self, seed: int) -> None:
        self._native.check_unused()
        self._look(self._native.reset(seed))
        self._is_begun = True

    def check_open(self) -> None:
        """Raises `EnvironmentClosed` if the match was closed."""
        if self.is_closed:
            raise EnvironmentClosed("the environment is closed; create a new one")

    def step(self) -> None:
        """Plays a step with the actions that were set."""
        self._native.check_unused()
        self._look(self._native.step(self._actions, self.rewards))

    def _look(self, is_over: bool) -> None:
        spaces, agents = self.spaces, len(self.agents)
        self.observations: Array = np.empty((agents, *spaces.observation_shape), dtype=spaces.dtype)
        self.masks: Array = np.empty((agents, spaces.mask_length), dtype=np.int8)
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
        self._is_begun = True

    def __getstate__(self) -> dict[str, Any]:
        saved = None if self.is_closed or not self._is_begun else self.save()
        return {
            "arguments": self._arguments,
            "saved": saved,
            "is_closed": self.is_closed,
            "actions": self._actions.copy(),
            "rewards": self.rewards.copy(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(*state["arguments"])  # type: ignore[misc]
        if state["saved"] is not None:
            self.load(state["saved"])
        self._actions[:] = state["actions"]
        self.rewards[:] = state["rewards"]
        if state["is_closed"]:
            self.close()

    def __copy__(self) -> SteppedMatch:
        # The saved match is used as it is: bytes of it would lack what built-in opponents remember.
        copy = type(self).__new__(type(self))
        copy.__setstate__(self.__getstate__())
        return copy

    def __deepcopy__(self, memo: Any) -> SteppedMatch:
        return self.__copy__()

    def seat(self) -> int:
        """Returns the seat of the first agent, from 1."""
        return self._native.seats()[0]

    def standings(self) -> list[dict[str, Any]]:
        """Returns the place and the figures of each seat, the deciding figure first."""
        seats: list[dict[str, Any]] = json.loads(self._native.standings())
        return [{**seat, "figures": dict(seat["figures"])} for seat in seats]

    def render(self, mode: RenderMode | None) -> str | Array | None:
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
        self.is_closed = True
        self._native.close()


def checked_numbers(spaces: Spaces, action: Any) -> Array:
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

    observations: Array
    """The observation of each agent."""
    masks: Array
    """int8: 1 for the choices that the agent is allowed, 0 for the others. An agent that does not act is allowed choice 0
    only."""
    rewards: Array
    """float32: the reward of each agent in the last step."""
    terminations: Array
    """uint8: for each match, 1 if it was over after the last step, and a new one has begun."""
    acting: Array
    """uint8: for each agent, 1 if it acts in the next step. The actions of the others have no effect."""


class VectorEnv:
    """Many matches of a game that are played together. A match that is over starts again at once: its reward and its
    termination are those of the old match, its observation and its mask are those of the new one.

    A vector can be copied and pickled. A copy has the same future; a pickled one lets built-in opponents begin without their
    memory."""

    def __init__(self, request: str, objects: list[Any], count: int, threads: int, restarts: bool = True):
        for what, number in [("matches", count), ("threads", threads)]:
            if not hasattr(number, "__index__") or number.__index__() < 1:
                raise UsageError(f"the number of {what} must be a whole number from 1, not {number!r}")
        self._arguments = (request, objects, count, threads, restarts)
        check_memory(request, objects, count)
        self._native: Any = _wag.VectorEnvironment(request, objects, count, threads, restarts)
        spaces, declaration = _spaces(self._native.spaces())
        self.spaces: Spaces = spaces
        """The observations and actions of an agent."""
        self.game: str = declaration["game"]
        self.num_envs: int = count
        """The number of matches."""
        wanted = json.loads(request)
        is_drawn = bool(wanted["opponents"]) and wanted["seats"] != [declaration["agents"][0] + 1]
        self.agents: list[str] = ["learner"] if is_drawn else [f"player_{seat}" for seat in declaration["agents"]]
        """The names of the agents of a match; an agent whose seat is drawn is the `"learner"`."""
        self._seeds = Seeds()
        self._own: Buffers | None = None
        self._is_reset = False
        self._is_closed = False

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

    def restart(self, seeds: list[int], buffers: Buffers) -> None:
        """Starts the matches again whose termination is 1, and writes what their agents see. Each match has its own seed in
        `seeds`, or one that follows from its last one if the list is empty."""
        self._native.restart(seeds, *vars(buffers).values())
        self._is_reset = True

    def save(self) -> Any:
        """Returns a copy of all matches, from which `load` continues any number of times. It can be pickled, and then lacks
        what built-in opponents remember."""
        if not self._is_reset:
            raise ResetNeeded("call reset() before save()")
        return self._native.save()

    def load(self, saved: Any, out: Buffers | None = None) -> Buffers:
        """Continues from a copy that `save` returned, and fills the buffers, with rewards and terminations of 0."""
        self._native.load(saved)
        buffers = self._buffers(out)
        self._native.observe(*vars(buffers).values())
        buffers.rewards[:] = 0
        buffers.terminations[:] = 0
        self._is_reset = True
        return buffers

    def __getstate__(self) -> dict[str, Any]:
        return {
            "arguments": self._arguments,
            "saved": self._native.save() if self._is_reset and not self._is_closed else None,
            "is_closed": self._is_closed,
            "seeds": deepcopy(self._seeds),
            "own": deepcopy(self._own),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(*state["arguments"])  # type: ignore[misc]
        if state["saved"] is not None:
            self._native.load(state["saved"])
            self._is_reset = True
        self._seeds, self._own = state["seeds"], state["own"]
        if state["is_closed"]:
            self.close()

    def __copy__(self) -> VectorEnv:
        return deepcopy(self)

    def _buffers(self, out: Buffers | None) -> Buffers:
        if out is None:
            if self._own is None:
                self._own = self.buffers()
            return self._own
        return out

    def close(self) -> None:
        """Ends all matches. Another step raises `EnvironmentClosed`."""
        self._is_closed = True
        self._native.close()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{self.num_envs} matches of {self.game} with {len(self.agents)} agents each>"


def vector_env(
    game: str | os.PathLike[str],
    n: int,
    *,
    threads: int = 1,
    opponents: Opponents = (),
    seat: Seat = 1,
    rewards: Rewards = "figure",
    players: int | None = None,
    **options: GameOptions,
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


def gym_vector(
    game: str | os.PathLike[str],
    n: int,
    *,
    opponents: Opponents,
    seat: Seat = 1,
    threads: int = 1,
    rewards: Rewards = "figure",
    players: int | None = None,
    autoreset_mode: AutoresetWord | AutoresetMode = "next_step",
    multi_discrete: bool = False,
    copy: bool = True,
    **options: GameOptions,
) -> GymVectorEnv:
    """Creates `n` matches that are played together, as a `VectorEnv` of Gymnasium. The arguments are those of `vector_env`.

    `autoreset_mode` says when a match that is over starts again: in the next step, whose action has no effect there
    (`"next_step"`), in the same step, with `final_obs` and `final_info` in the infos (`"same_step"`), or in
    `reset(options={"reset_mask": mask})` (`"disabled"`); or it is an `AutoresetMode` of Gymnasium. Without `copy`, all steps
    return the same array of observations.

    Raises `MissingPackage` if Gymnasium is not installed.

    >>> import wag
    >>> envs = wag.gym_vector("tron", 4, opponents="Straight", width=8, height=8)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 2, 8, 8), (4, 4))
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())
    """
    try:
        from ._gymnasium_vector import GymVectorEnv
    except ImportError as err:
        raise missing_package(err) from err
    vector = VectorEnv(*_request(game, players, opponents, seat, rewards, options), n, threads, restarts=False)
    return GymVectorEnv(vector, autoreset_mode, multi_discrete, copy)


def missing_package(err: ImportError) -> MissingPackage:
    """Returns the exception for a package of the extra `rl` that is not installed."""
    return MissingPackage(f'{err}; environments need the extra "rl", in the folder of the source code: pip install ".[rl]"')
