from classes import *

base = roundState.getBase()

if base.getResources() > 60:
    base.createUnitWarrior()
else if base.getResources() > 20:
    base.createUnitGatherer()
