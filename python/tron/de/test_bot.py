# Tests von bot.py, ohne ein Spiel. So führst du sie aus: wag python -m unittest

import runpy
import unittest

import tron


class TestBot(unittest.TestCase):
    def test_it_goes_where_there_is_most_room(self):
        # A ist dein Rad, 1 sind deine Wände, B ist das Rad von Spieler 2. help(tron.draw) nennt alle Zeichen.
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
