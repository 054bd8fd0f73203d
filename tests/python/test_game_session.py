"""Tests the session that runs games written in Python, in plain Python."""

import unittest

from game_files import HEAD, RACE, module_of, play, session_of, setup
from wag._game_session import GameFault


class Declarations(unittest.TestCase):
    def test_a_game_describes_itself(self):
        declared = session_of(RACE).declare()
        self.assertEqual(
            (declared["class"], declared["title"], declared["seats"], declared["figures"], declared["methods"]),
            ("Race", "Race", (2, 4), ["points"], ["moves", "board"]),
        )
        self.assertEqual(
            declared["options"],
            [
                {"name": "goal", "about": "", "kind": "number", "usual": 10, "least": 1, "most": 100},
                {"name": "kind", "about": "", "kind": "choice", "words": ["short", "long"]},
                {"name": "quick", "about": "", "kind": "flag"},
            ],
        )
        self.assertEqual([bot["name"] for bot in declared["bots"]], ["One", "Last"])
        self.assertFalse(declared["is_course_game"])

    def test_a_file_needs_exactly_one_game(self):
        base = "class Base(Game):\n    title = 'x'\n"
        for text, name, said in [
            ("x = 1", None, "game.py has no game"),
            (
                HEAD + "class A(Game): pass\nclass B(Game): pass\n",
                None,
                "game.py has 2 games: A and B; name one: game.py:A",
            ),
            (RACE, "Rice", "game.py has no game class Rice; it has Race"),
        ]:
            with self.assertRaises(GameFault) as raised:
                session_of(text, name)
            self.assertTrue(raised.exception.message.startswith(said), raised.exception.message)
        self.assertEqual(session_of(HEAD + base + "class Last(Base): pass\n").game_class.__name__, "Last")

    def test_each_wrong_declaration_is_named(self):
        for old, new, said in [
            ("range(2, 5)", "[2, 4]", "seats is [2, 4]"),
            ('"goal", 10, 1', '"goal", 10, 11', "options is"),
            ('Tile(".")', 'Tile("...")', "tiles is"),
            ("seat=3)}", 'tone="pink")}', "tiles is"),
            ('{"One"', '{"random"', "bots is"),
            ("def standings(self, state)", "def standing(self, state)", "Race has no method standings"),
            ("def view(self, state, seat)", "def view(self, state)", "view takes 1 arguments after self"),
            ('seats = "Race"', 'hidden, seats = "Race", 1', "a game with hidden = True needs"),
            ("    bots = ", "    version = 0.5\n    bots = ", "version is 0.5"),
            ("    bots = ", "    without_order = 'win'\n    bots = ", "without_order is 'win'"),
            ("    bots = ", "    without_order = 'lose'\n    bots = ", "without_order is 'lose'"),
            ("    def moves", "    without_order = 'first'\n    def own_moves", "without_order = 'first' needs"),
            ("    bots = ", "    figures = ['a', 'a']\n    bots = ", "figures is ['a', 'a']"),
        ]:
            if old.startswith("seats = "):
                new = 'seats = "Race", "Add one or two.", 2\n    hidden, x, y = True, 0,'
                old = 'seats = "Race", "Add one or two.",'
            self.assertIn(old, RACE)
            with self.assertRaises(GameFault, msg=new) as raised:
                session_of(RACE.replace(old, new)).declare()
            self.assertTrue(raised.exception.message.startswith(said), (said, raised.exception.message))
            self.assertEqual(raised.exception.file, "game.py")
            self.assertGreater(raised.exception.line, 0)

    def test_self_is_fixed(self):
        session = session_of(RACE.replace("return [(1,), (2,)]", "self.x = 1\n        return [(1,), (2,)]"))
        with self.assertRaisesRegex(AttributeError, "put it into the state"):
            session.start(0, setup(), 1)


