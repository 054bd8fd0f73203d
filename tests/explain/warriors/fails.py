# A list is too short from a round on.
from gathering import *

FAULT = 220

team = Team(roundState)
team.create(6)
plan = list(range(FAULT))
print("phase", plan[roundState.getRoundNumber() - 1])
for unit in team.units:
    team.gather(unit)
