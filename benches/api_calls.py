# For `wag bench`: measures calls into the API, compared with the same calls on a plain Python class.
#
# The plain class stores its values in attributes, and returns a new list where the API does. Each figure is the minimum
# of several runs of many calls. The time of the loop around the calls is subtracted.

import json
import time

from classes import *


class PlainUnit:
    def __init__(self, owner, number):
        self.owner = owner
        self.number = number


class PlainField:
    def __init__(self, field):
        self.kind = field.getFieldType()
        self.x, self.y = field.getPosition()
        self.resources = field.getResources()
        unit = field.getUnitOnField()
        self.unit = unit and PlainUnit(unit.getOwner(), unit.getUnitId())

    def getFieldType(self):
        return self.kind

    def getPosition(self):
        return [self.x, self.y]

    def getResources(self):
        return self.resources

    def getUnitOnField(self):
        return self.unit

    def isCrossable(self, unit):
        if self.kind == "WATER" or self.kind == "WALL":
            return False
        here = self.unit
        return here is None or here.owner != unit.owner or here.number == unit.number


def loop(field):
    for _ in CALLS:
        pass


def getFieldType(field):
    for _ in CALLS:
        field.getFieldType()


def getResources(field):
    for _ in CALLS:
        field.getResources()


def getUnitOnField(field):
    for _ in CALLS:
        field.getUnitOnField()


def getPosition(field):
    for _ in CALLS:
        field.getPosition()


def isCrossable(field):
    for _ in CALLS:
        field.isCrossable(UNIT)


def nanoseconds(run, field):
    best = None
    for _ in range(25):
        began = time.perf_counter_ns()
        run(field)
        took = time.perf_counter_ns() - began
        if best is None or took < best:
            best = took
    return best / len(CALLS)


CALLS = range(20000)

if roundState.getRoundNumber() == 2:
    own = roundState.getUnits()[0]
    field = next(f for column in roundState.getMap() for f in column if f.getFieldType() == FieldType.LAND)
    plain = PlainField(field)
    figures = []
    for run in [getFieldType, getResources, getUnitOnField, getPosition, isCrossable]:
        UNIT = own
        ours = nanoseconds(run, field) - nanoseconds(loop, field)
        UNIT = PlainUnit(own.getOwner(), own.getUnitId())
        theirs = nanoseconds(run, plain) - nanoseconds(loop, plain)
        figures.append([run.__name__, ours, theirs])
    print("FIGURES", json.dumps(figures))
elif roundState.getRoundNumber() == 1:
    roundState.getBase().createUnitGatherer()
