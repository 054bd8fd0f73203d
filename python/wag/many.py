"""Many matches on all cores, or on the workers of a Dask cluster: `series`, `compare`, `tune` and `tournament`.

All of these functions take players that are functions, objects or policies, as `wag.play` does: they run in the thread of
the caller, which answers all matches that wait. All have three arguments for Dask (`wag help machines`): `client` is a
`dask.distributed.Client`, the address of a scheduler, or `"local"` for one worker per core; `submit_options` are
arguments of `Client.submit`, such as `workers` and `resources`; with `allow_unsandboxed=True`, workers without a sandbox
are used, too."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from . import _wag
from ._engine import Objects, call, checked_seed, game_word, option_values, take_limits
from ._types import DaskClient, Form, MatchOptions, Player, Progress

if TYPE_CHECKING:
    import pandas
    import polars


class Table:
    """Rows that show themselves as a table in a notebook."""

    rows: list[dict[str, Any]]
    """A dict for each row."""
    _columns: tuple[str, ...] = ()

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the rows as a pandas `DataFrame`."""
        return _imported("pandas").DataFrame(self.rows)

    def to_polars(self) -> polars.DataFrame:
        """Returns the rows as a polars `DataFrame`."""
        return _imported("polars").DataFrame(self.rows)

    def _repr_html_(self) -> str:
        columns = [name for name in self._columns if any(name in row for row in self.rows)]
        head = "".join(f"<th>{html.escape(name.replace('_', ' '))}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_shown(row.get(name)))}</td>" for name in columns) + "</tr>"
            for row in self.rows
        )
        caption = html.escape(repr(self)[1:-1])
        return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _imported(name: str) -> Any:
    from importlib import import_module

    from .errors import MissingPackage

    try:
        return import_module(name)
    except ImportError:
        raise MissingPackage(f"{name} is not installed; install it: pip install {name}") from None


def _common(
    game: str | os.PathLike[str], seed: int | None, jobs: int | None, places: Iterable[str], options: Mapping[str, Any]
) -> dict[str, Any]:
    from .errors import UsageError

    if jobs is not None and not 1 <= jobs <= 1024:
        raise UsageError("jobs must be from 1 to 1024")
    options = dict(options)
    return {
        "game": game_word(game),
        "seed": checked_seed(seed),
        "jobs": jobs,
        "places": [os.fspath(place) for place in places],
        "limits": take_limits(options),
        "options": option_values(options),
    }


def _call(
    function: Callable[..., str],
    request: dict[str, Any],
    progress: Progress,
    title: str,
    dask: tuple[Any, ...],
    objects: Objects | None = None,
) -> Any:
    """Calls a native function, with the workers of a Dask cluster if there is a client."""
    more = [] if objects is None else [objects.players]
    if dask[0] is None and not dask[3]:
        return call(function, request, *more, progress=progress, title=title)
    from ._dask import transport_of

    transport = transport_of(*dask)
    try:
        return call(function, request, *more, transport, progress=progress, title=title)
    finally:
        transport.close()


def _path(path: str | os.PathLike[str] | None) -> str | None:
    return None if path is None else os.fspath(path)


class Series(Table):
    """The result of a series.

    >>> import wag
    >>> series = wag.series("Straight", "Roomy", game="tron", games=2, seed=1)
    >>> [(row["name"], row["wins"]) for row in series.standings]
    [('Roomy', 2), ('Straight', 0)]
    """

    _columns = ("name", "games", "wins", "ties", "points", "turn_ms_mean", "turn_ms_max", "time_outs", "faults")

    def __init__(self, report: dict[str, Any]):
        self._report = report
        self.game: str = report["game"]
        self.seed: int = report["seed"]
        self.places: list[str] = report["places"]
        """The maps or boards."""
        self.matches: int = report["matches"]
        """The number of matches that were played."""
        self.seats: list[dict[str, Any]] = [row for row in report["rows"] if row["seat"] != 0]
        """A row for each player in each seat, with the fields of `rows`."""
        self.rows: list[dict[str, Any]] = sorted(
            (row for row in report["rows"] if row["seat"] == 0), key=lambda row: (-row["points"], -row["wins"])
        )
        self.played: list[dict[str, Any]] = report["played"]
        """A dict for each match: number, seed, map, and each player's place and figures."""
        self.void: list[dict[str, Any]] = report.get("void", [])
        """A dict for each match that counts for nobody, because the game itself failed: number, seed and problem."""

    @property
    def standings(self) -> list[dict[str, Any]]:
        """A row for each player, best first."""
        return self.rows

    def to_dict(self) -> dict[str, Any]:
        """Returns the whole result."""
        return self._report

    def __repr__(self) -> str:
        return f"<Series of {self.game}, {self.matches} matches, seed {self.seed}>"


