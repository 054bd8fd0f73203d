"""One match: `play`, and the result that it returns."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from . import _wag
from ._engine import Objects, call, checked_seed, game_word, option_values, take_limits
from ._recordings import Recording, TemporaryFolder
from ._types import LogForm, MatchOptions, Player, Progress
from .errors import UsageError

if TYPE_CHECKING:
    from .replays import Replay

LOG_FORMS = get_args(LogForm)


@dataclass(frozen=True)
class Fault:
    """A turn that a player failed."""

    player: str
    """The name of the player."""
    kind: str
    """`"exception"`, `"timeout"`, `"crash"`, `"memory"` or `"threads"`."""
    round: int
    """The round, from 1."""
    message: str
    """What happened and, if it is known, where."""
    explanation: str | None = None
    """A hint for beginners about the cause, or None."""


@dataclass(frozen=True)
class MatchPlayer:
    """A player's result in a match."""

    name: str
    seat: int
    """The seat, from 1."""
    place: int
    """The rank; 1 is best. Players with equal results share a place."""
    figures: dict[str, int]
    """The figures that the game counts; the first one decides."""
    faults: list[Fault]
    """The first faults of the player; `faults_total` counts all."""
    faults_total: int
    refused: int
    """The number of orders that the rules refused."""
    forfeit: str | None
    """Why the player forfeits the match, or None."""
    turn_ms_mean: float
    """The mean time of a turn, in milliseconds."""
    turn_ms_max: float
    """The longest time of a turn, in milliseconds."""
    cpu_ms_mean: float | None = field(repr=False, default=None)
    """The mean processor time of a turn, in milliseconds; None if it is unknown."""
    log: str | None = field(repr=False, default=None)
    """The path of the player's log, or None if no logs were written."""


class Match:
    """The result of a match.

    >>> import wag
    >>> match = wag.play("Straight", "Roomy", game="tron", seed=1)
    >>> match.game, match.seed, [player.place for player in match.players]
    ('tron', 1, [2, 1])
    >>> match.winners
    ['Roomy']

    A match can be copied and pickled. A pickled copy contains the replay, so it is complete in another process, too.
    """

    def __init__(self, report: dict[str, Any], temporary: TemporaryFolder | None = None):
        self._report = report
        common = {name: report[name] for name in ("figures", "logs", "messages", "wall_s")}
        self.games: list[Match] = [Match(one | common, temporary) for one in report.get("games", ())]
        """The games of a match that has several, such as gems; otherwise empty."""
        if self.games:
            report = report | self._sum()
        self.game: str = report["game"]
        """The name of the game."""
        self.seed: int = report["seed"]
        """The random seed; the same seed, players and options give the same match."""
        self.again: str | None = report.get("again")
        """The command that plays the match again; None if a player is an object of this process."""
        self.rounds: int = report["rounds"]
        """The number of the last round that was played."""
        self.winners: list[str] = report["winners"]
        """The names of the players in the first place."""
        failed = report.get("failed")
        self.failed: str | None = failed and failed["message"]["en"]
        """Why the game itself, a Python file, could not go on: the match counts for nobody. None otherwise."""
        self.repeatable: bool | None = report["repeatable"]
        """False if a player used the clock or another source that no seed decides; None if that is unknown."""
        self.interrupted: bool = report["interrupted"]
        self.notes: list[str] = [note["text"] if isinstance(note, dict) else note for note in report["notes"]]
        """Hints about likely mistakes in the players' code."""
        self.messages: list[str] = report["messages"]
        """Warnings from the start of the players."""
        self.seconds: float = report["wall_s"]
        """The duration of the match, in seconds."""
        logs = report["logs"] or [None] * len(report["players"])
        self.players: list[MatchPlayer] = [
            _player(entry, report["figures"], log) for entry, log in zip(report["players"], logs)
        ]
        """The players in seat order."""
        self._recording = None if report["replay"] is None else Recording(report["replay"], temporary)

    def _sum(self) -> dict[str, Any]:
        """Returns the fields of a match of several games: the player that has won the most games is first."""
        games = [one._report for one in self.games]
        players = []
        for seat, first in enumerate(games[0]["players"]):
            own = [one["players"][seat] for one in games]
            figures = {name: sum(one[name] for one in own) for name in games[0]["figures"]}
            faults = [fault for one in own for fault in one["faults"]]
            totals = {name: sum(one[name] for one in own) for name in ("faults_total", "refused")}
            place = 1 if first["name"] in self._report["winners"] else 2
            players.append(first | figures | totals | {"faults": faults, "place": place})
        is_known = all(one["repeatable"] is not None for one in games)
        return {
            "rounds": sum(one["rounds"] for one in games),
            "players": players,
            "repeatable": all(one["repeatable"] for one in games) if is_known else None,
            "notes": [note for one in games for note in one["notes"]],
            "replay": games[0]["replay"],
        }

    @property
    def places(self) -> dict[str, int]:
        """The place of each player by name."""
        return {player.name: player.place for player in self.players}

    @property
    def figures(self) -> dict[str, dict[str, int]]:
        """The figures of each player by name."""
        return {player.name: player.figures for player in self.players}

    @property
    def faults(self) -> list[Fault]:
        """The first faults of all players."""
        return [fault for player in self.players for fault in player.faults]

    @property
    def replay(self) -> Replay | None:
        """The match's `Replay`, or None if none was recorded. Each of several games has its own: see `games`."""
        from .replays import Replay

        return None if self._recording is None else Replay._of(self._recording)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if self._recording is not None:
            self._report = self._report | {"replay": self._recording.path}

    def to_dict(self) -> dict[str, Any]:
        """Returns the whole result as `wag play --json` prints it (`wag help json`)."""
        return self._report

    def __repr__(self) -> str:
        places = ", ".join(f"{player.place}. {player.name}" for player in sorted(self.players, key=lambda one: one.place))
        return f"<Match of {self.game}, seed {self.seed}, {self.rounds} rounds: {places}>"

    def _repr_html_(self) -> str | None:
        """Shows the viewer in a notebook."""
        replay = self.replay
        return None if replay is None else replay._repr_html_()


