# The opponent in the manual's examples: one warrior that walks to the fields in the middle.

from classes import *

number = roundState.getRoundNumber()
base = roundState.getBase()

if number == 1:
    base.createUnitWarrior()
    base.getUnits()[0].moveUnit(Direction.SOUTH)
elif number == 2:
    base.getUnits()[0].moveUnit(Direction.WEST)
