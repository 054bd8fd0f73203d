"""Tiles, directions, units and maps. Source: chapter 3 of the thesis."""

from typing import ClassVar, Iterable, Iterator, Literal, Mapping, Sequence, TypeAlias

Place: TypeAlias = tuple[int, int]
"""A tile: a Tile, or a plain (row, col)."""

GLOBE: Literal["globe"]
"""A torus: opposite edges are joined, and coordinates are wrapped."""
PIZZA: Literal["pizza"]
"""A world with edges."""

class Tile(tuple[int, int]):
    """A square of the map. It equals the tuple (row, col) and prints as <r:R c:C>."""

    def __new__(cls, row: int, col: int) -> Tile: ...
    @property
    def row(self) -> int: ...
    @property
    def col(self) -> int: ...

class Aim(str):
    """A direction. It equals "n", "e", "s" or "w"; its name is "NORTH", "EAST", "SOUTH" or "WEST"."""

    NORTH: ClassVar[Aim]
    EAST: ClassVar[Aim]
    SOUTH: ClassVar[Aim]
    WEST: ClassVar[Aim]
    ALL: ClassVar[tuple[Aim, Aim, Aim, Aim]]
    """North, south, west, east: the order of all searches."""
    def __new__(cls, word: str) -> Aim:
        """Takes "n" or "NORTH", in upper or lower case; ValueError for another word."""
    @property
    def name(self) -> str: ...
    @property
    def delta(self) -> tuple[int, int]:
        """The step as (rows, cols)."""
    @property
    def opposite(self) -> Aim: ...
    @property
    def orthogonals(self) -> tuple[Aim, Aim]:
        """The two directions at right angles to this one."""

class Move(tuple[Tile, Aim]):
    """A step: a tile and a direction."""

    def __new__(cls, tile: Place, aim: str) -> Move: ...
    @property
    def tile(self) -> Tile: ...
    @property
    def aim(self) -> Aim: ...

class Unit(tuple[Tile, int]):
    """A unit: its tile and its player. You are player 0."""

    def __new__(cls, tile: Place, player: int) -> Unit: ...
    @property
    def tile(self) -> Tile: ...
    @property
    def player(self) -> int: ...

class TileMap:
    """A map: size, passable and visible tiles, distances.

    All tiles are passable at first. A tile is explored if it has been visible at any time. On a globe, coordinates beyond the map are
    wrapped; on a pizza, tiles beyond it are neither passable, visible nor explored, and searches from or to them find nothing."""

    def __init__(
        self, rows: int, cols: int, world: str = GLOBE, *, water: Iterable[Place] = (), explored: bool = True
    ) -> None:
        """ValueError without rows or columns, or with more than 1,000,000 tiles. explored: whether all tiles are explored and visible at first."""
    @classmethod
    def from_text(cls, text: str, world: str = GLOBE) -> TileMap:
        """Makes a map from a drawing, one line per row: % or # is water, ? is unexplored land, anything else is land. ValueError if rows differ in length."""
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
        """Increases whenever passable, explored or closed tiles change."""
    def tile(self, row: int, col: int) -> Tile | None:
        """The tile at a position, wrapped on a globe; None beyond the edge of a pizza."""
    def tiles(self) -> list[Tile]:
        """All tiles, row by row."""
    def is_passable(self, tile: Place) -> bool: ...
    def set_passable(self, tiles: Iterable[Place], passable: bool) -> None:
        """Makes tiles passable or impassable, without exploring them."""
    def is_visible(self, tile: Place) -> bool: ...
    def set_visible(self, tiles: Iterable[Place]) -> None:
        """Makes these tiles visible and explored, and all others invisible."""
    def see_from(self, tiles: Iterable[Place], radius2: int) -> None:
        """Makes the tiles within the squared radius of these visible and explored, and all others invisible."""
    def is_explored(self, tile: Place) -> bool: ...
    def explore(self, tiles: Iterable[Place]) -> None: ...
    def percent_visible(self) -> int:
        """In percent of all tiles, rounded down."""
    def percent_explored(self) -> int: ...
    def unexplored(self) -> list[Tile]:
        """The unexplored tiles, row by row."""
    def manhattan(self, a: Place, b: Place) -> int:
        """The distance in steps on an empty map."""
    def beeline(self, a: Place, b: Place) -> float:
        """The straight-line distance in tiles."""
    def squared(self, a: Place, b: Place) -> int:
        """The squared straight-line distance."""
    def neighbour(self, tile: Place, aim: str) -> Tile | None:
        """The neighbour in a direction, passable or not; None beyond the edge of a pizza."""
    def aim(self, a: Place, b: Place) -> Aim | None:
        """The direction of the step from a to its neighbour b; None if they are no neighbours."""
    def aims(self, a: Place, b: Place) -> list[Aim]:
        """The directions that lead nearer to b: none to two, north or south first."""
    def principal_aim(self, a: Place, b: Place) -> Aim | None:
        """The direction along the longer axis, north or south if both are equal; None from a tile to itself."""
    def cluster_center(self, tiles: Iterable[Place]) -> Tile | None:
        """The middle of tiles, on a globe by the circular mean of each axis; None without tiles."""
    def moves(self, path: Sequence[Place]) -> list[Move]:
        """The steps of a path."""

class SearchableMap(TileMap):
    """A map for searches. Tiles such as your own hills can be closed for paths; other searches still cross them."""

    def close(self, tiles: Iterable[Place]) -> None:
        """Closes these tiles for paths and opens all others. Paths may still begin or end on them."""
    @property
    def closed(self) -> list[Tile]: ...
    def successors(self, tile: Place) -> list[Tile]:
        """The passable neighbours: north, south, west, east."""
    def path_successors(self, tile: Place) -> list[Tile]:
        """The passable neighbours that are not closed for paths."""

class UnitMap:
    """Units. If two are on one tile, unit_at returns the last one set."""

    def set_units(self, units: Iterable[Unit | tuple[Place, int]]) -> None:
        """Replaces all units."""
    def units(self, player: int | None = None) -> list[Unit]:
        """All units, or those of a player, in the order they were set."""
    def tiles_of(self, player: int) -> list[Tile]:
        """The tiles of a player's units."""
    def enemies_of(self, player: int = 0) -> list[Tile]:
        """The tiles of the units of all other players."""
    def players(self) -> list[int]:
        """The players that have units, in ascending order."""
    def unit_at(self, tile: Place) -> Unit | None: ...

class SearchableUnitMap(SearchableMap, UnitMap):
    """A map with units, as influence and combat need it."""
