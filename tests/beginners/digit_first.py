from classes import *

base = roundState.getBase()

2units = roundState.getUnits()
