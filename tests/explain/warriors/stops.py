# All units stand still from a round on.
from gathering import *

FAULT = 300

team = Team(roundState)
team.create(6)
for unit in team.units:
    if roundState.getRoundNumber() < FAULT:
        team.gather(unit)
