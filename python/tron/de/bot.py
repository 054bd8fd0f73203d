from tron import *

# Das Spiel führt diese Datei in jeder Runde neu aus. Alles, was du mit print ausgibst, steht im Log.

x, y = getPosition()
steps = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def room(direction):
    """Gibt die Anzahl der freien Felder zurück, die in dieser Richtung vor dir liegen."""
    right, down = steps[direction]
    ahead = 1
    while isFree(x + ahead * right, y + ahead * down):
        ahead += 1
    return ahead - 1


best = max(steps, key=room)
print("bei", [x, y], "nach", best, "mit", room(best), "freien Feldern voraus")
move(best)
