from classes import *

goals = {"a": 1, "b": 2}

for name in goals:
    goals.pop(name)
