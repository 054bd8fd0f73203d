from classes import *

base = roundState.getBase()

if base.getResources() > 60 && len(base.getUnits()) < 5:
    base.createUnitGatherer()
