from classes import *

def createAll:
    roundState.getBase().createUnitGatherer()

createAll()
