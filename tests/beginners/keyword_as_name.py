from classes import *

base = roundState.getBase()

class = "warrior"
