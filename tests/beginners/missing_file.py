from classes import *
from strategie import *

moveAll(roundState)
