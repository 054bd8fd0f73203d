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
    """Returns the board as a list of columns: board[x][y] is 0 on a free square, otherwise the number of the player who
    owns the wall. A cycle stands on its newest piece of wall, so your own number is at getPosition(). The border is not
    part of the board."""

def isFree(x: int, y: int) -> bool:
    """Returns whether a square is on the board and has no wall."""

def getPosition() -> list[int]:
    """Returns the position of your cycle as [x, y]."""

def getPositions() -> list[list[int] | None]:
    """Returns the position [x, y] of each cycle, player 1 first; None for a player who has crashed."""

def move(direction: str) -> None:
    """Sends your cycle "NORTH", "EAST", "SOUTH" or "WEST"; the last call of a turn counts. Anything else raises a
    ValueError."""

def draw(drawing: str) -> None:
    """For tests of your functions, without a match: sets the position that getBoard and the other functions return. Signs:
    . a free square, 1 to 4 a wall of that player, A to D the cycle of player 1 to 4. You are player 1, A. Spaces between
    the signs mean nothing. Call it as tron.draw."""

def moved() -> str | None:
    """For tests: returns the direction of the last call of move since the position was drawn, or None. Call it as
    tron.moved."""
