"""A bot's knowledge of the board and the orders to its ants: for your editor. Squares are (row, col), counted from 0 at the top
left; the board wraps around. Owners are 0 for you, then 1, 2, ... in the order in which you met them."""

import random as random
import sys as sys
import time as time
import traceback as traceback
from collections import defaultdict as defaultdict
from math import sqrt as sqrt
from typing import Any, Literal

Place = tuple[int, int]
Point = tuple[float, float]
Way = Literal["n", "e", "s", "w"]
Corner = Literal["TL", "TM", "TR", "ML", "MM", "MR", "BL", "BM", "BR"]

MY_ANT: int
"""0: your own number."""
ANTS: int
"""0: this number and higher ones are ants, by their owner."""
DEAD: int
LAND: int
FOOD: int
WATER: int
PLAYER_ANT: str
HILL_ANT: str
PLAYER_HILL: str
MAP_OBJECT: str
MAP_RENDER: str
"""The character of each number on the map: MAP_RENDER[ants.map[row][col]]."""
AIM: dict[str, tuple[int, int]]
"""The step of each direction, in rows and columns."""
RIGHT: dict[str, str]
LEFT: dict[str, str]
BEHIND: dict[str, str]

class Overlay:
    """Drawings over the board, for spectators. Rows and columns may be fractions, and count from the center of a square. A color or a
    width applies to the drawings after it. In a strict match a drawing is an invalid order."""

    def layer(self, name: str = "") -> None:
        """Puts this turn's following drawings on this layer, such as "missions", which spectators can switch off for all players at
        once; without a name, on none. A name has at most 24 letters, digits, - and _."""
    def set_fill_color(self, red: int, green: int, blue: int, alpha: float = 1.0) -> None:
        """Red, green and blue from 0 to 255, alpha from 0 (nothing) to 1."""
    def set_line_color(self, red: int, green: int, blue: int, alpha: float = 1.0) -> None: ...
    def set_line_width(self, width: float) -> None:
        """In pixels; 1 before it is set."""
    def arrow(self, loc1: Point, loc2: Point) -> None:
        """An arrow; like lines, it takes the shortest way across the edges."""
    def line(self, loc1: Point, loc2: Point) -> None: ...
    def circle(self, loc: Point, radius: float, fill: bool = False) -> None:
        """A circle; the radius is in squares."""
    def rect(self, loc: Point, width: float, height: float, fill: bool = False) -> None:
        """A rectangle from the center of this square to the right and down."""
    def star(self, loc: Point, inner: float, outer: float, points: int, fill: bool = False) -> None: ...
    def tile(self, loc: Place) -> None:
        """Fills a square."""
    def tile_border(self, loc: Place, corner: Corner) -> None:
        """The edge of a square on one side: TM the upper one, TL two that meet at the upper left, MM all."""
    def tile_sub_tile(self, loc: Place, corner: Corner) -> None:
        """Fills a ninth of a square: TL its upper left one, MM the middle."""
    def route_plan(self, loc: Place, directions: str | list[Way]) -> None:
        """A line along these steps."""
    def note(self, loc: Place, text: object) -> None:
        """A note that is shown when a spectator clicks on the square; squares that it names as <r:5 c:4> are highlighted."""

class Ants:
    rows: int
    cols: int
    turns: int
    """The maximum number of turns of the match."""
    turn: int
    """The current turn, from 1; 0 in do_setup."""
    turntime: int
    """Time limit of a turn, in milliseconds."""
    loadtime: int
    """Time limit for running the file and do_setup, in milliseconds."""
    viewradius2: int
    """The distance that ants can see, squared."""
    attackradius2: int
    spawnradius2: int
    """The distance from which ants gather food, squared."""
    player_seed: int
    strict: int
    """1 in a match in which an invalid order, such as a drawing, loses the match; otherwise 0."""
    map: list[list[int]]
    """map[row][col]: WATER, FOOD, LAND, DEAD or the owner of the ant there. Hills are not on it."""
    hill_list: dict[Place, int]
    """The hills you see, with their owners."""
    ant_list: dict[Place, int]
    """The ants you see, including yours, with their owners."""
    dead_list: defaultdict[Place, list[int]]
    """The squares where ants died in the last turn, with their owners."""
    food_list: list[Place]
    turn_start_time: float | None
    overlay: Overlay
    def setup(self, data: str) -> None:
        """Reads the text before the first turn: for tests."""
    def update(self, data: str) -> None:
        """Reads the text of a turn: for tests."""
    def time_remaining(self) -> int:
        """The number of milliseconds left in the turn."""
    def issue_order(self, order: tuple[Place, Way]) -> None:
        """Sends the ant on this square one step on."""
    def finish_turn(self) -> None:
        """Does nothing: the turn ends when do_turn returns."""
    def my_hills(self) -> list[Place]: ...
    def enemy_hills(self) -> list[tuple[Place, int]]: ...
    def my_ants(self) -> list[Place]: ...
    def enemy_ants(self) -> list[tuple[Place, int]]: ...
    def food(self) -> list[Place]: ...
    def passable(self, loc: Place) -> bool:
        """True if the square is not water, as far as you have seen."""
    def unoccupied(self, loc: Place) -> bool:
        """True if an ant may step there: no water, no food, no ant."""
    def destination(self, loc: Place, direction: str) -> Place:
        """The adjacent square in a direction."""
    def distance(self, loc1: Place, loc2: Place) -> int:
        """The number of steps between two squares, as if there were no water."""
    def direction(self, loc1: Place, loc2: Place) -> list[Way]:
        """The directions that lead closer."""
    def visible(self, loc: Place) -> bool:
        """True if one of your ants sees the square."""
    def render_text_map(self) -> str: ...
    @staticmethod
    def run(bot: Any) -> None:
        """Plays the match: calls bot.do_turn(ants) in each turn, before that bot.do_setup(ants) once, and at the end
        bot.do_end(ants, scores, status), if the bot has them. No line after this call is run."""

def ordered() -> list[str]:
    """For tests, without a match: the orders since the last call, such as ["o 4 4 n"]."""
