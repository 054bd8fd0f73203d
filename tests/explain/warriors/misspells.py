# The directions are German words from a round on.
from gathering import *

FAULT = 270
GERMAN = {"NORTH": "nord", "WEST": "west-", "SOUTH": "sued", "EAST": "ost"}

team = Team(roundState)
team.create(6)
for unit in team.units:
    if roundState.getRoundNumber() < FAULT:
        team.gather(unit)
        continue
    direction, goal = team.path(tuple(unit.getPosition()), team.goals(unit))
    if direction:
        unit.moveUnit(GERMAN[direction])
