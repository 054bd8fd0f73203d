# Passes from a round on.
from farming import *

FAULT = 45
farm = Farm()


def bot_input(dto):
    action = farm.action(dto)
    return answer(action if farm.round < FAULT else None)
