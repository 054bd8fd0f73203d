"""Paths with costs and limits, and breadth-first searches. Source: chapter 4 of the thesis."""

from _aitools import Clusters as _Clusters

from aitools.tiles import Aim

SIMPLE = "simple"
A_STAR = "a-star"
HPA_STAR = "hpa-star"
CENTERED = "centered"
CORNER = "corner"

_LIMIT_MAX = 1 << 31


class PathFinder:
    """Finds paths on a map. With an influence map, dangerous tiles cost more."""

    def __init__(self, map, influence=None):
        self._map = map
        self._influence = influence

    @property
    def map(self):
        return self._map

    def search(self, strategy, start, goal, max_cost=-1, *, rectangle=None, max_nodes=-1):
        """A path from start to goal that includes both, or None."""
        options = (_limit(max_cost), self._costs(), rectangle, _limit(max_nodes))
        if strategy == A_STAR:
            return self._map._path(False, start, goal, options)
        if strategy == SIMPLE:
            return self._map._path(True, start, goal, options)
        if strategy == HPA_STAR:
            return self._search_clusters(start, goal, options)
        raise ValueError(f"a strategy is {SIMPLE!r}, {A_STAR!r} or {HPA_STAR!r}, not {strategy!r}")

    def _search_clusters(self, start, goal, options):
        raise ValueError(f"{HPA_STAR!r} needs a ClusteringPathFinder")

    def smooth(self, path, size=10, recursive=False):
        """The path with detours removed, stretch by stretch of size tiles."""
        return self._map._smooth(path, size, recursive, (-1, self._costs(), None, -1))

    def cost(self, path):
        """The cost of the steps of a path."""
        return self._map._cost(path, (-1, self._costs(), None, -1))

    def update(self):
        """Does nothing here; a ClusteringPathFinder updates its clusters."""
        return 0

    def _costs(self):
        return None if self._influence is None else bytes(self._influence.costs())


def _limit(limit):
    """Makes a limit a whole number; greater ones than _LIMIT_MAX make no difference."""
    return int(max(-1, min(limit, _LIMIT_MAX)))


class ClusteringPathFinder(PathFinder):
    """Divides the map into square clusters and stores the paths through them, for HPA_STAR."""

    def __init__(self, map, size=10, type=CENTERED, influence=None):
        if type not in (CENTERED, CORNER):
            raise ValueError(f"the type of clusters is {CENTERED!r} or {CORNER!r}, not {type!r}")
        super().__init__(map, influence)
        self._size = size
        self._type = type
        self._clusters = _Clusters(map, size, type == CORNER)

    @property
    def size(self):
        return self._size

    @property
    def type(self):
        return self._type

    def update(self, max_clusters=-1):
        """Updates the clusters that have changed, and returns their number."""
        return self._clusters.update(self._map, _limit(max_clusters))

    def _search_clusters(self, start, goal, options):
        return self._clusters.search(self._map, start, goal, options)

    def vertices(self):
        """The crossings, for drawings."""
        return self._clusters.vertices(self._map)

    def edges(self):
        """Pairs of crossings and the cost of the stored path between them, for drawings."""
        return [(path[0], path[-1], self.cost(path)) for path in self._clusters.paths(self._map)]

    def edge_path(self, a, b):
        """The stored path between two crossings."""
        a, b = tuple(a), tuple(b)
        for path in self._clusters.paths(self._map):
            if (path[0], path[-1]) == (a, b):
                return path
            if (path[-1], path[0]) == (a, b):
                return path[::-1]
        return None


class Barrier:
    """A line of tiles that closes the only way to a place."""

    def __init__(self, tiles, aim):
        self.tiles = tuple(tiles)
        self.aim = Aim(aim)

    @property
    def width(self):
        return len(self.tiles)

    def __repr__(self):
        return f"<Barrier {self.tiles[0]!r} to {self.tiles[-1]!r}, facing {self.aim.name}>"


class BreadthFirst:
    """Searches the surroundings of a tile, nearest tiles first, then in the order north, south, west, east."""

    def __init__(self, map):
        self._map = map

    def closest_tiles(
        self, center, hits, max_nodes=-1, max_dist2=-1, goal=None, frontier=None, *, first_beyond=False
    ):
        """The nearest goals, at most hits of them. If goal is None, all tiles are goals."""
        return self._map._breadth(center, _limit(hits), _limit(max_nodes), _limit(max_dist2), goal, frontier, first_beyond)

    def closest_tile(self, center, goal, max_nodes=-1, max_dist2=-1, frontier=None, *, first_beyond=False):
        """The nearest goal, or None."""
        found = self._map._breadth(center, 1, _limit(max_nodes), _limit(max_dist2), goal, frontier, first_beyond)
        return found[0] if found else None

    def flood_fill(self, center, max_dist2=-1, goal=None, *, first_beyond=False):
        """All goals that can be reached."""
        return self._map._breadth(center, -1, -1, _limit(max_dist2), goal, None, first_beyond)

    def nearest_each(self, sources, goals, max_steps=-1):
        """The nearest source and the number of steps for each goal that can be reached, nearest goals first."""
        return self._map._nearest_each(sources, goals, _limit(max_steps))

    def diagonals(self, center):
        """The passable tiles north-west, north-east, south-west, south-east."""
        row, col = center
        found = [self._map.tile(row + down, col + right) for down in (-1, 1) for right in (-1, 1)]
        return [tile for tile in found if tile is not None and self._map.is_passable(tile)]

    def barrier(self, tile, view2, max_width=5, prefer="width"):
        """The line of at most max_width tiles, out of view from the tile, that closes the only way to it, or None."""
        if prefer not in ("width", "numbers"):
            raise ValueError(f"prefer is 'width' or 'numbers', not {prefer!r}")
        found = self._map._barrier(tile, _limit(view2), _limit(max_width), prefer == "numbers")
        return None if found is None else _barrier(*found)

    def choke_points(self, max_width=3, region=None):
        """Narrow places that are wider on both sides, narrowest first."""
        found = [_barrier(*found) for found in self._map._choke_points(_limit(max_width))]
        if region is None:
            return found
        region = {tuple(tile) for tile in region}
        return [barrier for barrier in found if region.issuperset(barrier.tiles)]


def _barrier(tiles, direction):
    return Barrier(tiles, Aim.ALL[direction])
