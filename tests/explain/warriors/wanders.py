# Empty gatherers take random steps from a round on, and never step on a resource.
from gathering import *

FAULT = 200

team = Team(roundState)
team.create(6)
for unit in team.units:
    if roundState.getRoundNumber() < FAULT or unit.getResources() > 0:
        team.gather(unit)
        continue
    ways = [name for name, there in team.free(unit) if there not in team.resources]
    if ways:
        team.move(unit, random.choice(ways))