def _player(entry: dict[str, Any], figures: list[str], log: str | None) -> MatchPlayer:
    faults = [
        Fault(
            entry["name"], one["kind"], one["round"], one["message"], (one.get("explanation") or {}).get("text")
        )
        for one in entry["faults"]
    ]
    return MatchPlayer(
        name=entry["name"],
        seat=entry["seat"],
        place=entry["place"],
        figures={name: entry[name] for name in figures},
        faults=faults,
        faults_total=entry["faults_total"],
        refused=entry["refused"],
        forfeit=entry["forfeit"],
        turn_ms_mean=entry["turn_ms_mean"],
        turn_ms_max=entry["turn_ms_max"],
        cpu_ms_mean=entry["cpu_ms_mean"],
        log=log,
    )


def log_form(name: str) -> str:
    if name not in LOG_FORMS:
        raise UsageError(f"log={name!r} is none of the forms of logs: {', '.join(LOG_FORMS)}")
    return name


def play(
    *players: Player,
    game: str | os.PathLike[str] = "warriors",
    seed: int | None = None,
    replay: str | os.PathLike[str] | bool = True,
    log_dir: str | os.PathLike[str] | None = None,
    log: LogForm = "events",
    with_sources: bool = False,
    progress: Progress = None,
    **options: MatchOptions,
) -> Match:
    """Plays a match and returns its result.

    `players` are player specs as on the command line: files (`"yourAI.py"`), names of built-in players (`"Expert"`),
    both with a name before them (`"anna=bot.py"`). Empty seats are filled as `wag play` does.

    A player may also be a function, a class, an object or a `wag.policy`: it runs in the thread that has called `play`,
    without a sandbox and without time limits, and what it prints appears here. An exception of a function is a fault of
    its turn; `KeyboardInterrupt`, `SystemExit` and the like end the match and are raised here. A function has the
    parameters of the function that a file of the game defines (`choose_move(player, opponent, field)` in gems, ...; in
    tron, it takes the module `tron`); an object has a method of that name. Such a match may differ from run to run: nothing
    seeds the function's random numbers.

    `replay` is the file for the replay; True keeps the replay as long as the result exists, False records none.
    `log_dir` is the folder for the players' logs; None writes none. `log` is their content, as for `wag play --log`:
    "events" tells what happened to the player, "plain" has a heading with the time for each turn.

    `progress` shows a progress bar (True, False, or None: if there is a terminal or a notebook), or is a function that
    receives each message of the engine as a dict.

    The other keyword arguments are the options of the game (`map`, `rounds`, ...; `wag games NAME` lists them) and the
    limits of the players (`turn_time` in seconds, `memory` in MiB, `no_limits`, ...; docs/security.md).

    Raises `UsageError` for invalid arguments, `CannotStart` if a player cannot start, `EngineError` if the system fails.

    >>> import wag
    >>> wag.play("Straight", "Roomy", game="tron", seed=1)
    <Match of tron, seed 1, 67 rounds: 1. Roomy, 2. Straight>
    """
    limits = take_limits(options)
    temporary = None
    if replay is True:
        temporary = TemporaryFolder()
        replay = os.path.join(temporary.path, "match.wag")
    objects = Objects()
    request = {
        "game": game_word(game),
        "players": objects.specs(players),
        "options": option_values(options),
        "seed": checked_seed(seed),
        "replay": os.fspath(replay) if replay else None,
        "log_dir": os.fspath(log_dir) if log_dir is not None else None,
        "log": log_form(log),
        "with_sources": with_sources,
        "limits": limits,
    }
    return Match(call(_wag.play, request, objects.players, progress=progress, title=request["game"]), temporary)
