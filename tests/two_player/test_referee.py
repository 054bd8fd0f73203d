"""play_match and tournament: the reasons for lost and void games, and tables that are the same in each run."""

import io
import random
import sys
import threading
import time
import unittest

from support import Scripted, games, printed, two


class Choosing(games.Player):
    """A player whose moves are chosen by a function of the game."""

    def __init__(self, name, choose):
        super().__init__(name)
        self.choose = choose

    def select_move(self):
        return self.choose(self.game)


def fail(game):
    raise ZeroDivisionError("by hand")


def sleep_long(game):
    time.sleep(10)


def stubborn(game):
    while True:
        try:
            while True:
                pass
        except Exception:
            pass


class Matches(unittest.TestCase):
    def match(self, choose, **options):
        return games.play_match(games.SimpleNim(Choosing("Alice", choose), games.NimPlayer("Bob"), 21), **options)

    def test_a_game_to_its_end(self):
        alice, bob = Scripted("Alice", [3, 3]), Scripted("Bob", [1, 3])
        record = games.play_match(games.SimpleNim(alice, bob, 10))
        self.assertIs(record.winner, alice)
        self.assertEqual((record.reason, record.moves, record.number_of_moves), ("won", [3, 1, 3, 3], 4))
        self.assertEqual((str(record), record.output), ("Alice won", ""))

    def test_a_draw(self):
        alice, bob = Scripted("Alice", [0, 8, 7, 2, 3]), Scripted("Bob", [4, 1, 6, 5])
        record = games.play_match(games.TicTacToe(alice, bob))
        self.assertEqual((record.winner, record.reason, record.number_of_moves), (None, "draw", 9))

    def test_prints_nothing(self):
        self.assertEqual(printed(lambda: self.match(lambda game: 1)), "")

    def test_without_a_move(self):
        record = games.play_match(games.SimpleNim(*two(), 0))
        self.assertEqual((record.winner.name, record.moves), ("Alice", []))

    def test_invalid_moves_lose(self):
        for move in (0, 4, -1, None, "1", [1], 1.5, float("nan")):
            record = self.match(lambda game, move=move: move)
            self.assertEqual((record.winner.name, record.reason, record.moves), ("Bob", "invalid move", []))
            self.assertEqual(str(record), f"Bob won: Alice chose {move!r}, which is not a valid move")

    def test_a_move_that_says_it_is_equal_to_all_others_does_no_harm(self):
        class Joker:
            def __eq__(self, other):
                return True

        record = self.match(lambda game: Joker())
        self.assertTrue(all(move in (1, 2, 3) and type(move) is int for move in record.moves))

    def test_a_move_is_compared_with_the_moves_of_before(self):
        class OwnList(games.SimpleNim):
            moves = [1, 2, 3]

            def valid_moves(self):
                return self.moves

        def cheat(game):
            game.moves.append(21)
            return 21

        record = games.play_match(OwnList(Choosing("Alice", cheat), games.Player("Bob"), 21))
        self.assertEqual(record.reason, "invalid move")

    def test_failures_lose_and_are_told(self):
        record = self.match(fail)
        self.assertEqual((record.winner.name, record.reason), ("Bob", "exception"))
        self.assertEqual(str(record), "Bob won: Alice failed with ZeroDivisionError: by hand")
        self.assertIn("in fail\n", record.output)
        self.assertNotIn("two_player_games.py", record.output)
        self.assertEqual(self.match(lambda game: sys.exit()).reason, "exception")
        self.assertEqual(games.play_match(games.SimpleNim(*two(), 3)).reason, "exception")
        record = self.match(lambda game: self.match)
        self.assertEqual(record.reason, "invalid move")

    def test_resigning_loses(self):
        def resign(game):
            raise games.Resigned

        record = self.match(resign)
        self.assertEqual((record.winner.name, record.reason), ("Bob", "resigned"))

    def test_an_interrupt_from_outside_is_passed_on(self):
        def interrupt(game):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.match(interrupt)

    def test_thinking_too_long_loses(self):
        for choose in (sleep_long, stubborn):
            begin = time.monotonic()
            record = self.match(choose, time_limit=0.1)
            self.assertEqual((record.winner.name, record.reason), ("Bob", "time-out"))
            self.assertEqual(str(record), "Bob won: Alice thought longer than 0.1 seconds")
            self.assertLess(time.monotonic() - begin, 5)

    def test_the_time_is_per_move(self):
        def slow(game):
            time.sleep(0.05)
            return 1

        self.assertEqual(self.match(slow, time_limit=2).reason, "won")

    def test_time_is_measured_in_other_threads_too(self):
        records = []

        def late(game):
            time.sleep(0.2)
            return 1

        thread = threading.Thread(target=lambda: records.append(self.match(late, time_limit=0.1)))
        thread.start()
        thread.join()
        self.assertEqual(records[0].reason, "time-out")

    def test_what_is_printed_is_kept(self):
        def chat(game):
            print("thinking about", game.count)
            return 3

        record = self.match(chat)
        self.assertTrue(record.output.startswith("thinking about 21\nthinking about 17\n"), record.output)
        log = io.StringIO()
        record = self.match(chat, log=log)
        self.assertTrue(log.getvalue().startswith("thinking about 21\n"))
        self.assertEqual(record.output, "")

    def test_can_be_watched(self):
        alice, bob = Scripted("Alice", [1]), Scripted("Bob", [1])
        game = games.SimpleNim(alice, bob, 2)
        text = printed(lambda: games.play_match(game, watch=print))
        self.assertEqual(text, "2\tmatches, Alice's turn\n1\tmatches, Bob's turn\n0\tmatches, Alice won\n")


