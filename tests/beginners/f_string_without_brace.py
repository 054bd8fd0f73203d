from classes import *

base = roundState.getBase()

print(f"resources: {base.getResources()")
