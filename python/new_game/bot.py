"""A player of the game in mygame.py."""


def choose(view, moves):
    """Returns one of the moves. `view` is what the game's method view(...) returns for this seat."""
    for count in moves:
        if (view["coins"] - count) % 4 == 0:
            return count
    return moves[0]
