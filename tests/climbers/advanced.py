# Climbs ADVANCED: gatherers as before, and enough warriors to hunt the gatherers of an opponent whose army is small.

import random

from classes import *
from yourFunctions import STEPS

GATHERERS = 10
WARRIORS = 8

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


def isWarrior(unit):
    return str(unit.getUnitType()) == UnitType.WARRIOR


late = roundState.getRoundNumber() > gameConfiguration.getRounds() - 50
warriors = sum(isWarrior(unit) for unit in roundState.getUnits())
gatherers = len(roundState.getUnits()) - warriors
if not late and gatherers < GATHERERS and gatherers <= warriors + 4:
    if base.getResources() >= gameConfiguration.getUnitCostGatherer():
        base.createUnitGatherer()
elif not late and warriors < WARRIORS and base.getResources() >= gameConfiguration.getUnitCostWarrior():
    base.createUnitWarrior()

others = [field.getBase() for column in board for field in column if field.getBase() is not None]
enemies = [unit for other in others if other.getOwner() != base.getOwner() for unit in other.getUnits()]
prey = {tuple(unit.getPosition()) for unit in enemies if not isWarrior(unit)}
resources = {(x, y) for x, column in enumerate(board) for y, field in enumerate(column) if field.getResources() > 0}
occupied = {tuple(unit.getPosition()) for unit in roundState.getUnits()} - {home}
for unit in roundState.getUnits():
    if isWarrior(unit):
        full = unit.getResources() == unit.getMaxResources()
        first, goal = path(unit, {home} if full or not prey else prey)
    else:
        first, goal = path(unit, {home} if unit.getResources() > 0 else resources)
    if first:
        direction, there = first
        resources.discard(goal)
        unit.moveUnit(direction)
        occupied.discard(tuple(unit.getPosition()))
        if there != home:
            occupied.add(there)
