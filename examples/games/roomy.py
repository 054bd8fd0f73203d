"""A player of light cycles: turns to the direction with the longest free way."""

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def room(view, direction):
    right, down = STEPS[direction]
    x, y, count = view["x"] + right, view["y"] + down, 0
    while view["board"][y][x] is None:
        x, y, count = x + right, y + down, count + 1
    return count


def choose(view):
    return max(STEPS, key=lambda direction: room(view, direction))
