# Turns back beside its own wall, and then into the gap between the two walls, which is a dead end.
from steering import *

FAULT = 9
WAY = [NORTH] * 2 + [WEST] * 6 + [SOUTH] + [EAST] * 6

number = rounds(getBoard())
if number < 9:
    move(EAST)
elif FAULT <= number < FAULT + len(WAY):
    move(WAY[number - FAULT])
else:
    move(steer())
