from classes import *

base = roundState.getBase()

for unit in roundState.getUnits():
unit.moveUnit(Direction.NORTH)
