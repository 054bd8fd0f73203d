"""Who has how much to say where. Source: chapter 5.1 of the thesis.

Each unit gives 100 points to its tile and, by flood fill, 50 to tiles within attack2, 30 within 2*attack2, 10 within view2."""

from typing import Collection, Iterable

from aitools.tiles import Place, SearchableMap, Tile, Unit

class InfluenceMap:
    """A grid of whole numbers for each player."""

    def __init__(
        self,
        map: SearchableMap,
        view2: int,
        attack2: int,
        units: Iterable[Unit | tuple[Place, int]] | None = None,
        *,
        decay: float = 0.1,
        values: tuple[int, int, int, int] = (100, 50, 30, 10),
        first_beyond: bool = False,
    ) -> None:
        """Begins with the points of the units (those of the map, if None), without decay. decay: from 0 to 1, how much of the old
        values is kept, to three digits; ValueError beyond."""
    def update(self, units: Iterable[Unit | tuple[Place, int]] | None = None) -> None:
        """floor(old*decay) plus, for each unit, ceil(new*(1-decay)); units of the map, if None."""
    def players(self) -> list[int]:
        """Who has had units, ascending."""
    def value(self, tile: Place, player: int) -> int: ...
    def total(self, player: int) -> int:
        """Of all tiles."""
    def totals(self) -> dict[int, int]: ...
    def others(self, tile: Place, player: int = 0) -> int:
        """What all but this player have there."""
    def safety(self, tile: Place, player: int = 0) -> int:
        """Own points less those of all others: negative where enemies rule."""
    def path_cost(self, tile: Place, player: int = 0) -> int:
        """max(1, 1 + trunc((200 - safety)*5/400)): 3 where nobody rules, 1 where it is safe."""
    def costs(self, player: int = 0) -> bytes:
        """The path costs of all tiles, row by row, at most 255: for a PathFinder."""
    def safest_neighbour(self, tile: Place, player: int = 0, *, avoid: Collection[Place] = (), stay: bool = False) -> Tile | None:
        """The passable neighbour with the highest safety, the first one of north, south, west, east among equals; stay: or the
        tile itself, if none is safer; None if there is none."""
    def grid(self, player: int) -> list[list[int]]:
        """A list of rows."""
    def safety_grid(self, player: int = 0) -> list[list[int]]: ...
    def tension(self, tile: Place, player: int = 0) -> int:
        """Own points plus those of all others: how much is at stake."""
    def tension_grid(self, player: int = 0) -> list[list[int]]: ...
    def front_line(self, player: int = 0) -> list[Tile]:
        """The tiles where both sides have something to say and which are not ours, next to one of ours (safety above 0): row by row."""
    def conflict_zones(self, player: int = 0, min_points: int = 60) -> list[list[Tile]]:
        """Zones of conflict: connected tiles where own and others' points are both at least min_points; the most tense zone first."""

def isolated_units(
    map: SearchableMap, units: Iterable[Place], friends: Iterable[Place] | None = None, radius2: int = 55, max_friends: int = 0
) -> list[Tile]:
    """Those units which have at most max_friends of their friends (the units themselves, if None) within reach of the squared
    radius, by flood fill: worth an attack, or to be called back."""

def weak_spots(influence: InfluenceMap, targets: Iterable[Place], player: int = 0, radius2: int = 55) -> list[tuple[Tile, int]]:
    """Weak defence: targets of an enemy, the weakest first, each with the sum of the safety around it by flood fill (higher: weaker)."""
