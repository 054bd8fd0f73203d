from classes import *

base = roundState.getBase()

print(„Here I am“)
