"""Light cycles. Use it with: from tron import *"""

from typing import Literal

__all__ = ["NORTH", "EAST", "SOUTH", "WEST", "getBoard", "isFree", "getPosition", "getPositions", "move"]

NORTH: Literal["NORTH"]
"""y becomes smaller."""
EAST: Literal["EAST"]
"""x becomes larger."""
SOUTH: Literal["SOUTH"]
"""y becomes larger."""
WEST: Literal["WEST"]
"""x becomes smaller."""

def getBoard() -> list[list[int]]:
    """The board as a list of columns: board[x][y] is 0 on a free square, otherwise the number of the player whose wall it
    is. A cycle stands on its newest piece of wall, so your own number is at getPosition(). The border is not part of the
    board."""

def isFree(x: int, y: int) -> bool:
    """True if a square is on the board and has no wall."""

def getPosition() -> list[int]:
    """The position of your cycle: [x, y]."""

def getPositions() -> list[list[int] | None]:
    """The positions of all cycles, player 1 first: [x, y], or None for a cycle that has crashed."""

def move(direction: str) -> None:
    """Sends your cycle "NORTH", "EAST", "SOUTH" or "WEST"; the last call of a turn counts. Anything else raises a
    ValueError."""

def draw(drawing: str) -> None:
    """For tests of your functions, without a match: sets the position that getBoard and the other functions return.
    Characters: . is a free square, 1 to 4 a wall of that player, A to D the cycle of player 1 to 4. You are player 1, A.
    Blanks between the characters are ignored. Call it as tron.draw."""

def moved() -> str | None:
    """For tests: the direction of the last call of move since the position was drawn, or None. Call it as tron.moved."""
