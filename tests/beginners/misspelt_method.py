from classes import *

base = roundState.getBase()

base.createUnitGatherrer()
