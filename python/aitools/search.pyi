"""Paths with costs and limits, and breadth-first searches. Source: chapter 4 of the thesis.

A path is a list of neighbouring tiles that includes both ends; if there is none, the result is None. Searches raise no error for an
impassable or unreachable start or goal, one beyond the edge, or a limit: they return None, [] or fewer tiles."""

from typing import Callable, Collection, Literal, Sequence, TypeAlias

from aitools.tiles import Aim, Place, SearchableMap, Tile

SIMPLE: Literal["simple"]
A_STAR: Literal["a-star"]
HPA_STAR: Literal["hpa-star"]
CENTERED: Literal["centered"]
CORNER: Literal["corner"]

Rectangle: TypeAlias = tuple[Place, Place]
"""The upper left and the lower right corner, both inside; on a globe also across the edge: ((90, 90), (5, 5))."""
Goal: TypeAlias = Callable[[Tile], object] | Collection[Place]
"""A function that returns whether a tile is a goal, or the tiles themselves (a set is fastest)."""

class PathFinder:
    """Finds paths on a map. With an influence map (any object whose costs() returns rows*cols bytes from 1 on), dangerous tiles cost more."""

    def __init__(self, map: SearchableMap, influence: object | None = None) -> None: ...
    @property
    def map(self) -> SearchableMap: ...
    def search(
        self,
        strategy: str,
        start: Place,
        goal: Place,
        max_cost: int = -1,
        *,
        rectangle: Rectangle | None = None,
        max_nodes: int = -1,
    ) -> list[Tile] | None:
        """A path from start to goal that includes both; [start] if they are the same.

        SIMPLE bends at most once: first along the row to the goal's column, else along the column first. A_STAR finds the path of
        lowest cost. HPA_STAR needs a ClusteringPathFinder, and is A_STAR where clusters are unknown. max_cost: maximum cost, where a
        step costs 1 or, with influence, the cost of the tile entered. rectangle: A_STAR stays inside. max_nodes: A_STAR gives up after
        so many tiles. -1 is no limit. ValueError for an unknown strategy."""
    def smooth(self, path: Sequence[Place], size: int = 10, recursive: bool = False) -> list[Tile]:
        """The path with detours removed: each stretch of size tiles becomes the best path between its ends, then the stretches that
        overlap their borders. recursive: the result is smoothed once more as a whole. It costs at most 1.15 times as much as the
        best path. A size below 2 counts as 2."""
    def cost(self, path: Sequence[Place]) -> int:
        """The cost of the steps of a path: its length - 1, or the influence's costs of all tiles but the first."""
    def update(self) -> int:
        """Does nothing here and returns 0; a ClusteringPathFinder updates its clusters."""

class ClusteringPathFinder(PathFinder):
    """Divides the map into square clusters and stores the paths through them, for HPA_STAR.

    A border counts once both its rows of tiles are explored, a cluster once it has two such borders. Call update() each turn while you
    explore; it also follows later changes of the map."""

    def __init__(self, map: SearchableMap, size: int = 10, type: str = CENTERED, influence: object | None = None) -> None:
        """size: side of a cluster in tiles, at least 3, else ValueError. type: CENTERED puts one crossing in the middle of each free
        stretch of a border, CORNER one at each end."""
    def update(self, max_clusters: int = -1) -> int:
        """Updates up to max_clusters clusters that have changed, and returns their number. -1 is no limit."""
    @property
    def size(self) -> int: ...
    @property
    def type(self) -> str: ...
    def vertices(self) -> list[Tile]:
        """The crossings, for drawings."""
    def edges(self) -> list[tuple[Tile, Tile, int]]:
        """Pairs of crossings and the cost of the stored path between them, for drawings."""
    def edge_path(self, a: Place, b: Place) -> list[Tile] | None:
        """The stored path between two crossings."""

class Barrier:
    """A line of tiles that closes the only way to a place."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """From north to south, or from west to east."""
    @property
    def aim(self) -> Aim:
        """Outwards, where enemies come from."""
    @property
    def width(self) -> int: ...

class BreadthFirst:
    """Searches the surroundings of a tile, nearest tiles first, then in the order north, south, west, east.

    The center is neither tested nor returned and need not be passable. max_nodes: maximum number of tested tiles. max_dist2: tiles
    beyond this squared straight-line distance are skipped, or end the search with first_beyond=True. -1 is no limit. frontier: tiles
    or a function; such a tile is tested, but the search does not go beyond it. For the distances of all tiles see aitools.distances."""

    def __init__(self, map: SearchableMap) -> None: ...
    def closest_tiles(
        self,
        center: Place,
        hits: int,
        max_nodes: int = -1,
        max_dist2: int = -1,
        goal: Goal | None = None,
        frontier: Goal | None = None,
        *,
        first_beyond: bool = False,
    ) -> list[Tile]:
        """The nearest goals, at most hits of them. If goal is None, all tiles are goals."""
    def closest_tile(
        self,
        center: Place,
        goal: Goal,
        max_nodes: int = -1,
        max_dist2: int = -1,
        frontier: Goal | None = None,
        *,
        first_beyond: bool = False,
    ) -> Tile | None:
        """The nearest goal, or None."""
    def flood_fill(self, center: Place, max_dist2: int = -1, goal: Goal | None = None, *, first_beyond: bool = False) -> list[Tile]:
        """All goals that can be reached."""
    def nearest_each(self, sources: Collection[Place], goals: Collection[Place], max_steps: int = -1) -> list[tuple[Tile, Tile, int]]:
        """The nearest source and the number of steps for each goal that can be reached, as (source, goal, steps), nearest goals first."""
    def diagonals(self, center: Place) -> list[Tile]:
        """The passable tiles north-west, north-east, south-west, south-east."""
    def barrier(self, tile: Place, view2: int, max_width: int = 5, prefer: str = "width") -> Barrier | None:
        """The line of at most max_width tiles, out of view from the tile, that closes the only way to it, or None.

        prefer: "width" takes the narrowest, "numbers" one in front of which enemies have less room than you have on it."""
    def choke_points(self, max_width: int = 3, region: Collection[Place] | None = None) -> list[Barrier]:
        """Narrow places: lines of passable tiles between water that are wider on both sides, narrowest first."""
