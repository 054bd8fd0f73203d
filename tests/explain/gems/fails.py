# Fails in one move, which loses the game.
from swapping import *

FAULT = 5
moves = 0


def choose_move(player, opponent, field):
    global moves
    moves += 1
    if moves == FAULT:
        raise ValueError("no plan for this move")
    return best(field)
