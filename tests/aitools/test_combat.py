"""Positions in a fight, the rule of battle, and alpha-beta."""

import random
import unittest

from aitools.combat import (
    ATTACK,
    DEFAULT,
    DEFEND,
    FLEE,
    AttackingCombatPositioning,
    CombatPositioning,
    DefendingCombatPositioning,
    focus,
    losses,
    min_max,
)
from aitools.influence import InfluenceMap
from aitools.tiles import PIZZA, SearchableUnitMap


def positioned(kind, target, mine, enemies, board=None):
    board = board or SearchableUnitMap(40, 40)
    board.set_units([(tile, 0) for tile in mine] + [(tile, 1) for tile in enemies])
    return kind(target, board, InfluenceMap(board, 55, 5), mine, enemies)


class Positions(unittest.TestCase):
    def next_tiles(self, fight):
        tiles = [fight.next_tile(unit) for unit in fight.mine]
        self.assertEqual(len(set(tiles)), len(tiles), fight.log)
        self.assertTrue(all(tile == unit or fight.map.aim(unit, tile) for unit, tile in zip(fight.mine, tiles)))
        self.assertTrue(all(fight.map.is_passable(tile) for tile in tiles))
        return tiles

    def test_fewer_flee_from_more(self):
        fight = positioned(CombatPositioning, None, [(10, 10)], [(10, 13), (11, 13)])
        self.assertEqual(fight.mode, FLEE)
        self.assertEqual(self.next_tiles(fight), [(10, 9)])

    def test_in_the_open_places_are_as_far_from_the_enemies(self):
        mine, enemies = [(10, 10), (10, 11), (11, 10)], [(10, 20), (12, 20)]
        fight = positioned(CombatPositioning, None, mine, enemies)
        self.assertEqual(fight.mode, DEFAULT)
        center, theirs = fight.map.cluster_center(mine), fight.map.cluster_center(enemies)
        distance = int(fight.map.beeline(center, theirs)) + 1
        for place in fight.places:
            away = fight.map.squared(place, theirs)
            self.assertTrue((distance - 1) ** 2 - 1 <= away <= distance**2, (distance, fight.log))
        self.assertEqual(len(fight.places), 3)
        self.next_tiles(fight)

    def test_who_is_in_place_advances(self):
        enemies = [(10, 20), (10, 21)]
        apart = positioned(CombatPositioning, None, [(10, 8), (10, 9), (10, 11), (10, 12)], enemies)
        self.assertIn("distance 12, 1 ready", apart.log[1])
        ready = positioned(CombatPositioning, None, [(10, 10), (9, 10), (11, 10), (10, 9)], enemies)
        self.assertIn("distance 11, 3 ready", ready.log[1])
        self.assertEqual(sorted(ready.places), [(8, 11), (9, 11), (10, 11), (11, 11)])

    def test_attackers_attack_if_they_are_twice_as_many(self):
        mine = [(10, 10), (10, 11), (11, 10), (11, 11)]
        guards, behind = [(10, 18), (11, 18)], [(10, 2)] * 1 + [(9, 2), (8, 2), (7, 2)]
        target = (10, 19)
        self.assertEqual(positioned(AttackingCombatPositioning, target, mine, guards + behind).mode, ATTACK)
        self.assertEqual(positioned(AttackingCombatPositioning, target, mine, guards + [(12, 18)]).mode, DEFAULT)
        many = [(row, 18) for row in range(8, 13)]
        self.assertEqual(positioned(AttackingCombatPositioning, target, mine, many).mode, FLEE)

        class Careful(AttackingCombatPositioning):
            equal_counts = False

        self.assertEqual(positioned(Careful, target, mine, guards).mode, DEFAULT)

    def test_without_guards_all_go_to_the_target(self):
        fight = positioned(AttackingCombatPositioning, (10, 19), [(10, 10), (11, 10)], [])
        self.assertEqual(fight.mode, ATTACK)
        self.assertEqual(self.next_tiles(fight), [(10, 11), (11, 11)])

    def test_defenders_without_enemies_stand_at_the_corners(self):
        mine = [(10, 10), (10, 11), (9, 10), (11, 10), (10, 9)]
        fight = positioned(DefendingCombatPositioning, (10, 10), mine, [])
        self.assertEqual((fight.mode, set(fight.places)), (DEFEND, {(9, 9), (9, 11), (11, 9), (11, 11)}))
        self.assertNotIn((10, 10), self.next_tiles(fight))

    def test_defenders_face_each_side_and_leave_the_target_free(self):
        mine = [(8, 10), (8, 11), (12, 10), (12, 11)]
        fight = positioned(DefendingCombatPositioning, (10, 10), mine, [(3, 10), (17, 10), (17, 11)])
        self.assertIn("NORTH: 1 attackers, 2 defenders", fight.log)
        self.assertIn("SOUTH: 2 attackers, 2 defenders", fight.log)
        self.assertNotIn((10, 10), fight.places)
        self.assertNotIn((10, 10), self.next_tiles(fight))

    def test_a_side_with_water_is_safe(self):
        board = SearchableUnitMap(40, 40, water=[(6, col) for col in range(40)])
        fight = positioned(DefendingCombatPositioning, (10, 10), [(11, 10)], [(3, 12), (17, 10)], board)
        self.assertFalse([line for line in fight.log if line.startswith("NORTH")], fight.log)
        self.assertIn("SOUTH: 1 attackers, 1 defenders", fight.log)

    def test_nobody_and_strangers(self):
        fight = positioned(CombatPositioning, None, [], [(1, 1)])
        self.assertIsNone(fight.next_tile((5, 5)))
        fight = positioned(DefendingCombatPositioning, None, [(5, 5)], [])
        self.assertEqual(fight.next_tile((5, 5)), (5, 5))

    def test_who_is_beyond_the_edge_is_left_out(self):
        board = SearchableUnitMap(5, 5, PIZZA)
        fight = positioned(DefendingCombatPositioning, (9, 9), [(1, 1), (9, 9)], [(2, 2), (-1, 0)], board)
        self.assertEqual((fight.mine, fight.enemies, fight.target), ([(1, 1)], [(2, 2)], None))
        self.assertIsNone(fight.next_tile((9, 9)))

    def test_any_crowd_is_positioned(self):
        chance = random.Random(3)
        for number in range(60):
            world = PIZZA if number % 2 else "globe"
            water = [(chance.randrange(20), chance.randrange(20)) for _ in range(80)]
            board = SearchableUnitMap(20, 20, world, water=water)
            free = [tile for tile in board.tiles() if board.is_passable(tile)]
            units = chance.sample(free, 25)
            mine, enemies = units[: 1 + number % 15], units[15 : 15 + number % 10]
            target = chance.choice(free)
            for kind in (CombatPositioning, DefendingCombatPositioning, AttackingCombatPositioning):
                self.next_tiles(positioned(kind, target, mine, enemies, board))