class Steps(unittest.TestCase):
    def test_bots_of_the_file_play_a_match(self):
        steps = play(session_of(RACE), setup(2, ["One", "Last"], boards=True))
        self.assertEqual((steps[-1]["round"], steps[-1]["ask"]), (0, []))
        self.assertTrue(max(steps[-1]["figures"])[0] >= 10)
        first = steps[0]
        seat = first["ask"][0]
        self.assertEqual(first["seats"][seat]["moves"], [(1,), (2,)])
        self.assertIsNone(first["seats"][1 - seat])
        self.assertEqual((first["board"]["width"], first["board"]["cells"]), (5, bytes(10)))
        self.assertEqual(steps[1]["events"], [{"type": "moved", "seat": seat}])

    def test_the_seed_decides_everything(self):
        for bots in (["random", "greedy"], ["random", "random"]):
            self.assertEqual(play(session_of(RACE), setup(2, bots)), play(session_of(RACE), setup(2, bots)))
        self.assertNotEqual(
            play(session_of(RACE, seed=1), setup(2, bots)), play(session_of(RACE, seed=2), setup(2, bots))
        )

    def test_a_list_stands_for_a_move_that_is_a_tuple(self):
        steps = play(session_of(RACE), setup(), choose=lambda seat, view, moves: [2])
        self.assertEqual(steps[-1]["refused"], [])

    def test_an_illegal_order_is_refused_and_counts_as_none(self):
        session = session_of(RACE)
        seat = session.start(0, setup(), 1)["ask"][0]
        step = session.apply(0, 0, 1, 1, {seat: 7})
        self.assertEqual((step["refused"], step["figures"]), ([(seat, "take one or two")], [(0,), (0,)]))

    def test_copies_and_saved_matches_are_apart(self):
        module = module_of(RACE)
        session, other = session_of(module), session_of(module)
        first = session.start(0, setup(3), 1)
        seat = first["ask"][0]
        data = session.save(0)
        session.apply(0, 5, 1, 1, {seat: (2,)})
        again = session.apply(0, 0, 1, 1, {seat: (1,)})
        other.load(7, setup(3), data)
        self.assertEqual(other.apply(7, 7, 1, 1, {seat: [1]}), again)
        self.assertEqual(max(session.matches[5].state["totals"]), 2)
        session.release([5])
        self.assertNotIn(5, session.matches)

    def test_bots_that_are_classes_remember_and_are_saved(self):
        text = (
            RACE
            + """
class Counting:
    def __init__(self):
        self.count = 0

    def choose(self, view, moves, random):
        self.count += 1
        return moves[self.count % 2]


Race.bots = {"Counting": Counting}
"""
        )
        module = module_of(text)
        session = session_of(module)
        step = session.start(0, setup(2, ["Counting", "Counting"]), 1)
        orders = {step["ask"][0]: step["seats"][step["ask"][0]]["bot"][0]}
        self.assertEqual(list(orders.values()), [(2,)])
        twin = session_of(module)
        twin.load(0, setup(2, ["Counting", "Counting"]), session.save(0))
        self.assertEqual(session.apply(0, 1, 1, 1, orders), twin.apply(0, 0, 1, 1, orders))

    def test_observations_and_masks(self):
        text = (
            RACE
            + """
Race.observation = Planes(["own"], 1, 2)
Race.observe = lambda self, view: [view["totals"][:2]]
Race.actions = lambda self, options, seats: [[2], [3]]
"""
        )
        step = session_of(text).start(0, setup(observations=True), 1)
        asked = step["ask"][0]
        self.assertEqual([each["observation"] for each in step["seats"]], [[0.0, 0.0], [0.0, 0.0]])
        self.assertEqual(step["seats"][asked]["mask"], [True, False])

    def test_each_broken_rule_has_its_sentence_and_line(self):
        for old, new, said in [
            ("return Over()", "return Over", "phase(...) returned Over; add the brackets"),
            ('state["next"])', "[])", "phase(...) asks nobody"),
            ('return Ask(sum(state["totals"]) + 1, state["next"])', "return [1]", "phase(...) returned a list"),
            ("+ 1, state", "+ 0, state", "phase(...) returned Ask(0"),
            ('return state["totals"]', "return [1]", "standings(...) returned [1]"),
            ('return state["totals"]', "return [0.5, 1]", "standings(...)[0] is 0.5"),
            ("return [(1,), (2,)]", "return []", "moves(...) is empty"),
            ("return [(1,), (2,)]", "return 2", "moves(...) returned 2"),
            ("return [[seat", "return [[[seat]", "board(...): row 0, column 0 is ['.'], "[:-7]),
            ("for x in range(1, 6)]", "for x in range(1, 6 - seat)]", "board(...): row 1 has 4 cells"),
            ('[{"type": "moved", "seat": seat} for seat in orders]', "5", "apply(...) returned a int"),
            ('{"type": "moved", "seat": seat}', "'moved'", "apply(...): an event is 'moved'"),
            (
                '"seats": seats,',
                '"seats": seats, "deck": [iter({}), (x for x in [])],',
                "the state cannot be pickled: state['deck'][1]",
            ),
        ]:
            self.assertIn(old, RACE)
            session = session_of(RACE.replace(old, new))
            with self.assertRaises(GameFault, msg=new) as raised:
                seat = session.start(0, setup(boards=True), 1)["ask"][0]
                session.apply(0, 0, 1, 1, {seat: (2,)})
                session.save(0)
                play(session, setup(2, ["One", "One"]))
            self.assertTrue(raised.exception.message.startswith(said), (said, raised.exception.message))
            self.assertEqual((raised.exception.file, raised.exception.line > 1), ("game.py", True))


NIM = (
    HEAD
    + '''
class Heap(Game):
    """Whoever takes the last match loses."""

    title = "Heap"
    options = [Option.number("count", 10, 1, 100)]

    def start(self, options, seats, random):
        return [options.count, 0]

    def phase(self, state):
        return Ask(1, state[1]) if state[0] else Over()

    def view(self, state, seat):
        return state[0]

    def moves(self, state, seat):
        return [count for count in (1, 2, 3) if count <= state[0]]

    def apply(self, state, orders, random):
        state[0] -= orders[state[1]]
        state[1] = 1 - state[1]

    def standings(self, state):
        return [int(not state[0] and state[1] == seat) for seat in (0, 1)]
'''
)


class GenericPlayers(unittest.TestCase):
    def found(self, kind, bound, count):
        session = session_of(NIM)
        session.start(0, setup(count=count), 1)
        return session.search(0, 0, kind, bound, 1)

    def test_minimax_and_mcts_find_the_winning_move(self):
        for count in (2, 3, 4, 6, 7, 8, 10):
            best = (count - 1) % 4
            self.assertEqual(self.found("minimax", 12, count), best, count)
            self.assertEqual(self.found("mcts", 600, count), best, count)

    def test_searches_repeat(self):
        self.assertEqual(self.found("mcts", 50, 9), self.found("mcts", 50, 9))

    def test_greedy_takes_the_winning_move(self):
        steps = play(session_of(NIM), setup(2, ["greedy", None], count=4), choose=lambda seat, view, moves: 1)
        self.assertEqual(steps[-1]["ask"], [])

    def test_a_game_without_moves_names_the_missing_method(self):
        session = session_of(RACE.replace("def moves", "def move"))
        with self.assertRaisesRegex(GameFault, "needs the method moves"):
            session.start(0, setup(2, ["random", "random"]), 1)
        with self.assertRaisesRegex(GameFault, "has no bot Cunning; there are: One, Last, random, greedy"):
            session.start(0, setup(2, ["Cunning", "random"]), 1)


if __name__ == "__main__":
    unittest.main()
