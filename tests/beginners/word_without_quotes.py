from classes import *

base = roundState.getBase()

print(Hallo)
