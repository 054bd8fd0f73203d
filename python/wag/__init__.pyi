"""Wag: an engine for programming games.

A test writes this file: do not edit it. `tests/python/stubs.py` describes how."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, overload

from gymnasium.vector import AutoresetMode
from typing_extensions import Unpack

from ._gymnasium import (
    SingleAgentEnv,
)
from ._gymnasium_vector import (
    GymVectorEnv,
)
from ._options import (
    AntsOptions as AntsOptions,
    FlowersOptions as FlowersOptions,
    GameName as GameName,
    GemsOptions as GemsOptions,
    Limits as Limits,
    TronOptions as TronOptions,
    WarriorsOptions as WarriorsOptions,
)
from ._pettingzoo import (
    MatchEnv,
    ParallelMatchEnv,
)
from ._types import (
    AutoresetWord,
    DaskClient,
    Form,
    LogForm,
    Opponents,
    Player,
    Progress,
    RenderMode,
    Rewards,
    Seat,
)
from .datasets import (
    write_trajectories as write_trajectories,
)
from .environments import (
    VectorEnv as VectorEnv,
)
from .errors import (
    CannotStart as CannotStart,
    EngineError as EngineError,
    EnvironmentClosed as EnvironmentClosed,
    GameFailed as GameFailed,
    InvalidAction as InvalidAction,
    MissingPackage as MissingPackage,
    ReplayError as ReplayError,
    ResetNeeded as ResetNeeded,
    UsageError as UsageError,
    WagError as WagError,
)
from .evaluations import (
    Evaluation as Evaluation,
)
from .explanations import (
    Explanation as Explanation,
    LossCard as LossCard,
    LossCause as LossCause,
    TakeOverCurve as TakeOverCurve,
)
from .forks import (
    Diff as Diff,
    Fork as Fork,
    ForkSeries as ForkSeries,
    diff as diff,
    fork as fork,
)
from .many import (
    Series as Series,
    Standings as Standings,
    Tuning as Tuning,
    Verdict as Verdict,
)
from .matches import (
    Fault as Fault,
    Match as Match,
    MatchPlayer as MatchPlayer,
)
from .policies import (
    Policy as Policy,
    policy as policy,
)
from .replays import (
    Replay as Replay,
    ReplayHeader as ReplayHeader,
    ReplayPlayer as ReplayPlayer,
    Trajectory as Trajectory,
)
from .turns import (
    ChangedTurn as ChangedTurn,
    Regression as Regression,
    Turn as Turn,
    debug as debug,
    regress as regress,
)

__version__: str
__all__ = [
    "CannotStart",
    "GameFailed",
    "EngineError",
    "EnvironmentClosed",
    "InvalidAction",
    "MissingPackage",
    "ReplayError",
    "ResetNeeded",
    "UsageError",
    "WagError",
    "Evaluation",
    "evaluate",
    "Explanation",
    "LossCard",
    "LossCause",
    "TakeOverCurve",
    "Fault",
    "Match",
    "MatchPlayer",
    "play",
    "Policy",
    "policy",
    "Replay",
    "ReplayHeader",
    "ReplayPlayer",
    "Trajectory",
    "Series",
    "Standings",
    "Tuning",
    "Verdict",
    "compare",
    "series",
    "tournament",
    "tune",
    "ChangedTurn",
    "Regression",
    "Diff",
    "Fork",
    "ForkSeries",
    "diff",
    "fork",
    "Turn",
    "debug",
    "regress",
    "VectorEnv",
    "env",
    "export_policy",
    "vector_env",
    "gym_vector",
    "GameName",
    "WarriorsOptions",
    "GemsOptions",
    "TronOptions",
    "FlowersOptions",
    "AntsOptions",
    "Limits",
    "write_trajectories",
]

class _WarriorsAndLimits(WarriorsOptions, Limits, total=False): ...

class _GemsAndLimits(GemsOptions, Limits, total=False): ...

class _TronAndLimits(TronOptions, Limits, total=False): ...

class _FlowersAndLimits(FlowersOptions, Limits, total=False): ...

class _AntsAndLimits(AntsOptions, Limits, total=False): ...

@overload
def evaluate(
    ai: Player, against: Player | Iterable[Player] = ..., games: int = ..., *, game: Literal['warriors'] = ..., places:
    Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., explain: str | os.PathLike[str] | None = ...,
    progress: Progress = ..., **options: Unpack[_WarriorsAndLimits]
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
@overload
def evaluate(
    ai: Player, against: Player | Iterable[Player] = ..., games: int = ..., *, game: Literal['gems'], places:
    Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., explain: str | os.PathLike[str] | None = ...,
    progress: Progress = ..., **options: Unpack[_GemsAndLimits]
) -> Evaluation: ...
@overload
def evaluate(
    ai: Player, against: Player | Iterable[Player] = ..., games: int = ..., *, game: Literal['tron'], places:
    Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., explain: str | os.PathLike[str] | None = ...,
    progress: Progress = ..., **options: Unpack[_TronAndLimits]
) -> Evaluation: ...
@overload
def evaluate(
    ai: Player, against: Player | Iterable[Player] = ..., games: int = ..., *, game: Literal['flowers'], places:
    Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., explain: str | os.PathLike[str] | None = ...,
    progress: Progress = ..., **options: Unpack[_FlowersAndLimits]
) -> Evaluation: ...
@overload
def evaluate(
    ai: Player, against: Player | Iterable[Player] = ..., games: int = ..., *, game: Literal['ants'], places:
    Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., explain: str | os.PathLike[str] | None = ...,
    progress: Progress = ..., **options: Unpack[_AntsAndLimits]
) -> Evaluation: ...
@overload
def evaluate(
    ai: Player, against: Player | Iterable[Player] = ..., games: int = ..., *, game: str, places: Iterable[str] = ...,
    seed: int | None = ..., jobs: int | None = ..., explain: str | os.PathLike[str] | None = ..., progress: Progress =
    ..., **options: Unpack[Limits]
) -> Evaluation: ...
@overload
def evaluate(
    ai: Player, against: Player | Iterable[Player] = ..., games: int = ..., *, game: os.PathLike[str], places:
    Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., explain: str | os.PathLike[str] | None = ...,
    progress: Progress = ..., **options: Any
) -> Evaluation: ...

@overload
def play(
    *players: Player, game: Literal['warriors'] = ..., seed: int | None = ..., replay: str | os.PathLike[str] | bool =
    ..., log_dir: str | os.PathLike[str] | None = ..., log: LogForm = ..., with_sources: bool = ..., progress: Progress
    = ..., **options: Unpack[_WarriorsAndLimits]
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
@overload
def play(
    *players: Player, game: Literal['gems'], seed: int | None = ..., replay: str | os.PathLike[str] | bool = ...,
    log_dir: str | os.PathLike[str] | None = ..., log: LogForm = ..., with_sources: bool = ..., progress: Progress =
    ..., **options: Unpack[_GemsAndLimits]
) -> Match: ...
@overload
def play(
    *players: Player, game: Literal['tron'], seed: int | None = ..., replay: str | os.PathLike[str] | bool = ...,
    log_dir: str | os.PathLike[str] | None = ..., log: LogForm = ..., with_sources: bool = ..., progress: Progress =
    ..., **options: Unpack[_TronAndLimits]
) -> Match: ...
@overload
def play(
    *players: Player, game: Literal['flowers'], seed: int | None = ..., replay: str | os.PathLike[str] | bool = ...,
    log_dir: str | os.PathLike[str] | None = ..., log: LogForm = ..., with_sources: bool = ..., progress: Progress =
    ..., **options: Unpack[_FlowersAndLimits]
) -> Match: ...
@overload
def play(
    *players: Player, game: Literal['ants'], seed: int | None = ..., replay: str | os.PathLike[str] | bool = ...,
    log_dir: str | os.PathLike[str] | None = ..., log: LogForm = ..., with_sources: bool = ..., progress: Progress =
    ..., **options: Unpack[_AntsAndLimits]
) -> Match: ...
@overload
def play(
    *players: Player, game: str, seed: int | None = ..., replay: str | os.PathLike[str] | bool = ..., log_dir: str |
    os.PathLike[str] | None = ..., log: LogForm = ..., with_sources: bool = ..., progress: Progress = ..., **options:
    Unpack[Limits]
) -> Match: ...
@overload
def play(
    *players: Player, game: os.PathLike[str], seed: int | None = ..., replay: str | os.PathLike[str] | bool = ...,
    log_dir: str | os.PathLike[str] | None = ..., log: LogForm = ..., with_sources: bool = ..., progress: Progress =
    ..., **options: Any
) -> Match: ...

@overload
def compare(
    new: Player, old: Player, *, game: Literal['warriors'] = ..., against: Iterable[Player] = ..., games: int = ..., by:
    Literal['places', 'score'] = ..., elo0: float = ..., elo1: float = ..., alpha: float = ..., beta: float = ...,
    places: Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., client: DaskClient = ...,
    allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options:
    Unpack[_WarriorsAndLimits]
) -> Verdict:
    """Plays matches until it is certain whether `new` is better than `old`, at most `games` (`wag help comparisons`).

    `against` are the opponents of both; without them the two play each other. `by` is `"places"` or `"score"`. `elo0`
    and `elo1` are the Elo differences that count as no improvement and as an improvement, `alpha` and `beta` the
    probabilities of the two kinds of wrong verdicts. `options` are as in `wag.play`.
    """
@overload
def compare(
    new: Player, old: Player, *, game: Literal['gems'], against: Iterable[Player] = ..., games: int = ..., by:
    Literal['places', 'score'] = ..., elo0: float = ..., elo1: float = ..., alpha: float = ..., beta: float = ...,
    places: Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., client: DaskClient = ...,
    allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options:
    Unpack[_GemsAndLimits]
) -> Verdict: ...
@overload
def compare(
    new: Player, old: Player, *, game: Literal['tron'], against: Iterable[Player] = ..., games: int = ..., by:
    Literal['places', 'score'] = ..., elo0: float = ..., elo1: float = ..., alpha: float = ..., beta: float = ...,
    places: Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., client: DaskClient = ...,
    allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options:
    Unpack[_TronAndLimits]
) -> Verdict: ...
@overload
def compare(
    new: Player, old: Player, *, game: Literal['flowers'], against: Iterable[Player] = ..., games: int = ..., by:
    Literal['places', 'score'] = ..., elo0: float = ..., elo1: float = ..., alpha: float = ..., beta: float = ...,
    places: Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., client: DaskClient = ...,
    allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options:
    Unpack[_FlowersAndLimits]
) -> Verdict: ...
@overload
def compare(
    new: Player, old: Player, *, game: Literal['ants'], against: Iterable[Player] = ..., games: int = ..., by:
    Literal['places', 'score'] = ..., elo0: float = ..., elo1: float = ..., alpha: float = ..., beta: float = ...,
    places: Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., client: DaskClient = ...,
    allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options:
    Unpack[_AntsAndLimits]
) -> Verdict: ...
@overload
def compare(
    new: Player, old: Player, *, game: str, against: Iterable[Player] = ..., games: int = ..., by: Literal['places',
    'score'] = ..., elo0: float = ..., elo1: float = ..., alpha: float = ..., beta: float = ..., places: Iterable[str] =
    ..., seed: int | None = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool = ...,
    submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options: Unpack[Limits]
) -> Verdict: ...
@overload
def compare(
    new: Player, old: Player, *, game: os.PathLike[str], against: Iterable[Player] = ..., games: int = ..., by:
    Literal['places', 'score'] = ..., elo0: float = ..., elo1: float = ..., alpha: float = ..., beta: float = ...,
    places: Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., client: DaskClient = ...,
    allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options:
    Any
) -> Verdict: ...

@overload
def series(
    *players: Player, game: Literal['warriors'] = ..., games: int = ..., places: Iterable[str] = ..., seed: int | None =
    ..., fixed_seats: bool = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., client:
    DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress
    = ..., **options: Unpack[_WarriorsAndLimits]
) -> Series:
    """Plays `games` matches between the same players on each of `places` (maps or boards), on all cores.

    The result does not depend on `jobs`, the number of matches that are played at the same time (None: one per core, or 32 if
    only policies and players without processes take part).
    `replays` is a folder for the replays. `options` are the options of the game and the limits, as in `wag.play`.
    """
@overload
def series(
    *players: Player, game: Literal['gems'], games: int = ..., places: Iterable[str] = ..., seed: int | None = ...,
    fixed_seats: bool = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., client: DaskClient =
    ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ...,
    **options: Unpack[_GemsAndLimits]
) -> Series: ...
@overload
def series(
    *players: Player, game: Literal['tron'], games: int = ..., places: Iterable[str] = ..., seed: int | None = ...,
    fixed_seats: bool = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., client: DaskClient =
    ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ...,
    **options: Unpack[_TronAndLimits]
) -> Series: ...
@overload
def series(
    *players: Player, game: Literal['flowers'], games: int = ..., places: Iterable[str] = ..., seed: int | None = ...,
    fixed_seats: bool = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., client: DaskClient =
    ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ...,
    **options: Unpack[_FlowersAndLimits]
) -> Series: ...
@overload
def series(
    *players: Player, game: Literal['ants'], games: int = ..., places: Iterable[str] = ..., seed: int | None = ...,
    fixed_seats: bool = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., client: DaskClient =
    ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ...,
    **options: Unpack[_AntsAndLimits]
) -> Series: ...
@overload
def series(
    *players: Player, game: str, games: int = ..., places: Iterable[str] = ..., seed: int | None = ..., fixed_seats:
    bool = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., client: DaskClient = ...,
    allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options:
    Unpack[Limits]
) -> Series: ...
@overload
def series(
    *players: Player, game: os.PathLike[str], games: int = ..., places: Iterable[str] = ..., seed: int | None = ...,
    fixed_seats: bool = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., client: DaskClient =
    ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ...,
    **options: Any
) -> Series: ...

@overload
def tournament(
    *players: Player, game: Literal['warriors'] = ..., games: int | None = ..., seats: int | None = ..., form: Form |
    None = ..., into: str | os.PathLike[str] = ..., resume: bool = ..., without: Iterable[str] = ..., places:
    Iterable[str] = ..., seed: int | None = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ...,
    trust_programs: bool = ..., client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str,
    Any] | None = ..., progress: Progress = ..., **options: Unpack[_WarriorsAndLimits]
) -> Standings:
    """Plays a tournament, or goes on with the one in the file `into` (`wag help tournament --page`).

    `players` are player specs and folders of submissions. `games` is the minimum number of matches of each player on
    each map (default 20). `form` says who meets whom: `"all"` (the default), `"gauntlet"` (the first player against each
    other), `"swiss"`, `"bracket"` (groups, then knockout) or `"heats"` (of four, two go on). With `resume=True` the file must exist and determines everything that is not given.
    """
@overload
def tournament(
    *players: Player, game: Literal['gems'], games: int | None = ..., seats: int | None = ..., form: Form | None = ...,
    into: str | os.PathLike[str] = ..., resume: bool = ..., without: Iterable[str] = ..., places: Iterable[str] = ...,
    seed: int | None = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., trust_programs: bool =
    ..., client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ...,
    progress: Progress = ..., **options: Unpack[_GemsAndLimits]
) -> Standings: ...
@overload
def tournament(
    *players: Player, game: Literal['tron'], games: int | None = ..., seats: int | None = ..., form: Form | None = ...,
    into: str | os.PathLike[str] = ..., resume: bool = ..., without: Iterable[str] = ..., places: Iterable[str] = ...,
    seed: int | None = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., trust_programs: bool =
    ..., client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ...,
    progress: Progress = ..., **options: Unpack[_TronAndLimits]
) -> Standings: ...
@overload
def tournament(
    *players: Player, game: Literal['flowers'], games: int | None = ..., seats: int | None = ..., form: Form | None =
    ..., into: str | os.PathLike[str] = ..., resume: bool = ..., without: Iterable[str] = ..., places: Iterable[str] =
    ..., seed: int | None = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., trust_programs:
    bool = ..., client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ...,
    progress: Progress = ..., **options: Unpack[_FlowersAndLimits]
) -> Standings: ...
@overload
def tournament(
    *players: Player, game: Literal['ants'], games: int | None = ..., seats: int | None = ..., form: Form | None = ...,
    into: str | os.PathLike[str] = ..., resume: bool = ..., without: Iterable[str] = ..., places: Iterable[str] = ...,
    seed: int | None = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., trust_programs: bool =
    ..., client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ...,
    progress: Progress = ..., **options: Unpack[_AntsAndLimits]
) -> Standings: ...
@overload
def tournament(
    *players: Player, game: str, games: int | None = ..., seats: int | None = ..., form: Form | None = ..., into: str |
    os.PathLike[str] = ..., resume: bool = ..., without: Iterable[str] = ..., places: Iterable[str] = ..., seed: int |
    None = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., trust_programs: bool = ...,
    client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ..., progress:
    Progress = ..., **options: Unpack[Limits]
) -> Standings: ...
@overload
def tournament(
    *players: Player, game: os.PathLike[str], games: int | None = ..., seats: int | None = ..., form: Form | None = ...,
    into: str | os.PathLike[str] = ..., resume: bool = ..., without: Iterable[str] = ..., places: Iterable[str] = ...,
    seed: int | None = ..., jobs: int | None = ..., replays: str | os.PathLike[str] | None = ..., trust_programs: bool =
    ..., client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str, Any] | None = ...,
    progress: Progress = ..., **options: Any
) -> Standings: ...

@overload
def tune(
    file: str | os.PathLike[str], *, game: Literal['warriors'] = ..., against: Iterable[Player] = ..., method:
    Literal['spsa', 'halving'] = ..., pairs: int = ..., check: int = ..., into: str | os.PathLike[str] = ..., places:
    Iterable[str] = ..., seed: int = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool =
    ..., submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options: Unpack[_WarriorsAndLimits]
) -> Tuning:
    """Searches for better values of the parameters that an AI's file declares (`wag help comparisons`).

    `method` is `"spsa"` or `"halving"`, `pairs` the number of pairs of matches of the search, `check` that of the
    final check against the default. `into` stores the search; the same call goes on with it. `options` are as in
    `wag.play`.
    """
@overload
def tune(
    file: str | os.PathLike[str], *, game: Literal['gems'], against: Iterable[Player] = ..., method: Literal['spsa',
    'halving'] = ..., pairs: int = ..., check: int = ..., into: str | os.PathLike[str] = ..., places: Iterable[str] =
    ..., seed: int = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool = ...,
    submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options: Unpack[_GemsAndLimits]
) -> Tuning: ...
@overload
def tune(
    file: str | os.PathLike[str], *, game: Literal['tron'], against: Iterable[Player] = ..., method: Literal['spsa',
    'halving'] = ..., pairs: int = ..., check: int = ..., into: str | os.PathLike[str] = ..., places: Iterable[str] =
    ..., seed: int = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool = ...,
    submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options: Unpack[_TronAndLimits]
) -> Tuning: ...
@overload
def tune(
    file: str | os.PathLike[str], *, game: Literal['flowers'], against: Iterable[Player] = ..., method: Literal['spsa',
    'halving'] = ..., pairs: int = ..., check: int = ..., into: str | os.PathLike[str] = ..., places: Iterable[str] =
    ..., seed: int = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool = ...,
    submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options: Unpack[_FlowersAndLimits]
) -> Tuning: ...
@overload
def tune(
    file: str | os.PathLike[str], *, game: Literal['ants'], against: Iterable[Player] = ..., method: Literal['spsa',
    'halving'] = ..., pairs: int = ..., check: int = ..., into: str | os.PathLike[str] = ..., places: Iterable[str] =
    ..., seed: int = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool = ...,
    submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options: Unpack[_AntsAndLimits]
) -> Tuning: ...
@overload
def tune(
    file: str | os.PathLike[str], *, game: str, against: Iterable[Player] = ..., method: Literal['spsa', 'halving'] =
    ..., pairs: int = ..., check: int = ..., into: str | os.PathLike[str] = ..., places: Iterable[str] = ..., seed: int
    = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool = ..., submit_options: Mapping[str,
    Any] | None = ..., progress: Progress = ..., **options: Unpack[Limits]
) -> Tuning: ...
@overload
def tune(
    file: str | os.PathLike[str], *, game: os.PathLike[str], against: Iterable[Player] = ..., method: Literal['spsa',
    'halving'] = ..., pairs: int = ..., check: int = ..., into: str | os.PathLike[str] = ..., places: Iterable[str] =
    ..., seed: int = ..., jobs: int | None = ..., client: DaskClient = ..., allow_unsandboxed: bool = ...,
    submit_options: Mapping[str, Any] | None = ..., progress: Progress = ..., **options: Any
) -> Tuning: ...

@overload
def env(
    game: Literal['warriors'], *, parallel: Literal[False] = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[WarriorsOptions]
) -> MatchEnv:
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
@overload
def env(
    game: Literal['gems'], *, parallel: Literal[False] = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[GemsOptions]
) -> MatchEnv: ...
@overload
def env(
    game: Literal['tron'], *, parallel: Literal[False] = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[TronOptions]
) -> MatchEnv: ...
@overload
def env(
    game: Literal['flowers'], *, parallel: Literal[False] = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[FlowersOptions]
) -> MatchEnv: ...
@overload
def env(
    game: Literal['ants'], *, parallel: Literal[False] = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[AntsOptions]
) -> MatchEnv: ...
@overload
def env(
    game: str, *, parallel: Literal[False] = ..., rewards: Rewards = ..., players: int | None = ..., render_mode:
    RenderMode | None = ..., multi_discrete: bool = ...
) -> MatchEnv: ...
@overload
def env(
    game: os.PathLike[str], *, parallel: Literal[False] = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Any
) -> MatchEnv: ...
@overload
def env(
    game: Literal['warriors'], *, parallel: Literal[True], rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[WarriorsOptions]
) -> ParallelMatchEnv: ...
@overload
def env(
    game: Literal['gems'], *, parallel: Literal[True], rewards: Rewards = ..., players: int | None = ..., render_mode:
    RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[GemsOptions]
) -> ParallelMatchEnv: ...
@overload
def env(
    game: Literal['tron'], *, parallel: Literal[True], rewards: Rewards = ..., players: int | None = ..., render_mode:
    RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[TronOptions]
) -> ParallelMatchEnv: ...
@overload
def env(
    game: Literal['flowers'], *, parallel: Literal[True], rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[FlowersOptions]
) -> ParallelMatchEnv: ...
@overload
def env(
    game: Literal['ants'], *, parallel: Literal[True], rewards: Rewards = ..., players: int | None = ..., render_mode:
    RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[AntsOptions]
) -> ParallelMatchEnv: ...
@overload
def env(
    game: str, *, parallel: Literal[True], rewards: Rewards = ..., players: int | None = ..., render_mode: RenderMode |
    None = ..., multi_discrete: bool = ...
) -> ParallelMatchEnv: ...
@overload
def env(
    game: os.PathLike[str], *, parallel: Literal[True], rewards: Rewards = ..., players: int | None = ..., render_mode:
    RenderMode | None = ..., multi_discrete: bool = ..., **options: Any
) -> ParallelMatchEnv: ...
@overload
def env(
    game: Literal['warriors'], *, opponents: Opponents, seat: Seat = ..., rewards: Rewards = ..., players: int | None =
    ..., render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[WarriorsOptions]
) -> SingleAgentEnv: ...
@overload
def env(
    game: Literal['gems'], *, opponents: Opponents, seat: Seat = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[GemsOptions]
) -> SingleAgentEnv: ...
@overload
def env(
    game: Literal['tron'], *, opponents: Opponents, seat: Seat = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[TronOptions]
) -> SingleAgentEnv: ...
@overload
def env(
    game: Literal['flowers'], *, opponents: Opponents, seat: Seat = ..., rewards: Rewards = ..., players: int | None =
    ..., render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[FlowersOptions]
) -> SingleAgentEnv: ...
@overload
def env(
    game: Literal['ants'], *, opponents: Opponents, seat: Seat = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Unpack[AntsOptions]
) -> SingleAgentEnv: ...
@overload
def env(
    game: str, *, opponents: Opponents, seat: Seat = ..., rewards: Rewards = ..., players: int | None = ...,
    render_mode: RenderMode | None = ..., multi_discrete: bool = ...
) -> SingleAgentEnv: ...
@overload
def env(
    game: os.PathLike[str], *, opponents: Opponents, seat: Seat = ..., rewards: Rewards = ..., players: int | None =
    ..., render_mode: RenderMode | None = ..., multi_discrete: bool = ..., **options: Any
) -> SingleAgentEnv: ...

@overload
def export_policy(
    model: str | os.PathLike, file: str | os.PathLike, *, game: Literal['warriors'] = ..., **options:
    Unpack[WarriorsOptions]
) -> Path:
    """Writes an AI file that plays with a model in the ONNX format, and returns the path of the model's file if there is one,
    otherwise that of the AI file.

    The model takes a batch of observations, in the shape (batch, planes, rows, columns) or flat as (batch, numbers), and may
    take a batch of masks as a second input. Its first output is a batch of scores, one for each element of the mask, or of
    actions as whole numbers. With scores, the AI takes the allowed choice with the highest score for each number of the action.
    `wag help planes` lists the planes; the observations are converted to the type of the input, and are not scaled.

    `game` and `options` are those of the environment in which the model was trained; boards of other sizes need another model.

    A model of at most 1 MiB is written into the AI file. A larger one, up to 16 MiB, becomes a file with the same name and the
    ending `.onnx` beside it: hand in both. The AI needs the package onnxruntime where it plays: `pip install onnxruntime`, or
    the extra `onnx` of Wag.

    A model is data: it is only read here, and runs in the sandbox. Raises `UsageError` if the file is not a model, needs
    operators outside the ONNX standard or other files, is too large, or takes other shapes than the game has.
    """
@overload
def export_policy(
    model: str | os.PathLike, file: str | os.PathLike, *, game: Literal['gems'], **options: Unpack[GemsOptions]
) -> Path: ...
@overload
def export_policy(
    model: str | os.PathLike, file: str | os.PathLike, *, game: Literal['tron'], **options: Unpack[TronOptions]
) -> Path: ...
@overload
def export_policy(
    model: str | os.PathLike, file: str | os.PathLike, *, game: Literal['flowers'], **options: Unpack[FlowersOptions]
) -> Path: ...
@overload
def export_policy(
    model: str | os.PathLike, file: str | os.PathLike, *, game: Literal['ants'], **options: Unpack[AntsOptions]
) -> Path: ...
@overload
def export_policy(
    model: str | os.PathLike, file: str | os.PathLike, *, game: str
) -> Path: ...
@overload
def export_policy(
    model: str | os.PathLike, file: str | os.PathLike, *, game: os.PathLike[str], **options: Any
) -> Path: ...

@overload
def vector_env(
    game: Literal['warriors'], n: int, *, threads: int = ..., opponents: Opponents = ..., seat: Seat = ..., rewards:
    Rewards = ..., players: int | None = ..., **options: Unpack[WarriorsOptions]
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
@overload
def vector_env(
    game: Literal['gems'], n: int, *, threads: int = ..., opponents: Opponents = ..., seat: Seat = ..., rewards: Rewards
    = ..., players: int | None = ..., **options: Unpack[GemsOptions]
) -> VectorEnv: ...
@overload
def vector_env(
    game: Literal['tron'], n: int, *, threads: int = ..., opponents: Opponents = ..., seat: Seat = ..., rewards: Rewards
    = ..., players: int | None = ..., **options: Unpack[TronOptions]
) -> VectorEnv: ...
@overload
def vector_env(
    game: Literal['flowers'], n: int, *, threads: int = ..., opponents: Opponents = ..., seat: Seat = ..., rewards:
    Rewards = ..., players: int | None = ..., **options: Unpack[FlowersOptions]
) -> VectorEnv: ...
@overload
def vector_env(
    game: Literal['ants'], n: int, *, threads: int = ..., opponents: Opponents = ..., seat: Seat = ..., rewards: Rewards
    = ..., players: int | None = ..., **options: Unpack[AntsOptions]
) -> VectorEnv: ...
@overload
def vector_env(
    game: str, n: int, *, threads: int = ..., opponents: Opponents = ..., seat: Seat = ..., rewards: Rewards = ...,
    players: int | None = ...
) -> VectorEnv: ...
@overload
def vector_env(
    game: os.PathLike[str], n: int, *, threads: int = ..., opponents: Opponents = ..., seat: Seat = ..., rewards:
    Rewards = ..., players: int | None = ..., **options: Any
) -> VectorEnv: ...

@overload
def gym_vector(
    game: Literal['warriors'], n: int, *, opponents: Opponents, seat: Seat = ..., threads: int = ..., rewards: Rewards =
    ..., players: int | None = ..., autoreset_mode: AutoresetWord | AutoresetMode = ..., multi_discrete: bool = ...,
    copy: bool = ..., **options: Unpack[WarriorsOptions]
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
@overload
def gym_vector(
    game: Literal['gems'], n: int, *, opponents: Opponents, seat: Seat = ..., threads: int = ..., rewards: Rewards =
    ..., players: int | None = ..., autoreset_mode: AutoresetWord | AutoresetMode = ..., multi_discrete: bool = ...,
    copy: bool = ..., **options: Unpack[GemsOptions]
) -> GymVectorEnv: ...
@overload
def gym_vector(
    game: Literal['tron'], n: int, *, opponents: Opponents, seat: Seat = ..., threads: int = ..., rewards: Rewards =
    ..., players: int | None = ..., autoreset_mode: AutoresetWord | AutoresetMode = ..., multi_discrete: bool = ...,
    copy: bool = ..., **options: Unpack[TronOptions]
) -> GymVectorEnv: ...
@overload
def gym_vector(
    game: Literal['flowers'], n: int, *, opponents: Opponents, seat: Seat = ..., threads: int = ..., rewards: Rewards =
    ..., players: int | None = ..., autoreset_mode: AutoresetWord | AutoresetMode = ..., multi_discrete: bool = ...,
    copy: bool = ..., **options: Unpack[FlowersOptions]
) -> GymVectorEnv: ...
@overload
def gym_vector(
    game: Literal['ants'], n: int, *, opponents: Opponents, seat: Seat = ..., threads: int = ..., rewards: Rewards =
    ..., players: int | None = ..., autoreset_mode: AutoresetWord | AutoresetMode = ..., multi_discrete: bool = ...,
    copy: bool = ..., **options: Unpack[AntsOptions]
) -> GymVectorEnv: ...
@overload
def gym_vector(
    game: str, n: int, *, opponents: Opponents, seat: Seat = ..., threads: int = ..., rewards: Rewards = ..., players:
    int | None = ..., autoreset_mode: AutoresetWord | AutoresetMode = ..., multi_discrete: bool = ..., copy: bool = ...
) -> GymVectorEnv: ...
@overload
def gym_vector(
    game: os.PathLike[str], n: int, *, opponents: Opponents, seat: Seat = ..., threads: int = ..., rewards: Rewards =
    ..., players: int | None = ..., autoreset_mode: AutoresetWord | AutoresetMode = ..., multi_discrete: bool = ...,
    copy: bool = ..., **options: Any
) -> GymVectorEnv: ...
