from classes import *

base = roundState.getBase()

numbers = [1, 2 3]
