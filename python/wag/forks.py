"""Matches that are continued from a round of a replay, and comparisons of replays: `fork` and `diff`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _wag
from ._engine import call, checked_seed, player_spec, take_limits
from ._recordings import TemporaryFolder
from ._types import DaskClient, PlayerSpec, Progress
from .errors import UsageError
from .many import _call
from .matches import Match
from .replays import Replay
from .turns import _check_unknown, _path, _round

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Limits


class Fork(Match):
    """The result of a match that continues another one.

    >>> import wag
    >>> match = wag.play("Straight", "Roomy", game="tron", seed=1)
    >>> fork = wag.fork(match.replay, 20, player="Straight", file="Roomy")
    >>> fork.first_difference["round"] >= 20
    True
    """

    def __init__(self, report: dict[str, Any], temporary: TemporaryFolder | None = None):
        super().__init__(report, temporary)
        about = report["fork"]
        self.parent: str = about["parent"]
        """The file name of the replay that the match continues."""
        self.round: int = about["round"]
        """The first round that was played again."""
        self.changed: dict[str, str] = {one["player"]: one["file"] for one in about["changed"]}
        """The files of the players with other files."""
        self.remarks: list[str] = about["remarks"]
        """Sentences about the players' files."""
        self.stopped: dict[str, int] = _rounds(about["stopped"])
        """The players without code that stopped following their record, with the round."""
        self.differs_before: dict[str, int] = _rounds(about["differs_before"])
        """The persistent players that answered a recorded view with other orders, with the first such round."""
        self.ended_before: dict[str, int] = _rounds(about["ended_before"])
        """The persistent players that ended while they were shown the recorded views, with the round."""
        self.same_as_parent: bool | None = about.get("same_as_parent")
        """True if the match went like the one that it continues; None if no replay was recorded."""
        self.first_difference: dict[str, Any] | None = about.get("first_difference")
        """The first difference, as in `Diff.first`."""


@dataclass(frozen=True)
class Gain:
    """What a change adds to a figure, from pairs of forks that are the same except for the change."""

    pairs: int
    mean: float
    """The mean difference: with the change minus without it, in the unit of the figure."""
    interval: tuple[float, float]
    """The 95 % confidence interval of the expected difference (Student's t)."""
    verdict: Literal["better", "worse", "same", "unknown"]
    """`"better"` or `"worse"`: the interval is above or below 0. `"same"`: no pair differs. `"unknown"`: more forks would tell."""


@dataclass(frozen=True)
class ForkRate:
    """The wins of a player in forks with different random numbers."""

    player: str
    games: int
    wins: int
    """The forks that the player won alone."""
    ties: int
    """The forks that the player won together with others."""
    share: float | None
    """The share of wins, in which a tie is half a win; None without forks."""
    interval: tuple[float, float]
    """The 95 % confidence interval of the share."""
    mean: float | None = None
    """The mean of the game's first figure, in its unit; None without forks."""
    gain: Gain | None = None
    """What the change adds to that figure; None in rates without the change, and if nothing was changed."""


@dataclass(frozen=True)
class ForkSeries:
    """The result of many forks of one match with different random numbers."""

    games: int
    """The number of forks with the change."""
    with_change: list[ForkRate]
    """The win rates with the change, in seat order."""
    without_change: list[ForkRate] | None
    """The win rates without the change; None if nothing was changed, or the file that played the match is missing."""
    is_certain: bool
    """True if all forks had the same result, so that no random numbers decide."""
    changed: dict[str, str] = field(default_factory=dict)
    """The files of the players with other files."""
    remarks: list[str] = field(default_factory=list, repr=False)
    """Sentences about the players' files."""

    def __repr__(self) -> str:
        def rates(rates: list[ForkRate]) -> str:
            shown = [rate for rate in rates if not self.changed or rate.player in self.changed]
            return ", ".join(f"{rate.player} {rate.wins} of {rate.games}" for rate in shown)

        without = f"; without the change {rates(self.without_change)}" if self.without_change is not None else ""
        return f"<ForkSeries: {rates(self.with_change)}{without}>"


@dataclass(frozen=True)
class Diff:
    """The comparison of two replays."""

    equal: bool
    """True if both matches went the same way."""
    game: str
    a: dict[str, Any] = field(repr=False)
    """The first replay: `rounds`, `players`, and the final `places` and `scores` in seat order."""
    b: dict[str, Any] = field(repr=False)
    """The second replay."""
    first: dict[str, Any] | None
    """The first difference, or None: `round`, `seat` (from 1, or None), `kind` (`"setup"`, `"orders"`, `"events"`, `"turn"` or
    `"end"`), and in `a` and `b` the orders or events that only one replay contains, as English sentences."""
    figure: str
    """The name of the figure that decides the game."""
    scores: list[dict[str, Any]] = field(repr=False)
    """The figure over time: `round`, and the values `a` and `b` in seat order."""


