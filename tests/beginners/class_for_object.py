from classes import *

base = roundState.getBase()

print(Base.getUnits())
