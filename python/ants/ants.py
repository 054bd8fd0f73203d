"""Ants, with the names of the contest's own module: a bot hands itself to Ants.run, and is called in each turn."""

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


# How many bytes of a drawing's line are kept, and how many signs of a word fit into one, however many bytes they take.
_LINE = 490
_PART = 100
# Layer, colours and width of what is drawn in this turn.
_PEN = {}


class Ants:
    """What a bot knows of the board, and how it orders its ants."""

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
        """Reads what is told before the first turn."""
        for line in data.split("\n"):
            words = line.lower().split()
            if len(words) == 2 and words[0] != "turn":
                setattr(self, words[0], int(words[1]))
        self.map = [[LAND] * self.cols for _ in range(self.rows)]
        self.turn_start_time = _now()

    def update(self, data):
        """Reads what is told in a turn."""
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
                # A food or an ant may stand where another ant has died.
                if board[row][col] == LAND:
                    board[row][col] = DEAD
                dead[row, col].append(int(words[3]))

    def __board__(self):
        """For aitools: the map, the impassable values, and that it is a torus."""
        return self.map, (WATER,), True

    def time_remaining(self):
        """How many milliseconds of the turn are left."""
        _reads_clock()
        return self.turntime - int(1000 * (_now() - self.turn_start_time))

    def issue_order(self, order):
        """Sends an ant one step on: order is ((row, col), direction), the direction "n", "e", "s" or "w"."""
        (row, col), direction = order
        _order(f"o {row} {col} {direction}", self._fault((row, col), direction))

    def _fault(self, place, direction):
        """Why the rules will refuse it, as far as that is the bot's mistake; else nothing."""
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
        """What was ordered is taken when do_turn returns; nothing needs to be done."""

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
        """Whether it is no water, as far as is known."""
        row, col = loc
        return self.map[row][col] != WATER

    def unoccupied(self, loc):
        """Whether an ant may step there: no water, no food, no ant."""
        row, col = loc
        return self.map[row][col] in (LAND, DEAD)

    def destination(self, loc, direction):
        """The square one step on; the board has no edges."""
        row, col = loc
        down, right = AIM[direction]
        return (row + down) % self.rows, (col + right) % self.cols

    def distance(self, loc1, loc2):
        """In steps, the shortest way round, as if there were no water."""
        rows, cols = abs(loc1[0] - loc2[0]), abs(loc1[1] - loc2[1])
        return min(rows, self.rows - rows) + min(cols, self.cols - cols)

    def direction(self, loc1, loc2):
        """The directions that lead nearer, none to two of them; both of an axis when both are as short."""
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
        """Plays the match: do_turn(ants) is called in each turn, before the first one do_setup(ants), after the last one
        do_end(ants, scores, status), where the bot has them."""
        _run(bot)


class Overlay:
    """Draws over the board, for whoever watches; numbers may be fractions and count from the middle of a square."""

    def layer(self, name=""):
        """What follows in this turn belongs to this layer, which spectators can switch off; without a name, to none."""
        self._set("setLayer", name or "-")

    def set_fill_color(self, red, green, blue, alpha=1.0):
        self._set("setFillColor", red, green, blue, alpha)

    def set_line_color(self, red, green, blue, alpha=1.0):
        self._set("setLineColor", red, green, blue, alpha)

    def set_line_width(self, width):
        self._set("setLineWidth", width)

    def _set(self, name, *values):
        """What is so already in this turn is not told again."""
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
        """A note that whoever clicks on the square reads; several of a square are joined, so a long one becomes several."""
        start = line = "i %d %d" % tuple(loc)
        text = str(text).encode("utf-8", "replace").decode()
        # Whoever reads the lines joins the words again.
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
    """The way along one axis, the one over the edge first where both count as short."""
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
    """What do_end is given, of the text after the match."""
    head, state = data.split("\nplayerturns", 1)
    told = {words[0]: [None if word == "None" else word for word in words[1:]] for words in map(str.split, head.split("\n"))}
    ants.update(state.split("\n", 1)[1])
    return [score and int(score) for score in told["score"]], told["status"]


# Bots have always got these with `from ants import *`, the modules included.
__all__ = [name for name in globals() if not name.startswith("_")]
