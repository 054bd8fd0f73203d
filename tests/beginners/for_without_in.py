from classes import *

base = roundState.getBase()

for unit roundState.getUnits():
    unit.moveUnit(Direction.NORTH)
