"""Tiles, directions, units and the boards they are on. Source: chapter 3 of the thesis (entities, map, search and strategy API)."""

from typing import ClassVar, Iterable, Iterator, Literal, Mapping, Sequence, TypeAlias

Place: TypeAlias = tuple[int, int]
"""Wherever a tile is asked for, a plain (row, col) will do."""

GLOBE: Literal["globe"]
"""A world without edges: who leaves it on one side comes back on the other."""
PIZZA: Literal["pizza"]
"""A world with edges."""

class Tile(tuple[int, int]):
    """A square of the board. It equals the plain tuple (row, col), unpacks like it, and prints as <r:R c:C>."""

    def __new__(cls, row: int, col: int) -> Tile: ...
    @property
    def row(self) -> int: ...
    @property
    def col(self) -> int: ...

class Aim(str):
    """A direction. It equals "n", "e", "s" or "w"; name is "NORTH", "EAST", "SOUTH" or "WEST"."""

    NORTH: ClassVar[Aim]
    EAST: ClassVar[Aim]
    SOUTH: ClassVar[Aim]
    WEST: ClassVar[Aim]
    ALL: ClassVar[tuple[Aim, Aim, Aim, Aim]]
    """North, south, west, east: the order in which everything here looks around."""
    def __new__(cls, word: str) -> Aim:
        """Of "n" or "NORTH", in any case; ValueError for another word."""
    @property
    def name(self) -> str: ...
    @property
    def delta(self) -> tuple[int, int]:
        """How far it leads, as (rows, cols)."""
    @property
    def opposite(self) -> Aim: ...
    @property
    def orthogonals(self) -> tuple[Aim, Aim]:
        """West and east of north and south; north and south of west and east."""

class Move(tuple[Tile, Aim]):
    """A step: from which tile, and where to."""

    def __new__(cls, tile: Place, aim: str) -> Move: ...
    @property
    def tile(self) -> Tile: ...
    @property
    def aim(self) -> Aim: ...

class Unit(tuple[Tile, int]):
    """A unit: its tile, and whose it is. You are player 0."""

    def __new__(cls, tile: Place, player: int) -> Unit: ...
    @property
    def tile(self) -> Tile: ...
    @property
    def player(self) -> int: ...

class TileMap:
    """A board: its size, its ground, what is seen of it, and distances.

    Ground is passable until told otherwise. Of each tile is kept whether it is visible now, and whether it has ever been
    (explored). On a globe coordinates beyond the board are wrapped; on a pizza tiles beyond it are neither passable, visible nor
    explored, and searches from or to there find nothing."""

    def __init__(
        self, rows: int, cols: int, world: str = GLOBE, *, water: Iterable[Place] = (), explored: bool = True
    ) -> None:
        """At least 1 row and column, at most 1,000,000 tiles, else ValueError. explored: whether all is known from the start; then it is visible, too."""
    @classmethod
    def from_text(cls, text: str, world: str = GLOBE) -> TileMap:
        """Of a drawing, a line a row: % or # is water, ? is land not explored yet, all else land. ValueError if rows differ in length."""
    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def size(self) -> tuple[int, int]:
        """(rows, cols)."""
    @property
    def world(self) -> str: ...
    @property
    def version(self) -> int:
        """Goes up whenever ground, what is explored or what is closed changes."""
    def tile(self, row: int, col: int) -> Tile | None:
        """The tile there, wrapped on a globe; None beyond the edge of a pizza."""
    def tiles(self) -> list[Tile]:
        """All, row by row."""
    def is_passable(self, tile: Place) -> bool: ...
    def set_passable(self, tiles: Iterable[Place], passable: bool) -> None:
        """Changes the ground; it does not explore it."""
    def is_visible(self, tile: Place) -> bool: ...
    def set_visible(self, tiles: Iterable[Place]) -> None:
        """These are visible now, and no others; they are explored from now on."""
    def see_from(self, tiles: Iterable[Place], radius2: int) -> None:
        """What is within the squared radius of these tiles is visible now, and nothing else; it is explored from now on."""
    def is_explored(self, tile: Place) -> bool: ...
    def explore(self, tiles: Iterable[Place]) -> None: ...
    def percent_visible(self) -> int:
        """Of all tiles, rounded down."""
    def percent_explored(self) -> int: ...
    def unexplored(self) -> list[Tile]:
        """Row by row."""
    def manhattan(self, a: Place, b: Place) -> int:
        """In steps, the short way round, as if all were passable."""
    def beeline(self, a: Place, b: Place) -> float:
        """The straight line, in tiles."""
    def squared(self, a: Place, b: Place) -> int:
        """The straight line, squared."""
    def neighbour(self, tile: Place, aim: str) -> Tile | None:
        """One step on, passable or not; None beyond the edge of a pizza."""
    def aim(self, a: Place, b: Place) -> Aim | None:
        """The direction of the step from a to its neighbour b; None if it is none."""
    def aims(self, a: Place, b: Place) -> list[Aim]:
        """The directions that lead nearer to b the short way round: none to two, north or south first."""
    def principal_aim(self, a: Place, b: Place) -> Aim | None:
        """Along the longer axis; north or south when both are as long; None from a tile to itself."""
    def cluster_center(self, tiles: Iterable[Place]) -> Tile | None:
        """The middle of some tiles: on a globe by the circular mean of each axis, so that it is right across the seam; None of none."""
    def moves(self, path: Sequence[Place]) -> list[Move]:
        """The steps of a path."""

class SearchableMap(TileMap):
    """A board that searches understand. Tiles may be closed for paths, such as one's own hills: other searches pass them all the same."""

    def close(self, tiles: Iterable[Place]) -> None:
        """These are closed for paths, and no others. A path may still begin or end on one."""
    @property
    def closed(self) -> list[Tile]: ...
    def successors(self, tile: Place) -> list[Tile]:
        """The passable neighbours, for breadth first searches: north, south, west, east."""
    def path_successors(self, tile: Place) -> list[Tile]:
        """The same without closed tiles, for paths."""

class UnitMap:
    """What is known of units. Of two units on one tile the last one told counts in unit_at."""

    def set_units(self, units: Iterable[Unit | tuple[Place, int]]) -> None:
        """These, and no others."""
    def units(self, player: int | None = None) -> list[Unit]:
        """All, or a player's, as told."""
    def tiles_of(self, player: int) -> list[Tile]:
        """Where a player's units are."""
    def enemies_of(self, player: int = 0) -> list[Tile]:
        """Where the units of all others are."""
    def players(self) -> list[int]:
        """Who has units, ascending."""
    def unit_at(self, tile: Place) -> Unit | None: ...

class SearchableUnitMap(SearchableMap, UnitMap):
    """A board that searches understand and that has units: what influence and combat ask for."""
