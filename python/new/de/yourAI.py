# Diese Datei ist deine KI. Sie wird einmal pro Runde von oben nach unten ausgeführt, wenn du am Zug bist.
# Was du mit print ausgibst, steht nach dem Spiel in yourAI.log. So spielst du: wag play yourAI.py

import random

from classes import *
from yourFunctions import *

base = roundState.getBase()
board = roundState.getMap()

# Bis zu fünf Sammler haben.
if len(roundState.getUnits()) < 5 and base.getResources() >= gameConfiguration.getUnitCostGatherer():
    base.createUnitGatherer()

for unit in roundState.getUnits():
    if random.random() < 0.1:
        moveAnywhere(board, unit)  # sonst liefe sie vor einer Pfütze ewig hin und her
    elif unit.getResources() > 0:
        moveTowards(board, unit, base.getPosition())  # nach Hause bringen
    else:
        resource = nearestResource(board, unit)
        if resource is not None:
            moveTowards(board, unit, resource)

if roundState.getRoundNumber() % 100 == 0:
    print("Ich habe", base.getResources(), "Ressourcen und", len(roundState.getUnits()), "Einheiten.")
