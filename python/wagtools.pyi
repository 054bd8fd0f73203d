"""Distances, paths, the nearest of several, connected parts and influence on the map of any game.

A position is (a, b) for the cell map[a][b]: (x, y) where a game's map is a list of columns, (row, col) where it is one of rows.
Source: docs/wagtools.md of Wag. Everything is in steps, to the four neighbours; nothing reads a clock or chance."""

from typing import Any, Callable, Container, Iterable, Iterator, Mapping, Protocol, Sequence, TypeAlias, final, overload

class _Placed(Protocol):
    def getPosition(self) -> list[int]: ...

Position: TypeAlias = tuple[int, int] | list[int] | _Placed
"""Two whole numbers, or an object that has a position: a unit, a base, a field. What is answered are always tuples."""

Positions: TypeAlias = Position | Iterable[Position]
"""One position, or several."""

Map: TypeAlias = Sequence[Sequence[Any]] | Board | object
"""A list of lists of cells, all as long (tuples and strings will do), a Board, a map of aitools, or the object of a game that has
a map: roundState of Warriors & Gatherers, the ants object of the ant war."""

Passable: TypeAlias = Container[Any] | Callable[[Any], object] | None
"""Which cells can be entered. None: by the game's own rule (land and your own base, whoever stands there; all but water); in plain
lists the cells that count as true. A set, list or string: cells with these values, fields with these types (FieldType.LAND). A
function: it is given the cell. It may be asked once for several cells that are the same object, so it must look at nothing else."""

@final
class Board:
    """A map that was read once, for several searches. What changes in the map afterwards is not seen."""

    def __init__(self, map: Map, passable: Passable = None, *, torus: bool | None = None) -> None:
        """torus: whether whoever leaves the map on one side comes back on the other; None: as the game has it, else not.

        ValueError for lists that are not all as long, for a map without cells or with more than 1,000,000; TypeError for what is
        no map, for a passable of another kind, and if passable or torus are said of a map that is a Board or one of aitools."""
    @property
    def size(self) -> tuple[int, int]:
        """(len(map), len(map[0]))."""
    @property
    def torus(self) -> bool:
        """Whether whoever leaves the map on one side comes back on the other."""
    def is_passable(self, position: Position) -> bool:
        """Whether one can go to a position."""
    def distances(self, sources: Positions) -> list[list[int | None]]:
        """Like the function distances."""
    def path(self, start: Position, goal: Position) -> list[tuple[int, int]]:
        """Like the function path."""
    def nearest(
        self, start: Positions, targets: Positions
    ) -> tuple[tuple[int, int], tuple[int, int], int] | None:
        """Like the function nearest."""
    def components(self) -> list[list[tuple[int, int]]]:
        """Like the function components."""
    def influence(self, sources: Mapping[tuple[int, int], int], *, fade: int = 1) -> Values:
        """Like the function influence."""

@final
class Values:
    """Whole numbers by cell: values[a][b]. It goes like a list of lists; each row is a list, made when it is looked at first.

    A row stays the same list; what you write into it is kept. list(values) are all rows, values[1:3] some."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> list[int]: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[list[int]]: ...
    def __iter__(self) -> Iterator[list[int]]: ...

def distances(
    map: Map, sources: Positions, passable: Passable = None, *, torus: bool | None = None
) -> list[list[int | None]]:
    """How many steps each cell is from the nearest source, as a list of lists of the map's shape; None where no way leads.

    A source is 0, passable or not. TypeError for what is no position, ValueError for one outside the map; so in all functions."""

def path(
    map: Map, start: Position, goal: Position, passable: Passable = None, *, torus: bool | None = None
) -> list[tuple[int, int]]:
    """A shortest way from start to goal (A-star), as a list of positions with both of them; [] if there is none.

    The start need not be passable, the goal has to be. From a cell to itself it is [start]."""

def nearest(
    map: Map, start: Positions, targets: Positions, passable: Passable = None, *, torus: bool | None = None
) -> tuple[tuple[int, int], tuple[int, int], int] | None:
    """The target with the shortest way, as (start, target, steps); None if no way leads to any.

    start may be several positions; the answer tells from which one. Among equals it is the target that is named first."""

def components(
    map: Map, passable: Passable = None, *, torus: bool | None = None
) -> list[list[tuple[int, int]]]:
    """The passable cells in groups that hang together, as lists of positions.

    Each group is sorted, and the groups are in the order of their first positions."""

def influence(
    map: Map,
    sources: Mapping[tuple[int, int], int],
    passable: Passable = None,
    *,
    fade: int = 1,
    torus: bool | None = None,
) -> Values:
    """The sum of what all sources give to each cell, as Values of the map's shape, which go like a list of lists.

    sources is a dict {position: strength}. A strength of 5 is 5 on its own cell, 4 on the passable cells beside it, and so on: with
    each step it loses fade, until nothing is left. One of -5 is -5, -4, ... A strength is a whole number from -1,000,000,000 to
    1,000,000,000; TypeError for another kind of number, ValueError for a greater one or a fade below 1."""
