# Gatherers go from resource to resource from a round on, and never home.
from gathering import *

FAULT = 280

team = Team(roundState)
team.create(6)
for unit in team.units:
    if roundState.getRoundNumber() < FAULT or unit.getResources() == 0:
        team.gather(unit)
        continue
    direction, goal = team.path(tuple(unit.getPosition()), team.resources, team.occupied)
    ways = [name for name, there in team.free(unit) if there != team.home]
    if direction or ways:
        team.resources.discard(goal)
        team.move(unit, direction or random.choice(ways))
