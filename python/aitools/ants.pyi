"""Boards of the ant war, made from the object that bots are handed and kept up to date. The only module here that knows a game."""

from typing import Any, Iterable, Sequence

from aitools.influence import InfluenceMap
from aitools.search import ClusteringPathFinder
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

def notes_to(ants: Any, layer: str = "") -> None:
    """From now on notes of aitools.live_info lie over the board: once, in do_setup. layer: the switch of the page that they belong to,
    usually that of notes."""

def color_of(name: object) -> tuple[int, int, int]:
    """A colour for a name, always the same one: red, green, blue."""

def overlay_tiles(ants: Any, tiles: Iterable[Place], layer: str = "", color: tuple[int, int, int] = ..., alpha: float = 0.4) -> None:
    """Fills tiles. layer: as of ants.overlay.layer."""

def overlay_path(
    ants: Any, path: Sequence[Place] | None, layer: str = "missions", color: tuple[int, int, int] = ..., width: float = 2
) -> None:
    """Draws a path, as searches answer it; across the edges of the board, too. ValueError if two tiles of it that follow each other are
    no neighbours."""

def overlay_mission(
    ants: Any, name: str, units: Iterable[Place], target: Place | None = None, path: Sequence[Place] | None = None, layer: str = "missions"
) -> None:
    """Draws what some units are up to: a ring around each, an arrow to the target or the path there, and a note on the target that
    names the units. Missions of a name have a colour."""

def overlay_clusters(ants: Any, clusters: ClusteringPathFinder, layer: str = "clusters", color: tuple[int, int, int] = ...) -> None:
    """Draws what a ClusteringPathFinder knows: its crossings, and which of them have a path between them."""
