"""Maps of the ant war, made from the object that bots receive; orders and drawings. The only module that depends on a game."""

from typing import Any, Iterable, Sequence

from aitools.influence import InfluenceMap
from aitools.search import ClusteringPathFinder
from aitools.tiles import Aim, Place, SearchableUnitMap, Tile

class AntsMap(SearchableUnitMap):
    """The map as your bot knows it. Call update(ants) once a turn. Own hills are closed for paths. You are player 0, as in ants.ant_list."""

    def __init__(self, ants: Any) -> None:
        """ants: the object that do_setup and do_turn receive."""
    def update(self, ants: Any) -> None:
        """Updates water, units, hills, food and visible tiles."""
    @property
    def turn(self) -> int: ...
    @property
    def view2(self) -> int: ...
    @property
    def attack2(self) -> int: ...
    @property
    def food(self) -> list[Tile]:
        """The visible food."""
    @property
    def my_hills(self) -> list[Tile]:
        """Own hills that were seen and not seen to be gone."""
    @property
    def enemy_hills(self) -> dict[Tile, int]:
        """Hills of others, with their players, that were seen and not seen to be gone."""
    @property
    def my_ants(self) -> list[Tile]: ...
    @property
    def enemy_ants(self) -> list[Tile]: ...

def influence_map(map: AntsMap, **options: Any) -> InfluenceMap:
    """An InfluenceMap with the radii of the match; options as for InfluenceMap."""

def order(ants: Any, map: AntsMap, unit: Place, to: Place) -> bool:
    """Sends an ant to a neighbouring tile. Returns False without an order if the tile is no neighbour."""

def follow(ants: Any, map: AntsMap, unit: Place, path: Sequence[Place] | None) -> bool:
    """Sends an ant one step along a path. Returns False without an order if it is not on the path."""

def notes_to(ants: Any, layer: str = "") -> None:
    """Shows the notes of aitools.live_info over the board; call it once, in do_setup. layer: the layer they belong to, by default that
    of notes."""

def color_of(name: object) -> tuple[int, int, int]:
    """A colour for a name, always the same, as (red, green, blue)."""

def overlay_tiles(ants: Any, tiles: Iterable[Place], layer: str = "", color: tuple[int, int, int] = ..., alpha: float = 0.4) -> None:
    """Fills tiles. layer: as for ants.overlay.layer."""

def overlay_path(
    ants: Any, path: Sequence[Place] | None, layer: str = "missions", color: tuple[int, int, int] = ..., width: float = 2
) -> None:
    """Draws a path, also across the edges of the board. ValueError if consecutive tiles are no neighbours."""

def overlay_mission(
    ants: Any, name: str, units: Iterable[Place], target: Place | None = None, path: Sequence[Place] | None = None, layer: str = "missions"
) -> None:
    """Draws a mission: a ring around each unit, an arrow to the target or the path, and a note on the target that names the units. Each
    name has its colour."""

def overlay_clusters(ants: Any, clusters: ClusteringPathFinder, layer: str = "clusters", color: tuple[int, int, int] = ...) -> None:
    """Draws the crossings of a ClusteringPathFinder and the connections between them."""
