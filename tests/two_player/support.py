"""Shared parts of the tests: the module itself, and small players and counters."""

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

#: Skips the long counts and the values of larger boards, which take minutes, except in `make test-slow`.
slow = unittest.skipUnless(os.environ.get("WAG_SLOW_TESTS"), "takes long; `make test-slow` runs it")


class Scripted(games.Player):
    """A player that makes the moves in a list."""

    def __init__(self, name, moves=()):
        super().__init__(name)
        self.moves = list(moves)

    def select_move(self):
        return self.moves.pop(0)


def two():
    """Returns two players that are never asked for a move."""
    return games.Player("Alice"), games.Player("Bob")


def after(game, *moves):
    """Makes the moves in the game, and returns the game."""
    for move in moves:
        game.make_move(move)
        game.next_turn()
    return game


def sequences(game, length):
    """Returns the number of sequences of `length` moves. Finished games are not continued."""
    if game.has_ended():
        return 0
    moves = game.valid_moves()
    if length == 1:
        return len(moves)
    return sum(sequences(games._after(game, move), length - 1) for move in moves)


def printed(call, *arguments, typed=""):
    """Returns the output of a call, with `typed` as the input of the terminal."""
    output, keyboard = io.StringIO(), io.StringIO(typed)
    former = sys.stdin
    sys.stdin = keyboard
    try:
        with contextlib.redirect_stdout(output):
            call(*arguments)
    finally:
        sys.stdin = former
    return output.getvalue()
