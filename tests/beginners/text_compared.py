from classes import *

base = roundState.getBase()
limit = "60"

if base.getResources() > limit:
    base.createUnitGatherer()
