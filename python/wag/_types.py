"""Types of arguments that several functions share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, Union

if TYPE_CHECKING:
    from .policies import Policy

PlayerSpec = str | os.PathLike[str]
"""A player spec as on the command line, or the path of a file."""


class WarriorsObject(Protocol):
    """An object that plays Warriors & Gatherers."""

    def BattleClient(self, roundState: Any, gameConfiguration: Any, /) -> Any: ...


class GemsObject(Protocol):
    """An object that plays the gem duel."""

    def choose_move(self, player: Any, opponent: Any, field: Any, /) -> Any: ...


class FlowersObject(Protocol):
    """An object that plays the flower farm."""

    def bot_input(self, state: Any, /) -> Any: ...


class AntsObject(Protocol):
    """An object that plays Ants."""

    def do_turn(self, ants: Any, /) -> Any: ...


PlayerObject = Callable[..., Any] | WarriorsObject | GemsObject | FlowersObject | AntsObject
"""A player of this process: a function, a class, or an object with the method of its game."""
Player = Union[PlayerSpec, PlayerObject, "Policy"]
"""A player: a player spec, or an object of this process."""
Opponents = Player | Sequence[Player | tuple[Player, float]]
"""The players of the seats without a learner: one for all of them, one for each, or with weights one drawn per match."""
Seat = int | Sequence[int] | Literal["random"]
"""The seat of the learner, from 1; several for one of them in each match."""
Form = Literal["all", "gauntlet", "swiss", "bracket", "heats"]
"""The form of a tournament: who meets whom."""
Progress = bool | Callable[[dict[str, Any]], None] | None
"""Whether a call shows a progress bar (None: if somebody sees it), or a function that receives its messages."""
DaskClient = Any
"""A `dask.distributed.Client`, which has no types itself, the address of a scheduler, `"local"`, or None."""

LogForm = Literal["events", "plain"]
Rewards = Literal["figure", "win"]
RenderMode = Literal["human", "ansi", "rgb_array"]
AutoresetWord = Literal["next_step", "same_step", "disabled"]

GameOptions = Any
"""The options of a game as keyword arguments. `__init__.pyi` has those of each game in place of this type."""
MatchOptions = Any
"""The options of a game and the limits of players. `__init__.pyi` has those of each game in place of this type."""
