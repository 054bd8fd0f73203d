from gems import *

# The game runs this file anew for each move and then calls choose_move. Everything that you print is in the log.


def choose_move(player, opponent, field):
    """player and opponent are [life, shield, red, yellow, green, lilac]; field[x][y] is a letter, y counts from the bottom.
    Returns a swap of two neighbors, (x1, y1, x2, y2), after which three equal stones are in a row."""
    moves = legal_moves(field)
    return max(moves, key=lambda move: worth(field, move))


def worth(field, move):
    """Red stones do the most damage, then yellow and green ones; lilac stones give another turn."""
    x1, y1, x2, y2 = move
    return worth_of(field[x1][y1]) + worth_of(field[x2][y2])


def worth_of(stone):
    return {"R": 10, "Y": 6, "G": 3, "L": 5}.get(stone, 1)
