from classes import *

goals = [1, 2]
goals.remove(2)

goals.remove(2)
