"""Tests the game in plain Python: wag python -m unittest, or python -m unittest if the module wag is installed."""

import random
import unittest

from mygame import MyGame
from wag.game import Ask, Over


class Rules(unittest.TestCase):
    def test_whoever_takes_the_last_coin_wins(self):
        game = MyGame()
        state = {"coins": 3, "seats": 2, "turn": 0, "taken": [0, 0], "winner": None}
        self.assertEqual(game.phase(state), Ask(1, 0))
        game.apply(state, {0: 2}, random)
        self.assertEqual(game.moves(state, 1), [1])
        game.apply(state, {1: 1}, random)
        self.assertEqual(game.phase(state), Over())
        self.assertEqual(game.standings(state), [0, 1])


if __name__ == "__main__":
    unittest.main()
