from classes import *

base = roundState.getBase()
count = 0

count++
