"""Influence of players on tiles. Source: chapter 5.1 of the thesis."""

from _aitools import Influence as _Influence

from aitools.search import BreadthFirst


class InfluenceMap:
    """The influence of each player, in points."""

    def __init__(
        self, map, view2, attack2, units=None, *, decay=0.1, values=(100, 50, 30, 10), first_beyond=False
    ):
        if not 0 <= decay <= 1:
            raise ValueError(f"decay is a number from 0 to 1, not {decay!r}")
        center, near, wider, far = values
        rings = [(attack2, near), (2 * attack2, wider), (view2, far)]
        self._map = map
        self._costs = {}
        self._grids = _Influence(map, center, rings, first_beyond, round(decay * 1000), self._units(units))

    @property
    def map(self):
        return self._map

    def _units(self, units):
        return self._map.units() if units is None else units

    def update(self, units=None):
        """Adds ceil(new*(1-decay)) for each unit to floor(old*decay). units: those of the map if None."""
        self._costs.clear()
        self._grids.update(self._map, self._units(units))

    def players(self):
        """The players that have had units, in ascending order."""
        return self._grids.players()

    def value(self, tile, player):
        return self._grids.value(self._map, tile, player)

    def total(self, player):
        """The sum over all tiles."""
        return self._grids.total(player)

    def totals(self):
        return {player: self._grids.total(player) for player in self._grids.players()}

    def others(self, tile, player=0):
        """The points of all other players."""
        return self._grids.others(self._map, tile, player)

    def safety(self, tile, player=0):
        """Own points minus those of all others: negative where enemies dominate."""
        return self._grids.safety(self._map, tile, player)

    def path_cost(self, tile, player=0):
        """max(1, 1 + trunc((200 - safety)*5/400)): 3 where nobody dominates, 1 where it is safe."""
        return self._grids.path_cost(self._map, tile, player)

    def costs(self, player=0):
        """The path costs of all tiles, row by row, at most 255, for a PathFinder."""
        if player not in self._costs:
            self._costs[player] = self._grids.costs(player)
        return self._costs[player]

    def safest_neighbour(self, tile, player=0, *, avoid=(), stay=False):
        """The passable neighbour with the highest safety, or None."""
        tiles = [beside for beside in self._map.successors(tile) if beside not in avoid]
        if stay and self._map.is_passable(tile):
            tiles.insert(0, self._map.tile(*tile))
        return max(tiles, key=lambda beside: self.safety(beside, player), default=None)

    def grid(self, player):
        """A list of rows."""
        return self._grids.grid(self._map, player)

    def safety_grid(self, player=0):
        return self._grids.safety_grid(self._map, player)

    def tension(self, tile, player=0):
        """Own points plus those of all others."""
        return self._grids.tension(self._map, tile)

    def tension_grid(self, player=0):
        return self._grids.tension_grid(self._map)

    def front_line(self, player=0):
        """The tiles on which both sides have points and that are not safe, next to a safe one."""
        return self._grids.front_line(self._map, player)

    def conflict_zones(self, player=0, min_points=60):
        """Groups of connected tiles on which own and others' points are both at least min_points."""
        return self._grids.conflict_zones(self._map, player, min_points)


def isolated_units(map, units, friends=None, radius2=55, max_friends=0):
    """The units with at most max_friends friends within the squared radius, by flood fill."""
    units = [unit for unit in (map.tile(*unit) for unit in units) if unit is not None]
    friends = {tuple(friend) for friend in (units if friends is None else friends)}
    search = BreadthFirst(map)
    enough = max_friends + 1
    return [unit for unit in units if len(search.closest_tiles(unit, enough, -1, radius2, friends)) < enough]


def weak_spots(influence, targets, player=0, radius2=55):
    """Targets of an enemy, the weakest first, each with the sum of the safety around it."""
    search = BreadthFirst(influence.map)
    found = []
    for target in targets:
        target = influence.map.tile(*target)
        if target is None:
            continue
        around = [target, *search.flood_fill(target, radius2)]
        found.append((target, sum(influence.safety(tile, player) for tile in around)))
    return sorted(found, key=lambda spot: -spot[1])
