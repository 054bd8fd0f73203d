# Gives each plant a drop too many, from a round on.
from farming import *

FAULT = 38
farm = Farm()


def bot_input(dto):
    action = farm.action(dto)
    if farm.round >= FAULT and action:
        letter, entries = action
        if letter == "C":
            entries[1]["Amount"] = 3
        if letter == "W":
            entries[0]["Amount"] = owned(dto.source, WATER)
    return answer(action)
