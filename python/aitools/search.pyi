"""Paths and breadth first searches. Source: chapter 4 of the thesis.

Paths go from tile to neighbouring tile and have both ends; no path is None. A search never raises for what is on the board: a start
or goal in water or beyond the edge, a goal that can't be reached, or limits that are used up give None, [] or fewer tiles."""

from typing import Callable, Collection, Literal, Sequence, TypeAlias

from aitools.tiles import Aim, Place, SearchableMap, Tile

SIMPLE: Literal["simple"]
A_STAR: Literal["a-star"]
HPA_STAR: Literal["hpa-star"]
CENTERED: Literal["centered"]
CORNER: Literal["corner"]

Rectangle: TypeAlias = tuple[Place, Place]
"""The upper left and the lower right corner, both inside; on a globe it may go across the seam: ((90, 90), (5, 5))."""
Goal: TypeAlias = Callable[[Tile], object] | Collection[Place]
"""What is looked for: a function that answers whether a tile is one, or the tiles themselves (a set is quickest)."""

class PathFinder:
    """Finds paths on a map; with an influence map (anything with costs(): a bytes-like of rows*cols costs from 1 on) tiles cost more where it is dangerous."""

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
        """A path from start to goal, both included; [start] if they are the same.

        SIMPLE goes straight, then bends once: first along the row to the goal's column, else along the column first. A_STAR is optimal.
        HPA_STAR needs a ClusteringPathFinder, and is A_STAR where clusters are unknown. max_cost: no path that costs more (a step costs
        1, with influence what the tile entered costs); -1 is no limit. rectangle: A_STAR stays inside. max_nodes: A_STAR gives up
        after so many tiles. ValueError for an unknown strategy."""
    def smooth(self, path: Sequence[Place], size: int = 10, recursive: bool = False) -> list[Tile]:
        """The path with each stretch of size tiles replaced by a shorter one where there is one, and those around the ends of
        these; recursive: what has become shorter is smoothed again as a whole. Never longer than the path, and never more than 1.15
        times as dear as the best one. size below 2 is 2."""
    def cost(self, path: Sequence[Place]) -> int:
        """What the steps of a path cost: its length - 1, or the influence's costs of all tiles but the first."""
    def update(self) -> int:
        """Takes in what has changed on the map; there is nothing to do here: 0."""

class ClusteringPathFinder(PathFinder):
    """Knows paths through the board's square clusters ahead, for HPA_STAR.

    A border is looked at once both its rows of tiles are explored, a cluster's inner paths once it has two borders: call update() each
    turn while the map is being explored. Ground that changes later than that is taken in, too."""

    def __init__(self, map: SearchableMap, size: int = 10, type: str = CENTERED, influence: object | None = None) -> None:
        """size: side of a cluster in tiles, from 3 on, else ValueError. type: CENTERED has one crossing in the middle of each run of
        free border tiles, CORNER one at each end."""
    def update(self, max_clusters: int = -1) -> int:
        """Clusters what has become known; how many clusters were worked on. max_clusters: no more than that in this call."""
    @property
    def size(self) -> int: ...
    @property
    def type(self) -> str: ...
    def vertices(self) -> list[Tile]:
        """The crossings, for drawings."""
    def edges(self) -> list[tuple[Tile, Tile, int]]:
        """Pairs of crossings and the cost of the path between them, for drawings."""
    def edge_path(self, a: Place, b: Place) -> list[Tile] | None:
        """The path kept between two crossings."""

class Barrier:
    """A line of tiles that closes the only way to a place."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """From north to south, or from west to east."""
    @property
    def aim(self) -> Aim:
        """Outward: where enemies come from."""
    @property
    def width(self) -> int: ...

class BreadthFirst:
    """Searches of a place's surroundings, nearest tiles first, among equals in the order north, south, west, east.

    The centre is neither tested nor returned; it need not be passable. max_nodes: so many tiles are tested at most, the centre not
    counted; -1 is no limit. max_dist2: tiles further away (straight, squared) are left out; -1 is no limit; with first_beyond=True the
    search ends at the first of them instead. frontier: function or tiles; such a tile is tested, but the search does not go on from it."""

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
        """The nearest tiles that are goals (all are, if None), at most hits of them."""
    def closest_tile(
        self,
        center: Place,
        goal: Goal,
        max_nodes: int = -1,
        max_dist2: int = -1,
        frontier: Goal | None = None,
        *,
        first_beyond: bool = False,
    ) -> Tile | None: ...
    def flood_fill(self, center: Place, max_dist2: int = -1, goal: Goal | None = None, *, first_beyond: bool = False) -> list[Tile]:
        """All tiles that can be reached, of those the goals."""
    def nearest_each(self, sources: Collection[Place], goals: Collection[Place], max_steps: int = -1) -> list[tuple[Tile, Tile, int]]:
        """For each goal that can be reached the nearest source and the steps between: (source, goal, steps), nearest first."""
    def diagonals(self, center: Place) -> list[Tile]:
        """The passable tiles north-west, north-east, south-west, south-east."""
    def barrier(self, tile: Place, view2: int, max_width: int = 5, prefer: str = "width") -> Barrier | None:
        """The line of at most max_width tiles, outside the view of the tile, that closes the only way to it; None if there is none.

        prefer: "width" takes the narrowest one, "numbers" one where enemies have less room to line up than you."""
    def choke_points(self, max_width: int = 3, region: Collection[Place] | None = None) -> list[Barrier]:
        """Narrow places of the ground: lines of passable tiles between water on both ends that are wider before and behind, narrowest first."""
