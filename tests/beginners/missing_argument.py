from classes import *

base = roundState.getBase()

base.createUnitGatherer()
roundState.getUnits()[0].moveUnit()
