"""Paths, clusters, breadth first, barriers."""

import random
import unittest

from aitools.search import (
    A_STAR,
    CENTERED,
    CORNER,
    HPA_STAR,
    SIMPLE,
    BreadthFirst,
    ClusteringPathFinder,
    PathFinder,
)
from aitools.tiles import GLOBE, PIZZA, SearchableMap

WALL = """
.......
.%%%%%.
.......
"""


def scattered(rows, cols, world, seed):
    chance = random.Random(seed)
    water = [(row, col) for row in range(rows) for col in range(cols) if chance.random() < 0.2]
    return SearchableMap(rows, cols, world, water=water)


class PathCase(unittest.TestCase):
    def assert_is_path(self, land, path, start, goal):
        self.assertEqual((path[0], path[-1]), (start, goal))
        self.assertTrue(all(land.aim(a, b) for a, b in zip(path, path[1:])), path)
        self.assertTrue(all(land.is_passable(tile) for tile in path))


class Paths(PathCase):
    def test_simple_bends_once_and_is_cheap_or_nothing(self):
        land = SearchableMap.from_text(WALL, PIZZA)
        finder = PathFinder(land)
        self.assertEqual(finder.search(SIMPLE, (0, 0), (2, 0)), [(0, 0), (1, 0), (2, 0)])
        self.assertEqual(finder.search(SIMPLE, (0, 4), (2, 6))[1], (0, 5), "along the row first")
        self.assertEqual(finder.search(SIMPLE, (1, 0), (2, 3))[1], (2, 0), "then along the column")
        self.assertIsNone(finder.search(SIMPLE, (0, 3), (2, 3)))
        self.assertIsNone(finder.search(SIMPLE, (0, 0), (0, 4), 3))
        self.assertIsNotNone(finder.search(SIMPLE, (0, 0), (0, 4), 4))

    def test_a_star_goes_round_and_keeps_to_its_terms(self):
        land = SearchableMap.from_text(WALL, PIZZA)
        finder = PathFinder(land)
        path = finder.search(A_STAR, (0, 3), (2, 3))
        self.assert_is_path(land, path, (0, 3), (2, 3))
        self.assertEqual((len(path), finder.cost(path)), (9, 8))
        self.assertIsNone(finder.search(A_STAR, (0, 3), (2, 3), 7))
        self.assertIsNone(finder.search(A_STAR, (0, 3), (2, 3), rectangle=((0, 1), (2, 5))))
        self.assertEqual(len(finder.search(A_STAR, (0, 3), (2, 3), rectangle=((0, 0), (2, 5)))), 9)
        self.assertIsNone(finder.search(A_STAR, (0, 3), (2, 3), max_nodes=3))
        self.assertEqual(finder.search(A_STAR, (0, 3), (0, 3)), [(0, 3)])

    def test_a_globe_is_crossed_at_its_seam(self):
        finder = PathFinder(SearchableMap(100, 100))
        self.assertEqual(len(finder.search(A_STAR, (0, 0), (99, 99))), 3)
        across = ((90, 90), (5, 5))
        self.assertEqual(len(finder.search(A_STAR, (95, 95), (2, 2), rectangle=across)), 15)
        self.assertIsNone(finder.search(A_STAR, (95, 95), (20, 20), rectangle=across))

    def test_what_is_not_possible_is_none(self):
        land = SearchableMap.from_text(WALL, PIZZA)
        for finder in (PathFinder(land), ClusteringPathFinder(land, 3)):
            finder.update()
            for strategy in (SIMPLE, A_STAR) + (HPA_STAR,) * isinstance(finder, ClusteringPathFinder):
                for start, goal in (((1, 1), (0, 0)), ((0, 0), (1, 1)), ((0, 0), (9, 9)), ((-1, 0), (0, 0))):
                    self.assertIsNone(finder.search(strategy, start, goal))
        with self.assertRaises(ValueError):
            PathFinder(land).search("best", (0, 0), (1, 0))
        with self.assertRaises(ValueError):
            PathFinder(land).search(HPA_STAR, (0, 0), (1, 0))
        with self.assertRaises(TypeError):
            PathFinder(land).search(A_STAR, 5, (1, 0))
        for rectangle in (5, ((0, 0),)):
            with self.assertRaises(TypeError):
                PathFinder(land).search(A_STAR, (0, 0), (1, 0), rectangle=rectangle)

    def test_limits_may_be_as_large_as_they_like(self):
        land = SearchableMap(5, 5)
        for most in (10**30, float("inf")):
            self.assertEqual(len(PathFinder(land).search(A_STAR, (0, 0), (1, 0), most, max_nodes=most)), 2)
            self.assertEqual(len(BreadthFirst(land).closest_tiles((0, 0), most, most, most)), 24)

    def test_closed_tiles_are_for_ends_only(self):
        land = SearchableMap(3, 30, PIZZA)
        land.close([(row, 10) for row in range(3)])
        self.assertIsNone(PathFinder(land).search(A_STAR, (0, 0), (0, 20)))
        self.assertIsNotNone(PathFinder(land).search(A_STAR, (0, 10), (0, 20)))
        self.assertIsNotNone(PathFinder(land).search(A_STAR, (0, 0), (0, 10)))
        self.assertIn((1, 20), BreadthFirst(land).flood_fill((1, 5)))

    def test_influence_makes_tiles_dear(self):
        class Dear:
            def costs(self):
                return bytes(4 if row == 1 else 1 for row in range(3) for col in range(9))

        land = SearchableMap(3, 9, PIZZA)
        finder = PathFinder(land, Dear())
        path = finder.search(A_STAR, (1, 0), (1, 8))
        self.assertEqual((len(path), finder.cost(path)), (11, 9 + 4))
        self.assertIsNone(finder.search(A_STAR, (1, 0), (1, 8), 12))
        with self.assertRaises(ValueError):
            PathFinder(SearchableMap(3, 8), Dear()).search(A_STAR, (0, 0), (1, 1))


