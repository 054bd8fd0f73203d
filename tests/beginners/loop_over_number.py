from classes import *

base = roundState.getBase()

for number in len(roundState.getMap()):
    print(number)
