"""Compares games of the course in the session, with each player on its own copy, with `play_match`."""

import inspect
import random
import unittest

from game_files import module_of, session_of, setup
import two_player_games as course
from wag._course_game import CoursePlayer
from wag._game_session import GameFault


class First(course.Player):
    """Chooses the first move."""

    def select_move(self):
        return self.game.valid_moves()[0]


class Last(course.Player):
    """Chooses the last move."""

    def select_move(self):
        return self.game.valid_moves()[-1]


GAMES = [
    ("SimpleNim", {"count": "13"}),
    ("Nim", {"heaps": "1,2,2"}),
    ("TicTacToe", {}),
    ("ConnectFour", {"columns": "5", "rows": "4"}),
    ("Reversi", {"size": "4"}),
]
PLAYERS = {
    "First": First,
    "Last": Last,
    "Minimax": lambda name: course.MinimaxPlayer(name, depth=2),
    "AlphaBeta": lambda name: course.AlphaBetaPlayer(name, depth=3),
}


def play(session, options, makers):
    """Plays a match in which each player has its own copy of the game. Returns its steps and the moves made."""
    number = setup(2, **options)
    names = number["names"] = ["Ann", "Bob"]
    step = session.start(0, number, 1)
    options = session.matches[0].options
    players = [CoursePlayer(session.game_class, maker, seat, names, options) for seat, maker in enumerate(makers)]
    steps, moves = [step], []
    while step["ask"]:
        seat = step["ask"][0]
        known = step["seats"][seat]
        made = players[seat].choose(list(known["made"]), len(known["moves"]))
        moves.append(made)
        step = session.apply(0, 0, 1, len(steps), {seat: known["moves"][made]})
        steps.append(step)
    return steps, moves


def winner_of(record, game_players):
    return next((seat for seat, player in enumerate(game_players) if player is record.winner), None)


class Pairings(unittest.TestCase):
    def test_each_pairing_equals_play_match(self):
        count = 0
        for name, options in GAMES:
            session = session_of(course, name)
            for first in PLAYERS.values():
                for second in PLAYERS.values():
                    steps, made = play(session, options, [first, second])
                    players = [first("Ann"), second("Bob")]
                    arguments = {key: eval(value) for key, value in options.items()}
                    game = getattr(course, name)(*players, **arguments)
                    record = course.play_match(game)
                    numbers = self.numbers(name, arguments, record.moves)
                    self.assertEqual(made, numbers)
                    won = winner_of(record, players)
                    self.assertEqual(steps[-1]["figures"], [(int(won == 0),), (int(won == 1),)])
                    count += 1
        self.assertEqual(count, 80)

    def numbers(self, name, arguments, moves):
        game = getattr(course, name)(First("Ann"), First("Bob"), **arguments)
        numbers = []
        for move in moves:
            numbers.append(game.valid_moves().index(move))
            game.make_move(move)
            game.next_turn()
        return numbers


class Adapter(unittest.TestCase):
    def test_the_games_of_the_course_are_declared(self):
        for name, options in [("SimpleNim", ["count"]), ("Nim", ["heaps"]), ("Reversi", ["size"]), ("TicTacToe", [])]:
            declared = session_of(course, name).declare()
            self.assertEqual([option["name"] for option in declared["options"]], options)
            self.assertEqual((declared["is_course_game"], declared["without_order"]), (True, "lose"))
        nim = session_of(course, "Nim").declare()["options"][0]
        self.assertEqual((nim["kind"], nim["usual"]), ("text", "1,3,5,7"))

    def test_players_of_the_course_are_bots(self):
        for bots in (["Perfect", "Random"], ["Minimax:3", "AlphaBeta:2"], ["Nim", "random"], ["greedy", "Perfect"]):
            session = session_of(course, "SimpleNim")
            step, number = session.start(0, setup(2, bots), 1), 0
            while step["ask"]:
                number += 1
                seat = step["ask"][0]
                step = session.apply(0, 0, 1, number, {seat: step["seats"][seat]["bot"][0]})
            self.assertEqual(sum(figures[0] for figures in step["figures"]), 1)

    def test_players_that_search_play_positions_that_are_loaded(self):
        game, searching = session_of(course, "SimpleNim"), session_of(course, "SimpleNim")
        step, number = game.start(0, setup(2), 1), 0
        while step["ask"]:
            number += 1
            seat = step["ask"][0]
            searching.load(number, setup(2), game.save(0))
            order = searching.search(number, seat, ("Perfect", "Minimax:2")[seat], 0, number)
            step = game.apply(0, 0, 1, number, {seat: order})
        self.assertEqual(step["figures"], [(1,), (0,)])

    def test_a_pass_is_a_word(self):
        class Passing(course.Reversi):
            def valid_moves(self):
                return [None]

        session = session_of(course, "Reversi")
        session.game_class.valid_moves, former = Passing.valid_moves, course.Reversi.valid_moves
        try:
            step = session.start(0, setup(2), 1)
            self.assertEqual(step["seats"][0]["moves"], ["pass"])
            step = session.apply(0, 0, 1, 1, {0: "pass"})
            self.assertEqual((step["ask"], step["seats"][1]["made"]), ([1], [0]))
        finally:
            course.Reversi.valid_moves = former

    def test_saved_matches_play_on(self):
        session, other = session_of(course, "TicTacToe"), session_of(course, "TicTacToe")
        session.start(0, setup(2), 1)
        session.apply(0, 0, 1, 1, {0: 4})
        other.load(3, setup(2), session.save(0))
        self.assertEqual(session.apply(0, 1, 1, 2, {1: 0}), other.apply(3, 3, 1, 2, {1: 0}))

    def test_a_game_that_is_not_the_same_after_the_same_moves_is_named(self):
        text = inspect.getsource(course.SimpleNim) + (
            "    def valid_moves(self):\n"
            "        return [1] * (2 + (self.current_player.name == 'Bob' and type(self.current_player) is not Player))\n"
        )
        module = module_of(
            "from two_player_games import *\nfrom two_player_games import _whole_number, MOVES_MAX\n" + text
        )
        with self.assertRaisesRegex(GameFault, "there are 3 valid moves after the same moves that gave 2"):
            play(session_of(module), {"count": "5"}, [First, First])

    def test_a_parameter_without_a_value_is_named(self):
        text = (
            "import two_player_games as course\n"
            "class Race(course.SimpleNim):\n    def __init__(self, a, b, goal):\n        super().__init__(a, b, goal)\n"
        ).replace("class Race(course.SimpleNim):", "class Race(course.SimpleNim):\n    _usual = {}")
        session = session_of(text)
        with self.assertRaisesRegex(GameFault, "needs a value for goal: give the parameter a default, or"):
            session.start(0, setup(2), 1)
        self.assertEqual(session.start(0, setup(2, goal="7"), 1)["ask"], [0])

    def test_a_foreign_winner_is_named(self):
        text = (
            "import two_player_games as course\n"
            "class Race(course.SimpleNim):\n    def winner(self):\n        return 'me'\n"
        )
        session = session_of(text)
        with self.assertRaisesRegex(GameFault, "winner.. returned 'me'"):
            play(session, {"count": "1"}, [First, First])


if __name__ == "__main__":
    random.seed(1)
    unittest.main()
