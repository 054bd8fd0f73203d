"""Players, games and SimpleNim: the contract, the transcripts, and the course's listings together with the module."""

import copy
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import ROOT, Scripted, after, games, printed, two

BASE_LISTING = '''
class Player:
    def __init__(self, name):
        self.name = name

    def set_game(self, game):
        self.game = game

    def __str__(self):
        return self.name


class Game:
    def __init__(self, player1, player2):
        player1.set_game(self)
        player2.set_game(self)
        self.current_player = player1
        self.waiting_player = player2

    def next_turn(self):
        player = self.current_player
        self.current_player = self.waiting_player
        self.waiting_player = player

    def play(self):
        while not self.has_ended():
            print(self)
            move = self.current_player.select_move()
            self.make_move(move)
            self.next_turn()
        print(self)

    def __str__(self):
        if self.has_ended():
            w = self.winner()
            if w == None:
                return "draw"
            return str(w) + " won"
        return str(self.current_player) + "'s turn"
'''

NIM_LISTING = '''
class SimpleNim(Game):
    def __init__(self, player1, player2, count):
        super().__init__(player1, player2)
        self.count = count

    def __str__(self):
        return str(self.count) + "\\tmatches, " + super().__str__()

    def has_ended(self):
        return self.count == 0

    def make_move(self, number):
        self.count = self.count - number

    def winner(self):
        return self.current_player

    def valid_moves(self):
        moves = []
        for number in range(1, 1 + min(3, self.count)):
            moves.append(number)
        return moves
'''

RANDOM_LISTING = '''
from random import shuffle

class RandomPlayer(Player):
    def select_move(self):
        moves = self.game.valid_moves()
        shuffle(moves)
        return moves[0]
'''


def transcript(counts, winner):
    names = ["Alice", "Bob"]
    lines = [f"{count}\tmatches, {names[turn % 2]}'s turn\n" for turn, count in enumerate(counts[:-1])]
    return "".join(lines) + f"0\tmatches, {winner} won\n"


class ThePlayer(unittest.TestCase):
    def test_has_a_name_and_a_game(self):
        alice = games.Player("Alice")
        self.assertEqual((alice.name, str(alice)), ("Alice", "Alice"))
        alice.set_game("a game")
        self.assertEqual(alice.game, "a game")
        self.assertEqual(vars(alice), {"name": "Alice", "game": "a game"})

    def test_of_the_base_class_chooses_nothing(self):
        with self.assertRaises(AttributeError):
            games.Player("Alice").select_move()


class TheGame(unittest.TestCase):
    def test_tells_both_players_and_the_first_begins(self):
        told = []

        class Noting(games.Player):
            def set_game(self, game):
                told.append(self.name)
                super().set_game(game)

        alice, bob = Noting("Alice"), Noting("Bob")
        game = games.Game(alice, bob)
        self.assertEqual(told, ["Alice", "Bob"])
        self.assertIs(alice.game, game)
        self.assertIs(bob.game, game)
        self.assertIs(game.current_player, alice)
        self.assertIs(game.waiting_player, bob)
        self.assertEqual(set(vars(game)), {"current_player", "waiting_player"})
        game.next_turn()
        self.assertIs(game.current_player, bob)
        self.assertIs(game.waiting_player, alice)

    def test_leaves_the_four_methods_to_its_classes(self):
        game = games.Game(*two())
        for name in ("has_ended", "make_move", "winner", "valid_moves"):
            self.assertFalse(hasattr(game, name), name)

    def test_text_tells_turn_winner_or_draw(self):
        class Simple(games.Game):
            over, who = False, None

            def has_ended(self):
                return self.over

            def winner(self):
                return self.who

        game = Simple(*two())
        self.assertEqual(str(game), "Alice's turn")
        game.over = True
        self.assertEqual(str(game), "draw")
        game.who = game.waiting_player
        self.assertEqual(str(game), "Bob won")

    def test_compares_winners_by_identity(self):
        class Alike(games.Player):
            def __eq__(self, other):
                return True

        class Over(games.Game):
            def has_ended(self):
                return True

            def winner(self):
                return self.waiting_player

        self.assertEqual(str(Over(Alike("Alice"), Alike("Bob"))), "Bob won")

    def test_play_prints_each_position_and_checks_nothing(self):
        alice, bob = Scripted("Alice", [5]), Scripted("Bob", [1])
        game = games.SimpleNim(alice, bob, 6)
        text = printed(game.play)
        self.assertEqual(text, "6\tmatches, Alice's turn\n1\tmatches, Bob's turn\n0\tmatches, Alice won\n")

    def test_play_returns_none(self):
        game = games.SimpleNim(*two(), 0)
        answers = []
        printed(lambda: answers.append(game.play()))
        self.assertEqual(answers, [None])

    def test_the_later_game_takes_the_players(self):
        alice, bob = two()
        games.SimpleNim(alice, bob, 3)
        second = games.SimpleNim(bob, alice, 4)
        self.assertIs(alice.game, second)

    def test_is_plain_python(self):
        game = games.SimpleNim(*two(), 21)
        game.remark = "attributes may be added"
        twin = copy.deepcopy(game)
        twin.make_move(3)
        self.assertEqual((game.count, twin.count, twin.remark), (21, 18, game.remark))
        self.assertIs(type(games.Game), type)


