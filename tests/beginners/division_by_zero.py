from classes import *

base = roundState.getBase()

print(base.getResources() / (len(roundState.getUnits()) - len(base.getUnits())))
