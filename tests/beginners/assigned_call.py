from classes import *

base = roundState.getBase()

base.getResources() = 500
