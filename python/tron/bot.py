from tron import *

# The game runs this file anew in each round. Everything that you print is in the log.

x, y = getPosition()
steps = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def room(direction):
    """Returns the number of free squares ahead in this direction."""
    right, down = steps[direction]
    ahead = 1
    while isFree(x + ahead * right, y + ahead * down):
        ahead += 1
    return ahead - 1


best = max(steps, key=room)
print("at", [x, y], "going", best, "with", room(best), "free squares ahead")
move(best)