class SimpleNim(unittest.TestCase):
    def test_moves_are_one_to_three_but_no_more_than_there_are(self):
        for count, moves in ((21, [1, 2, 3]), (3, [1, 2, 3]), (2, [1, 2]), (1, [1]), (0, [])):
            self.assertEqual(games.SimpleNim(*two(), count).valid_moves(), moves)
        taken_too_many = after(games.SimpleNim(*two(), 1), 2)
        self.assertEqual((taken_too_many.count, taken_too_many.valid_moves()), (-1, []))

    def test_games_are_of_a_size_that_can_be_played(self):
        for make in (
            lambda: games.SimpleNim(*two(), -1),
            lambda: games.SimpleNim(*two(), 10001),
            lambda: games.SimpleNim(*two(), "3"),
            lambda: games.Nim(*two(), [1, -1]),
            lambda: games.Nim(*two(), [600, 600]),
            lambda: games.ConnectFour(*two(), 0),
            lambda: games.ConnectFour(*two(), 7, 101),
            lambda: games.Reversi(*two(), 102),
        ):
            with self.assertRaisesRegex(ValueError, "must be a whole number from"):
                make()

    def test_whoever_takes_the_last_match_loses(self):
        game = after(games.SimpleNim(*two(), 4), 3, 1)
        self.assertTrue(game.has_ended())
        self.assertEqual(game.winner().name, "Alice")

    def test_without_matches_is_over_at_once(self):
        self.assertEqual(printed(games.SimpleNim(*two(), 0).play), "0\tmatches, Alice won\n")

    def test_transcript_of_the_course(self):
        counts = [21, 19, 18, 16, 15, 12, 10, 9, 8, 6, 5, 3, 2, 1, 0]
        taken = [before - left for before, left in zip(counts, counts[1:])]
        self.assertEqual(taken, [2, 1, 2, 1, 3, 2, 1, 1, 2, 1, 2, 1, 1, 1])
        game = games.SimpleNim(Scripted("Alice", taken[::2]), Scripted("Bob", taken[1::2]), 21)
        self.assertEqual(printed(game.play), transcript(counts, "Alice"))


