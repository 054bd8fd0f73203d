# Tests of bot.py, without a match. Run them with: wag python -m unittest

import runpy
import unittest

import tron


class TestBot(unittest.TestCase):
    def test_it_goes_where_there_is_most_room(self):
        # A is your cycle, 1 your walls, B the cycle of player 2. help(tron.draw) lists all characters.
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
