"""Tiles, directions, units and maps. Source: chapter 3 of the thesis."""

from math import atan2, cos, floor, pi, sin, sqrt

from _aitools import TileMapBase as _TileMapBase

GLOBE = "globe"
PIZZA = "pizza"


class Tile(tuple):
    """A square of the map. It equals the tuple (row, col) and prints as <r:R c:C>."""

    __slots__ = ()

    def __new__(cls, row, col):
        return tuple.__new__(cls, (row, col))

    @property
    def row(self):
        return self[0]

    @property
    def col(self):
        return self[1]

    def __getnewargs__(self):
        return tuple(self)

    def __repr__(self):
        return "<r:%d c:%d>" % self


class Aim(str):
    """A direction. It equals "n", "e", "s" or "w"; its name is "NORTH", "EAST", "SOUTH" or "WEST"."""

    __slots__ = ()

    def __new__(cls, word):
        aim = _AIMS.get(str(word).lower())
        if aim is None:
            raise ValueError(f"a direction is n, e, s or w, or NORTH, EAST, SOUTH or WEST, not {word!r}")
        return aim

    @property
    def name(self):
        return _NAMES[str.__str__(self)]

    @property
    def delta(self):
        """The step as (rows, cols)."""
        return _DELTAS[str.__str__(self)]

    @property
    def opposite(self):
        return _AIMS[_OPPOSITES[str.__str__(self)]]

    @property
    def orthogonals(self):
        """The two directions at right angles to this one."""
        return (Aim.WEST, Aim.EAST) if self in "ns" else (Aim.NORTH, Aim.SOUTH)

    def __getnewargs__(self):
        return (str.__str__(self),)

    def __repr__(self):
        return f"Aim.{self.name}"


_NAMES = {"n": "NORTH", "s": "SOUTH", "w": "WEST", "e": "EAST"}
_DELTAS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
_OPPOSITES = {"n": "s", "s": "n", "w": "e", "e": "w"}
_AIMS = {}
for _letter, _name in _NAMES.items():
    _aim = str.__new__(Aim, _letter)
    _AIMS[_letter] = _AIMS[_name.lower()] = _aim
    setattr(Aim, _name, _aim)
Aim.ALL = (Aim.NORTH, Aim.SOUTH, Aim.WEST, Aim.EAST)


class Move(tuple):
    """A step: a tile and a direction."""

    __slots__ = ()

    def __new__(cls, tile, aim):
        return tuple.__new__(cls, (_tile(tile), Aim(aim)))

    @property
    def tile(self):
        return self[0]

    @property
    def aim(self):
        return self[1]

    def __getnewargs__(self):
        return tuple(self)

    def __repr__(self):
        return "%r %s" % self


class Unit(tuple):
    """A unit: its tile and its player. You are player 0."""

    __slots__ = ()

    def __new__(cls, tile, player):
        return tuple.__new__(cls, (_tile(tile), player))

    @property
    def tile(self):
        return self[0]

    @property
    def player(self):
        return self[1]

    def __getnewargs__(self):
        return tuple(self)

    def __repr__(self):
        return "%r of %d" % self


def _tile(place):
    return place if type(place) is Tile else Tile(*place)


class TileMap(_TileMapBase):
    """A map: size, passable and visible tiles, distances."""

    def __init__(self, rows, cols, world=GLOBE, *, water=(), explored=True):
        if world not in (GLOBE, PIZZA):
            raise ValueError(f"a world is {GLOBE!r} or {PIZZA!r}, not {world!r}")
        self._begin(rows, cols, world == GLOBE, explored, Tile)
        self.set_passable(water, False)

    @classmethod
    def from_text(cls, text, world=GLOBE):
        """Makes a map from a drawing, one line per row: % or # is water, ? is unexplored land, anything else is land."""
        lines = [line.strip() for line in text.strip().splitlines()]
        if len({len(line) for line in lines}) != 1:
            raise ValueError("the rows of a drawing must have the same length")
        signs = [((row, col), sign) for row, line in enumerate(lines) for col, sign in enumerate(line)]
        water = [place for place, sign in signs if sign in "%#"]
        drawn = cls(len(lines), len(lines[0]), world, water=water, explored=False)
        drawn.set_visible(place for place, sign in signs if sign != "?")
        return drawn

    @property
    def world(self):
        return GLOBE if self._is_torus else PIZZA

    def beeline(self, a, b):
        """The straight-line distance in tiles."""
        return sqrt(self.squared(a, b))

    def neighbour(self, tile, aim):
        """The neighbour in a direction, passable or not; None beyond the edge of a pizza."""
        return self._neighbour(tile, Aim.ALL.index(Aim(aim)))

    def aim(self, a, b):
        """The direction of the step from a to its neighbour b; None if they are no neighbours."""
        direction = self._direction(a, b)
        return None if direction is None else Aim.ALL[direction]

    def aims(self, a, b):
        """The directions that lead nearer to b: none to two, north or south first."""
        return [Aim.ALL[direction] for direction in self._directions(a, b)]

    def principal_aim(self, a, b):
        """The direction along the longer axis, north or south if both are equal; None from a tile to itself."""
        direction = self._principal_direction(a, b)
        return None if direction is None else Aim.ALL[direction]

    def cluster_center(self, tiles):
        """The middle of tiles, on a globe by the circular mean of each axis; None without tiles."""
        tiles = list(tiles)
        if not tiles:
            return None
        middle = _circular_mean if self._is_torus else _mean
        rows, cols = zip(*tiles)
        return self.tile(middle(rows, self.rows), middle(cols, self.cols))

    def moves(self, path):
        """The steps of a path."""
        return [Move(a, self.aim(a, b)) for a, b in zip(path, path[1:])]

    def __repr__(self):
        return f"<{type(self).__name__} {self.rows}x{self.cols} {self.world}>"


def _mean(places, size):
    return floor(sum(places) / len(places) + 0.5)


def _circular_mean(places, size):
    turn = 2 * pi / size
    down = sum(sin(place * turn) for place in places)
    right = sum(cos(place * turn) for place in places)
    if down * down + right * right < 1e-9:
        # Evenly spread round the globe: no place is better than another, so take the plain mean.
        return _mean(places, size)
    return floor(atan2(down, right) / turn + 0.5 + 1e-9) % size


class SearchableMap(TileMap):
    """A map for searches. Tiles such as your own hills can be closed for paths; other searches still cross them."""


class UnitMap:
    """Units. If two are on one tile, unit_at returns the last one set."""

    _units = ()
    _unit_at = {}

    def set_units(self, units):
        """Replaces all units."""
        units = [unit if type(unit) is Unit else Unit(*unit) for unit in units]
        self._units, self._unit_at = units, {unit[0]: unit for unit in units}

    def units(self, player=None):
        """All units, or those of a player, in the order they were set."""
        return [unit for unit in self._units if player is None or unit[1] == player]

    def tiles_of(self, player):
        """The tiles of a player's units."""
        return [tile for tile, whose in self._units if whose == player]

    def enemies_of(self, player=0):
        """The tiles of the units of all other players."""
        return [tile for tile, whose in self._units if whose != player]

    def players(self):
        """The players that have units, in ascending order."""
        return sorted({player for _, player in self._units})

    def unit_at(self, tile):
        return self._unit_at.get(tuple(tile))


class SearchableUnitMap(SearchableMap, UnitMap):
    """A map with units, as influence and combat need it."""
