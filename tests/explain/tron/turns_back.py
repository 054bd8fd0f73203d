# Turns back into its own wall in one round.
from steering import *

FAULT = 40
here = getPosition()

way = steer()
if rounds(getBoard()) >= FAULT:
    x, y = here
    own = getBoard()[x][y]
    for way, (dx, dy) in STEPS.items():
        if 0 <= x + dx < len(getBoard()) and 0 <= y + dy < len(getBoard()[0]) and getBoard()[x + dx][y + dy] == own:
            break
move(way)
