from classes import *

base = roundState.getBase()
number = roundState.getRoundNumber()

if number = 1:
    base.createUnitGatherer()
