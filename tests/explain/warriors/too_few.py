# There is a single gatherer from a round on: it is never more than one.
from gathering import *

FAULT = 1

team = Team(roundState)
team.create(1 if roundState.getRoundNumber() >= FAULT else 6)
for unit in team.units:
    team.gather(unit)
