# All units wait in front of the base for 150 rounds.
from gathering import *

FAULT = 250

team = Team(roundState)
team.create(6)
for unit in team.units:
    if not FAULT <= roundState.getRoundNumber() < FAULT + 150:
        team.gather(unit)
