"""Ants, with the names of the contest's own module: a bot passes itself to Ants.run, which calls it in each turn."""

import random
import sys
import time
import traceback
from collections import defaultdict
from math import sqrt

_now = time.perf_counter

MY_ANT = 0
ANTS = 0
DEAD = -1
LAND = -2
FOOD = -3
WATER = -4

PLAYER_ANT = "abcdefghij"
HILL_ANT = "ABCDEFGHIJ"
PLAYER_HILL = "0123456789"
MAP_OBJECT = "?%*.!"
MAP_RENDER = PLAYER_ANT + HILL_ANT + PLAYER_HILL + MAP_OBJECT

AIM = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
RIGHT = {"n": "e", "e": "s", "s": "w", "w": "n"}
LEFT = {"n": "w", "w": "s", "s": "e", "e": "n"}
BEHIND = {"n": "s", "s": "n", "e": "w", "w": "e"}


# Maximum number of bytes in a drawing's line, and of characters in a part of a word, so that one fits whatever its
# bytes.
_LINE = 490
_PART = 100
# Layer, colors and width of this turn's drawings.
_PEN = {}


class Ants:
    """The bot's knowledge of the board, and the orders to its ants."""

    def __init__(self):
        self.cols = None
        self.rows = None
        self.map = None
        self.hill_list = {}
        self.ant_list = {}
        self.dead_list = defaultdict(list)
        self.food_list = []
        self.turntime = 0
        self.loadtime = 0
        self.turn_start_time = None
        self.viewradius2 = 0
        self.attackradius2 = 0
        self.spawnradius2 = 0
        self.player_seed = None
        self.strict = 0
        self.turns = 0
        self.turn = 0
        self.overlay = Overlay()
        self._disc = None
        self._seen = None
        self._ordered = set()

    def setup(self, data):
        """Reads the text before the first turn."""
        for line in data.split("\n"):
            words = line.lower().split()
            if len(words) == 2 and words[0] != "turn":
                setattr(self, words[0], int(words[1]))
        self.map = [[LAND] * self.cols for _ in range(self.rows)]
        self.turn_start_time = _now()

    def update(self, data):
        """Reads the text of a turn."""
        self.turn_start_time = _now()
        board = self.map
        for places in (self.ant_list, self.food_list, self.dead_list):
            for row, col in places:
                board[row][col] = LAND
        self.hill_list = hills = {}
        self.ant_list = ants = {}
        self.dead_list = dead = defaultdict(list)
        self.food_list = food = []
        self._seen = None
        self._ordered = set()
        _PEN.clear()
        _PEN["setLayer"] = ("-",)
        for line in data.split("\n"):
            words = line.split()
            if len(words) < 3:
                if len(words) == 2 and words[0] == "turn":
                    self.turn = int(words[1])
                continue
            what, row, col = words[0], int(words[1]), int(words[2])
            if what == "a":
                owner = int(words[3])
                board[row][col] = owner
                ants[row, col] = owner
            elif what == "w":
                board[row][col] = WATER
            elif what == "f":
                board[row][col] = FOOD
                food.append((row, col))
            elif what == "h":
                hills[row, col] = int(words[3])
            elif what == "d":
                # Food or an ant may be where another ant has died.
                if board[row][col] == LAND:
                    board[row][col] = DEAD
                dead[row, col].append(int(words[3]))

    def __board__(self):
        """For aitools: the map, the values that nobody can enter, and that the map wraps around."""
        return self.map, (WATER,), True

    def time_remaining(self):
        """The number of milliseconds left in the turn."""
        _reads_clock()
        return self.turntime - int(1000 * (_now() - self.turn_start_time))

    def issue_order(self, order):
        """Sends an ant one step on: order is ((row, col), direction), the direction is "n", "e", "s" or "w"."""
        (row, col), direction = order
        _order(f"o {row} {col} {direction}", self._fault((row, col), direction))

    def _fault(self, place, direction):
        """Why the rules will refuse the order because of the bot's mistake; empty if they will not."""
        if str(direction).lower() not in AIM:
            return "invalid direction"
        if place in self._ordered:
            return "duplicate order"
        if self.ant_list.get(place) != MY_ANT:
            return "not player ant"
        row, col = self.destination(place, direction.lower())
        if self.map[row][col] not in (WATER, FOOD):
            self._ordered.add(place)
        return ""

    def finish_turn(self):
        """Does nothing: the orders take effect when do_turn returns."""

    def my_hills(self):
        return [place for place, owner in self.hill_list.items() if owner == MY_ANT]

    def enemy_hills(self):
        return [(place, owner) for place, owner in self.hill_list.items() if owner != MY_ANT]

    def my_ants(self):
        return [place for place, owner in self.ant_list.items() if owner == MY_ANT]

    def enemy_ants(self):
        return [(place, owner) for place, owner in self.ant_list.items() if owner != MY_ANT]

    def food(self):
        return self.food_list[:]

    def passable(self, loc):
        """Whether the square is not water, as far as is known."""
        row, col = loc
        return self.map[row][col] != WATER

    def unoccupied(self, loc):
        """Whether an ant may step there: no water, no food, no ant."""
        row, col = loc
        return self.map[row][col] in (LAND, DEAD)

    def destination(self, loc, direction):
        """The adjacent square in a direction; the board wraps around."""
        row, col = loc
        down, right = AIM[direction]
        return (row + down) % self.rows, (col + right) % self.cols

    def distance(self, loc1, loc2):
        """The number of steps between two squares, as if there were no water."""
        rows, cols = abs(loc1[0] - loc2[0]), abs(loc1[1] - loc2[1])
        return min(rows, self.rows - rows) + min(cols, self.cols - cols)

    def direction(self, loc1, loc2):
        """The directions that lead closer, none to two of them; both directions of an axis if both are equally
        short."""
        return _ways(loc1[0], loc2[0], self.rows, "s", "n") + _ways(loc1[1], loc2[1], self.cols, "e", "w")

    def visible(self, loc):
        """Whether one of your ants sees the square."""
        if self._seen is None:
            self._seen = self._look()
        row, col = loc
        return self._seen[row][col]

    def _look(self):
        if self._disc is None:
            reach = int(self.viewradius2**0.5)
            span = range(-reach, reach + 1)
            self._disc = [(r, c) for r in span for c in span if r * r + c * c <= self.viewradius2]
        seen = [[False] * self.cols for _ in range(self.rows)]
        for row, col in self.my_ants():
            for down, right in self._disc:
                seen[(row + down) % self.rows][(col + right) % self.cols] = True
        return seen

    def render_text_map(self):
        """The board as text, a line for each row: % water, * food, . land, ! a dead ant, a to j ants."""
        return "".join("# %s\n" % "".join(MAP_RENDER[square] for square in row) for row in self.map)

    @staticmethod
    def run(bot):
        """Plays the match: calls do_turn(ants) in each turn, before that do_setup(ants) once, and at the end
        do_end(ants, scores, status), if the bot has them."""
        _run(bot)


