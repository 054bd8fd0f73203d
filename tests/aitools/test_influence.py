"""Influence, and the targets that are found with it."""

import unittest

from aitools.influence import InfluenceMap, isolated_units, weak_spots
from aitools.search import A_STAR, PathFinder
from aitools.tiles import PIZZA, SearchableUnitMap


def land(units=(), **options):
    made = SearchableUnitMap(31, 31, **options)
    made.set_units(units)
    return made


class Influence(unittest.TestCase):
    def test_the_figures_of_one_and_of_two_units(self):
        one = InfluenceMap(land([((15, 15), 0)]), 55, 5)
        self.assertEqual((one.total(0), one.totals(), one.players()), (2980, {0: 2980}, [0]))
        self.assertEqual(one.grid(0)[15][15:24], [100, 50, 50, 30, 10, 10, 10, 10, 0])
        self.assertEqual(InfluenceMap(land([((15, 15), 0)]), 55, 5, first_beyond=True).total(0), 1940)
        two = InfluenceMap(land([((15, 15), 0), ((15, 17), 0)]), 55, 5)
        self.assertEqual(two.grid(0)[15][15:21], [150, 100, 150, 80, 60, 40])

    def test_an_update_keeps_a_part(self):
        board = land([((15, 15), 0), ((3, 3), 2)])
        influence = InfluenceMap(board, 55, 5)
        board.set_units([((15, 15), 0)])
        influence.update()
        self.assertEqual(influence.grid(0)[15][15:20], [100, 50, 50, 30, 10])
        influence.update([])
        self.assertEqual(influence.grid(0)[15][15:20], [10, 5, 5, 3, 1])
        self.assertEqual((influence.value((3, 3), 2), influence.value((3, 3), 9)), (1, 0))
        for decay in (-0.1, 1.1):
            with self.assertRaises(ValueError):
                InfluenceMap(board, 55, 5, decay=decay)

    def test_safety_costs_and_tension(self):
        influence = InfluenceMap(land([((15, 15), 0), ((15, 19), 1)]), 55, 5)
        self.assertEqual(influence.safety((15, 15)), 90)
        self.assertEqual(influence.safety((15, 15), 1), -90)
        self.assertEqual(influence.safety_grid()[15][15:20], [90, 20, 0, -20, -90])
        self.assertEqual(influence.tension_grid()[15][17], influence.tension((15, 17)))
        self.assertEqual((influence.tension((15, 17)), influence.others((15, 17))), (100, 50))
        self.assertEqual([influence.path_cost((15, col)) for col in (0, 15, 17, 19)], [3, 2, 3, 4])
        self.assertEqual(influence.costs()[15 * 31 + 19], 4)
        self.assertIs(influence.costs(), influence.costs())
        self.assertEqual(influence.value((99, 99), 0), influence.value((99 % 31, 99 % 31), 0))

    def test_the_safest_neighbour_is_away_from_enemies(self):
        influence = InfluenceMap(land([((15, 15), 0), ((15, 17), 1)]), 55, 5)
        self.assertEqual(influence.safest_neighbour((15, 15)), (15, 14))
        self.assertNotEqual(influence.safest_neighbour((15, 15), avoid=[(15, 14)]), (15, 14))
        board = land(water=[(1, 0), (30, 0), (0, 1), (0, 30)])
        alone = InfluenceMap(board, 55, 5, [((0, 0), 0)])
        self.assertIsNone(alone.safest_neighbour((0, 0)))
        self.assertEqual(alone.safest_neighbour((0, 0), stay=True), (0, 0))

    def test_front_line_and_zones_of_conflict(self):
        influence = InfluenceMap(land([((15, 15), 0), ((15, 19), 1)]), 55, 5)
        front = influence.front_line()
        self.assertIn((15, 17), front)
        for tile in front:
            around = [influence.safety(beside) for beside in influence.map.successors(tile)]
            self.assertTrue(influence.safety(tile) <= 0 < max(around) and influence.others(tile) > 0, tile)
        self.assertEqual(influence.conflict_zones(min_points=50), [[(14, 17), (15, 17), (16, 17)]])
        self.assertEqual(influence.conflict_zones(), [])

    def test_a_path_prefers_what_is_ours(self):
        board = SearchableUnitMap(15, 30, PIZZA)
        board.set_units([((2, col), 0) for col in range(6, 24, 3)] + [((8, col), 1) for col in range(8, 22, 2)])
        influence = InfluenceMap(board, 55, 5)
        plain, safe = PathFinder(board), PathFinder(board, influence)
        direct, detour = (finder.search(A_STAR, (8, 1), (8, 28)) for finder in (plain, safe))
        self.assertGreater(len(detour), len(direct))
        self.assertGreater(safe.cost(direct), safe.cost(detour))
        self.assertLess(min(tile.row for tile in detour), 6)


class Targets(unittest.TestCase):
    def test_what_is_beyond_the_edge_is_left_out(self):
        board = SearchableUnitMap(5, 5, PIZZA)
        influence = InfluenceMap(board, 55, 5, [((9, 9), 0)])
        self.assertEqual((influence.totals(), influence.safety((9, 9))), ({}, 0))
        self.assertIsNone(influence.safest_neighbour((9, 9), stay=True))
        self.assertEqual((isolated_units(board, [(9, 9)]), weak_spots(influence, [(9, 9)])), ([], []))

    def test_isolated_units_have_no_friend_near(self):
        board = land()
        units = [(1, 1), (1, 3), (15, 15)]
        self.assertEqual(isolated_units(board, units), [(15, 15)])
        self.assertEqual(isolated_units(board, units, max_friends=1), units)
        self.assertEqual(isolated_units(board, units, friends=[(15, 16)], radius2=5), [(1, 1), (1, 3)])
        wall = SearchableUnitMap(3, 9, PIZZA, water=[(row, 4) for row in range(3)])
        self.assertEqual(isolated_units(wall, [(1, 3), (1, 5)]), [(1, 3), (1, 5)], "water is between them")

    def test_the_weakest_target_comes_first(self):
        board = land([((5, 5), 1), ((5, 6), 1), ((20, 20), 0), ((20, 24), 1)])
        spots = weak_spots(InfluenceMap(board, 55, 5), [(5, 5), (20, 22)])
        self.assertEqual([tile for tile, _ in spots], [(20, 22), (5, 5)])
        self.assertLess(spots[1][1], spots[0][1])


if __name__ == "__main__":
    unittest.main()