class RandomPlayer(unittest.TestCase):
    SEEDS = {
        0: ([21, 20, 17, 16, 15, 14, 12, 10, 7, 4, 2, 1, 0], "Alice"),
        1: ([21, 19, 16, 15, 14, 12, 9, 8, 6, 5, 2, 0], "Bob"),
        2: ([21, 19, 16, 13, 10, 8, 6, 5, 4, 3, 2, 0], "Bob"),
        42: ([21, 19, 16, 14, 12, 10, 9, 7, 5, 3, 1, 0], "Bob"),
    }

    def game(self, seed):
        random.seed(seed)
        return games.SimpleNim(games.RandomPlayer("Alice"), games.RandomPlayer("Bob"), 21)

    def test_the_same_seed_is_the_same_game(self):
        for seed, (counts, winner) in self.SEEDS.items():
            self.assertEqual(printed(self.game(seed).play), transcript(counts, winner), seed)

    def test_alice_wins_505_of_1000(self):
        wins = sum(games.play_match(self.game(seed)).winner.name == "Alice" for seed in range(1000))
        self.assertEqual(wins, 505)

    def test_shuffles_the_very_list_of_the_game(self):
        alice, bob = games.RandomPlayer("Alice"), games.RandomPlayer("Bob")
        game = games.SimpleNim(alice, bob, 21)
        moves = list(range(20))
        game.valid_moves = lambda: moves
        random.seed(3)
        chosen = alice.select_move()
        self.assertEqual(chosen, moves[0])
        self.assertNotEqual(moves, sorted(moves))


class TheListingsOfTheCourse(unittest.TestCase):
    """The listings in files of their own, and mixed with the module."""

    MIXES = {
        "all of his own": BASE_LISTING + NIM_LISTING + RANDOM_LISTING,
        "all of the module": "from two_player_games import *\n",
        "his game": "from two_player_games import Game, RandomPlayer\n" + NIM_LISTING,
        "his player": "from two_player_games import Player, SimpleNim\n" + RANDOM_LISTING,
        "both his": "from two_player_games import Game, Player\n" + NIM_LISTING + RANDOM_LISTING,
        "his base of games": BASE_LISTING + NIM_LISTING + "from two_player_games import RandomPlayer\n",
        "his base of players": BASE_LISTING + RANDOM_LISTING + "from two_player_games import SimpleNim\n",
    }

    def play(self, source, seed):
        names = {"__name__": "course"}
        exec(source, names)
        random.seed(seed)
        alice, bob = names["RandomPlayer"]("Alice"), names["RandomPlayer"]("Bob")
        return printed(names["SimpleNim"](alice, bob, 21).play)

    def test_print_the_same_games(self):
        for seed in range(30):
            texts = {mix: self.play(source, seed) for mix, source in self.MIXES.items()}
            self.assertEqual(len(set(texts.values())), 1, texts)

    def test_his_own_players_and_games_work_with_ours(self):
        names = {"__name__": "course"}
        exec(BASE_LISTING + NIM_LISTING + RANDOM_LISTING, names)
        theirs = names["RandomPlayer"]("Theirs")
        for make in (games.TicTacToe, games.ConnectFour, games.Reversi):
            record = games.play_match(make(games.RandomPlayer("Ours"), theirs))
            self.assertIn(record.reason, ("won", "draw"), record)
        record = games.play_match(names["SimpleNim"](theirs, games.PerfectPlayer("Perfect"), 21))
        self.assertEqual(record.winner.name, "Perfect")

    def test_a_file_of_that_name_beside_the_script_wins(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "two_player_games.py").write_text(BASE_LISTING)
            Path(folder, "script.py").write_text("import two_player_games as t\nprint(hasattr(t, 'Reversi'))\n")
            call = [sys.executable, str(Path(folder, "script.py"))]
            environment = {"PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
            done = subprocess.run(call, env=environment, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.stdout, done.stderr), ("False\n", ""))


class TheModule(unittest.TestCase):
    def test_hands_out_its_names_only(self):
        names = {}
        exec("from two_player_games import *", names)
        names.pop("__builtins__")
        self.assertEqual(set(names), set(games.__all__))
        wanted = """Player Game SimpleNim RandomPlayer Human Nim TicTacToe ConnectFour VierGewinnt Reversi MinimaxPlayer
            AlphaBetaPlayer PerfectPlayer NimPlayer play_match tournament"""
        self.assertLessEqual(set(wanted.split()), set(names))
        self.assertIs(games.VierGewinnt, games.ConnectFour)

    def test_every_name_is_explained(self):
        for name in games.__all__:
            self.assertTrue(getattr(games, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
