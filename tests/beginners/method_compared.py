from classes import *

base = roundState.getBase()

if base.getResources > 60:
    base.createUnitGatherer()
