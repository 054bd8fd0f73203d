# Units go straight at their goals from a round on, whatever is in the way.
from gathering import *

FAULT = 260

team = Team(roundState)
team.create(6)
for unit in team.units:
    if roundState.getRoundNumber() < FAULT:
        team.gather(unit)
        continue
    here = tuple(unit.getPosition())
    goals = team.goals(unit) - {here}
    if goals:
        goal = min(goals, key=lambda there: abs(here[0] - there[0]) + abs(here[1] - there[1]))
        unit.moveUnit(team.straight(here, goal))
