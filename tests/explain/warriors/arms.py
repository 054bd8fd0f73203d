# From a round on, everything is spent on warriors, which guard the base.
from gathering import *

FAULT = 200

team = Team(roundState)
team.create(6)
while roundState.getRoundNumber() >= FAULT and team.base.getResources() >= 60:
    team.base.createUnitWarrior()
for unit in team.units:
    if str(unit.getUnitType()) == "GATHERER":
        team.gather(unit)
    else:
        near = [name for name, there in team.free(unit) if abs(there[0] - team.home[0]) + abs(there[1] - team.home[1]) < 4]
        if near:
            team.move(unit, random.choice(near))
