from classes import *

def isRich(base):
    retrun base.getResources() > 60

print(isRich(roundState.getBase()))
