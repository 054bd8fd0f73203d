# Funktionen, die yourAI.py benutzt. Schreibe deine eigenen darunter oder in andere Dateien, die du importierst.

import random

from classes import *

STEPS = {
    Direction.NORTH: (0, -1),
    Direction.WEST: (-1, 0),
    Direction.SOUTH: (0, 1),
    Direction.EAST: (1, 0),
}


def neighbour(board, unit, direction):
    """Gibt das Feld neben der Einheit in dieser Richtung zurück, oder None jenseits des Spielfeldrands."""
    x, y = unit.getPosition()
    dx, dy = STEPS[direction]
    if 0 <= x + dx < len(board) and 0 <= y + dy < len(board):
        return board[x + dx][y + dy]
    return None


def distance(here, there):
    """Gibt die Anzahl der Schritte zwischen zwei Positionen [x, y] zurück, wenn nichts im Weg ist."""
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


def nearestResource(board, unit):
    """Gibt die Position der nächsten Ressource zurück, oder None, wenn auf dem Spielfeld keine liegt."""
    here = unit.getPosition()
    best = None
    for column in board:
        for field in column:
            if field.getResources() > 0:
                there = field.getPosition()
                if best is None or distance(here, there) < distance(here, best):
                    best = there
    return best


def openDirections(board, unit):
    """Gibt die Richtungen zurück, in die die Einheit jetzt gehen könnte."""
    fields = {direction: neighbour(board, unit, direction) for direction in STEPS}
    return [direction for direction, field in fields.items() if field is not None and field.isCrossable(unit)]


def moveAnywhere(board, unit):
    """Schickt die Einheit einen Schritt in eine zufällige Richtung, die nicht versperrt ist."""
    directions = openDirections(board, unit)
    if directions:
        unit.moveUnit(random.choice(directions))


def moveTowards(board, unit, goal):
    """Schickt die Einheit einen Schritt näher zum Ziel; ist der Weg versperrt, in eine zufällige Richtung."""
    here = unit.getPosition()
    for direction in openDirections(board, unit):
        if distance(neighbour(board, unit, direction).getPosition(), goal) < distance(here, goal):
            unit.moveUnit(direction)
            return
    moveAnywhere(board, unit)
