from classes import *

goals = {"a": 1}

print(goals["b"])
