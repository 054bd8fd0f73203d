"""Searches on the map of any game; the modules tiles, search, influence, combat, log, live_info, draw and ants have more. Guide:
`wag help aitools` of Wag.

A position is (a, b) for the cell map[a][b]: (x, y) if a game's map is a list of columns, (row, col) if it is a list of rows. Steps
lead to the four neighbours. The same input always gives the same result."""

from typing import Any, Callable, Container, Iterable, Iterator, Mapping, Protocol, Sequence, TypeAlias, final, overload

__all__ = ["Board", "Values", "components", "distances", "nearest", "path", "spread_influence"]

class _HasPosition(Protocol):
    def getPosition(self) -> list[int]: ...

Position: TypeAlias = tuple[int, int] | list[int] | _HasPosition
"""Two whole numbers, or an object with a position: a unit, a base, a field. Results are always tuples."""

Positions: TypeAlias = Position | Iterable[Position]
"""One position, or several."""

Map: TypeAlias = Sequence[Sequence[Any]] | Board | object
"""A list of lists of cells of equal length (tuples and strings work, too), a Board, a map of aitools.tiles, or a game's object that
has a map: roundState of Warriors & Gatherers, the ants object of the ant war."""

Passable: TypeAlias = Container[Any] | Callable[[Any], object] | None
"""Which cells are passable. None: the game's rule (land and your own base, whatever unit is there; anything but water); in plain lists
the cells that count as true. A set, list or string: the cells with these values, fields with these types (FieldType.LAND). A
function: takes the cell. It may be called once for several cells that are the same object, so it must depend on the cell alone."""

@final
class Board:
    """A map that is read once, for several searches. It does not see later changes of the map."""

    def __init__(self, map: Map, passable: Passable = None, *, torus: bool | None = None) -> None:
        """torus: whether opposite edges are joined; None: as in the game, in plain lists not.

        ValueError if the lists differ in length, or if the map has no cells or more than 1,000,000. TypeError if map or passable are of
        another kind, or if passable or torus are given for a Board or a map of aitools.tiles."""
    @property
    def size(self) -> tuple[int, int]:
        """(len(map), len(map[0]))."""
    @property
    def torus(self) -> bool:
        """Whether opposite edges of the map are joined."""
    def is_passable(self, position: Position) -> bool:
        """Whether a cell can be entered."""
    def distances(
        self, sources: Positions, *, max_steps: int | None = None, unreached: Any = None
    ) -> list[list[Any]]:
        """The same as the function distances(), on this board."""
    def path(self, start: Position, goal: Position) -> list[tuple[int, int]]:
        """The same as the function path(), on this board."""
    def nearest(
        self, start: Positions, targets: Positions
    ) -> tuple[tuple[int, int], tuple[int, int], int] | None:
        """The same as the function nearest(), on this board."""
    def components(self) -> list[list[tuple[int, int]]]:
        """The same as the function components(), on this board."""
    def spread_influence(self, sources: Mapping[tuple[int, int], int], *, fade: int = 1) -> Values:
        """The same as the function spread_influence(), on this board."""

@final
class Values:
    """Whole numbers by cell: values[a][b]. It behaves like a list of lists; each row is a list, made on first access.

    What you write into a row is kept. list(values) returns all rows, values[1:3] some."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> list[int]: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[list[int]]: ...
    def __iter__(self) -> Iterator[list[int]]: ...

def distances(
    map: Map,
    sources: Positions,
    passable: Passable = None,
    *,
    torus: bool | None = None,
    max_steps: int | None = None,
    unreached: Any = None,
) -> list[list[Any]]:
    """The number of steps from the nearest source to each cell, as a list of lists of the map's shape.

    A source has 0, passable or not. max_steps: maximum number of steps. unreached: the value of cells that are not
    reached. As in all functions: TypeError for what is no position, ValueError for a position outside the map."""

def path(
    map: Map, start: Position, goal: Position, passable: Passable = None, *, torus: bool | None = None
) -> list[tuple[int, int]]:
    """A shortest path from start to goal, as a list of positions that includes both; [] if there is none.

    The start need not be passable, the goal must be. From a cell to itself it is [start]. For paths with costs or limits see
    aitools.search.PathFinder."""

def nearest(
    map: Map, start: Positions, targets: Positions, passable: Passable = None, *, torus: bool | None = None
) -> tuple[tuple[int, int], tuple[int, int], int] | None:
    """The target with the shortest path, as (start, target, steps); None if no target can be reached.

    start may be several positions. Of equally near targets the first in the list is returned."""

def components(
    map: Map, passable: Passable = None, *, torus: bool | None = None
) -> list[list[tuple[int, int]]]:
    """The connected groups of passable cells, as lists of positions.

    Each group is sorted, and groups are in the order of their first positions."""

def spread_influence(
    map: Map,
    sources: Mapping[tuple[int, int], int],
    passable: Passable = None,
    *,
    fade: int = 1,
    torus: bool | None = None,
) -> Values:
    """The sum of the strengths that reach each cell, as Values of the map's shape.

    sources is a dict {position: strength}. A strength of 5 gives 5 to its own cell, 4 to the passable cells next to it, and so on: it
    loses fade with each step until nothing is left. A strength of -5 gives -5, -4, ... Strengths are whole numbers from -1,000,000,000
    to 1,000,000,000. TypeError for other numbers; ValueError for greater ones or a fade below 1."""
