"""What a bot knows of the board and how it orders its ants: for your editor. Squares are (row, col), counted from 0 at the top
left; the board has no edges. Owners are 0 for you, then 1, 2, ... in the order in which you met them."""

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
"""0: numbers from here on are ants, by their owner."""
DEAD: int
LAND: int
FOOD: int
WATER: int
PLAYER_ANT: str
HILL_ANT: str
PLAYER_HILL: str
MAP_OBJECT: str
MAP_RENDER: str
"""The sign of each number on the map: MAP_RENDER[ants.map[row][col]]."""
AIM: dict[str, tuple[int, int]]
"""How far each direction leads, as rows and columns."""
RIGHT: dict[str, str]
LEFT: dict[str, str]
BEHIND: dict[str, str]

class Overlay:
    """Draws over the board, for whoever watches. Rows and columns may be fractions, and count from the middle of a square; what is
    drawn after a colour or a width has it. In a strict match a drawing is an invalid order."""

    def layer(self, name: str = "") -> None:
        """What follows in this turn belongs to this layer, such as "missions", which spectators can switch off for all players at
        once; without a name, to none. A name has at most 24 letters, digits, - and _."""
    def set_fill_color(self, red: int, green: int, blue: int, alpha: float = 1.0) -> None:
        """Red, green and blue from 0 to 255, alpha from 0 (nothing) to 1."""
    def set_line_color(self, red: int, green: int, blue: int, alpha: float = 1.0) -> None: ...
    def set_line_width(self, width: float) -> None:
        """In pixels; 1 before it is set."""
    def arrow(self, loc1: Point, loc2: Point) -> None:
        """The short way round, as lines go."""
    def line(self, loc1: Point, loc2: Point) -> None: ...
    def circle(self, loc: Point, radius: float, fill: bool = False) -> None:
        """The radius in squares."""
    def rect(self, loc: Point, width: float, height: float, fill: bool = False) -> None:
        """From the middle of this square on, to the right and down."""
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
        """Whoever clicks on the square reads it, and sees where the squares are that it names as <r:5 c:4>."""

class Ants:
    rows: int
    cols: int
    turns: int
    """How many turns the match lasts at most."""
    turn: int
    """From 1; 0 in do_setup."""
    turntime: int
    """For a turn, in milliseconds."""
    loadtime: int
    """For running the file and do_setup, in milliseconds."""
    viewradius2: int
    """How far ants see, squared."""
    attackradius2: int
    spawnradius2: int
    """From how far food is gathered, squared."""
    player_seed: int
    strict: int
    """1 in a match in which an invalid order, and so a drawing, costs the match; else 0."""
    map: list[list[int]]
    """map[row][col]: WATER, FOOD, LAND, DEAD or the owner of the ant there. Hills are not on it."""
    hill_list: dict[Place, int]
    """The hills you see, and whose they are."""
    ant_list: dict[Place, int]
    """The ants you see, yours included."""
    dead_list: defaultdict[Place, list[int]]
    """Where ants have died in the last turn, and whose they were."""
    food_list: list[Place]
    turn_start_time: float | None
    overlay: Overlay
    def setup(self, data: str) -> None:
        """Reads the text before the first turn: for tests."""
    def update(self, data: str) -> None:
        """Reads the text of a turn: for tests."""
    def time_remaining(self) -> int:
        """How many milliseconds of the turn are left."""
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
        """Whether it is no water, as far as you have seen."""
    def unoccupied(self, loc: Place) -> bool:
        """Whether an ant may step there: no water, no food, no ant."""
    def destination(self, loc: Place, direction: str) -> Place:
        """The square one step on."""
    def distance(self, loc1: Place, loc2: Place) -> int:
        """In steps, as if there were no water."""
    def direction(self, loc1: Place, loc2: Place) -> list[Way]:
        """The directions that lead nearer."""
    def visible(self, loc: Place) -> bool:
        """Whether one of your ants sees it."""
    def render_text_map(self) -> str: ...
    @staticmethod
    def run(bot: Any) -> None:
        """Plays the match: calls bot.do_turn(ants) in each turn; before the first bot.do_setup(ants), and after the last
        bot.do_end(ants, scores, status), where the bot has them. Nothing after it is run."""

def ordered() -> list[str]:
    """For tests, without a match: what was ordered since the last call, such as ["o 4 4 n"]."""
