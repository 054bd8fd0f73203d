# From a round on, gatherers attack the nearest units of others, and lost ones are not replaced.
from gathering import *

FAULT = 230

team = Team(roundState)
attacking = roundState.getRoundNumber() >= FAULT
enemies = set()
for column in team.board:
    for field in column:
        unit = field.getUnitOnField()
        if field.getBase() is None and unit is not None and unit.getOwner() != roundState.getOwnName():
            enemies.add(tuple(field.getPosition()))
if not attacking:
    team.create(7)
for unit in team.units:
    direction, goal = team.path(tuple(unit.getPosition()), enemies, team.occupied)
    if attacking and direction:
        team.move(unit, direction)
    else:
        team.gather(unit)
