"""One player against several opponents: `evaluate`, and the report that it returns."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from . import _wag
from ._engine import Objects, call
from ._types import MatchOptions, Player, Progress
from .errors import UsageError
from .many import Table, _common


@dataclass(frozen=True)
class OpponentResult:
    """The result against one opponent."""

    opponent: str
    games: int
    wins: int
    """The number of matches in which the player was the only winner."""
    ties: int
    losses: int
    score: float
    """The mean share of opponents that the player has beaten, from 0 to 1."""
    interval: tuple[float, float]
    """The 95 % confidence interval of the score."""
    verdict: Literal["better", "worse", "undecided"]


@dataclass(frozen=True)
class FaultGroup:
    """All faults of one kind, and the details of the first one."""

    kind: str
    """`"start"`, `"exception"`, `"timeout"`, `"crash"`, `"memory"` or `"threads"`."""
    count: int
    message: str
    file: str | None
    line: int | None
    traceback: str | None
    output: str
    """The output of the turn, without the traceback."""
    round: int | None
    """The round of the first fault; None if the player could not start."""
    seed: int
    opponent: str


class Evaluation(Table):
    """The report of an evaluation.

    >>> import wag
    >>> report = wag.evaluate("Roomy", against=["Straight"], games=4, game="tron", seed=1)
    >>> report.status, report.games, report.faults
    ('played', 4, [])
    >>> report["Straight"].verdict in ("better", "worse", "undecided")
    True
    """

    _columns = ("opponent", "games", "wins", "ties", "losses", "score", "verdict", "faults")

    def __init__(self, report: dict[str, Any]):
        self._report = report
        self.game: str = report["game"]
        self.player: str = report["player"]
        self.seed: int = report["seed"]
        self.games: int = report["games"]
        """The number of matches that were played."""
        self.status: Literal["played", "no_completed_turn", "cannot_start"] = report["status"]
        self.repeatable: bool | None = report["repeatable"]
        """Whether the same seed gives the same matches again; None if that is unknown."""
        self.turns: int = report["turns"]
        self.faults_total: int = report["faults_total"]
        self.times: dict[str, float | None] = report["times"]
        """The times of the player's turns, as in `wag help json`."""
        self.rows: list[dict[str, Any]] = report["opponents"]
        self.opponents: list[OpponentResult] = [_opponent(row) for row in self.rows]
        self.faults: list[FaultGroup] = [
            FaultGroup(**{name: one[name] for name in FaultGroup.__dataclass_fields__}) for one in report["faults"]
        ]
        """The player's faults by kind."""
        self.played: list[dict[str, Any]] = report["played"]
        """A dict for each match: number, opponent, seed, map, and each player's place and figures."""

    def __getitem__(self, opponent: str) -> OpponentResult:
        """Returns the result against this opponent."""
        for one in self.opponents:
            if one.opponent == opponent:
                return one
        raise KeyError(opponent)

    def to_dict(self) -> dict[str, Any]:
        """Returns the whole report as `wag evaluate --json` prints it (`wag help json`)."""
        return self._report

    def __repr__(self) -> str:
        results = ", ".join(f"{one.opponent}: {100 * one.score:.0f} % ({one.verdict})" for one in self.opponents)
        return f"<Evaluation of {self.player} in {self.game}, {self.games} matches, {self.status}; {results}>"


def _opponent(row: dict[str, Any]) -> OpponentResult:
    fields = {name: row[name] for name in OpponentResult.__dataclass_fields__}
    return OpponentResult(**fields | {"interval": tuple(row["interval"])})


def evaluate(
    ai: Player,
    against: Player | Iterable[Player] = (),
    games: int = 20,
    *,
    game: str | os.PathLike[str] = "warriors",
    places: Iterable[str] = (),
    seed: int | None = None,
    jobs: int | None = None,
    explain: str | os.PathLike[str] | None = None,
    progress: Progress = None,
    **options: MatchOptions,
) -> Evaluation:
    """Plays `games` matches of a player against each opponent, and returns the report.

    In each match, one opponent takes all other seats. Without `against`, the opponent is the game's weakest. The
    matches use the maps or boards in `places` in turn. `jobs` is the number of matches that are played at the same time
    (None: one per core). `options` are the options of the game and the limits, as in `wag.play`.

    `explain` is a folder for the replays of all matches; `to_dict()["losses"]` then says what cost the player the most, as
    `wag explain` finds it.

    A player that fails or cannot start is part of the report. Raises `UsageError` for invalid arguments, `CannotStart`
    if an opponent cannot start, `EngineError` if the system fails.

    >>> import wag
    >>> wag.evaluate("Roomy", ["Straight"], 4, game="tron", seed=1).games
    4
    """
    if not 1 <= games <= 1_000_000:
        raise UsageError("games must be from 1 to 1000000")
    if isinstance(against, (str, os.PathLike)) or callable(against):
        against = [against]
    objects = Objects()
    request = _common(game, seed, jobs, places, options) | {
        "player": objects.spec(ai),
        "against": objects.specs(against),
        "games": games,
        "explain": None if explain is None else os.fspath(explain),
    }
    return Evaluation(call(_wag.evaluate, request, objects.players, progress=progress, title=f"{request['game']}: evaluation"))
