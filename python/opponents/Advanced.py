# Advanced: an economy that pays for an army, and an army that is used with care.
#
# The idea: resources buy either gatherers, which earn, or warriors, which win fights. Both are needed in proportion:
# one warrior for every four gatherers. The army guards the fields around the base, and raids only players who have
# hardly any warriors themselves: a war among equals makes both sides poor and helps the third.
# How to beat it: none of its units considers an enemy's next move, and its army is always small.

import random

from classes import *

MOST_GATHERERS = 15
GATHERERS_PER_WARRIOR = 4
GUARDED = 5         # number of steps around our base within which every enemy is attacked
LAST_CREATION = 60  # number of rounds before the end when a new unit no longer earns its cost
OPEN = [FieldType.LAND, FieldType.RESOURCE]
FAR = 1000000       # distance of fields that cannot be reached

# The board as one long list: field [x, y] is number (x + 1) * WIDTH + y + 1. A step is then a single addition, and with
# a rim of closed fields around the board there is no need to check for its edge at every step.
board = roundState.getMap()
WIDTH = len(board) + 2
STEPS = [(Direction.NORTH, -1), (Direction.WEST, -WIDTH), (Direction.SOUTH, 1), (Direction.EAST, WIDTH)]
random.shuffle(STEPS)  # the first one of equally good steps is taken: so it is not always the same


def number(position):
    return (position[0] + 1) * WIDTH + position[1] + 1


def isWarrior(unit):
    return str(unit.getUnitType()) == UnitType.WARRIOR


def readBoard():
    """Closed fields (list of True and False), fields with resources (set), and the other bases."""
    closed = [True] * (WIDTH * WIDTH)
    resources, others = set(), []
    for x, column in enumerate(board):
        for here, field in enumerate(column, (x + 1) * WIDTH + 1):
            kind = field.getFieldType()
            if kind in OPEN:
                closed[here] = False
                if field.getResources() > 0:
                    resources.add(here)
            elif kind == FieldType.BASE and here != home:
                others.append(field.getBase())
    closed[home] = False
    return closed, resources, others


def countWarriors(units):
    return sum(isWarrior(unit) for unit in units)


def findEnemies():
    """The fields of all enemies on the board, and of those that our warriors should attack."""
    enemies, targets = set(), set()
    for other in others:
        fields = {number(unit.getPosition()) for unit in other.getUnits()} - {number(other.getPosition())}
        enemies |= fields
        if countWarriors(other.getUnits()) * 2 <= countWarriors(roundState.getUnits()):
            targets |= fields
        else:
            targets |= {field for field in fields if wayHome[field] <= GUARDED}
    return enemies, targets


def distancesTo(goals):
    """For every field: the number of steps to the nearest of the goals. One search serves all units."""
    distances = [-1 if shut else FAR for shut in closed]
    for goal in goals:
        distances[goal] = 0
    queue = list(goals)
    for here in queue:  # the list grows during the loop
        further = distances[here] + 1
        for _, step in STEPS:
            if distances[here + step] > further:
                distances[here + step] = further
                queue.append(here + step)
    return distances


def followDown(unit, distances, avoid=()):
    """One step toward the goal of these distances; a step aside if our own units occupy all better fields."""
    here = number(unit.getPosition())
    steps = [(distances[here + step], direction, here + step) for direction, step in STEPS
             if not (closed[here + step] or here + step in occupied or here + step in avoid)]
    if steps:
        distance, direction, there = min(steps, key=lambda step: step[0])
        if distance <= distances[here]:
            move(unit, direction, there)


def nearestResource(start):
    """The first step to the nearest resource that no other unit is heading for, and its field; or None, None."""
    cameBy = {start: None}
    queue = [start]
    for here in queue:
        if here in resources and here != start:
            return cameBy[here], here
        for direction, step in STEPS:
            there = here + step
            if there in cameBy or closed[there] or here == start and (there in occupied or there in enemies):
                continue
            cameBy[there] = cameBy[here] or (direction, there)
            queue.append(there)
    return None, None


def move(unit, direction, there):
    """Moves the unit, and updates the fields that our units occupy."""
    unit.moveUnit(direction)
    occupied.discard(number(unit.getPosition()))
    if there != home:
        occupied.add(there)


def create():
    """Creates one unit per round if the resources suffice: the type of which there are too few."""
    warriors = countWarriors(roundState.getUnits())
    gatherers = len(roundState.getUnits()) - warriors
    if warriors < gatherers // GATHERERS_PER_WARRIOR:
        if base.getResources() >= gameConfiguration.getUnitCostWarrior():
            base.createUnitWarrior()
    elif gatherers < MOST_GATHERERS:
        if base.getResources() >= gameConfiguration.getUnitCostGatherer():
            base.createUnitGatherer()


def gather(unit):
    if unit.getResources() > 0:
        followDown(unit, wayHome, enemies)
        return
    step, goal = nearestResource(number(unit.getPosition())) if resources else (None, None)
    if step:
        resources.discard(goal)
        move(unit, *step)


base = roundState.getBase()
home = number(base.getPosition())
closed, resources, others = readBoard()
wayHome = distancesTo([home])
enemies, targets = findEnemies()
if gameConfiguration.getRounds() - roundState.getRoundNumber() > LAST_CREATION:
    create()

units = roundState.getUnits()
occupied = {number(unit.getPosition()) for unit in units}
occupied.discard(home)  # the base has room for any number of units
wayToTarget = distancesTo(targets)

for unit in units:
    if not isWarrior(unit):
        gather(unit)
    elif unit.getResources() == unit.getMaxResources() or not targets:
        followDown(unit, wayHome)
    else:
        followDown(unit, wayToTarget)
