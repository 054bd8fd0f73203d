"""Searches on the maps of games and on plain lists."""

import random
import unittest

import aitools
import plain


def random_map(chance, rows, cols, walls):
    return [[chance.random() >= walls for _ in range(cols)] for _ in range(rows)]


class Random(unittest.TestCase):
    """On random maps, with and without edges, the results are those of plain Python."""

    def boards(self):
        for seed in range(60):
            chance = random.Random(seed)
            rows, cols = chance.randint(1, 24), chance.randint(1, 24)
            map = random_map(chance, rows, cols, chance.choice([0, 0.2, 0.35, 0.5, 1]))
            places = [(chance.randrange(rows), chance.randrange(cols)) for _ in range(8)]
            with self.subTest(seed=seed):
                yield chance, map, list(dict.fromkeys(places)), bool(seed % 2)

    def test_distances(self):
        for _, map, places, torus in self.boards():
            wanted = plain.distances(map, places[:2], torus=torus)
            self.assertEqual(aitools.distances(map, places[:2], torus=torus), wanted)
            near = [[-1 if steps is None or steps > 3 else steps for steps in row] for row in wanted]
            board = aitools.Board(map, torus=torus)
            for found in (
                aitools.distances(map, places[:2], torus=torus, max_steps=3, unreached=-1),
                board.distances(places[:2], max_steps=3, unreached=-1),
            ):
                self.assertEqual(found, near)
            self.assertEqual(board.distances(places[:2], max_steps=-1), wanted, "None is the default again")

    def test_paths_are_as_short_and_lead_over_passable_cells(self):
        for _, map, places, torus in self.boards():
            board = aitools.Board(map, torus=torus)
            for start in places[:4]:
                steps = board.distances(start)
                for goal in places:
                    way = aitools.path(map, start, goal, torus=torus)
                    self.assertEqual(way, board.path(start, goal))
                    self.assertEqual(len(way), len(plain.path(map, start, goal, torus=torus)))
                    reached = steps[goal[0]][goal[1]] if map[goal[0]][goal[1]] else None
                    self.assertEqual(len(way) - 1 if way else None, reached)
                    if way:
                        self.assertEqual((way[0], way[-1]), (start, goal))
                    for one, next in zip(way, way[1:]):
                        self.assertIn(next, plain.beside(map, one, torus))
                        self.assertTrue(map[next[0]][next[1]])

    def test_nearest(self):
        for _, map, places, torus in self.boards():
            starts, targets = places[:2], places[2:]
            found = aitools.nearest(map, starts, targets, torus=torus)
            wanted = plain.nearest(map, starts, targets, torus=torus)
            self.assertEqual(found, wanted)
            self.assertEqual(aitools.Board(map, torus=torus).nearest(starts, targets), wanted)

    def test_a_goal_that_is_not_passable_is_not_reached_by_whoever_stands_there(self):
        for map in ([[0]], aitools.Board([[0]])):
            self.assertEqual(aitools.path(map, (0, 0), (0, 0)), [])
            self.assertIsNone(aitools.nearest(map, (0, 0), [(0, 0)]))
        row = [[0, 1, 0, 1]]
        self.assertEqual(aitools.path(row, (0, 0), (0, 1)), [(0, 0), (0, 1)])
        self.assertEqual(aitools.nearest(row, (0, 0), [(0, 0), (0, 1)]), ((0, 0), (0, 1), 1))
        self.assertEqual(aitools.nearest(row, [(0, 2), (0, 3)], [(0, 2), (0, 3)]), ((0, 3), (0, 3), 0))
        self.assertEqual(aitools.path([[1]], (0, 0), (0, 0)), [(0, 0)])

    def test_components(self):
        for _, map, _, torus in self.boards():
            self.assertEqual(aitools.components(map, torus=torus), plain.components(map, torus=torus))

    def test_influence(self):
        for chance, map, places, torus in self.boards():
            sources = {place: chance.randint(-9, 20) for place in places}
            for fade in (1, 3):
                wanted = plain.spread_influence(map, sources, fade=fade, torus=torus)
                self.assertEqual(aitools.spread_influence(map, sources, fade=fade, torus=torus), wanted)


