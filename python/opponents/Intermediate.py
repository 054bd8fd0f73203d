# Intermediate: shortest paths, and a resource of its own for every gatherer.
#
# Two ideas. First, breadth-first search: look at all fields one step away, then two steps, then three, until the goal
# turns up; what is found first is nearest, with every lake and wall walked around. Second, what one gatherer is going
# for is taken: the next gatherer looks for something else.
# How to beat it: it builds a handful of gatherers and stops, and it knows nothing of enemies.

import random

from classes import *

MOST_GATHERERS = 6
OPEN = [FieldType.LAND, FieldType.RESOURCE]
LAST_CREATION = 60  # so many rounds before the end, a new gatherer no longer earns what it costs

# The board as one long list: field [x, y] is number (x + 1) * WIDTH + y + 1. A step is then a single addition, and the
# rim of closed fields around the board saves us from asking at every step whether the board ends here.
board = roundState.getMap()
WIDTH = len(board) + 2
STEPS = [(Direction.NORTH, -1), (Direction.WEST, -WIDTH), (Direction.SOUTH, 1), (Direction.EAST, WIDTH)]
random.shuffle(STEPS)  # of several shortest paths, the first one found is taken: this way it is not always the same


def number(position):
    return (position[0] + 1) * WIDTH + position[1] + 1


def readBoard():
    """Which fields are closed for good (a list of True and False), and which ones have resources (a set)."""
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
    cameBy = {start: None}  # for every field seen: the first step of the path that led there
    queue = [start]
    for here in queue:  # the list grows while we go through it
        if here in goals and here != start:
            return cameBy[here], here
        for direction, step in STEPS:
            there = here + step
            if there not in cameBy and not closed[there]:
                # Only units right beside us are in the way; those further off will have moved on.
                if here == start and there in occupied:
                    continue
                cameBy[there] = cameBy[here] or (direction, there)
                queue.append(there)
    return None, None


def move(unit, step):
    """Moves the unit, and keeps note of which fields are occupied now."""
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
occupied.discard(home)  # any number of units fit into the base

for unit in units:
    if unit.getResources() > 0:
        step, goal = firstStep(number(unit.getPosition()), {home})
    else:
        step, goal = firstStep(number(unit.getPosition()), resources)
        resources.discard(goal)
    if step:
        move(unit, step)