@overload
def fork(
    replay: Replay | str | os.PathLike[str],
    start: int,
    *,
    player: str | int | None = None,
    file: PlayerSpec | None = None,
    files: Mapping[str | int, PlayerSpec] | None = None,
    seed: int | None = None,
    save: str | os.PathLike[str] | bool = True,
    with_sources: bool = False,
    games: None = None,
    jobs: int | None = None,
    progress: Progress = None,
    **limits: Unpack[Limits],
) -> Fork: ...
@overload
def fork(
    replay: Replay | str | os.PathLike[str],
    start: int,
    *,
    player: str | int | None = None,
    file: PlayerSpec | None = None,
    files: Mapping[str | int, PlayerSpec] | None = None,
    seed: int | None = None,
    save: str | os.PathLike[str] | bool = True,
    games: int,
    jobs: int | None = None,
    client: DaskClient = None,
    progress: Progress = None,
    **limits: Unpack[Limits],
) -> ForkSeries: ...
def fork(
    replay: Replay | str | os.PathLike[str],
    start: int,
    *,
    player: str | int | None = None,
    file: PlayerSpec | None = None,
    files: Mapping[str | int, PlayerSpec] | None = None,
    seed: int | None = None,
    save: str | os.PathLike[str] | bool = True,
    with_sources: bool = False,
    games: int | None = None,
    jobs: int | None = None,
    client: DaskClient = None,
    progress: Progress = None,
    **limits: Unpack[Limits],
) -> Fork | ForkSeries:
    """Continues a recorded match from the round `start` on, and returns the result.

    All rounds before it are as recorded. From there on, `file` plays in the place of `player` (a name or a seat from 1;
    not needed if only one player is a Python file). `files` names several players and their files instead. The other
    players run the files that played the match; a player without code gives its recorded orders as long as its view is
    as recorded. Without a change, the same match is played again.

    `seed` decides the random numbers from `start` on; None keeps those of the match. `save` is the file for the replay;
    True keeps it as long as the result exists, False records none.

    With `games`, that many forks with different random numbers are played, and as many without the change, on all cores
    on `jobs` of them, or on the workers of `client`, a `dask.distributed.Client`. The result is then a `ForkSeries`, and `save`
    is the folder for the replays (True: none).

    `limits` are the limits of `wag.play`; the time limits are those of the match if none are given.

    Raises `UsageError` if the match cannot be continued, and `CannotStart` if a file cannot start.

    >>> import wag
    >>> match = wag.play("Straight", "Roomy", game="tron", seed=1)
    >>> wag.fork(match.replay, 20).same_as_parent
    True
    >>> wag.fork(match.replay, 20, player="Straight", file="Roomy", games=2).games
    2
    """
    changes = [(None if name is None else str(name), player_spec(one)) for name, one in _changes(player, file, files)]
    if games is not None and (isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= 100_000):
        raise UsageError(f"games must be a whole number from 1 to 100000, not {games!r}")
    temporary = None
    if save is True and games is None:
        temporary = TemporaryFolder()
        save = os.path.join(temporary.path, "fork.wag")
    request = {
        "replay": _path(replay),
        "round": _round(start),
        "changes": changes,
        "seed": checked_seed(seed),
        "games": games,
        "jobs": jobs,
        "output": os.fspath(save) if save and save is not True else None,
        "with_sources": with_sources,
        "limits": take_limits(limits),
    }
    _check_unknown(limits)
    report = _call(_wag.fork, request, progress, title="fork", dask=(client, jobs, False, None))
    if games is None:
        return Fork(report, temporary)
    changed = {one["player"]: one["file"] for one in report["fork"]["changed"]}
    without = report["without"]
    return ForkSeries(
        games,
        _rates(report["with"]),
        None if without is None else _rates(without),
        report["is_certain"],
        changed,
        report["fork"]["remarks"],
    )


def diff(a: Replay | str | os.PathLike[str], b: Replay | str | os.PathLike[str]) -> Diff:
    """Compares two replays of the same game: their first difference, and their scores over time.

    The orders and events are compared, turn by turn; times, output and names are not.

    Raises `UsageError` if the replays cannot be compared.

    >>> import wag
    >>> matches = [wag.play("Straight", "Roomy", game="tron", seed=1) for _ in range(2)]
    >>> wag.diff(matches[0].replay, matches[1].replay).equal
    True
    """
    return Diff(**call(_wag.diff, [_path(a), _path(b)], progress=False))


def _changes(player: Any, file: Any, files: Mapping[str | int, PlayerSpec] | None) -> Any:
    if files is not None:
        if player is not None or file is not None:
            raise UsageError("use either files, or player and file")
        return files.items()
    if file is None:
        if player is not None:
            raise UsageError("player needs a file")
        return []
    return [(player, file)]


def _rounds(noted: list[dict[str, Any]]) -> dict[str, int]:
    return {one["player"]: one["round"] for one in noted}


def _rates(rates: list[dict[str, Any]]) -> list[ForkRate]:
    def gain(one: dict[str, Any] | None) -> Gain | None:
        return None if one is None else Gain(**one | {"interval": tuple(one["interval"])})

    return [
        ForkRate(**rate | {"interval": tuple(rate["interval"]), "gain": gain(rate["gain"])}) for rate in rates
    ]
