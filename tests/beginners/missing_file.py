from classes import *
from myFunctions import *

moveAll(roundState)
