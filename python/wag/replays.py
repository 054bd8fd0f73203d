"""Replays: recorded matches as arrays, lists and data frames."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

# Importing the engine tells the native part how to start.
from . import _engine, _wag
from ._recordings import Recording
from ._types import DaskClient, Progress
from .errors import MissingPackage, UsageError
from .explanations import Explanation, from_json

if TYPE_CHECKING:
    import pandas
    import polars
    from typing_extensions import Unpack

    from ._options import Limits

Array = np.ndarray[Any, np.dtype[Any]]
Table = Literal["players", "events", "orders", "output"] | str

FRAME_HEIGHT = 720
"""The height of the viewer in a notebook, in pixels."""


@dataclass(frozen=True)
class ReplayPlayer:
    """A player of a recorded match."""

    name: str
    seat: int
    """The seat, from 1."""
    place: int | None
    """The rank; 1 is best. None if nothing has been recorded yet."""
    figures: dict[str, int]
    """The final figures that the game counts; the first one decides."""
    file: str | None
    """The name of the player's file, or None."""
    built_in: bool
    sha256: str | None = field(repr=False, default=None)
    """The SHA-256 hash of the player's file, in hexadecimal, or None."""
    forfeit: str | None = field(repr=False, default=None)
    """Why the player forfeits the match, or None."""


@dataclass(frozen=True)
class ReplayHeader:
    """The facts about a recorded match."""

    game: str
    seed: int
    players: list[ReplayPlayer]
    """The players in seat order."""
    map: str
    """The name of the map or board."""
    rounds: int
    """The number of the last recorded round."""
    options: dict[str, Any]
    """The options that were chosen; empty in replays of older versions. Files are named without their folders."""
    winners: list[str]
    """The names of the players in the first place; empty if the match is not over."""
    complete: bool
    """False if the match was interrupted, is still being played, or the file is damaged."""
    repeatable: bool | None
    """False if a player used the clock or another source that no seed decides; None if that is unknown."""
    created: str
    """The start of the match in UTC, such as `"2026-11-21T07:00:00Z"`."""
    wag: str
    """The version of Wag that recorded the match."""
    scene: dict[str, Any] = field(repr=False)
    """The parts of the board that never change (`wag help json`)."""

    @property
    def places(self) -> dict[str, int | None]:
        """The place of each player by name."""
        return {player.name: player.place for player in self.players}


@dataclass(frozen=True)
class ArrayInfo:
    """The description of an array of a game."""

    name: str
    meaning: str
    """What the numbers mean, with their unit."""
    layout: Literal["per_frame", "table", "constant"]
    """`"per_frame"`: the first axis counts the frames. `"table"`: a structured array with any number of rows for each
    frame. `"constant"`: the array is the same in all frames."""
    axes: tuple[str, ...]
    """The names of the axes or, for a table, of the columns."""


class Frames(Mapping[str, Array]):
    """The positions of a match as numpy arrays, by name. Frame 0 is the position before round 1, frame `r` the position
    after round `r`. `wag help frames` lists the arrays of each game.

    The arrays are attributes, too: `frames.walls` is `frames["walls"]`."""

    def __init__(self, arrays: list[tuple[Any, ...]]):
        self.info: dict[str, ArrayInfo] = {}
        """The description of each array by name."""
        self._arrays: dict[str, Array] = {}
        for name, meaning, layout, axes, number, shape, numbers in arrays:
            dtype = np.dtype(number).newbyteorder("<")
            record = np.dtype([(axis, dtype) for axis in axes]) if layout == "table" else dtype
            self.info[name] = ArrayInfo(name, meaning, layout, tuple(axes))
            self._arrays[name] = np.frombuffer(numbers, record).reshape(shape)

    def __getitem__(self, name: str) -> Array:
        return self._arrays[name]

    def __getattr__(self, name: str) -> Array:
        try:
            return self.__dict__["_arrays"][name]
        except KeyError:
            raise AttributeError(f"there is no array {name!r}; the arrays are {', '.join(self._names())}") from None

    def _names(self) -> list[str]:
        return list(self.__dict__.get("_arrays", ()))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        shapes = (f"{name} {array.shape}" for name, array in self.items())
        return f"<Frames: {', '.join(shapes)}>"


