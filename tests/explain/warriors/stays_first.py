# Each unit gets two orders from a round on: the first one, to stay, counts.
from classes import *
from gathering import *

FAULT = 210

team = Team(roundState)
team.create(6)
for unit in team.units:
    if roundState.getRoundNumber() >= FAULT:
        unit.moveUnit(Direction.STAY)
    team.gather(unit)
