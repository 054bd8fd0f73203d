"""Boards of the ant war, without a match."""

import unittest

import ants
from aitools.ants import AntsMap, follow, influence_map, order
from aitools.search import A_STAR, PathFinder

SETUP = "turn 0\nloadtime 3000\nturntime 500\nrows 20\ncols 20\nturns 100\nviewradius2 16\nattackradius2 5\nspawnradius2 1\n"
TURN = "turn 1\nw 5 7\nf 5 3\nh 5 5 0\nh 5 9 1\na 5 5 0\na 5 8 1\ngo\n"


class Boards(unittest.TestCase):
    def setUp(self):
        self.ants = ants.Ants()
        self.ants.setup(SETUP)
        self.ants.update(TURN)
        self.map = AntsMap(self.ants)

    def test_what_is_told_is_on_the_board(self):
        board = self.map
        self.assertEqual((board.size, board.turn, board.view2, board.attack2), ((20, 20), 1, 16, 5))
        self.assertEqual((board.my_ants, board.enemy_ants, board.food), ([(5, 5)], [(5, 8)], [(5, 3)]))
        self.assertEqual((board.my_hills, board.enemy_hills, board.closed), ([(5, 5)], {(5, 9): 1}, [(5, 5)]))
        self.assertFalse(board.is_passable((5, 7)))
        self.assertTrue(board.is_visible((5, 9)) and not board.is_explored((5, 10)))
        self.assertGreater(influence_map(board).total(1), 0)

    def test_an_update_forgets_what_is_seen_to_be_gone_and_nothing_else(self):
        self.ants.update("turn 2\nh 5 5 0\na 5 4 0\ngo\n")
        self.map.update(self.ants)
        self.assertEqual(self.map.enemy_hills, {(5, 9): 1}, "it is out of sight")
        self.assertFalse(self.map.is_passable((5, 7)), "water stays")
        self.ants.update("turn 3\nh 5 5 0\na 5 6 0\ngo\n")
        self.map.update(self.ants)
        self.assertEqual((self.map.enemy_hills, self.map.food, self.map.turn), ({}, [], 3))

    def test_orders_go_to_neighbours(self):
        ants.ordered()
        self.assertTrue(order(self.ants, self.map, (5, 5), (5, 4)))
        self.assertFalse(order(self.ants, self.map, (5, 5), (5, 2)))
        path = PathFinder(self.map).search(A_STAR, (5, 5), (5, 9))
        self.assertTrue(follow(self.ants, self.map, (5, 5), path))
        self.assertFalse(follow(self.ants, self.map, (5, 9), path), "it is there")
        self.assertFalse(follow(self.ants, self.map, (5, 5), None))
        self.assertEqual(len(ants.ordered()), 2)


if __name__ == "__main__":
    unittest.main()
