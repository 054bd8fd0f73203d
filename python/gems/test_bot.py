# Tests of bot.py, without a match. Run them with: wag python -m unittest

import unittest

import gems
from bot import *

# The top row comes first; bot.py counts y from the bottom.
FIELD = gems.field("""
    R Y G B L 1 2 3 4 5
    1 2 3 4 5 R Y G B L
    R Y G B L 1 2 3 4 5
    1 2 3 4 5 R Y G B L
    R Y G B L 1 2 3 4 5
    1 2 3 4 5 R Y G B L
    R Y G B L 1 2 3 4 5
    1 2 3 4 5 R Y G B L
    Y Y 3 B L 1 2 3 4 5
    1 2 Y 4 5 R Y G B L
""")


class TestBot(unittest.TestCase):
    def test_red_stones_are_worth_most(self):
        self.assertGreater(worth_of("R"), worth_of("Y"))

    def test_the_move_is_allowed(self):
        account = [100, 0, 0, 0, 0, 0]
        self.assertIn(choose_move(account, account, FIELD), gems.legal_moves(FIELD))


if __name__ == "__main__":
    unittest.main()
