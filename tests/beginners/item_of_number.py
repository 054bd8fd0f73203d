from classes import *

base = roundState.getBase()

print(base.getResources()[0])
