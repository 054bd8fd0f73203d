"""Paths and breadth first searches. Source: chapter 4 of the thesis."""

from _aitools import Clusters as _Clusters

from aitools.tiles import Aim

SIMPLE = "simple"
A_STAR = "a-star"
HPA_STAR = "hpa-star"
CENTERED = "centered"
CORNER = "corner"

_MOST = 1 << 31


class PathFinder:
    """Finds paths on a map; with an influence map tiles cost more where it is dangerous."""

    def __init__(self, map, influence=None):
        self._map = map
        self._influence = influence

    @property
    def map(self):
        return self._map

    def search(self, strategy, start, goal, max_cost=-1, *, rectangle=None, max_nodes=-1):
        """A path from start to goal, both included, or None."""
        terms = (_limit(max_cost), self._costs(), rectangle, _limit(max_nodes))
        if strategy == A_STAR:
            return self._map._search(False, start, goal, terms)
        if strategy == SIMPLE:
            return self._map._search(True, start, goal, terms)
        if strategy == HPA_STAR:
            return self._search_clusters(start, goal, terms)
        raise ValueError(f"a strategy is {SIMPLE!r}, {A_STAR!r} or {HPA_STAR!r}, not {strategy!r}")

    def _search_clusters(self, start, goal, terms):
        raise ValueError(f"{HPA_STAR!r} needs a ClusteringPathFinder")

    def smooth(self, path, size=10, recursive=False):
        """The path with each stretch of size tiles replaced by a shorter one where there is one."""
        return self._map._smooth(path, size, recursive, (-1, self._costs(), None, -1))

    def cost(self, path):
        """What the steps of a path cost."""
        return self._map._cost(path, (-1, self._costs(), None, -1))

    def update(self):
        """Takes in what has changed on the map; there is nothing to do here."""
        return 0

    def _costs(self):
        return None if self._influence is None else bytes(self._influence.costs())


def _limit(most):
    """As a number that is no larger than any limit that matters."""
    return int(max(-1, min(most, _MOST)))


class ClusteringPathFinder(PathFinder):
    """Knows paths through the board's square clusters ahead, for HPA_STAR."""

    def __init__(self, map, size=10, type=CENTERED, influence=None):
        if type not in (CENTERED, CORNER):
            raise ValueError(f"a type of clusters is {CENTERED!r} or {CORNER!r}, not {type!r}")
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
        """Clusters what has become known; how many clusters were worked on."""
        return self._clusters.update(self._map, _limit(max_clusters))

    def _search_clusters(self, start, goal, terms):
        return self._clusters.search(self._map, start, goal, terms)

    def vertices(self):
        """The crossings, for drawings."""
        return self._clusters.vertices(self._map)

    def edges(self):
        """Pairs of crossings and the cost of the path between them, for drawings."""
        return [(path[0], path[-1], self.cost(path)) for path in self._clusters.paths(self._map)]

    def edge_path(self, a, b):
        """The path kept between two crossings."""
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
    """Searches of a place's surroundings, nearest tiles first, among equals in the order north, south, west, east."""

    def __init__(self, map):
        self._map = map

    def closest_tiles(
        self, center, hits, max_nodes=-1, max_dist2=-1, goal=None, frontier=None, *, first_beyond=False
    ):
        """The nearest tiles that are goals (all are, if None), at most hits of them."""
        return self._map._breadth(center, _limit(hits), _limit(max_nodes), _limit(max_dist2), goal, frontier, first_beyond)

    def closest_tile(self, center, goal, max_nodes=-1, max_dist2=-1, frontier=None, *, first_beyond=False):
        """The nearest tile that is a goal, or None."""
        found = self._map._breadth(center, 1, _limit(max_nodes), _limit(max_dist2), goal, frontier, first_beyond)
        return found[0] if found else None

    def flood_fill(self, center, max_dist2=-1, goal=None, *, first_beyond=False):
        """All tiles that can be reached, of those the goals."""
        return self._map._breadth(center, -1, -1, _limit(max_dist2), goal, None, first_beyond)

    def distances(self, sources, max_steps=-1):
        """A list of rows: how many steps each tile is from the nearest source; -1 where none leads."""
        return self._map._distances(sources, _limit(max_steps))

    def nearest_each(self, sources, goals, max_steps=-1):
        """For each goal that can be reached the nearest source and the steps between, nearest first."""
        return self._map._nearest_each(sources, goals, _limit(max_steps))

    def diagonals(self, center):
        """The passable tiles north-west, north-east, south-west, south-east."""
        row, col = center
        found = [self._map.tile(row + down, col + right) for down in (-1, 1) for right in (-1, 1)]
        return [tile for tile in found if tile is not None and self._map.is_passable(tile)]

    def barrier(self, tile, view2, max_width=5, prefer="width"):
        """The line of at most max_width tiles, outside the view of the tile, that closes the only way to it, or None."""
        if prefer not in ("width", "numbers"):
            raise ValueError(f"a barrier is preferred by 'width' or by 'numbers', not {prefer!r}")
        found = self._map._barrier(tile, _limit(view2), _limit(max_width), prefer == "numbers")
        return None if found is None else _barrier(*found)

    def choke_points(self, max_width=3, region=None):
        """Narrow places of the ground that are wider before and behind, narrowest first."""
        found = [_barrier(*found) for found in self._map._choke_points(_limit(max_width))]
        if region is None:
            return found
        region = {tuple(tile) for tile in region}
        return [barrier for barrier in found if region.issuperset(barrier.tiles)]


def _barrier(tiles, way):
    return Barrier(tiles, Aim.ALL[way])
