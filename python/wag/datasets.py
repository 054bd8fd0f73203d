"""`write_trajectories`: the turns of players in many replays as one Parquet file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from .errors import MissingPackage, UsageError
from .replays import Replay, ReplayPlayer


def write_trajectories(
    replays: str | os.PathLike | Iterable[str | os.PathLike],
    file: str | os.PathLike,
    *,
    player: str | int | Callable[[ReplayPlayer], bool] | None = None,
) -> int:
    """Writes the trajectories of replays into a Parquet file, and returns the number of turns. It needs the package pyarrow.

    `replays` is a folder, whose `.wag` files are read with those below it, or several files. `player` is the name or the seat of
    the player, or a function that says for each `ReplayPlayer` whether to take it; None takes the winners. Replays without such
    a player are left out.

    A row is a turn: `replay`, `player`, `seat`, `round`, `observation`, `mask` and `action` as flat lists, `exact`, `reward` and
    `done` (`Replay.trajectories` describes them). The metadata of the schema has the shapes: `observation_shape` and
    `action_shape`, as JSON. All replays must have the same shapes. One replay at a time is in memory.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingPackage("write_trajectories needs pyarrow; install it with `pip install pyarrow`") from None
    written, writer, shapes = 0, None, None
    try:
        for path in _paths(replays):
            replay = Replay(path)
            for one in filter(_choice(player), replay.header.players):
                turns = replay.trajectories(one.seat)
                own = (list(turns.observations.shape[1:]), list(turns.actions.shape[1:]))
                if shapes is not None and own != shapes:
                    raise UsageError(
                        f"{path}: its observations and actions have the shapes {own[0]} and {own[1]}, those before it"
                        f" {shapes[0]} and {shapes[1]}; write a file for each kind of board"
                    )
                shapes = own
                table = _table(pyarrow, os.fspath(path), one, turns, own)
                writer = writer or pyarrow.parquet.ParquetWriter(os.fspath(file), table.schema, compression="zstd")
                writer.write_table(table)
                written += len(turns)
    finally:
        if writer is not None:
            writer.close()
    if writer is None:
        raise UsageError("no replay has a player to take")
    return written


def _paths(replays) -> list[Path]:
    if not isinstance(replays, (str, os.PathLike)):
        return [Path(one) for one in replays]
    path = Path(replays)
    found = sorted(path.rglob("*.wag")) if path.is_dir() else [path]
    if not found:
        raise UsageError(f"{path} contains no .wag file")
    return found


def _choice(player) -> Callable[[ReplayPlayer], bool]:
    if player is None:
        return lambda one: one.place == 1
    if callable(player):
        return player
    return lambda one: player in (one.name, one.seat)


def _table(pyarrow, path: str, player: ReplayPlayer, turns, shapes):
    import json

    count = len(turns)

    def lists(array):
        flat = array.reshape(count, -1)
        values = pyarrow.array(flat.reshape(-1))
        return pyarrow.FixedSizeListArray.from_arrays(values, flat.shape[1])

    columns = {
        "replay": pyarrow.array([path] * count),
        "player": pyarrow.array([player.name] * count),
        "seat": pyarrow.array([player.seat] * count, pyarrow.int32()),
        "round": pyarrow.array(turns.rounds),
        "observation": lists(turns.observations),
        "mask": lists(turns.masks),
        "action": lists(turns.actions),
        "exact": pyarrow.array(turns.exact),
        "reward": pyarrow.array(turns.rewards),
        "done": pyarrow.array(turns.dones),
    }
    metadata = {"observation_shape": json.dumps(shapes[0]), "action_shape": json.dumps(shapes[1])}
    return pyarrow.table(columns, metadata=metadata)
