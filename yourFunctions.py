# Functions that yourAI.py uses. Add your own below, or in other files that you import.

import random

from classes import *

STEPS = {
    Direction.NORTH: (0, -1),
    Direction.WEST: (-1, 0),
    Direction.SOUTH: (0, 1),
    Direction.EAST: (1, 0),
}


def neighbour(board, unit, direction):
    """Returns the field next to the unit in this direction, or None beyond the edge of the board."""
    x, y = unit.getPosition()
    dx, dy = STEPS[direction]
    if 0 <= x + dx < len(board) and 0 <= y + dy < len(board):
        return board[x + dx][y + dy]
    return None


def distance(here, there):
    """Returns the number of steps between two positions [x, y] if nothing is in the way."""
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def nearestResource(board, unit):
    """Returns the position of the nearest resource, or None if there is none on the board."""
    here = unit.getPosition()
    best = None
    for column in board:
        for field in column:
            if field.getResources() > 0:
                there = field.getPosition()
                if best is None or distance(here, there) < distance(here, best):
                    best = there
    return best


def openDirections(board, unit):
    """Returns the directions in which the unit could move now."""
    fields = {direction: neighbour(board, unit, direction) for direction in STEPS}
    return [direction for direction, field in fields.items() if field is not None and field.isCrossable(unit)]


def moveAnywhere(board, unit):
    """Sends the unit one step in a random direction that is not blocked."""
    directions = openDirections(board, unit)
    if directions:
        unit.moveUnit(random.choice(directions))


def moveTowards(board, unit, goal):
    """Sends the unit one step closer to the goal; if the way is blocked, one step in a random direction."""
    here = unit.getPosition()
    for direction in openDirections(board, unit):
        if distance(neighbour(board, unit, direction).getPosition(), goal) < distance(here, goal):
            unit.moveUnit(direction)
            return
    moveAnywhere(board, unit)
