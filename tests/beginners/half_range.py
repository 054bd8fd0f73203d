from classes import *

base = roundState.getBase()

for number in range(base.getResources() / 2):
    print(number)
