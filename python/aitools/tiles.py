"""Tiles, directions, units and the boards they are on. Source: chapter 3 of the thesis (entities, map, search and strategy API)."""

from math import atan2, cos, floor, pi, sin, sqrt

from _aitools import Board as _Board

GLOBE = "globe"
PIZZA = "pizza"


class Tile(tuple):
    """A square of the board. It equals the plain tuple (row, col), unpacks like it, and prints as <r:R c:C>."""

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
    """A direction. It equals "n", "e", "s" or "w"; name is "NORTH", "EAST", "SOUTH" or "WEST"."""

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
        """How far it leads, as (rows, cols)."""
        return _DELTAS[str.__str__(self)]

    @property
    def opposite(self):
        return _AIMS[_OPPOSITES[str.__str__(self)]]

    @property
    def orthogonals(self):
        """West and east of north and south; north and south of west and east."""
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
    """A step: from which tile, and where to."""

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
    """A unit: its tile, and whose it is. You are player 0."""

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


class TileMap(_Board):
    """A board: its size, its ground, what is seen of it, and distances."""

    def __init__(self, rows, cols, world=GLOBE, *, water=(), explored=True):
        if world not in (GLOBE, PIZZA):
            raise ValueError(f"a world is {GLOBE!r} or {PIZZA!r}, not {world!r}")
        self._begin(rows, cols, world == GLOBE, explored, Tile)
        self.set_passable(water, False)

    @classmethod
    def from_text(cls, text, world=GLOBE):
        """Of a drawing, a line a row: % or # is water, ? is land not explored yet, all else land."""
        lines = [line.strip() for line in text.strip().splitlines()]
        if len({len(line) for line in lines}) != 1:
            raise ValueError("the rows of a drawn map are all as long")
        signs = [((row, col), sign) for row, line in enumerate(lines) for col, sign in enumerate(line)]
        water = [place for place, sign in signs if sign in "%#"]
        drawn = cls(len(lines), len(lines[0]), world, water=water, explored=False)
        drawn.set_visible(place for place, sign in signs if sign != "?")
        return drawn

    @property
    def world(self):
        return GLOBE if self._is_torus else PIZZA

    def beeline(self, a, b):
        """The straight line, in tiles."""
        return sqrt(self.squared(a, b))

    def neighbour(self, tile, aim):
        """One step on, passable or not; None beyond the edge of a pizza."""
        return self._neighbour(tile, Aim.ALL.index(Aim(aim)))

    def aim(self, a, b):
        """The direction of the step from a to its neighbour b; None if it is none."""
        way = self._way(a, b)
        return None if way is None else Aim.ALL[way]

    def aims(self, a, b):
        """The directions that lead nearer to b the short way round: none to two, north or south first."""
        return [Aim.ALL[way] for way in self._ways(a, b)]

    def principal_aim(self, a, b):
        """Along the longer axis; north or south when both are as long; None from a tile to itself."""
        way = self._principal_way(a, b)
        return None if way is None else Aim.ALL[way]

    def cluster_center(self, tiles):
        """The middle of some tiles, on a globe by the circular mean of each axis; None of none."""
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
        # All round the globe: any place is as good, so the plain mean it is.
        return _mean(places, size)
    return floor(atan2(down, right) / turn + 0.5 + 1e-9) % size


class SearchableMap(TileMap):
    """A board that searches understand. Tiles may be closed for paths, such as one's own hills: other searches pass them all the same."""


class UnitMap:
    """What is known of units. Of two units on one tile the last one told counts in unit_at."""

    _units = ()
    _unit_at = {}

    def set_units(self, units):
        """These, and no others."""
        units = [unit if type(unit) is Unit else Unit(*unit) for unit in units]
        self._units, self._unit_at = units, {unit[0]: unit for unit in units}

    def units(self, player=None):
        """All, or a player's, as told."""
        return [unit for unit in self._units if player is None or unit[1] == player]

    def tiles_of(self, player):
        """Where a player's units are."""
        return [tile for tile, whose in self._units if whose == player]

    def enemies_of(self, player=0):
        """Where the units of all others are."""
        return [tile for tile, whose in self._units if whose != player]

    def players(self):
        """Who has units, ascending."""
        return sorted({player for _, player in self._units})

    def unit_at(self, tile):
        return self._unit_at.get(tuple(tile))


class SearchableUnitMap(SearchableMap, UnitMap):
    """A board that searches understand and that has units: what influence and combat ask for."""
