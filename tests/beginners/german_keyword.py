from classes import *

base = roundState.getBase()

wenn base.getResources() > 60:
    base.createUnitGatherer()
