from classes import *

def BattleClient(roundState):
    roundState.getBase().createUnitGatherer()
