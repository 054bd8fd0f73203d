# A player without a mistake.
from gathering import *

team = Team(roundState)
team.create(6)
for unit in team.units:
    team.gather(unit)