@dataclass(frozen=True)
class Trajectory:
    """The turns of one player in a recorded match, as arrays whose first axis counts the turns."""

    observations: np.ndarray
    """The observations of the player, as in the environment (`wag help planes`)."""
    masks: np.ndarray
    """int8: 1 for the choices that were allowed, 0 for the others."""
    actions: np.ndarray
    """int32: the action that is closest to the player's orders; zeros if no action is."""
    exact: np.ndarray
    """bool: whether the action stands for exactly the orders that the player gave."""
    rewards: np.ndarray
    """float32: the change of the deciding figure up to the player's next turn, or to the end."""
    dones: np.ndarray
    """bool: True for the last turn of a match that was played to its end."""
    rounds: np.ndarray
    """uint32: the round of each turn."""

    def __len__(self) -> int:
        return len(self.rounds)

    def __repr__(self) -> str:
        return f"<Trajectory: {len(self)} turns, {self.exact.mean() if len(self) else 1:.0%} of the actions exact>"


class Replay:
    """A recorded match, read from a file.

    >>> import wag
    >>> replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
    >>> replay
    <Replay of tron, seed 1, 67 rounds: 1. Roomy, 2. Straight>
    >>> replay.frames.walls.shape
    (68, 20, 20)
    >>> replay.frames.survived[-1].tolist()
    [66, 67]

    Raises `ReplayError` if the file is missing, is not a replay, or comes from a newer version. A replay that breaks off,
    because its match was killed, has fewer rounds, and `header.complete` is False. Rounds in the middle that are damaged
    raise the error when they are read.

    A replay can be copied and pickled. A pickled copy contains the file.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path: str = os.fspath(path)
        """The path of the file."""
        self._recording = Recording(self.path)
        self._file = _wag.ReplayFile(path)

    @classmethod
    def _of(cls, recording: Recording) -> Replay:
        """Returns a recording as a replay, which keeps its temporary file."""
        replay = cls(recording.path)
        replay._recording = recording
        return replay

    def __reduce__(self) -> tuple[Any, ...]:
        return (Replay._of, (self._recording,))

    @cached_property
    def header(self) -> ReplayHeader:
        """The facts about the match."""
        header = json.loads(self._file.header())
        players = [
            ReplayPlayer(
                name=player["name"],
                seat=player["seat"],
                place=player.get("place"),
                figures=player.get("figures", {}),
                file=player["file"],
                built_in=player["built_in"],
                sha256=player["sha256"],
                forfeit=player.get("forfeit"),
            )
            for player in header["players"]
        ]
        return ReplayHeader(
            game=header["game"],
            seed=header["seed"],
            players=players,
            map=header["map"],
            rounds=header["rounds_played"],
            options=header.get("options", {}),
            winners=[players[seat - 1].name for seat in header["winners"]],
            complete=header["complete"],
            repeatable=header["repeatable"],
            created=header["created"],
            wag=header["wag"],
            scene=header["scene"],
        )

    @cached_property
    def frames(self) -> Frames:
        """The positions of the match as numpy arrays."""
        return Frames(self._file.frames())

    @cached_property
    def turns(self) -> list[dict[str, Any]]:
        """All turns as `wag replay export --json` prints them (`wag help json`). The first one, of round 0, has the
        events before round 1."""
        turns = []
        for number in range(self._file.chunks()):
            chunk = json.loads(self._file.chunk(number))
            if number == 0:
                turns.append({"round": 0, "seats": [], "events": chunk.get("opening", [])})
            turns += chunk["turns"]
        return turns

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """Everything that happened: a dict for each event, with its `round` (0 before round 1), its `type`, the fields of
        the type (`wag help events`) and `player`, the name of the player on its `seat`, or None.

        >>> import wag
        >>> replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
        >>> [event["player"] for event in replay.events if event["type"] == "crashed"]
        ['Straight']
        """
        return [
            {"round": turn["round"], **event, "player": self._player(event.get("seat"))}
            for turn in self.turns
            for event in turn.get("events", ())
        ]

    @cached_property
    def orders(self) -> list[dict[str, Any]]:
        """All orders: a dict for each, with its `round`, `player`, `seat` and the fields of the order (`wag help json`).

        >>> import wag
        >>> replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
        >>> replay.orders[0]
        {'round': 1, 'player': 'Straight', 'seat': 1, 'move': 'EAST'}
        """
        return [
            {"round": turn["round"], "player": self._player(by["seat"]), "seat": by["seat"], **order}
            for turn in self.turns
            for by in turn.get("orders", ())
            for order in by["list"]
        ]

    @cached_property
    def output(self) -> list[dict[str, Any]]:
        """What the players printed: a dict for each turn with output, with `round`, `player`, `seat`, `text`, and `dropped`,
        the number of bytes that were not stored."""
        return [
            {
                "round": turn["round"],
                "player": self._player(report["seat"]),
                "seat": report["seat"],
                "text": report.get("output", ""),
                "dropped": report.get("output_dropped", 0),
            }
            for turn in self.turns
            for report in turn.get("reports", ())
            if "output" in report or "output_dropped" in report
        ]

    def explain(
        self,
        player: str | int | None = None,
        *,
        account: bool = False,
        stand_in: str | None = None,
        seconds: float = 20,
        futures: int | None = None,
        seed: int | None = None,
        jobs: int | None = None,
        client: DaskClient = None,
        progress: Progress = None,
        **limits: Unpack[Limits],
    ) -> Explanation:
        """Explains the match: when it was decided, its turning points, an account of each player that adds up, and what cost
        `player` the most. Of a damaged or unfinished replay, it explains everything that can be read.

        `player` is a name or a seat from 1; it is not needed if only one player is a Python file. A built-in player takes
        over its seat in several rounds, and these matches, called futures, are played to their ends, with the files that played
        the match. `curve` has their results, `cards` the losses. If they cannot be played, `summary` says why. With `account`,
        none are played.

        `stand_in` is the built-in player that takes over; None chooses one near the player's strength. `seconds` limits the
        number of futures, unless `futures` sets it. `seed` decides their random numbers; None derives them from the match.
        The results are kept beside the replay, so the same question is answered at once. The futures are played on all cores,
        on `jobs` of them, or on the workers of `client`, a `dask.distributed.Client`.

        `limits` are the limits of `wag.play`; the time limits are those of the match if none are given.

        Raises `UsageError` if there is no such player or stand-in.

        >>> import wag
        >>> replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
        >>> explanation = replay.explain()
        >>> explanation.winner
        'Roomy'
        >>> explanation["Roomy"].figures["rounds"].end
        67
        >>> explanation = replay.explain("Straight")
        >>> explanation.curve.stand_in
        'Roomy'
        >>> int(explanation.curve.rounds[-1])
        68
        """
        # These modules import this one.
        from .many import _call
        from .turns import _check_unknown

        accounts = json.loads(self._file.explanation())
        if account:
            return from_json(accounts)
        request = {
            "replay": os.path.abspath(self.path),
            "player": None if player is None else str(player),
            "stand_in": stand_in,
            "seconds": _positive("seconds", seconds, float),
            "futures": None if futures is None else _positive("futures", futures, int),
            "seed": _engine.checked_seed(seed),
            "jobs": jobs,
            "limits": _engine.take_limits(limits),
        }
        _check_unknown(limits)
        losses = _call(_wag.losses, request, progress, title="explain", dask=(client, jobs, False, None))
        return from_json(accounts, losses)

    def trajectories(self, player: str | int) -> Trajectory:
        """Returns what a player has seen and done as arrays, for learning from examples. `player` is a name or a seat from 1.

        The match is played again from the recorded orders, so every player will do: files, built-in players, people. Raises
        `ReplayError` if the replay is damaged, and `UsageError` if the rules have changed since, or if there is no such player.

        >>> import wag
        >>> replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
        >>> played = replay.trajectories("Roomy")
        >>> played.observations.shape, played.actions.shape, float(played.rewards.sum()), bool(played.dones[-1])
        ((67, 2, 20, 20), (67,), 67.0, True)
        """
        names = [one.name for one in self.header.players]
        if isinstance(player, str) and player in names:
            seat = names.index(player)
        elif isinstance(player, int) and not isinstance(player, bool) and 1 <= player <= len(names):
            seat = player - 1
        else:
            raise UsageError(f"there is no player {player!r}; choose one of {', '.join(names)}, or a seat from 1 to {len(names)}")
        dtype, shape, action_shape, observations, *rest, is_complete = self._file.trajectory(seat)
        masks, actions, exact, rewards, rounds = rest
        turns = len(rounds)
        dones = np.zeros(turns, dtype=bool)
        dones[-1:] = is_complete
        return Trajectory(
            observations=np.frombuffer(observations, np.dtype(dtype).newbyteorder("<")).reshape(turns, *shape),
            masks=masks.reshape(turns, -1),
            actions=actions.reshape(turns, *action_shape),
            exact=exact,
            rewards=rewards,
            dones=dones,
            rounds=rounds,
        )

    def to_polars(self, table: Table = "players") -> polars.DataFrame:
        """Returns a table as a data frame of polars.

        `"players"` has a row for each round and player, with all numbers that a player has. `"events"`, `"orders"` and
        `"output"` have a row for each entry of these lists; nested values become JSON. The other tables are the arrays of
        `frames`, one row for each number or row.

        >>> import wag
        >>> replay = wag.play("Straight", "Roomy", game="tron", seed=1).replay
        >>> replay.to_polars().filter(round=67)["survived"].to_list()
        [66, 67]
        """
        return _package("polars", "to_polars").DataFrame(self._table(table))

    def to_pandas(self, table: Table = "players") -> pandas.DataFrame:
        """Returns a table as a data frame of pandas; `to_polars` describes the tables."""
        return _package("pandas", "to_pandas").DataFrame(self._table(table))

    def to_html(self) -> str:
        """Returns a complete HTML page that shows the match, without the source code of the players."""
        return self._file.page()

    def _table(self, name: str) -> dict[str, Any]:
        """Returns a table as columns by name."""
        if name in ("events", "orders", "output"):
            return _columns(getattr(self, name))
        if name == "players":
            return self._players_table()
        if name not in self.frames:
            names = ", ".join(["players", "events", "orders", "output", *self.frames])
            raise UsageError(f"there is no table {name!r}; choose one of {names}")
        array, info = self.frames[name], self.frames.info[name]
        if info.layout == "table":
            return {column: array[column] for column in info.axes}
        return {**_indices(array.shape, info.axes), name: array.reshape(-1)}

    def _players_table(self) -> dict[str, Any]:
        arrays = {
            name: self.frames[name] for name, info in self.frames.info.items() if info.axes == ("round", "seat")
        }
        columns = _indices(next(iter(arrays.values())).shape, ("round", "seat"))
        names = [player.name for player in self.header.players]
        columns["player"] = names * (len(columns["seat"]) // len(names))
        return {**columns, **{name: array.reshape(-1) for name, array in arrays.items()}}

    def _player(self, seat: int | None) -> str | None:
        """Returns the name of the player on a seat, or None if there is no seat."""
        return self.header.players[seat - 1].name if isinstance(seat, int) and seat > 0 else None

    def __repr__(self) -> str:
        header = self.header
        places = ", ".join(
            f"{player.place or '?'}. {player.name}" for player in sorted(header.players, key=lambda one: one.place or 99)
        )
        unfinished = "" if header.complete else ", incomplete"
        return f"<Replay of {header.game}, seed {header.seed}, {header.rounds} rounds{unfinished}: {places}>"

    def _repr_html_(self) -> str:
        """Shows the viewer in a notebook. A notebook that is not trusted leaves the frame out, and shows the text in it."""
        page = html.escape(self.to_html())
        return (
            f'<iframe sandbox="allow-scripts" style="width: 100%; height: {FRAME_HEIGHT}px; border: 0" '
            f'srcdoc="{page}">{html.escape(repr(self)[1:-1])}</iframe>'
        )


def _indices(shape: tuple[int, ...], axes: tuple[str, ...]) -> dict[str, Array]:
    """Returns the coordinates of each number of an array. Seats count from 1."""
    indices = np.indices(shape, dtype=np.int32)
    return {axis: index.reshape(-1) + (axis == "seat") for axis, index in zip(axes, indices)}


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Returns dicts as columns. Missing values become None; columns with values of several types become text."""
    columns = {name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)}
    for name, values in columns.items():
        types = {type(value) for value in values if value is not None}
        if len(types) > 1 or not types <= {bool, int, float, str}:
            is_plain = lambda value: value is None or isinstance(value, str)
            columns[name] = [value if is_plain(value) else json.dumps(value) for value in values]
    return columns


def _package(name: str, function: str) -> Any:
    """Imports an optional package."""
    try:
        return import_module(name)
    except ImportError:
        raise MissingPackage(f"{function} needs {name}; install it with `pip install {name}`") from None


def _positive(name: str, value: Any, kind: type) -> Any:
    """Returns a number as an int or a float. Raises `UsageError` if it is not positive, or not a whole number for an int."""
    is_number = isinstance(value, (int, kind)) and not isinstance(value, bool)
    if not is_number or not 0 < value < 100_000:
        raise UsageError(f"{name} must be a {'whole ' if kind is int else ''}number from 1 to 100000, not {value!r}")
    return kind(value)
