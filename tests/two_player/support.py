"""What the tests share: the module itself, and small players and counters."""

import contextlib
import io
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import two_player_games as games  # noqa: E402

#: The long counts and the values of larger boards take minutes: `make test-slow`.
slow = unittest.skipUnless(os.environ.get("WAG_SLOW_TESTS"), "takes long; `make test-slow` runs it")


class Scripted(games.Player):
    """Makes the moves it was given."""

    def __init__(self, name, moves=()):
        super().__init__(name)
        self.moves = list(moves)

    def select_move(self):
        return self.moves.pop(0)


def two():
    """Two players who are never asked."""
    return games.Player("Alice"), games.Player("Bob")


def after(game, *moves):
    """Makes the moves on the game itself, and answers it."""
    for move in moves:
        game.make_move(move)
        game.next_turn()
    return game


def sequences(game, length):
    """How many sequences of so many moves there are; finished games are not continued."""
    if game.has_ended():
        return 0
    moves = game.valid_moves()
    if length == 1:
        return len(moves)
    return sum(sequences(games._after(game, move), length - 1) for move in moves)


def printed(call, *arguments, typed=""):
    """What a call prints while somebody types."""
    output, keyboard = io.StringIO(), io.StringIO(typed)
    former = sys.stdin
    sys.stdin = keyboard
    try:
        with contextlib.redirect_stdout(output):
            call(*arguments)
    finally:
        sys.stdin = former
    return output.getvalue()
