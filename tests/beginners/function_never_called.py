from classes import *

def playTurn():
    roundState.getBase().createUnitGatherer()