class Clusters(PathCase):
    def test_both_kinds_find_what_a_star_finds(self):
        for seed, (world, kind) in enumerate([(GLOBE, CENTERED), (GLOBE, CORNER), (PIZZA, CENTERED), (PIZZA, CORNER)]):
            land = scattered(40, 50, world, seed)
            finder = ClusteringPathFinder(land, 8, kind)
            self.assertEqual(finder.update(), 5 * 7)
            lengths = [0, 0, 0]
            chance = random.Random(seed)
            free = [tile for tile in land.tiles() if land.is_passable(tile)]
            for _ in range(40):
                start, goal = chance.choice(free), chance.choice(free)
                best, found = (finder.search(strategy, start, goal) for strategy in (A_STAR, HPA_STAR))
                self.assertEqual(best is None, found is None, (start, goal))
                if best:
                    self.assert_is_path(land, found, start, goal)
                    smooth = finder.smooth(found, 20)
                    self.assert_is_path(land, smooth, start, goal)
                    whole = finder.smooth(found, 10, True)
                    self.assert_is_path(land, whole, start, goal)
                    lengths = [sum(pair) for pair in zip(lengths, map(len, (best, found, smooth)))]
            best, found, smooth = lengths
            self.assertTrue(best <= smooth <= found <= 1.3 * best and smooth <= 1.15 * best, (kind, lengths))

    def test_the_clustering_grows_with_what_is_seen(self):
        land = SearchableMap(40, 40, explored=False)
        finder = ClusteringPathFinder(land, 10)
        finder.update()
        self.assertEqual(finder.vertices(), [])
        self.assertEqual(len(finder.search(HPA_STAR, (0, 0), (15, 15))), 31, "by A-star")
        land.see_from([(15, 15)], 200)
        self.assertGreater(finder.update(), 0)
        known = len(finder.vertices())
        self.assertGreater(known, 0)
        land.explore(land.tiles())
        while finder.update(5):
            pass
        self.assertEqual(len(finder.vertices()), 32)
        a, b, cost = finder.edges()[0]
        path = finder.edge_path(b, a)
        self.assertEqual((path[0], path[-1], len(path) - 1), (b, a, cost))
        self.assertIsNone(finder.edge_path((0, 0), (1, 1)))

    def test_words_and_sizes(self):
        land = SearchableMap(20, 20)
        with self.assertRaises(ValueError):
            ClusteringPathFinder(land, 2)
        with self.assertRaises(ValueError):
            ClusteringPathFinder(land, 10, "round")
        self.assertEqual((ClusteringPathFinder(land, 7, CORNER).size, ClusteringPathFinder(land).type), (7, CENTERED))
        whole = ClusteringPathFinder(land, 500)
        whole.update()
        self.assertEqual(len(whole.search(HPA_STAR, (0, 0), (5, 5))), 11)


