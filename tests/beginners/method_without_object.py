from classes import *

base = roundState.getBase()

createUnitGatherer()
