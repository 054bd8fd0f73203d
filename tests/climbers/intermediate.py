# Climbs INTERMEDIATE: shortest paths as before, and two lessons from playing against three Intermediates. Every gatherer
# needs a resource of its own, and a handful of gatherers is not enough on a large board.

import random

from classes import *
from yourFunctions import STEPS

GATHERERS = 14

base = roundState.getBase()
board = roundState.getMap()
home = tuple(base.getPosition())
steps = list(STEPS.items())
random.shuffle(steps)
closed = (FieldType.WATER, FieldType.WALL)


def neighbours(x, y):
    """The adjacent positions that units can always enter, each with the direction that leads there."""
    for direction, (dx, dy) in steps:
        there = (x + dx, y + dy)
        if 0 <= there[0] < len(board) and 0 <= there[1] < len(board):
            kind = board[there[0]][there[1]].getFieldType()
            if kind not in closed and (kind != FieldType.BASE or there == home):
                yield direction, there


def path(unit, goals):
    """The first step towards the nearest of the goals (direction and position), and the goal; or None, None."""
    start = tuple(unit.getPosition())
    queue, seen = [(start, None)], {start}
    for here, first in queue:
        if here in goals and here != start:
            return first, here
        for direction, there in neighbours(*here):
            if there not in seen and not (here == start and there in occupied):
                seen.add(there)
                queue.append((there, first or (direction, there)))
    return None, None


late = roundState.getRoundNumber() > gameConfiguration.getRounds() - 50
if len(roundState.getUnits()) < GATHERERS and not late:
    if base.getResources() >= gameConfiguration.getUnitCostGatherer():
        base.createUnitGatherer()

resources = {(x, y) for x, column in enumerate(board) for y, field in enumerate(column) if field.getResources() > 0}
occupied = {tuple(unit.getPosition()) for unit in roundState.getUnits()} - {home}
for unit in roundState.getUnits():
    first, goal = path(unit, {home} if unit.getResources() > 0 else resources)
    if first:
        direction, there = first
        resources.discard(goal)
        unit.moveUnit(direction)
        occupied.discard(tuple(unit.getPosition()))
        if there != home:
            occupied.add(there)