class Breadth(unittest.TestCase):
    def setUp(self):
        self.land = SearchableMap(31, 31)
        self.search = BreadthFirst(self.land)

    def test_floods_of_open_land(self):
        radii = (3, 9, 13, 20, 25)
        self.assertEqual([len(self.search.flood_fill((15, 15), r)) for r in radii], [8, 28, 44, 68, 80])
        stopped = [len(self.search.flood_fill((15, 15), r, first_beyond=True)) for r in radii]
        self.assertEqual(stopped, [4, 24, 24, 40, 60])

    def test_the_nearest_come_first(self):
        self.assertEqual(self.search.closest_tiles((0, 0), 4), [(30, 0), (1, 0), (0, 30), (0, 1)])
        self.assertEqual(self.search.closest_tile((0, 0), {(3, 3), (2, 2)}), (2, 2))
        self.assertEqual(self.search.closest_tile((0, 0), lambda tile: tile.row == 5), (5, 0))
        self.assertIsNone(self.search.closest_tile((0, 0), {(0, 0)}), "the centre is not tested")
        self.assertIsNone(self.search.closest_tile((0, 0), {(2, 2)}, 8))
        self.assertIsNone(self.search.closest_tile((0, 0), {(3, 3)}, max_dist2=17))
        self.assertEqual(self.search.closest_tiles((0, 0), 0), [])

    def test_a_search_does_not_go_on_from_a_frontier(self):
        land = SearchableMap(1, 9, PIZZA)
        found = BreadthFirst(land).closest_tiles((0, 0), -1, frontier={(0, 3)})
        self.assertEqual(found, [(0, 1), (0, 2), (0, 3)])
        found = BreadthFirst(land).closest_tiles((0, 0), -1, frontier=lambda tile: tile.col == 2)
        self.assertEqual(found, [(0, 1), (0, 2)])

    def test_who_asks_may_change_the_map_and_may_fail(self):
        def close(tile):
            self.land.set_passable([tile], False)
            return True

        self.assertEqual(len(self.search.flood_fill((15, 15), 3, close)), 8)
        self.assertEqual(self.search.flood_fill((15, 15), 3), [])
        with self.assertRaises(ZeroDivisionError):
            self.search.closest_tile((0, 0), lambda tile: 1 / 0)

    def test_nothing_is_found_beyond_the_edge_and_much_from_water(self):
        land = SearchableMap(5, 5, PIZZA, water=[(2, 2)])
        self.assertEqual(BreadthFirst(land).flood_fill((7, 7)), [])
        self.assertEqual(len(BreadthFirst(land).flood_fill((2, 2))), 24)

    def test_the_nearest_source_of_each_goal(self):
        search = BreadthFirst(SearchableMap.from_text("..%..", PIZZA))
        pairs = search.nearest_each([(0, 0), (0, 4)], [(0, 1), (0, 2), (0, 4)])
        self.assertEqual(pairs, [((0, 4), (0, 4), 0), ((0, 0), (0, 1), 1)])
        # An impassable goal is not reached, not even by a source on it.
        self.assertEqual(search.nearest_each([(0, 2)], [(0, 2), (0, 1)]), [((0, 2), (0, 1), 1)])

    def test_diagonals(self):
        self.assertEqual(self.search.diagonals((0, 0)), [(30, 30), (30, 1), (1, 30), (1, 1)])
        land = SearchableMap(3, 3, PIZZA, water=[(1, 1)])
        self.assertEqual(BreadthFirst(land).diagonals((0, 0)), [])


ROOM = """
%%%%%%%%%%%%%%%%
%.......%%......
%.......%%......
%..........%....
%...............
%..........%....
%.......%%......
%.......%%......
%%%%%%%%%%%%%%%%
"""


class Barriers(unittest.TestCase):
    def test_a_room_is_closed_at_its_door(self):
        search = BreadthFirst(SearchableMap.from_text(ROOM, PIZZA))
        barrier = search.barrier((4, 3), 9)
        self.assertEqual((barrier.tiles, barrier.aim, barrier.width), (((3, 8), (4, 8), (5, 8)), "e", 3))
        self.assertIsNone(search.barrier((4, 3), 9, 2))
        self.assertIsNone(search.barrier((40, 3), 9))
        with self.assertRaises(ValueError):
            search.barrier((4, 3), 9, prefer="beauty")

    def test_open_land_has_none(self):
        search = BreadthFirst(SearchableMap(40, 40))
        self.assertIsNone(search.barrier((5, 5), 55))
        self.assertEqual(search.choke_points(), [])

    def test_narrow_places(self):
        search = BreadthFirst(SearchableMap.from_text("...%%%...\n.........\n...%%%...", PIZZA))
        self.assertEqual([barrier.tiles for barrier in search.choke_points()], [((1, 4),)])
        self.assertEqual(search.choke_points(region=[(0, 0)]), [])


if __name__ == "__main__":
    unittest.main()
