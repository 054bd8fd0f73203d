"""Swapping: the healthy part of the players in this folder."""

from gems import *

WORTH = {"R": 10, "Y": 6, "G": 3, "B": 5, "L": 8, "1": 5, "2": 10, "3": 15, "4": 20, "5": 25}


def worth(field, move):
    x1, y1, x2, y2 = move
    return WORTH[field[x1][y1]] + WORTH[field[x2][y2]]


def best(field):
    """Returns the legal swap with the most valuable stones."""
    return max(legal_moves(field), key=lambda move: worth(field, move))
