"""Steering: the healthy part of the players in this folder."""

from tron import *

STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def rounds(board):
    """Returns the number of the round: the own pieces of wall."""
    x, y = getPosition()
    return sum(column.count(board[x][y]) for column in board)


def reach(start, limit=200):
    """Returns the number of free squares that are connected with a square, at most the limit."""
    seen, edge = {start}, [start]
    for x, y in edge:
        for dx, dy in STEPS.values():
            there = (x + dx, y + dy)
            if there not in seen and isFree(*there) and len(seen) < limit:
                seen.add(there)
                edge.append(there)
    return len(seen)


def steer():
    """Returns the direction with the most squares in reach; of equal ones, the one along a wall."""
    x, y = getPosition()
    worth = {}
    for way, (dx, dy) in STEPS.items():
        there = (x + dx, y + dy)
        if isFree(*there):
            walls = sum(not isFree(there[0] + ex, there[1] + ey) for ex, ey in STEPS.values())
            worth[way] = (reach(there), walls)
    return max(worth, key=worth.get) if worth else NORTH
