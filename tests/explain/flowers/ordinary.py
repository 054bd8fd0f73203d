# A bot without a mistake.
from farming import *

farm = Farm()


def bot_input(dto):
    return answer(farm.action(dto))
