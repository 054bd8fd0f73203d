from classes import *

my base = roundState.getBase()