def series(
    *players: Player,
    game: str | os.PathLike[str] = "warriors",
    games: int = 10,
    places: Iterable[str] = (),
    seed: int | None = None,
    fixed_seats: bool = False,
    jobs: int | None = None,
    replays: str | os.PathLike[str] | None = None,
    client: DaskClient = None,
    allow_unsandboxed: bool = False,
    submit_options: Mapping[str, Any] | None = None,
    progress: Progress = None,
    **options: MatchOptions,
) -> Series:
    """Plays `games` matches between the same players on each of `places` (maps or boards), on all cores.

    The result does not depend on `jobs`, the number of matches that are played at the same time (None: one per core, or 32 if
    only policies and players without processes take part).
    `replays` is a folder for the replays. `options` are the options of the game and the limits, as in `wag.play`.
    """
    objects = Objects()
    request = _common(game, seed, jobs, places, options) | {
        "players": objects.specs(players),
        "games": games,
        "fixed_seats": fixed_seats,
        "replays": _path(replays),
    }
    dask = (client, jobs, allow_unsandboxed, submit_options)
    return Series(_call(_wag.series, request, progress, title=f"{request['game']}: series", dask=dask, objects=objects))


class Verdict(Table):
    """The result of a comparison. It is true if the new player is better.

    >>> import wag
    >>> verdict = wag.compare("Roomy", "Straight", game="tron", games=100, seed=1)
    >>> bool(verdict), verdict.verdict
    (True, 'better')
    """

    _columns = ("pair", "seed", "map", "score")

    def __init__(self, report: dict[str, Any]):
        self._report = report
        self.game: str = report["game"]
        self.new: str = report["new"]
        self.old: str = report["old"]
        self.verdict: Literal["better", "not better", "undecided"] = report["verdict"]
        """`"better"`, `"not better"` or `"undecided"`."""
        self.games: int = report["games"]
        """The number of matches that count."""
        self.score: float = report["score"]
        """The mean score of the new player in a pair of matches, from 0 to 1."""
        self.interval: tuple[float, float] = tuple(report["interval"])
        """The 95 % confidence interval of the score."""
        self.elo: float | None = report["elo"]
        """The Elo difference that the score stands for; None if it is infinite."""
        self.margin: float | None = report["margin"]
        """The mean lead of the new player in the figure that decides, on the same seat."""
        self.seed: int = report["seed"]
        self.interrupted: bool = report["interrupted"]
        self.losses: list[dict[str, Any]] = report["losses"]
        """The clearest losses of the new player: `score`, and `again`, the command that plays the match."""
        self.rows: list[dict[str, Any]] = report["played"]

    def __bool__(self) -> bool:
        return self.verdict == "better"

    def to_dict(self) -> dict[str, Any]:
        """Returns the whole result."""
        return self._report

    def __repr__(self) -> str:
        low, high = self.interval
        return (
            f"<Verdict on {self.new} against {self.old}: {self.verdict}, score {self.score:.2f} "
            f"({low:.2f} to {high:.2f}) in {self.games} matches>"
        )


def compare(
    new: Player,
    old: Player,
    *,
    game: str | os.PathLike[str] = "warriors",
    against: Iterable[Player] = (),
    games: int = 20_000,
    by: Literal["places", "score"] = "places",
    elo0: float = 0.0,
    elo1: float = 50.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    places: Iterable[str] = (),
    seed: int | None = None,
    jobs: int | None = None,
    client: DaskClient = None,
    allow_unsandboxed: bool = False,
    submit_options: Mapping[str, Any] | None = None,
    progress: Progress = None,
    **options: MatchOptions,
) -> Verdict:
    """Plays matches until it is certain whether `new` is better than `old`, at most `games` (`wag help comparisons`).

    `against` are the opponents of both; without them the two play each other. `by` is `"places"` or `"score"`. `elo0`
    and `elo1` are the Elo differences that count as no improvement and as an improvement, `alpha` and `beta` the
    probabilities of the two kinds of wrong verdicts. `options` are as in `wag.play`.
    """
    objects = Objects()
    request = _common(game, seed, jobs, places, options) | {
        "new": objects.spec(new),
        "old": objects.spec(old),
        "against": objects.specs(against),
        "games": games,
        "by": by,
        "elo0": elo0,
        "elo1": elo1,
        "alpha": alpha,
        "beta": beta,
    }
    dask = (client, jobs, allow_unsandboxed, submit_options)
    return Verdict(_call(_wag.compare, request, progress, title=f"{request['game']}: comparison", dask=dask, objects=objects))


