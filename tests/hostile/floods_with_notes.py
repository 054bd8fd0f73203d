# fault: none memory timeout
from classes import *
for number in range(100_000):
    annotate(roundState.getBase(), "x" * 1000, color="red" * 100)