class VoidMatches(unittest.TestCase):
    def void(self, **changes):
        game_class = type("Broken", (games.SimpleNim,), changes)
        record = games.play_match(game_class(games.RandomPlayer("Alice"), games.RandomPlayer("Bob"), 21))
        self.assertEqual((record.winner, record.reason), (None, "void"))
        self.assertIn("Broken", str(record))
        return record

    def test_without_valid_moves(self):
        record = self.void(valid_moves=lambda game: [])
        self.assertEqual(str(record), "void: Broken has not ended, but valid_moves() is empty")

    def test_without_an_end(self):
        record = self.void(make_move=lambda game, number: None)
        self.assertEqual(record.number_of_moves, 10000)
        self.assertEqual(str(record), "void: Broken has not ended after 10000 moves")

    def test_with_a_stranger_as_winner(self):
        record = self.void(winner=lambda game: "Alice")
        self.assertIn("neither of the two players", str(record))

    def test_with_failing_methods(self):
        def broken(game, *arguments):
            return game.nothing

        for name in ("has_ended", "valid_moves", "make_move", "winner"):
            record = self.void(**{name: broken})
            self.assertIn("AttributeError", str(record))
            self.assertIn("in broken", record.output)


class Tournaments(unittest.TestCase):
    def nim(self, first, second):
        return games.SimpleNim(first, second, 20)

    def test_everybody_meets_everybody_and_both_begin(self):
        makers = [lambda name=name: games.RandomPlayer(name) for name in "ABC"]
        table = games.tournament(makers, self.nim, rounds=2)
        pairs = [(first, second) for first, second, _ in table.games]
        self.assertEqual([first + second for first, second in pairs], "AB BA AB BA AC CA AC CA BC CB BC CB".split())
        self.assertEqual(sum(row.wins + row.losses for row in table.standings), 24)
        self.assertEqual(sum(row.points for row in table.standings), 36)

    def test_the_same_seed_is_the_same_table(self):
        makers = [lambda name=name: games.RandomPlayer(name) for name in "ABC"]

        def moves(seed):
            return [record.moves for *_, record in games.tournament(makers, self.nim, 3, seed).games]

        random.seed(1)
        first = moves(5)
        random.seed(2)
        self.assertEqual(moves(5), first)
        self.assertNotEqual(moves(6), first)
        self.assertEqual(len(set(map(str, first))), 18)

    def test_points(self):
        makers = [lambda: games.NimPlayer("Formula"), games.RandomPlayer]
        table = games.tournament(makers, lambda a, b: games.SimpleNim(a, b, 21), rounds=1, seed=3)
        lines = "Player        Points  Won  Drawn  Lost\nFormula            6    2      0     0\nRandomPlayer       0    0      0     2"
        self.assertEqual(str(table), lines)

    def test_draws_give_a_point_each(self):
        table = games.tournament([games.PerfectPlayer, games.PerfectPlayer], games.TicTacToe)
        rows = [(row.name, row.points, row.draws) for row in table.standings]
        self.assertEqual(rows, [("PerfectPlayer", 2, 2), ("PerfectPlayer (2)", 2, 2)])

    def test_order_is_by_points_then_wins_then_name(self):
        table = games.Table(["Zoe", "Ada", "Ben", "Cleo"])
        ben_and_ada = (2, 1)
        drawn, won = (None, games.MatchRecord()), (0, games.MatchRecord())
        for _ in range(3):
            table.add(0, 1, drawn)
        table.add(*ben_and_ada, won)
        names = [(row.name, row.points) for row in table.standings]
        self.assertEqual(names, [("Ben", 3), ("Ada", 3), ("Zoe", 3), ("Cleo", 0)])

    def test_failing_players_lose_and_the_tournament_goes_on(self):
        makers = [lambda: Choosing("Failing", fail), games.NimPlayer]
        table = games.tournament(makers, self.nim, rounds=2)
        self.assertEqual([(row.name, row.points) for row in table.standings], [("NimPlayer", 12), ("Failing", 0)])

    def test_slow_players_lose(self):
        makers = [lambda: Choosing("Slow", sleep_long), games.NimPlayer]
        table = games.tournament(makers, self.nim, time_limit=0.05)
        self.assertEqual(table.standings[1].losses, 2)

    def test_void_games_are_told(self):
        class Broken(games.SimpleNim):
            def valid_moves(self):
                return []

        table = games.tournament([games.RandomPlayer, games.NimPlayer], lambda a, b: Broken(a, b, 9))
        self.assertEqual([row.void for row in table.standings], [2, 2])
        self.assertIn("(2 void)", str(table))

    def test_is_empty_without_opponents(self):
        self.assertEqual(games.tournament([games.RandomPlayer], self.nim).games, [])


if __name__ == "__main__":
    unittest.main()
