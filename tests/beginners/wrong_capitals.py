from classes import *

base = roundstate.getBase()
