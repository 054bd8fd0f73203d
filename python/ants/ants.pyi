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
Way = Literal["n", "e", "s", "w"]

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
