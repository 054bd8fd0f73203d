"""Boards of the ant war, made from the object that bots are handed and kept up to date. The only module here that knows a game."""

from typing import Any, Sequence

from aitools.influence import InfluenceMap
from aitools.tiles import Aim, Place, SearchableUnitMap, Tile

class AntsMap(SearchableUnitMap):
    """The board as your bot knows it: update(ants) once a turn. Own hills are closed for paths. Players are numbered as in ants.ant_list: you are 0."""

    def __init__(self, ants: Any) -> None:
        """Of the object that do_setup or do_turn is handed."""
    def update(self, ants: Any) -> None:
        """Takes in water, units, hills, food, and what is visible now."""
    @property
    def turn(self) -> int: ...
    @property
    def view2(self) -> int: ...
    @property
    def attack2(self) -> int: ...
    @property
    def food(self) -> list[Tile]:
        """Visible now."""
    @property
    def my_hills(self) -> list[Tile]:
        """Seen at any time and not seen to be gone."""
    @property
    def enemy_hills(self) -> dict[Tile, int]:
        """Seen at any time and not seen to be gone, and whose they are."""
    @property
    def my_ants(self) -> list[Tile]: ...
    @property
    def enemy_ants(self) -> list[Tile]: ...

def influence_map(map: AntsMap, **options: Any) -> InfluenceMap:
    """With the match's radii of view and attack; options as of InfluenceMap."""

def order(ants: Any, map: AntsMap, unit: Place, to: Place) -> bool:
    """Sends an ant to a neighbouring tile. False, and no order, if it is none (or the same)."""

def follow(ants: Any, map: AntsMap, unit: Place, path: Sequence[Place] | None) -> bool:
    """Sends an ant one step along a path it is on."""
