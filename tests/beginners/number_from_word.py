from classes import *

base = roundState.getBase()

print(int("sixty") + base.getResources())
