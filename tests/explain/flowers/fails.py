# A list is too short from a round on: the third missed action loses the match.
from farming import *

FAULT = 62
farm = Farm(ANEMONE)
plan = list(range(FAULT))


def bot_input(dto):
    action = farm.action(dto)
    print("phase", plan[farm.round])
    return answer(action)