class Tuning(Table):
    """The result of a search for better values of an AI's parameters."""

    _columns = ("name", "default", "best", "low", "high")

    def __init__(self, report: dict[str, Any]):
        self._report = report
        self.game: str = report["game"]
        self.rows: list[dict[str, Any]] = report["params"]
        self.best: dict[str, float] = {row["name"]: row["best"] for row in self.rows}
        """The best value of each parameter."""
        self.trials: int = report["trials"]
        self.check: dict[str, Any] | None = report["check"]
        """How the best setting scores against the default: pairs, score and interval; None if it was not checked."""
        self.faults: int = report["faults"]
        """The number of turns that the AI failed in all matches."""
        self.source: str = report["source"]
        """The text of the AI's file with the best values."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the whole result."""
        return self._report

    def __repr__(self) -> str:
        return f"<Tuning of {self.game}, {self.trials} trials: {self.best}>"


def tune(
    file: str | os.PathLike[str],
    *,
    game: str | os.PathLike[str] = "warriors",
    against: Iterable[Player] = (),
    method: Literal["spsa", "halving"] = "spsa",
    pairs: int = 400,
    check: int = 100,
    into: str | os.PathLike[str] = "tune.json",
    places: Iterable[str] = (),
    seed: int = 1,
    jobs: int | None = None,
    client: DaskClient = None,
    allow_unsandboxed: bool = False,
    submit_options: Mapping[str, Any] | None = None,
    progress: Progress = None,
    **options: MatchOptions,
) -> Tuning:
    """Searches for better values of the parameters that an AI's file declares (`wag help comparisons`).

    `method` is `"spsa"` or `"halving"`, `pairs` the number of pairs of matches of the search, `check` that of the
    final check against the default. `into` stores the search; the same call goes on with it. `options` are as in
    `wag.play`.
    """
    objects = Objects()
    request = _common(game, seed, jobs, places, options) | {
        "file": os.fspath(file),
        "against": objects.specs(against),
        "method": method,
        "pairs": pairs,
        "check": check,
        "into": os.fspath(into),
    }
    dask = (client, jobs, allow_unsandboxed, submit_options)
    return Tuning(_call(_wag.tune, request, progress, title=f"{request['game']}: tuning", dask=dask, objects=objects))


class Standings(Table):
    """The table of a tournament."""

    _columns = (
        "place", "name", "points", "rating", "rating_ci95", "games", "wins", "mean_place", "faults", "turn_ms_mean",
    )  # fmt: skip

    def __init__(self, report: dict[str, Any]):
        self._report = report
        self.game: str = report["game"]
        self.seed: int = report["seed"]
        self.file: str = report["file"]
        """The file of the tournament."""
        self.method: str = report["method"]
        """The rating method."""
        self.matches: int = report["matches"]
        """The number of matches that have been played."""
        self.planned: int = report["matches_planned"]
        self.rows: list[dict[str, Any]] = report["players"]
        self.played: list[dict[str, Any]] = report["played"]

    @property
    def ratings(self) -> dict[str, float]:
        """The rating of each player by name."""
        return {row["name"]: row["rating"] for row in self.rows}

    def to_dict(self) -> dict[str, Any]:
        """Returns the whole result as `wag tournament --json` prints it (`wag help json`)."""
        return self._report

    def __repr__(self) -> str:
        return f"<Standings of {self.game} after {self.matches} of {self.planned} matches, in {self.file}>"


def tournament(
    *players: Player,
    game: str | os.PathLike[str] = "warriors",
    games: int | None = None,
    seats: int | None = None,
    form: Form | None = None,
    into: str | os.PathLike[str] = "tournament.db",
    resume: bool = False,
    without: Iterable[str] = (),
    places: Iterable[str] = (),
    seed: int | None = None,
    jobs: int | None = None,
    replays: str | os.PathLike[str] | None = None,
    trust_programs: bool = False,
    client: DaskClient = None,
    allow_unsandboxed: bool = False,
    submit_options: Mapping[str, Any] | None = None,
    progress: Progress = None,
    **options: MatchOptions,
) -> Standings:
    """Plays a tournament, or goes on with the one in the file `into` (`wag help tournament --page`).

    `players` are player specs and folders of submissions. `games` is the minimum number of matches of each player on
    each map (default 20). `form` says who meets whom: `"all"` (the default), `"gauntlet"` (the first player against each
    other), `"swiss"`, `"bracket"` (groups, then knockout) or `"heats"` (of four, two go on). With `resume=True` the file must exist and determines everything that is not given.
    """
    objects = Objects()
    request = _common(game, seed, jobs, places, options) | {
        "players": objects.specs(players),
        "without": list(without),
        "games": games,
        "seats": seats,
        "form": form,
        "file": os.fspath(into),
        "resume": resume,
        "replays": _path(replays),
        "trust_programs": trust_programs,
    }
    dask = (client, jobs, allow_unsandboxed, submit_options)
    return Standings(_call(_wag.tournament, request, progress, title=f"{request['game']}: tournament", dask=dask, objects=objects))
