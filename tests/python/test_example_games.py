"""Tests the example games, in plain Python."""

import unittest

from game_files import ROOT, module_at, play, session_of, setup

GAMES = ROOT / "examples/games"


class LightCycles(unittest.TestCase):
    def match(self, bots, **options):
        session = session_of(module_at(GAMES / "light_cycles.py"))
        choose = module_at(GAMES / "roomy.py").choose
        return play(
            session, setup(len(bots), bots, boards=True, **options), choose=lambda seat, view, moves: choose(view)
        )

    def test_the_longest_way_beats_going_straight_on(self):
        steps = self.match([None, "Straight"])
        self.assertEqual(steps[-1]["out"], [1])
        self.assertGreater(steps[-1]["figures"][0], steps[-1]["figures"][1])
        self.assertEqual(steps[-1]["events"], [{"type": "crash", "seat": 1, "text": "player 2 crashes"}])

    def test_four_play_on_a_small_board(self):
        steps = self.match(["Careful", "random", None, "Straight"], width=5, height=5)
        self.assertEqual(steps[0]["board"]["width"], 7)
        self.assertLess(len(steps), 26)


class Hearts(unittest.TestCase):
    def test_all_points_are_given_in_each_deal(self):
        session = session_of(module_at(GAMES / "hearts.py"))
        choose = module_at(GAMES / "low.py").choose
        steps = play(
            session,
            setup(4, [None, "Careful", "Careful", "random"], boards=True, deals=3),
            choose=lambda seat, view, moves: choose(view, moves),
        )
        self.assertEqual(sum(points for (points,) in steps[-1]["figures"]), -3 * 26)
        self.assertEqual(len(steps), 3 * 52 + 1)

    def test_searches_know_only_what_their_seat_knows(self):
        session = session_of(module_at(GAMES / "hearts.py"))
        step = session.start(0, setup(4, deals=1), 1)
        seat = step["ask"][0]
        chosen = session.search(0, seat, "mcts", 20, 1)
        self.assertIn(chosen, step["seats"][seat]["moves"])


class Bakers(unittest.TestCase):
    def test_who_undercuts_sells_more(self):
        session = session_of(module_at(GAMES / "bakers.py"))
        choose = module_at(GAMES / "undercut.py").choose
        steps = play(
            session,
            setup(3, [None, "Fair", "Dear"], boards=True, observations=True),
            choose=lambda seat, view, moves: choose(view),
        )
        self.assertEqual(len(steps), 21)
        sold = [figures[1] for figures in steps[-1]["figures"]]
        self.assertGreater(sold[0], sold[2])
        self.assertEqual((len(steps[0]["seats"][0]["observation"]), len(steps[0]["seats"][0]["mask"])), (18, 201))


class Files(unittest.TestCase):
    def test_examples_are_short(self):
        for name, most in [("light_cycles", 100), ("hearts", 150), ("bakers", 150)]:
            self.assertLessEqual(len((GAMES / f"{name}.py").read_text(encoding="utf-8").splitlines()), most, name)


if __name__ == "__main__":
    unittest.main()
