# This file is your AI. The game runs it from top to bottom once per round, when it is your turn.
# Everything that you print is in yourAI.log after the match. Play a match with: wag play yourAI.py

import random

from classes import *
from yourFunctions import *

base = roundState.getBase()
board = roundState.getMap()

# Create up to five gatherers.
if len(roundState.getUnits()) < 5 and base.getResources() >= gameConfiguration.getUnitCostGatherer():
    base.createUnitGatherer()

for unit in roundState.getUnits():
    if random.random() < 0.1:
        moveAnywhere(board, unit)  # a random step, so that no unit is stuck at water forever
    elif unit.getResources() > 0:
        moveTowards(board, unit, base.getPosition())  # take it home
    else:
        resource = nearestResource(board, unit)
        if resource is not None:
            moveTowards(board, unit, resource)

if roundState.getRoundNumber() % 100 == 0:
    print("I have", base.getResources(), "resources and", len(roundState.getUnits()), "units.")
