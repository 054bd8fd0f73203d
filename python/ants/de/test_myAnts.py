# Tests von myAnts.py, ohne eine Partie. So führst du sie aus: wag python -m unittest

import unittest

import ants
from myAnts import MyBot

SETUP = "rows 12\ncols 12\nturns 100\nturntime 1000\nloadtime 3000\nviewradius2 77\nattackradius2 5\nspawnradius2 1\n"


class TestMyBot(unittest.TestCase):
    def orders(self, told):
        """Gibt die Befehle eines neuen Bots auf diesem Brett zurück: w Wasser, h Hügel, a Ameisen, f Futter, je mit Zeile und Spalte."""
        board, bot = ants.Ants(), MyBot()
        board.setup(SETUP)
        bot.do_setup(board)
        board.update("turn 1\n" + told)
        bot.do_turn(board)
        return ants.ordered()

    def test_it_goes_for_food(self):
        self.assertEqual(self.orders("a 4 4 0\nf 4 7\n"), ["o 4 4 e"])
        self.assertEqual(self.orders("a 4 1 0\nf 4 10\n"), ["o 4 1 w"])

    def test_two_ants_do_not_meet(self):
        first, second = self.orders("a 4 4 0\na 4 6 0\nf 4 5\n")
        self.assertNotEqual((first, second), ("o 4 4 e", "o 4 6 w"))

    def test_nobody_walks_into_water(self):
        self.assertEqual(self.orders("w 3 4\nw 4 3\nw 5 4\na 4 4 0\n"), ["o 4 4 e"])


if __name__ == "__main__":
    unittest.main()
