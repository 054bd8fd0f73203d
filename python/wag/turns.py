"""Recorded turns that are played again: `debug` and `regress`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from . import _wag
from ._engine import call, player_spec, take_limits
from ._types import PlayerSpec, Progress
from .errors import UsageError
from .replays import Replay

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Limits


@dataclass(frozen=True)
class TurnSide:
    """The recorded or the new half of a turn."""

    orders: list[dict[str, Any]]
    """The orders, as in `Replay.orders`."""
    sentences: list[str] = field(repr=False)
    """The orders as English sentences."""
    output: str
    """What the player printed."""
    output_dropped: int = field(repr=False)
    """The number of bytes of output beyond the limit."""
    fault: dict[str, str] | None
    """None, or the `kind` and `message` of the turn's fault."""
    problem: dict[str, Any] | None = field(repr=False)
    """The fault as a problem, with its explanation in all languages."""
    ms: float = field(repr=False)
    """The time that the player took, in milliseconds."""
    unseeded: list[str] = field(repr=False)
    """What the player used that no seed determines, such as `"clock"`."""
    refused: list[str] = field(default_factory=list, repr=False)
    """The first orders that were refused before they reached the rules, as English sentences."""
    refused_total: int = field(default=0, repr=False)
    """The number of all such orders."""


@dataclass(frozen=True)
class Turn:
    """A recorded turn that was played again."""

    round: int
    seat: int
    """The seat, from 1."""
    player: str
    same: bool
    """True if the orders equal the recorded ones, including those that were refused before they reached the rules."""
    recorded: TurnSide
    now: TurnSide
    added: list[int] = field(repr=False)
    """The indexes of the orders in `now` that were not recorded."""
    missing: list[int] = field(repr=False)
    """The indexes of the orders in `recorded` that were not given now."""
    refused_added: list[int] = field(default_factory=list, repr=False)
    """The indexes of the refused orders in `now` that were not recorded."""
    refused_missing: list[int] = field(default_factory=list, repr=False)
    """The indexes of the refused orders in `recorded` that were not given now."""
    reasons: list[dict[str, Any]] = field(default_factory=list)
    """Who and what explains the difference: `kind` (such as `"file"` or `"clock"`), `player`, `names` and `message`."""
    file: str | None = field(default=None, repr=False)
    """The path of the file that played, or None for a built-in player and for the copy in the replay."""
    remark: str | None = None
    """A sentence about the file, such as that it differs from the recorded one, or None."""
    repeatable: bool = True
    """False if the match used something that no seed determines."""


@dataclass(frozen=True)
class ChangedTurn(Turn):
    """A turn of `regress` with other orders than the recorded ones."""

    replay: str = ""
    """The path of the replay."""
    cause: str = ""
    """`"fault"`, `"fault_gone"`, `"more_orders"`, `"fewer_orders"`, `"other_kinds"`, `"other_values"`, `"sequence"`
    or `"refused"` (other orders are refused)."""
    fields: list[str] = field(default_factory=list)
    """The fields of the orders that differ, if only their values do."""


@dataclass(frozen=True)
class Regression:
    """The result of `regress`."""

    turns: int
    """The number of turns that were played."""
    changed: list[ChangedTurn] = field(repr=False)
    """The turns with other orders, by replay, player and round."""
    skipped: dict[str, str]
    """Why a replay, by its path, was not played to its end."""
    groups: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """The causes, the most frequent first: `cause`, `fields`, `turns` and `only_random` (None if that is not known)."""

    def __repr__(self) -> str:
        return f"<Regression: {len(self.changed)} of {self.turns} turns changed>"


def debug(
    replay: Replay | str | os.PathLike[str],
    round: int,
    *,
    player: str | int | None = None,
    file: PlayerSpec | None = None,
    **limits: Unpack[Limits],
) -> Turn:
    """Plays a recorded turn again, with the same view and random numbers, and compares the orders.

    `player` is the name or the seat (from 1) of the player; it is not needed if only one player is a Python file. `file`
    is the Python file that plays the turn (None: the file that played the match, from the current folder, the replay's
    folder or the replay itself). `limits` are the limits of `wag.play`; the time limits are those of the match if none
    are given. A persistent player plays all its turns up to this one.

    Raises `UsageError` if there is no such turn or file, and `CannotStart` if the file cannot start.

    >>> import wag
    >>> match = wag.play("Straight", "Roomy", game="tron", seed=1)
    >>> turn = wag.debug(match.replay, 5, player="Roomy")
    >>> turn.same, turn.now.orders == turn.recorded.orders
    (True, True)
    """
    request = {
        "replay": _path(replay),
        "round": _round(round),
        "player": None if player is None else str(player),
        "file": None if file is None else player_spec(file),
        "limits": take_limits(limits),
    }
    _check_unknown(limits)
    return Turn(**_sides(call(_wag.debug, request, progress=False)))


def regress(
    replays: Replay | str | os.PathLike[str] | Iterable[Replay | str | os.PathLike[str]],
    file: PlayerSpec,
    *,
    player: str | int | None = None,
    progress: Progress = None,
    **limits: Unpack[Limits],
) -> Regression:
    """Plays all recorded turns of a player again with a Python file, on all cores, and returns those that changed.

    Each turn gets the recorded view and random numbers; the match is not played on. `player` is the name or the seat of
    the player; without it, `file` plays the turns of the only Python file, or of all players whose file has the same
    name. A replay that cannot be played is in `skipped`.

    Raises `UsageError` if no replay can be played, and `CannotStart` if the file cannot start.

    >>> import wag
    >>> match = wag.play("Straight", "Roomy", game="tron", seed=1)
    >>> wag.regress(match.replay, "Straight", player="Roomy")
    <Regression: 10 of 67 turns changed>
    """
    if isinstance(replays, (Replay, str, os.PathLike)):
        replays = [replays]
    paths = [_path(replay) for replay in replays]
    if not paths:
        raise UsageError("there is no replay to play")
    request = {
        "replays": paths,
        "file": player_spec(file),
        "player": None if player is None else str(player),
        "limits": take_limits(limits),
    }
    _check_unknown(limits)
    report = call(_wag.regress, request, progress=progress, title="turns")
    changed = [ChangedTurn(**_sides(turn)) for turn in report["changed"]]
    skipped = {one["replay"]: one["why"] for one in report["skipped"]}
    return Regression(report["turns"], changed, skipped, report["groups"])


def _path(replay: Replay | str | os.PathLike[str]) -> str:
    return os.path.abspath(replay.path if isinstance(replay, Replay) else os.fspath(replay))


def _round(round: Any) -> int:
    if isinstance(round, bool) or not isinstance(round, int) or not 1 <= round < 2**32:
        raise UsageError(f"the round must be a whole number from 1, not {round!r}")
    return round


def _check_unknown(options: Any) -> None:
    for name in options:
        raise UsageError(f"there is no argument {name!r}")


def _sides(turn: dict[str, Any]) -> dict[str, Any]:
    return turn | {side: TurnSide(**turn[side]) for side in ("recorded", "now")}
