# Advanced: an economy that pays for an army, and an army that protects the economy.
#
# The idea: resources buy either gatherers, which earn, or warriors, which win fights. Both are needed, in proportion:
# for every three gatherers there is one warrior. Warriors go for the nearest enemy, wherever it is; near home that
# is defence, and when nobody comes near it is a raid on the others' gatherers.
# How to beat it: its units never look whether an enemy is close before they step, and its army is always small.

import random
from collections import deque

from classes import *

MOST_GATHERERS = 15
GATHERERS_PER_WARRIOR = 3
LAST_CREATION = 60  # so many rounds before the end, a new unit no longer earns what it costs
FAR = 1000000       # the distance to fields that cannot be reached

# The board as one long list: field [x, y] is number (x + 1) * WIDTH + y + 1. A step is then a single addition, and the
# rim of closed fields around the board saves us from asking at every step whether the board ends here.
board = roundState.getMap()
WIDTH = len(board) + 2
STEPS = [(Direction.NORTH, -1), (Direction.WEST, -WIDTH), (Direction.SOUTH, 1), (Direction.EAST, WIDTH)]
random.shuffle(STEPS)  # of several equally good steps the first one is taken: this way it is not always the same


def number(position):
    return (position[0] + 1) * WIDTH + position[1] + 1


def isWarrior(unit):
    return str(unit.getUnitType()) == UnitType.WARRIOR


def readBoard():
    """Closed fields (list of True and False), fields with resources (set), enemies on the board (dict by field)."""
    closed = [True] * (WIDTH * WIDTH)
    resources = set()
    enemies = {}
    for x, column in enumerate(board):
        for here, field in enumerate(column, (x + 1) * WIDTH + 1):
            kind = field.getFieldType()
            if kind == FieldType.LAND or kind == FieldType.RESOURCE:
                closed[here] = False
                if field.getResources() > 0:
                    resources.add(here)
                unit = field.getUnitOnField()
                if unit is not None and unit.getOwner() != roundState.getOwnName():
                    enemies[here] = unit
    closed[home] = False
    return closed, resources, enemies


def distancesTo(goals):
    """For every field: how many steps it is from there to the nearest of the goals. One search serves all units."""
    distances = [FAR] * (WIDTH * WIDTH)
    for goal in goals:
        distances[goal] = 0
    queue = deque(goals)
    while queue:
        here = queue.popleft()
        further = distances[here] + 1
        for _, step in STEPS:
            there = here + step
            if not closed[there] and distances[there] > further:
                distances[there] = further
                queue.append(there)
    return distances


def followDown(unit, distances):
    """One step towards the goal of these distances; a step aside if all those are occupied by our own."""
    here = number(unit.getPosition())
    steps = [(distances[here + step], direction, here + step) for direction, step in STEPS
             if not closed[here + step] and here + step not in occupied]
    if steps:
        distance, direction, there = min(steps, key=lambda step: step[0])
        if distance <= distances[here]:
            move(unit, direction, there)


def nearestResource(start):
    """The first step to the nearest resource that nobody else is going for, and its field; or None, None."""
    cameBy = {start: None}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here in resources and here != start:
            return cameBy[here], here
        for direction, step in STEPS:
            there = here + step
            if there not in cameBy and not closed[there] and not (here == start and there in occupied):
                cameBy[there] = cameBy[here] or (direction, there)
                queue.append(there)
    return None, None


def move(unit, direction, there):
    """Moves the unit, and keeps note of which fields our units occupy now."""
    unit.moveUnit(direction)
    occupied.discard(number(unit.getPosition()))
    if there != home:
        occupied.add(there)


def create():
    """One new unit per round, if there is money: the kind of which there are too few."""
    warriors = sum(isWarrior(unit) for unit in roundState.getUnits())
    gatherers = len(roundState.getUnits()) - warriors
    if warriors < gatherers // GATHERERS_PER_WARRIOR:
        if base.getResources() >= gameConfiguration.getUnitCostWarrior():
            base.createUnitWarrior()
    elif gatherers < MOST_GATHERERS:
        if base.getResources() >= gameConfiguration.getUnitCostGatherer():
            base.createUnitGatherer()


def gather(unit):
    if unit.getResources() > 0:
        followDown(unit, wayHome)
        return
    step, goal = nearestResource(number(unit.getPosition()))
    if step:
        resources.discard(goal)
        move(unit, *step)


base = roundState.getBase()
home = number(base.getPosition())
closed, resources, enemies = readBoard()
if gameConfiguration.getRounds() - roundState.getRoundNumber() > LAST_CREATION:
    create()

units = roundState.getUnits()
occupied = {number(unit.getPosition()) for unit in units}
occupied.discard(home)  # any number of units fit into the base
wayHome = distancesTo([home])
wayToEnemy = distancesTo(list(enemies))

for unit in units:
    if not isWarrior(unit):
        gather(unit)
    elif unit.getResources() == unit.getMaxResources() or not enemies:
        followDown(unit, wayHome)
    else:
        followDown(unit, wayToEnemy)