class Passable(unittest.TestCase):
    TEXT = ["..#.", "~.#.", "...."]

    def test_values_functions_and_truth(self):
        board = aitools.Board(self.TEXT, {"."})
        self.assertEqual(board.distances((0, 0)), [[0, 1, None, 7], [None, 2, None, 6], [4, 3, 4, 5]])
        for passable in ([".", "~"], ".~", {".": 1, "~": 2}, lambda sign: sign != "#"):
            self.assertEqual(aitools.distances(self.TEXT, (0, 0), passable)[1][0], 1)
        rows = tuple(tuple(row) for row in self.TEXT)
        self.assertEqual(aitools.distances(rows, (0, 0), {"."}), board.distances((0, 0)))
        self.assertEqual(aitools.distances([[2, 0, "x"]], (0, 0)), [[0, None, None]])
        free = [[0, 0, 1], [2, 0, 0]]
        self.assertEqual(aitools.path(free, (0, 0), (1, 2), {0}), [(0, 0), (0, 1), (1, 1), (1, 2)])

    def test_a_function_is_not_asked_again_for_the_same_object(self):
        land, water, asked = object(), object(), []

        def passable(cell):
            asked.append(cell)
            return cell is land

        self.assertEqual(aitools.components([[land, land, water, land]] * 3, passable)[1], [(0, 3), (1, 3), (2, 3)])
        self.assertEqual(len(asked), 2)

    def test_what_a_function_raises_or_changes(self):
        map = [[1, 2], [3, 4]]
        with self.assertRaises(ZeroDivisionError):
            aitools.distances(map, (0, 0), lambda cell: 1 / 0)

        def shrink(cell):
            map[1].clear()
            return True

        with self.assertRaises(ValueError):
            aitools.distances(map, (0, 0), shrink)

        def change(cell):
            map[0][0] = object()
            return True

        map = [[object(), object()], [object(), object()]]
        self.assertEqual(aitools.distances(map, (0, 0), change), [[0, 1], [1, 2]])


class Answers(unittest.TestCase):
    MAP = [[1, 0, 1], [1, 0, 1]]

    def test_nothing_found(self):
        self.assertEqual(aitools.path(self.MAP, (0, 0), (0, 2)), [])
        self.assertEqual(aitools.path(self.MAP, (0, 0), (0, 1)), [])
        self.assertIsNone(aitools.nearest(self.MAP, (0, 0), [(0, 2), (1, 1)]))
        self.assertIsNone(aitools.nearest(self.MAP, (0, 0), []))
        self.assertEqual(aitools.distances(self.MAP, []), [[None] * 3] * 2)
        self.assertEqual(aitools.components([[0]]), [])
        self.assertEqual(aitools.spread_influence(self.MAP, {}), [[0] * 3] * 2)

    def test_from_a_cell_that_is_not_passable_one_may_leave(self):
        self.assertEqual(aitools.path(self.MAP, (0, 1), (0, 2)), [(0, 1), (0, 2)])
        self.assertEqual(aitools.path(self.MAP, (0, 1), (0, 1)), [])
        self.assertEqual(aitools.distances(self.MAP, (0, 1)), [[1, 0, 1], [2, None, 2]])
        board = aitools.Board(self.MAP)
        board.path((0, 1), (0, 2))
        self.assertFalse(board.is_passable((0, 1)))

    def test_positions_may_be_lists_sets_or_what_has_one(self):
        class Unit:
            def getPosition(self):
                return [0, 2]

        self.assertEqual(aitools.nearest(self.MAP, Unit(), {(1, 2)}), ((0, 2), (1, 2), 1))
        self.assertEqual(aitools.nearest(self.MAP, [1, 2], [[0, 0], Unit()]), ((1, 2), (0, 2), 1))
        self.assertEqual(aitools.path(self.MAP, [0, 0], [1, 0]), [(0, 0), (1, 0)])
        self.assertEqual(aitools.distances(self.MAP, (at for at in [(0, 0), (0, 2)]))[1], [1, None, 1])

    def test_a_board_is_a_map_too(self):
        board = aitools.Board(self.MAP, torus=True)
        self.assertEqual((board.size, board.torus, repr(board)), ((2, 3), True, "<aitools.Board 2x3, torus>"))
        self.assertEqual(aitools.path(board, (0, 0), (0, 2)), [(0, 0), (0, 2)])
        self.assertEqual(aitools.Board(board).components(), board.components())
        with self.assertRaisesRegex(TypeError, "when a Board or tile map is made"):
            aitools.path(board, (0, 0), (0, 2), {1})

    def test_tile_maps_are_maps(self):
        from aitools.tiles import PIZZA, TileMap

        for world, steps in (("globe", 1), (PIZZA, 3)):
            land = TileMap(3, 4, world, water=[(1, 1)])
            found = aitools.distances(land, (0, 0))
            self.assertEqual((found[0][3], found[1][1]), (steps, None))


