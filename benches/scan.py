# A light AI for `wag bench`: looks at every field each turn, and moves every unit.

from classes import *

base = roundState.getBase()
lying = []
for column in roundState.getMap():
    for field in column:
        if field.getResources():
            lying.append(field)

units = roundState.getUnits()
if len(units) < 8 and base.getResources() >= 50:
    base.createUnitGatherer()

homeX, homeY = base.getPosition()
for unit in units:
    x, y = unit.getPosition()
    goalX, goalY = homeX, homeY
    if not unit.getResources() and lying:
        goalX, goalY = lying[unit.getUnitId() % len(lying)].getPosition()
    if goalX > x:
        unit.moveUnit(Direction.EAST)
    elif goalX < x:
        unit.moveUnit(Direction.WEST)
    elif goalY > y:
        unit.moveUnit(Direction.SOUTH)
    elif goalY < y:
        unit.moveUnit(Direction.NORTH)
