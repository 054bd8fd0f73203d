from classes import *

base = roundState.getBase()

if base.getResources() > 60:
    base.createUnitWarrior()
print("saving")
else:
    base.createUnitGatherer()
