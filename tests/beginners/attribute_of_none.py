from classes import *

def find(units):
    print(units)

find(roundState.getUnits()).moveUnit(Direction.NORTH)
