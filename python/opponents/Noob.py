# Noob: a few gatherers that walk straight ahead.
#
# The idea: go straight to the nearest resource, as if there were no obstacles. That is easy to write, and good enough on
# open land. Behind a lake or a wall a unit gets stuck: the distance alone does not tell that the way is closed.
# How to beat it: find paths around obstacles, and never send two units to the same resource.

import random

from classes import *

MOST_GATHERERS = 5  # few, because they get in each other's way
CARELESS = 0.18     # probability of a random step: clumsy, but it also frees units that are stuck

STEPS = {Direction.NORTH: (0, -1), Direction.WEST: (-1, 0), Direction.SOUTH: (0, 1), Direction.EAST: (1, 0)}


def distance(here, there):
    """The number of moves between two positions if nothing is in the way."""
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def findResources():
    """The positions of all fields with resources."""
    return [field.getPosition() for column in board for field in column if field.getResources() > 0]


def nearest(here, positions):
    """The nearest of the positions; a random one if several are equally near."""
    shortest = min(distance(here, position) for position in positions)
    return random.choice([position for position in positions if distance(here, position) == shortest])


def openSteps(unit):
    """For each direction in which the unit could move: its next position."""
    x, y = unit.getPosition()
    arrivals = {}
    for direction, (dx, dy) in STEPS.items():
        if 0 <= x + dx < len(board) and 0 <= y + dy < len(board):
            if board[x + dx][y + dy].isCrossable(unit):
                arrivals[direction] = [x + dx, y + dy]
    return arrivals


def walk(unit, goal):
    """One step that brings the unit closer to its goal; without such a step it waits."""
    arrivals = openSteps(unit)
    if arrivals and random.random() < CARELESS:
        unit.moveUnit(random.choice(list(arrivals)))
        return
    here = unit.getPosition()
    closer = [direction for direction in arrivals if distance(arrivals[direction], goal) < distance(here, goal)]
    if closer:
        unit.moveUnit(random.choice(closer))


board = roundState.getMap()
base = roundState.getBase()
resources = findResources()

if len(roundState.getUnits()) < MOST_GATHERERS and base.getResources() >= gameConfiguration.getUnitCostGatherer():
    base.createUnitGatherer()

for unit in roundState.getUnits():
    if unit.getResources() > 0:
        walk(unit, base.getPosition())
    elif resources:
        walk(unit, nearest(unit.getPosition(), resources))
