from classes import *

base = roundState.getBase()

print("resources:", base.getResources()
base.createUnitGatherer()
