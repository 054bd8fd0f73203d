# Intermediate: shortest paths, and a separate resource for every gatherer.
#
# Two ideas. First, breadth-first search: look at all fields one step away, then two steps, then three, until a goal is
# found; the first one found is the nearest, counting the way around lakes and walls. Second, a resource that one
# gatherer is heading for is taken: the next gatherer looks for another one.
# How to beat it: it builds a handful of gatherers and stops, and it ignores enemies.

import random

from classes import *

MOST_GATHERERS = 6
OPEN = [FieldType.LAND, FieldType.RESOURCE]
LAST_CREATION = 60  # number of rounds before the end when a new gatherer no longer earns its cost

# The board as one long list: field [x, y] is number (x + 1) * WIDTH + y + 1. A step is then a single addition, and with
# a rim of closed fields around the board there is no need to check for its edge at every step.
board = roundState.getMap()
WIDTH = len(board) + 2
STEPS = [(Direction.NORTH, -1), (Direction.WEST, -WIDTH), (Direction.SOUTH, 1), (Direction.EAST, WIDTH)]
random.shuffle(STEPS)  # the first one of several shortest paths is taken: so it is not always the same


def number(position):
    return (position[0] + 1) * WIDTH + position[1] + 1


def readBoard():
    """The permanently closed fields (a list of True and False), and the fields with resources (a set)."""
    closed = [True] * (WIDTH * WIDTH)
    resources = set()
    for x, column in enumerate(board):
        for here, field in enumerate(column, (x + 1) * WIDTH + 1):
            if field.getFieldType() in OPEN:
                closed[here] = False
                if field.getResources() > 0:
                    resources.add(here)
    closed[home] = False
    return closed, resources


def firstStep(start, goals):
    """The first step on a shortest path from start to the nearest of the goals, and that goal; or None, None."""
    cameBy = {start: None}  # for every field seen: the first step of the path to it
    queue = [start]
    for here in queue:  # the list grows during the loop
        if here in goals and here != start:
            return cameBy[here], here
        for direction, step in STEPS:
            there = here + step
            if there not in cameBy and not closed[there]:
                # Only adjacent units are in the way; units further away will have moved on.
                if here == start and there in occupied:
                    continue
                cameBy[there] = cameBy[here] or (direction, there)
                queue.append(there)
    return None, None


def move(unit, step):
    """Moves the unit, and updates the occupied fields."""
    direction, there = step
    unit.moveUnit(direction)
    occupied.discard(number(unit.getPosition()))
    if there != home:
        occupied.add(there)


base = roundState.getBase()
home = number(base.getPosition())
closed, resources = readBoard()

roundsLeft = gameConfiguration.getRounds() - roundState.getRoundNumber()
if len(roundState.getUnits()) < MOST_GATHERERS and roundsLeft > LAST_CREATION:
    if base.getResources() >= gameConfiguration.getUnitCostGatherer():
        base.createUnitGatherer()

units = roundState.getUnits()
occupied = {number(unit.getPosition()) for unit in units}
occupied.discard(home)  # the base has room for any number of units

for unit in units:
    if unit.getResources() > 0:
        step, goal = firstStep(number(unit.getPosition()), {home})
    else:
        step, goal = firstStep(number(unit.getPosition()), resources)
        resources.discard(goal)
    if step:
        move(unit, step)
