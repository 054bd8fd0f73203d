# Units follow shortest paths to the same resource and home as if the own units were not there.
from gathering import *

FAULT = 240

team = Team(roundState)
team.create(8)
for unit in team.units:
    if roundState.getRoundNumber() < FAULT:
        team.gather(unit)
        continue
    direction, goal = team.path(tuple(unit.getPosition()), team.goals(unit))
    if direction:
        unit.moveUnit(direction)
