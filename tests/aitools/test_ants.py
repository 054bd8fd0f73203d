"""Boards of the ant war, without a match."""

import unittest

import ants
from aitools.ants import (
    AntsMap, color_of, follow, influence_map, notes_to, order, overlay_clusters, overlay_mission, overlay_path, overlay_tiles,
)
from aitools.live_info import live_info, send_to
from aitools.search import A_STAR, ClusteringPathFinder, PathFinder

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

    def test_what_a_bot_draws_is_in_layers(self):
        ants.ordered()
        overlay_tiles(self.ants, [(5, 5)], "seen", (1, 2, 3))
        overlay_path(self.ants, [(0, 0), (0, 19), (19, 19), (19, 19)])
        told = ["v setLayer seen", "v setFillColor 1 2 3 0.4", "v tile 5 5", "v setLayer -", "v setLayer missions",
                "v setLineColor 213 94 0 1.0", "v setLineWidth 2", "v routePlan 0 0 wn", "v setLayer -"]
        self.assertEqual(ants.ordered(), told)
        overlay_path(self.ants, None)
        overlay_tiles(self.ants, [], "seen", (1, 2, 3))
        told = ["v setLayer missions", "v setLayer -", "v setLayer seen", "v setLayer -"]
        self.assertEqual(ants.ordered(), told, "colours and widths are as they were")
        with self.assertRaisesRegex(ValueError, "no neighbours"):
            overlay_path(self.ants, [(0, 0), (0, 2)])
        ants.ordered()
        overlay_mission(self.ants, "Attack", [(5, 5)], (5, 9))
        told = ants.ordered()
        self.assertIn("v setLineColor %d %d %d 1.0" % color_of("Attack"), told)
        self.assertIn("v arrow 5 5 5 9", told)
        self.assertIn("i 5 9 Attack: <r:5 c:5>", told)
        clusters = ClusteringPathFinder(self.map, 4)
        clusters.update()
        overlay_clusters(self.ants, clusters)
        self.assertEqual(sum(line.startswith("v tileSubTile") for line in ants.ordered()), len(clusters.vertices()))

    def test_notes_go_over_the_board(self):
        self.addCleanup(send_to, None)
        ants.ordered()
        notes_to(self.ants)
        live_info(1, (5, 5), "now")
        notes_to(self.ants, "tasks")
        live_info(3, (5, 5), "then")
        self.assertEqual(ants.ordered(), ["i 5 5 now", "v setLayer tasks", "i 5 5 (turn 3) then", "v setLayer -"])


if __name__ == "__main__":
    unittest.main()