class Battles(unittest.TestCase):
    def setUp(self):
        self.board = SearchableUnitMap(10, 10)

    def fallen(self, units):
        return [tuple(unit.tile) for unit in focus(units, 5, self.board)]

    def test_focus_is_the_contests_rule(self):
        self.assertEqual(self.fallen([((4, 4), 0), ((4, 6), 1)]), [(4, 4), (4, 6)])
        self.assertEqual(self.fallen([((4, 2), 0), ((4, 4), 1), ((4, 6), 2)]), [(4, 4)])
        both = [((4, 2), 0), ((4, 3), 0), ((4, 5), 1), ((4, 6), 1)]
        self.assertEqual(self.fallen(both), [(4, 3), (4, 5)])
        self.assertEqual(self.fallen([((0, 4), 0), ((8, 6), 1)]), [])
        three = [((3, 2), 0), ((4, 2), 0), ((5, 2), 0), ((4, 4), 1), ((5, 4), 1)]
        self.assertEqual(self.fallen(three), [(4, 2), (5, 2), (4, 4), (5, 4)])
        self.assertEqual(losses([(4, 3), (5, 3)], [(4, 5)], 5, self.board), (0, 1))
        self.assertEqual(losses([(4, 2), (4, 3)], [(4, 5)], 5, self.board), (1, 1))

    def test_alpha_beta_wins_two_against_one(self):
        tiles, value, is_whole = min_max([(4, 2), (5, 2)], [(4, 5)], SearchableUnitMap(6, 6, PIZZA), 5, 2)
        self.assertEqual((len(tiles), is_whole), (2, True))
        self.assertGreaterEqual(value, 0)
        cornered = SearchableUnitMap.from_text("...%.\n...%%", PIZZA)
        tiles, value, is_whole = min_max([(0, 1), (1, 1)], [(0, 4)], cornered, 5, 2)
        self.assertEqual((tiles, value, is_whole), ([(0, 2), (1, 2)], 1, True))
        open_to_one = SearchableUnitMap.from_text("...%\n...%", PIZZA)
        self.assertEqual(min_max([(0, 0), (1, 0)], [(0, 2)], open_to_one, 2, 2)[1], 0, "he may run into one of us")

    def test_a_search_out_of_time_tells_so(self):
        mine, enemies = [(1, 1), (1, 2), (2, 1)], [(4, 4), (4, 5), (5, 4)]
        tiles, _, is_whole = min_max(mine, enemies, self.board, 5, 4, lambda: True)
        self.assertEqual((len(tiles), is_whole), (3, False))


if __name__ == "__main__":
    unittest.main()
