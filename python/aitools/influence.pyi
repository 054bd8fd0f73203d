"""Influence of players on tiles. Source: chapter 5.1 of the thesis.

A unit gives 100 points to its tile and, by flood fill, 50 to tiles within attack2, 30 within 2*attack2, 10 within view2."""

from typing import Collection, Iterable

from aitools.tiles import Place, SearchableMap, Tile, Unit

class InfluenceMap:
    """The influence of each player, in points."""

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
        """Starts with the points of the units (those of the map if None). decay: the part of old values that is kept, from 0 to 1 in
        steps of 0.001, else ValueError."""
    def update(self, units: Iterable[Unit | tuple[Place, int]] | None = None) -> None:
        """Adds ceil(new*(1-decay)) for each unit to floor(old*decay). units: those of the map if None."""
    def players(self) -> list[int]:
        """The players that have had units, in ascending order."""
    def value(self, tile: Place, player: int) -> int: ...
    def total(self, player: int) -> int:
        """The sum over all tiles."""
    def totals(self) -> dict[int, int]: ...
    def others(self, tile: Place, player: int = 0) -> int:
        """The points of all other players."""
    def safety(self, tile: Place, player: int = 0) -> int:
        """Own points minus those of all others: negative where enemies dominate."""
    def path_cost(self, tile: Place, player: int = 0) -> int:
        """max(1, 1 + trunc((200 - safety)*5/400)): 3 where nobody dominates, 1 where it is safe."""
    def costs(self, player: int = 0) -> bytes:
        """The path costs of all tiles, row by row, at most 255, for a PathFinder."""
    def safest_neighbour(self, tile: Place, player: int = 0, *, avoid: Collection[Place] = (), stay: bool = False) -> Tile | None:
        """The passable neighbour with the highest safety; None if there is none. avoid: tiles to leave out. stay: includes the tile itself,
        which wins ties."""
    def grid(self, player: int) -> list[list[int]]:
        """The points of a player as a list of rows."""
    def safety_grid(self, player: int = 0) -> list[list[int]]: ...
    def tension(self, tile: Place, player: int = 0) -> int:
        """Own points plus those of all others."""
    def tension_grid(self, player: int = 0) -> list[list[int]]: ...
    def front_line(self, player: int = 0) -> list[Tile]:
        """The tiles on which both sides have points and that are not safe, next to a safe one (safety above 0), row by row."""
    def conflict_zones(self, player: int = 0, min_points: int = 60) -> list[list[Tile]]:
        """Groups of connected tiles on which own and others' points are both at least min_points, highest tension first."""

def isolated_units(
    map: SearchableMap, units: Iterable[Place], friends: Iterable[Place] | None = None, radius2: int = 55, max_friends: int = 0
) -> list[Tile]:
    """The units with at most max_friends friends (the units themselves if None) within the squared radius, by flood fill."""

def weak_spots(influence: InfluenceMap, targets: Iterable[Place], player: int = 0, radius2: int = 55) -> list[tuple[Tile, int]]:
    """Targets of an enemy, weakest defence first, each with the sum of the safety around it (higher is weaker)."""