class Lists(unittest.TestCase):
    """Plain lists are read directly as long as no Python code runs, otherwise cell by cell."""

    def test_cells_of_every_kind(self):
        class Land:
            def __init__(self, free):
                self.free = free

            def __bool__(self):
                return self.free

        class Number(int):
            def __bool__(self):
                return self != 3

        cells = [0, 1, 1 << 70, 0.0, 0.5, "", "x", None, True, False, b"", b"y", (), (0,), [], [0], Land(True), Land(False), Number(3)]
        wanted = [[cell] for cell in map(bool, cells)]
        for board in ([[cell] for cell in cells], [(cell,) for cell in cells], tuple([cell] for cell in cells)):
            self.assertEqual(aitools.components(board), plain.components(wanted))
            self.assertEqual([aitools.Board(board).is_passable((a, 0)) for a in range(len(cells))], [bool(c) for c in cells])
            for a in range(len(cells) - 1):
                self.assertEqual(aitools.path(board, (a, 0), (a + 1, 0)), plain.path(wanted, (a, 0), (a + 1, 0)))

    def test_values_of_every_kind(self):
        class Odd:
            """A class with its own comparison, which runs Python code."""

            def __init__(self):
                self.asked = 0

            def __eq__(self, other):
                self.asked += 1
                return other == 7

            __hash__ = None

        board = [[1, 7, 2], [1.0, "7", 7]]
        sets = ({1, 7}, frozenset((1, 7)), (1, 7), [1, 7], {1: 0, 7: 0}, range(1, 8, 6))
        for values in sets:
            self.assertEqual(aitools.distances(board, (0, 0), values), [[0, 1, None], [1, None, None]])
        odd = Odd()
        self.assertEqual(aitools.distances(board, (0, 1), [odd]), [[None, 0, None], [None, None, None]])
        self.assertGreater(odd.asked, 3)
        self.assertEqual(aitools.path(board, (0, 0), (1, 0), {1}), [(0, 0), (1, 0)])
        with self.assertRaisesRegex(TypeError, "unhashable"):
            aitools.distances([[[1]]], (0, 0), {1})
        with self.assertRaisesRegex(TypeError, "requires string"):
            aitools.nearest([[1, 1]], (0, 0), (0, 1), "ab")

    def test_what_reading_positions_changes(self):
        board = [[1, 1], [1, 1]]

        class Eater:
            def getPosition(self):
                board.pop()
                return [0, 1]

        self.assertEqual(aitools.path(board, (0, 0), (0, 1)), [(0, 0), (0, 1)])
        with self.assertRaisesRegex(ValueError, "has changed its size"):
            aitools.path(board, (0, 0), Eater(), lambda cell: True)
        for search in (aitools.path, aitools.nearest):
            board.append([1, 1])
            with self.assertRaisesRegex(ValueError, "has changed its size"):
                search(board, (0, 0), Eater())
        board.append([1, 1])
        with self.assertRaisesRegex(ValueError, "has changed its size"):
            aitools.distances(board, Eater())

    def test_cells_that_change_the_map(self):
        board = []

        class Trap:
            def __bool__(self):
                board[0] = [0, 0]
                return True

        board[:] = [[Trap(), Trap()], [1, 1]]
        self.assertEqual(aitools.distances(board, (0, 0)), [[0, 1], [1, 2]])

    def test_answers_are_the_players_own(self):
        board = [[1, 1], [1, 1]]
        for _ in range(3):
            for answer in (aitools.distances(board, (0, 0)), aitools.components(board), aitools.path(board, (0, 0), (1, 1))):
                self.assertTrue(answer)
                answer[0] = None
                answer.clear()

    def test_long_ways(self):
        """Paths longer than the cache of positions, and longer than those that are searched without flooding the map."""
        side = 300
        board = [[row % 2 == 0 or col == (0 if row % 4 == 1 else side - 1) for col in range(side)] for row in range(side)]
        for torus in (False, True):
            way = aitools.path(board, (0, 0), (side - 2, side // 2), torus=torus)
            steps = plain.distances(board, [(0, 0)], torus=torus)
            self.assertEqual(len(way) - 1, steps[side - 2][side // 2])
            self.assertEqual(aitools.distances(board, (0, 0), torus=torus), steps)
            self.assertEqual(aitools.nearest(board, (0, 0), [way[-1]], torus=torus), ((0, 0), way[-1], len(way) - 1))


class Values(unittest.TestCase):
    """The result of spread_influence behaves like a list of lists."""

    def setUp(self):
        self.map, self.sources = [[1] * 5 for _ in range(4)], {(0, 0): 3, (3, 4): -2}
        self.lists = plain.spread_influence(self.map, self.sources)
        self.values = aitools.spread_influence(self.map, self.sources)

    def test_rows_and_cells(self):
        self.assertIs(type(self.values), aitools.Values)
        self.assertEqual(len(self.values), 4)
        self.assertEqual([self.values[a][b] for a in range(4) for b in range(5)], sum(self.lists, []))
        self.assertEqual((self.values[-1], self.values[-4]), (self.lists[-1], self.lists[0]))
        self.assertEqual((self.values[1:3], self.values[::-2]), (self.lists[1:3], self.lists[::-2]))
        self.assertEqual((list(self.values), list(reversed(self.values))), (self.lists, self.lists[::-1]))
        self.assertTrue(self.lists[0] in self.values and [] not in self.values)
        for outside in (4, -5, 1 << 80):
            with self.assertRaises((IndexError, TypeError)):
                self.values[outside]
        with self.assertRaisesRegex(TypeError, "a whole number or a slice"):
            self.values["a"]

    def test_comparing_showing_and_copying(self):
        import copy
        import json

        self.assertEqual(self.values, self.lists)
        self.assertEqual(self.lists, self.values)
        self.assertEqual(self.values, aitools.Board(self.map).spread_influence(self.sources))
        self.assertTrue(self.values != [[0]] and self.values != 5 and self.values != aitools.spread_influence(self.map, {}))
        self.assertEqual((repr(self.values), str(self.values)), (repr(self.lists), str(self.lists)))
        for one in (copy.copy(self.values), copy.deepcopy(self.values), list(self.values)):
            self.assertIs(type(one), list)
            self.assertEqual(json.loads(json.dumps(one)), self.lists)

    def test_rows_are_lists_that_keep_what_is_written(self):
        self.values[1][2] += 40
        self.lists[1][2] += 40
        self.assertEqual(self.values, self.lists)
        self.assertEqual(aitools.spread_influence(self.map, self.sources)[1][2], self.lists[1][2] - 40)

    def test_a_circle_is_collected(self):
        import gc
        import weakref

        class Thing:
            pass

        thing, values = Thing(), aitools.spread_influence(self.map, self.sources)
        values[0][0], thing.values, gone = thing, values, weakref.ref(thing)
        del thing, values
        gc.collect()
        self.assertIsNone(gone())


class Errors(unittest.TestCase):
    MAP = [[1, 1], [1, 1]]

    def fails(self, kind, words, call, *given, **more):
        with self.assertRaisesRegex(kind, words):
            call(*given, **more)

    def test_maps(self):
        self.fails(ValueError, r"map\[0\] has 2 cells, map\[1\] has 1", aitools.Board, [[1, 1], [1]])
        for empty in ([], [[]], [[], [1]], ()):
            self.fails(ValueError, "at least one cell", aitools.Board, empty)
        self.fails(ValueError, "at most 1000000", aitools.Board, [bytes(1001)] * 1000)
        for wrong in (5, None, [5], [[1], None]):
            self.fails(TypeError, "a map is a list of lists", aitools.Board, wrong)

    def test_positions(self):
        for outside in ((2, 0), (0, 2), (-1, 0), (0, 1 << 80)):
            self.fails(ValueError, r"is outside the map: there are \(0, 0\) to \(1, 1\)", aitools.path, self.MAP, (0, 0), outside)
        for wrong in (5, "ab", (1.0, 0), (1, 2, 3), None, {1: 2}):
            self.fails(TypeError, "a position is two whole numbers", aitools.path, self.MAP, wrong, (0, 0))
        self.fails(TypeError, "positions are one", aitools.distances, self.MAP, 5)
        self.fails(TypeError, "a position is two", aitools.distances, self.MAP, [5, (0, 0)][:1])

    def test_the_rest(self):
        self.fails(TypeError, "passable is None, a set of values, or a function", aitools.components, self.MAP, 5)
        self.fails(TypeError, "sources are a dict", aitools.spread_influence, self.MAP, [(0, 0)])
        self.fails(TypeError, "a strength is a whole number", aitools.spread_influence, self.MAP, {(0, 0): 1.5})
        self.fails(ValueError, "a strength is from -1000000000", aitools.spread_influence, self.MAP, {(0, 0): 10**10})
        self.fails(ValueError, "fade is at least 1", aitools.spread_influence, self.MAP, {(0, 0): 1}, fade=0)


class Games(unittest.TestCase):
    """The maps of the games, with their own rules."""

    def test_fields(self):
        from classes import FieldType, board

        state = board("""
            1 . # . .
            . R # $ 2
            ~ . # . .
            3 . . g .
            . . W . 4
        """)
        fields = state.getMap()

        def passable(field):
            kind = field.getFieldType()
            return kind in (FieldType.LAND, FieldType.RESOURCE) or field.getPosition() == [0, 0]

        wanted = plain.distances(fields, [(4, 0)], passable)
        self.assertEqual(aitools.distances(fields, (4, 0)), wanted)
        self.assertEqual(aitools.distances(state, (4, 0)), wanted)
        self.assertTrue(wanted[0][0] and wanted[0][3] is None, "the own base can be entered, others can not")
        unit, base = state.getUnits()[0], state.getBase()
        self.assertEqual(aitools.path(state, unit, base)[0], (2, 4))
        self.assertEqual(aitools.nearest(state, unit, [base, (4, 2)]), ((2, 4), (4, 2), 4))
        self.assertEqual(aitools.components(state), plain.components(fields, passable))
        land = {FieldType.LAND}
        changed = state.getMap()
        changed[0], changed[4] = changed[4], changed[0]
        self.assertEqual(aitools.distances(state, (4, 0)), wanted, "the board itself does not change")
        self.assertEqual(aitools.distances(changed, (0, 0)), plain.distances(changed, [(0, 0)], passable))
        changed[0], changed[4] = changed[4], changed[0]
        in_land = lambda field: field.getFieldType() in land
        self.assertEqual(aitools.distances(state, base, land), plain.distances(fields, [(0, 0)], in_land))
        free = lambda field: passable(field) and not field.getUnitOnField()
        self.assertEqual(aitools.distances(fields, base, free), plain.distances(fields, [(0, 0)], free))

    def test_the_board_without_edges(self):
        import ants

        world = ants.Ants()
        world.setup("rows 9\ncols 12\nturns 5\nviewradius2 55\n")
        chance = random.Random(3)
        water = [(chance.randrange(9), chance.randrange(12)) for _ in range(40)]
        world.update("turn 1\n" + "".join("w %d %d\n" % place for place in water) + "a 4 4 0\na 4 5 1\nf 2 2\n")
        passable = lambda square: square != ants.WATER
        self.assertEqual(aitools.distances(world, (4, 4)), plain.distances(world.map, [(4, 4)], passable, True))
        self.assertEqual(aitools.components(world), plain.components(world.map, passable, True))
        edges = plain.distances(world.map, [(4, 4)], passable)
        self.assertEqual(aitools.distances(world, (4, 4), torus=False), edges)
        land = {ants.LAND}
        self.assertEqual(aitools.components(world, land), plain.components(world.map, land.__contains__, True))

    def test_plain_boards(self):
        import gems
        import tron

        tron.draw("""
            . . 1 .
            2 A 1 .
            2 2 . B
        """)
        walls = tron.getBoard()
        steps = aitools.distances(walls, tron.getPosition(), {0})
        self.assertEqual(steps, plain.distances(walls, [(1, 1)], lambda wall: wall == 0))
        self.assertEqual((steps[1][0], steps[0][0], steps[3][0]), (1, 2, None))
        field = gems.field("RYGBL12345\n" * 5 + "1 2 3 4 5 R Y G B L\n" * 5)
        groups = aitools.components(field, {"R"})
        self.assertEqual(groups[0], [(0, 5), (0, 6), (0, 7), (0, 8), (0, 9)])
        self.assertEqual(groups, plain.components(field, lambda letter: letter == "R"))


if __name__ == "__main__":
    unittest.main()
