# Fails from a round on, and so goes straight into a wall.
from steering import *

FAULT = 33

plan = list(range(FAULT))
print("phase", plan[rounds(getBoard())])
move(steer())
