# A loop has no end from a round on.
from gathering import *

FAULT = 350

team = Team(roundState)
team.create(6)
while roundState.getRoundNumber() >= FAULT:
    pass
for unit in team.units:
    team.gather(unit)
