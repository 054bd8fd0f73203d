# Tests von bot.py, ohne ein Spiel. So führst du sie aus: wag python -m unittest

import json
import runpy
import unittest

import flowers
from flowers import DTO, Card, Plant, Player, Tile


def tile(x, y, plant=None):
    return Tile(x, y, plant is not None, False, plant or Plant(0, 0, 0))


def player(gold, tiles, **owned):
    names = ["fertilizer", "mole", "water", "anemone", "blue_jazz", "crocus", "tulip"]
    ids = [2, 1, 0, 3, 4, 5, 6]
    return Player(0, gold, 0, tiles, [Card(card, owned.get(name, 0)) for name, card in zip(names, ids)])


class TestBot(unittest.TestCase):
    def answer(self, me):
        board = [tile(x, y) for x in range(8) for y in range(8)]
        bot = runpy.run_path("bot.py", vars(flowers))
        return json.loads(bot["bot_input"](DTO(board, me, player(5000, [tile(7, 7)]), 9)))

    def test_it_begins_with_a_tulip(self):
        self.assertEqual(self.answer(player(5000, [tile(0, 0)]))["ActionType"], "C")
        self.assertEqual(self.answer(player(0, [tile(0, 0)], tulip=1, water=1))["ActionType"], "P")

    def test_it_harvests_what_is_ripe(self):
        me = player(0, [tile(0, 0, Plant(6, 8000, 0))])
        self.assertEqual(self.answer(me)["ActionType"], "H")


if __name__ == "__main__":
    unittest.main()