class Overlay:
    """Drawings over the board, for spectators; numbers may be fractions and count from the center of a square."""

    def layer(self, name=""):
        """Puts this turn's following drawings on this layer, which spectators can switch off; without a name, on
        none."""
        self._set("setLayer", name or "-")

    def set_fill_color(self, red, green, blue, alpha=1.0):
        self._set("setFillColor", red, green, blue, alpha)

    def set_line_color(self, red, green, blue, alpha=1.0):
        self._set("setLineColor", red, green, blue, alpha)

    def set_line_width(self, width):
        self._set("setLineWidth", width)

    def _set(self, name, *values):
        """Sends a setting unless it already has this value in this turn."""
        if _PEN.get(name) != values:
            _PEN[name] = values
            self._draw(name, *values)

    def arrow(self, loc1, loc2):
        self._draw("arrow", *loc1, *loc2)

    def line(self, loc1, loc2):
        self._draw("line", *loc1, *loc2)

    def circle(self, loc, radius, fill=False):
        self._draw("circle", *loc, radius, fill)

    def rect(self, loc, width, height, fill=False):
        self._draw("rect", *loc, width, height, fill)

    def star(self, loc, inner, outer, points, fill=False):
        self._draw("star", *loc, inner, outer, points, fill)

    def tile(self, loc):
        self._draw("tile", *loc)

    def tile_border(self, loc, corner):
        self._draw("tileBorder", *loc, corner)

    def tile_sub_tile(self, loc, corner):
        self._draw("tileSubTile", *loc, corner)

    def route_plan(self, loc, directions):
        self._draw("routePlan", *loc, "".join(directions))

    def note(self, loc, text):
        """A note on a square, shown when a spectator clicks on it. Several notes of a square are joined; a long one
        is split."""
        start = line = "i %d %d" % tuple(loc)
        text = str(text).encode("utf-8", "replace").decode()
        # The reader joins the words again.
        for word in (long[at : at + _PART] for long in text.split() for at in range(0, len(long), _PART)):
            if line != start and len(f"{line} {word}".encode()) > _LINE:
                _order(line, "")
                line = start
            line += " " + word
        _order(line, "")

    @staticmethod
    def _draw(*words):
        _order("v " + " ".join(str(word).lower() if isinstance(word, bool) else str(word) for word in words), "")


def _ways(here, there, size, forth, back):
    """The directions along one axis, first the one over the edge if both count as short."""
    near, around = (forth, back) if here < there else (back, forth)
    steps = abs(there - here)
    if steps == 0:
        return []
    return [around] * (steps >= size // 2) + [near] * (steps <= size // 2)


def _loaded(data):
    ants = Ants()
    ants.setup(data)
    return ants


def _ended(ants, data):
    """The arguments of do_end, from the text after the match."""
    head, state = data.split("\nplayerturns", 1)
    told = {words[0]: [None if word == "None" else word for word in words[1:]] for words in map(str.split, head.split("\n"))}
    ants.update(state.split("\n", 1)[1])
    return [score and int(score) for score in told["score"]], told["status"]


# Bots have always got these names with `from ants import *`, including the modules.
__all__ = [name for name in globals() if not name.startswith("_")]
