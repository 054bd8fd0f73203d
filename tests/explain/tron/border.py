# Does not look for the border from a round on.
from steering import *

FAULT = 20

way = steer()
if rounds(getBoard()) >= FAULT:
    x, y = getPosition()
    way = EAST if isFree(x + 1, y) or x == len(getBoard()) - 1 else steer()
move(way)
