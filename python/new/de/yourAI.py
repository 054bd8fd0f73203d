# Diese Datei ist deine KI. Das Spiel führt sie einmal pro Runde von oben nach unten aus, wenn du am Zug bist.
# Alles, was du mit print ausgibst, steht nach dem Spiel in yourAI.log. So spielst du: wag play yourAI.py

import random

from classes import *
from yourFunctions import *

base = roundState.getBase()
board = roundState.getMap()

# Erzeuge bis zu fünf Sammler.
if len(roundState.getUnits()) < 5 and base.getResources() >= gameConfiguration.getUnitCostGatherer():
    base.createUnitGatherer()

for unit in roundState.getUnits():
    if random.random() < 0.1:
        moveAnywhere(board, unit)  # ein zufälliger Schritt, damit keine Einheit ewig am Wasser festhängt
    elif unit.getResources() > 0:
        moveTowards(board, unit, base.getPosition())  # bring sie nach Hause
    else:
        resource = nearestResource(board, unit)
        if resource is not None:
            moveTowards(board, unit, resource)

if roundState.getRoundNumber() % 100 == 0:
    print("Ich habe", base.getResources(), "Ressourcen und", len(roundState.getUnits()), "Einheiten.")
