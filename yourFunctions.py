# Functions that yourAI.py uses. Add your own below, or in further files that you import.

import random

from classes import *

STEPS = {
    Direction.NORTH: (0, -1),
    Direction.WEST: (-1, 0),
    Direction.SOUTH: (0, 1),
    Direction.EAST: (1, 0),
}


def neighbour(board, unit, direction):
    """The field next to the unit in this direction, or None beyond the edge of the board."""
    x, y = unit.getPosition()
    dx, dy = STEPS[direction]
    if 0 <= x + dx < len(board) and 0 <= y + dy < len(board):
        return board[x + dx][y + dy]
    return None


def distance(here, there):
    """How many moves it takes from one position [x, y] to another if nothing is in the way."""
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def nearestResource(board, unit):
    """The position of the nearest resource, or None if there is none on the board."""
    here = unit.getPosition()
    best = None
    for column in board:
        for field in column:
            if field.getResources() > 0:
                there = field.getPosition()
                if best is None or distance(here, there) < distance(here, best):
                    best = there
    return best


def moveTowards(board, unit, goal):
    """Sends the unit one step closer to the goal; if that way is closed, and now and then anyhow, one step anywhere."""
    here = unit.getPosition()
    steps, closer = [], []
    for direction in STEPS:
        field = neighbour(board, unit, direction)
        if field is not None and field.isCrossable(unit):
            steps.append(direction)
            if distance(field.getPosition(), goal) < distance(here, goal):
                closer.append(direction)
    # Whoever always takes the straight way goes to and fro before a puddle for ever.
    if closer and random.random() < 0.9:
        unit.moveUnit(closer[0])
    elif steps:
        unit.moveUnit(random.choice(steps))
