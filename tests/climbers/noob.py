# The first step beyond the yourAI.py that every learner gets: the same plan, but with paths around obstacles, found
# by breadth-first search. It climbs NOOB.

import random

from classes import *
from yourFunctions import STEPS

base = roundState.getBase()
board = roundState.getMap()


def firstStep(unit, isGoal):
    """The direction of the first step on a shortest path to the nearest field that is a goal, or None."""
    start = tuple(unit.getPosition())
    steps = list(STEPS.items())
    random.shuffle(steps)  # so that two units that block each other do not both repeat their step
    queue = [(start, None)]
    seen = {start}
    for (x, y), first in queue:
        if (x, y) != start and isGoal(board[x][y]):
            return first
        for direction, (dx, dy) in steps:
            there = (x + dx, y + dy)
            if there in seen or not (0 <= there[0] < len(board) and 0 <= there[1] < len(board)):
                continue
            if board[there[0]][there[1]].isCrossable(unit):
                seen.add(there)
                queue.append((there, first or direction))
    return None


# Keep up to four gatherers.
if len(roundState.getUnits()) < 4 and base.getResources() >= gameConfiguration.getUnitCostGatherer():
    base.createUnitGatherer()

for unit in roundState.getUnits():
    if unit.getResources() > 0:
        step = firstStep(unit, lambda field: field.getPosition() == base.getPosition())
    else:
        step = firstStep(unit, lambda field: field.getResources() > 0)
    if step:
        unit.moveUnit(step)
