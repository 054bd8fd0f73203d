# Waters a tile that it does not own, from a round on.
from farming import *

FAULT = 55
farm = Farm(ANEMONE)


def bot_input(dto):
    action = farm.action(dto)
    if farm.round >= FAULT:
        action = "W", [{"X": 4, "Y": 4, "Amount": 1}]
    return answer(action)
