from classes import *

base = roundState.getBase()

if base.getResources() > 60:
    base.createUnitWarrior()
Elif base.getResources() > 20:
    base.createUnitGatherer()
