from classes import *

base = roundState.getBase()

print(base.resources)
