from classes import *
from bewegungen import *

moveAll(roundState)
