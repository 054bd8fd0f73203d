# Tests of bot.py, without a match. Run them with: wag python -m unittest

import runpy
import unittest

import tron


class TestBot(unittest.TestCase):
    def test_it_goes_where_there_is_most_room(self):
        # You are A, your walls are 1; B is the cycle of player 2. All characters: help(tron.draw).
        tron.draw("""
            . . . . .
            1 1 A 2 B
            . . . . .
            . . . . .
        """)
        runpy.run_path("bot.py")
        self.assertEqual(tron.moved(), tron.SOUTH)


if __name__ == "__main__":
    unittest.main()
