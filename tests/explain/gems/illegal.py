# Answers with a swap of a stone with itself from a move on.
from swapping import *

FAULT = 6
moves = 0


def choose_move(player, opponent, field):
    global moves
    moves += 1
    return best(field) if moves < FAULT else (0, 0, 0, 0)
