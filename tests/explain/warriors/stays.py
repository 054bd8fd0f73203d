# All units are ordered to stay from a round on.
from classes import *
from gathering import *

FAULT = 180

team = Team(roundState)
team.create(5)
for unit in team.units:
    if roundState.getRoundNumber() >= FAULT:
        unit.moveUnit(Direction.STAY)
    else:
        team.gather(unit)
