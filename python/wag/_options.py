"""The options of each game, and the limits of players, as types.

A test writes this file: do not edit it. `tests/python/stubs.py` describes how."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal, TypedDict

GameName = Literal["warriors", "gems", "tron", "flowers", "ants"]
"""The names of the games that come with Wag."""


class WarriorsOptions(TypedDict, total=False):
    """The options of Warriors & Gatherers."""

    map: Literal[
        "meadow", "ring", "spring", "labyrinth", "backyards", "fortress", "canyons", "garden",
    ] | os.PathLike[str] | None
    """The board: a built-in map or a map file."""
    rounds: int | None
    """Number of rounds per match [default: 1000, or the value in the rules file]."""
    rules: Literal["usual"] | os.PathLike[str] | None
    """A JSON file that overrides the parameters of the game (see `wag rules`)."""


class GemsOptions(TypedDict, total=False):
    """The options of Gem duel."""

    board: Literal["beispielfeld", "new"] | str | os.PathLike[str] | None
    """A board file; without it, a new board is generated from the seed."""


class TronOptions(TypedDict, total=False):
    """The options of Light cycles."""

    width: int | None
    """Width of the board, in fields."""
    height: int | None
    """Height of the board, in fields."""


class FlowersOptions(TypedDict, total=False):
    """The options of Flower farm."""

    board: Literal["picture", "random"] | str | os.PathLike[str] | None
    """Special fields: random, picture, a file, or a list such as "(1,2) (6,5)"."""
    numbers: Literal["usual"] | str | os.PathLike[str] | None
    """A JSON file that overrides any of the game's numbers."""
    rules: Literal["seed", "original"] | None
    """Rule set: seed follows the contest's text, original follows its server."""
    rounds: int | None
    """Number of rounds per game [default: 100, or 99 with the original rules]."""
    training: int | None
    """Number of games played in a row, during which the players' processes keep running."""
    until: int | None
    """Round at which each of these games except the last is ended early [default: 99]."""
    decide: bool | None
    """Replay a draw up to three times, then compare what the players own."""


class AntsOptions(TypedDict, total=False):
    """The options of Ants."""

    map: Literal[
        "ponds", "hedges", "thirds", "quarters", "warren2", "chambers", "warren4", "caves", "meadows",
        "grottoes", "orchard", "labyrinth", "tutorial", "attack", "defend", "swarm", "troop",
    ] | os.PathLike[str] | None
    """The board: a built-in map or a map file; it determines the number of players."""
    turns: int | None
    """Maximum number of turns in a match."""
    viewradius2: int | None
    """How far ants see: the square of the radius."""
    attackradius2: int | None
    """Attack radius of ants, squared."""
    spawnradius2: int | None
    """How far ants reach to gather food: the square of the radius."""
    food: Literal["symmetric", "none"] | None
    """Placement of food: symmetric is fair to all players, none means that no food appears."""
    food_rate: int | None
    """Amount of food per player that appears every --food-turn turns [default: drawn from 5 to 11]."""
    food_turn: int | None
    """Number of turns in which the food of --food-rate appears [default: drawn from 19 to 37]."""
    food_start: int | None
    """Number of land fields per food at the start [default: drawn from 75 to 175]."""
    food_visible: int | None
    """Amount of the starting food per player that is in sight of a hill [default: drawn from 3 to 5]."""
    cutoff_turn: int | None
    """Number of turns after which the match ends early if one player, or the food on the board, has nearly
    all ants and food."""
    cutoff_percent: int | None
    """Share of all ants and food that counts as nearly all for --cutoff-turn, in percent."""
    random: Literal["wag", "python3", "python2"] | None
    """Random number generator: Wag's own, or an exact copy of that of a contest engine."""
    player_seed: int | None
    """Seed that all players receive for their own random numbers [default: drawn from the seed]."""
    contest: bool | None
    """Use the contest's defaults: player seed 42, Python 2 random numbers, 3 seconds to start."""
    strict: bool | None
    """Remove a player from the match after an invalid order."""
    keep_going: bool | None
    """Let a Python file that fails or is late lose only its orders for that turn, not the match."""
    scenario: bool | None
    """Start with the ants and the food drawn on the map."""
    capture_errors: bool | None
    """Include the beginning and the end of the players' standard error output in the contest's replay."""


class Limits(TypedDict, total=False):
    """The limits of players (`wag help limits`). None is the default."""

    turn_time: float | None
    game_time: float | None
    start_time: float | None
    end_wait: float | None
    memory: int | None
    turn_output: int | None
    match_output: int | None
    threads: int | None
    open_files: int | None
    file_size: int | None
    serial: int | None
    fresh_process: bool | None
    require_sandbox: bool | None
    no_limits: bool | None
    no_sandbox: bool | None
    pondering: bool | None
    readable: str | Sequence[str | os.PathLike[str]] | None
    keep_files: str | os.PathLike[str] | None
