# Tests von bot.py, ohne ein Spiel. So führst du sie aus: wag python -m unittest

import runpy
import unittest

import tron


class TestBot(unittest.TestCase):
    def test_it_goes_where_there_is_most_room(self):
        # Du bist A, deine Wände sind 1; B ist das Rad von Spieler 2. Alle Zeichen: help(tron.draw).
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
