from classes import *

base = roundState.getBase()

print(roundState.getUnits()[99])
