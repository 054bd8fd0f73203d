"""Tiles, aims, moves, units and maps."""

import copy
import pickle
import unittest

from aitools.tiles import GLOBE, PIZZA, Aim, Move, SearchableMap, SearchableUnitMap, Tile, TileMap, Unit


class Entities(unittest.TestCase):
    def test_a_tile_is_a_pair_with_names(self):
        tile = Tile(3, 14)
        row, col = tile
        self.assertEqual((row, col, tile.row, tile.col), (3, 14, 3, 14))
        self.assertEqual(str(tile), "<r:3 c:14>")
        self.assertEqual(tile, (3, 14))
        self.assertIn((3, 14), {tile})
        self.assertEqual(pickle.loads(pickle.dumps(tile)), tile)

    def test_aims_are_letters_that_know_their_opposites(self):
        self.assertEqual([str(aim) for aim in Aim.ALL], ["n", "s", "w", "e"])
        self.assertEqual([aim.opposite for aim in Aim.ALL], ["s", "n", "e", "w"])
        self.assertEqual(Aim.NORTH.orthogonals, (Aim.WEST, Aim.EAST))
        self.assertEqual(Aim("East").orthogonals, (Aim.NORTH, Aim.SOUTH))
        self.assertEqual((Aim("w").name, Aim("w").delta), ("WEST", (0, -1)))
        self.assertIs(copy.deepcopy(Aim.WEST), Aim.WEST)
        for word in ("", "x", "ns"):
            with self.assertRaises(ValueError):
                Aim(word)

    def test_moves_and_units_hold_tiles(self):
        move, unit = Move((1, 2), "n"), Unit((1, 2), 3)
        self.assertEqual((move.tile.row, move.aim.name), (1, "NORTH"))
        self.assertEqual((unit.tile.col, unit.player), (2, 3))
        self.assertEqual(unit, ((1, 2), 3))
        self.assertEqual(pickle.loads(pickle.dumps([move, unit])), [move, unit])


class Maps(unittest.TestCase):
    def test_a_globe_wraps(self):
        globe = TileMap(10, 12)
        self.assertEqual(globe.tile(-1, 12), (9, 0))
        self.assertEqual((globe.manhattan((0, 0), (9, 11)), globe.squared((0, 0), (9, 11))), (2, 2))
        self.assertEqual(globe.neighbour((0, 0), Aim.NORTH), (9, 0))
        self.assertEqual(globe.aims((0, 0), (9, 11)), ["n", "w"])
        self.assertEqual(globe.aim((0, 0), (0, 11)), Aim.WEST)
        self.assertEqual(globe.beeline((0, 0), (3, 4)), 5.0)
        self.assertEqual((globe.size, globe.world), ((10, 12), GLOBE))

    def test_a_pizza_ends(self):
        pizza = TileMap(10, 12, PIZZA)
        self.assertIsNone(pizza.tile(-1, 0))
        self.assertIsNone(pizza.neighbour((0, 0), "w"))
        self.assertEqual(pizza.manhattan((0, 0), (9, 11)), 20)
        self.assertFalse(pizza.is_passable((10, 0)) or pizza.is_visible((0, 12)) or pizza.is_explored((-1, 0)))
        with self.assertRaises(ValueError):
            pizza.manhattan((0, 0), (10, 0))

    def test_the_principal_aim_is_along_the_longer_axis(self):
        globe = TileMap(30, 30)
        self.assertEqual(globe.principal_aim((5, 5), (8, 9)), Aim.EAST)
        self.assertEqual(globe.principal_aim((5, 5), (9, 9)), Aim.SOUTH)
        self.assertEqual(globe.principal_aim((5, 5), (1, 1)), Aim.NORTH)
        self.assertIsNone(globe.principal_aim((5, 5), (5, 5)))

    def test_the_centre_of_a_cluster_is_right_across_the_seam(self):
        globe, pizza = TileMap(20, 20), TileMap(20, 20, PIZZA)
        self.assertEqual(globe.cluster_center([(19, 19), (0, 0), (1, 1)]), (0, 0))
        self.assertEqual(globe.cluster_center([(4, 4), (4, 6), (6, 4), (6, 6)]), (5, 5))
        self.assertEqual(pizza.cluster_center([(0, 0), (19, 19), (19, 19)]), (13, 13))
        self.assertEqual(globe.cluster_center([(0, 0), (10, 10)]), (5, 5), "all round: the plain mean")
        self.assertIsNone(globe.cluster_center([]))

    def test_ground_and_sight(self):
        land = TileMap(10, 10, explored=False)
        before = land.version
        land.set_passable([(1, 1)], False)
        land.see_from([(5, 5)], 4)
        self.assertGreater(land.version, before)
        self.assertFalse(land.is_passable((1, 1)))
        self.assertTrue(land.is_visible((3, 5)) and not land.is_visible((3, 4)))
        self.assertEqual((land.percent_visible(), land.percent_explored()), (13, 13))
        land.set_visible([(0, 0)])
        self.assertTrue(land.is_explored((3, 5)) and not land.is_visible((3, 5)))
        self.assertEqual((land.percent_visible(), land.percent_explored()), (1, 14))
        self.assertEqual(len(land.unexplored()), 86)
        seen = land.version
        land.explore([(0, 0)])
        self.assertEqual(land.version, seen, "nothing new")

    def test_a_drawing(self):
        land = TileMap.from_text("..%\n?#.", PIZZA)
        self.assertEqual([tile for tile in land.tiles() if not land.is_passable(tile)], [(0, 2), (1, 1)])
        self.assertEqual(land.unexplored(), [(1, 0)])
        self.assertEqual(type(SearchableMap.from_text("..")), SearchableMap)
        for text in ("", "..\n."):
            with self.assertRaises(ValueError):
                TileMap.from_text(text)

    def test_successors_are_north_south_west_east_without_what_is_closed(self):
        land = SearchableMap(5, 5, water=[(1, 2)])
        land.close([(2, 1)])
        self.assertEqual(land.successors((2, 2)), [(3, 2), (2, 1), (2, 3)])
        self.assertEqual(land.path_successors((2, 2)), [(3, 2), (2, 3)])
        self.assertEqual(land.closed, [(2, 1)])

    def test_units(self):
        land = SearchableUnitMap(5, 5)
        self.assertEqual((land.units(), land.players(), land.unit_at((0, 0))), ([], [], None))
        land.set_units([((0, 0), 0), Unit((1, 1), 2), ((2, 2), 0)])
        self.assertEqual(land.players(), [0, 2])
        self.assertEqual((land.tiles_of(0), land.enemies_of(0)), ([(0, 0), (2, 2)], [(1, 1)]))
        self.assertEqual(land.unit_at((1, 1)).player, 2)

    def test_bad_sizes_and_words_are_told(self):
        for size in ((0, 5), (5, -1), (2000, 2000)):
            with self.assertRaises(ValueError):
                TileMap(*size)
        with self.assertRaises(ValueError):
            TileMap(5, 5, "cube")
        for tile in (5, "ab", (1,), (1, 2, 3), (1.5, 2), None):
            with self.assertRaises(TypeError):
                TileMap(5, 5).is_passable(tile)
        self.assertTrue(TileMap(5, 5).is_passable([1, 2]))

    def test_a_class_of_ones_own_may_have_other_arguments(self):
        class Mine(SearchableMap):
            def __init__(self, name):
                super().__init__(4, 5)
                self.name = name

        self.assertEqual((Mine("a").size, Mine("a").name), ((4, 5), "a"))


if __name__ == "__main__":
    unittest.main()
