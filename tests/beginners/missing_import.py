from classes import *

base = roundState.getBase()

if random.random() < 0.5:
    base.createUnitGatherer()
