"""The searching players: their choices and values, and that a search leaves no trace."""

import copy
import random
import unittest

from support import Scripted, after, games, slow, two

MAKERS = {
    "SimpleNim": (lambda a, b: games.SimpleNim(a, b, 9), None),
    "Nim": (lambda a, b: games.Nim(a, b, [1, 2, 3]), 4),
    "TicTacToe": (games.TicTacToe, 4),
    "ConnectFour": (lambda a, b: games.ConnectFour(a, b, 4, 4, 3), 4),
    "Reversi": (lambda a, b: games.Reversi(a, b, 4), 4),
}


def play_some(game, chance):
    """Plays some random moves, but not to the end of the game."""
    for _ in range(chance.randrange(8)):
        former = games._copy_of(game)
        after(game, chance.choice(game.valid_moves()))
        if game.has_ended():
            return former
    return game


def seat(player, game):
    """Returns a copy of the game in which `player` takes the place of the player to move."""
    known = {id(game.current_player): player, id(game.waiting_player): game.waiting_player}
    twin = copy.deepcopy(game, known)
    player.game = twin
    return twin


def by_parity(game, player):
    """An evaluation that depends on the position and the player, and that is equal for many positions."""
    worth = len(str(game.valid_moves())) % 5 - 2
    return worth if game.current_player is player else -worth


def value(make_game, player_class=games.PerfectPlayer, **options):
    """Returns the value of the game for the player that begins (1, 0 or -1), and that player."""
    alice, bob = player_class("Alice", **options), games.Player("Bob")
    make_game(alice, bob)
    alice.select_move()
    return (alice.last_value > 0) - (alice.last_value < 0), alice


class Values(unittest.TestCase):
    def test_a_win_counts_1000_less_its_moves(self):
        for player_class in (games.MinimaxPlayer, games.AlphaBetaPlayer, games.PerfectPlayer):
            for count, move, worth in ((2, 1, 998), (3, 2, 998), (4, 3, 998), (1, 1, -999), (5, 1, -997), (6, 1, 996)):
                alice, bob = player_class("Alice"), games.Player("Bob")
                games.SimpleNim(alice, bob, count)
                self.assertEqual((alice.select_move(), alice.last_value), (move, worth), f"{player_class}, {count}")

    def test_quick_wins_and_late_losses(self):
        alice = games.PerfectPlayer("Alice")
        after(games.TicTacToe(alice, games.Player("Bob")), 0, 3, 1, 4)
        self.assertEqual((alice.select_move(), alice.last_value), (2, 999))
        bob = games.PerfectPlayer("Bob")
        after(games.TicTacToe(games.Player("Alice"), bob), 0, 1, 4)
        # Only a disc in the corner delays the loss.
        self.assertEqual((bob.select_move(), bob.last_value), (8, -996))

    def test_depth_and_evaluation(self):
        class Judged(games.SimpleNim):
            def evaluate(self, player):
                return self.count if self.current_player is player else -self.count

        for player_class in (games.MinimaxPlayer, games.AlphaBetaPlayer):
            alice, bob = player_class("Alice", depth=1), games.Player("Bob")
            Judged(alice, bob, 21)
            self.assertEqual((alice.select_move(), alice.last_value, alice.nodes), (3, -18, 4))
            alice = player_class("Alice", depth=2)
            Judged(alice, bob, 21)
            self.assertEqual((alice.select_move(), alice.last_value), (1, 17))
            alice = player_class("Alice", depth=1, evaluate=lambda game, player: -game.count % 3)
            Judged(alice, bob, 21)
            self.assertEqual((alice.select_move(), alice.last_value), (2, 2))
            alice = player_class("Alice", depth=3)
            games.SimpleNim(alice, bob, 21)
            self.assertEqual((alice.select_move(), alice.last_value), (1, 0))
            with self.assertRaises(ValueError):
                player_class("Alice", depth=0)

    def test_minimax_looks_at_every_position_of_tic_tac_toe(self):
        worth, alice = value(games.TicTacToe, games.MinimaxPlayer)
        self.assertEqual((worth, alice.nodes), (0, 549946))

    def test_a_player_may_leave_the_choice_to_another(self):
        class Wrapped(games.Player):
            def select_move(self):
                brain = games.PerfectPlayer("brain")
                brain.game = self.game
                return brain.select_move()

        wrapped = Wrapped("Wrapped")
        for count in (2, 3, 4, 6, 7, 8):
            games.SimpleNim(wrapped, games.Player("Bob"), count)
            self.assertEqual(wrapped.select_move(), (count - 1) % 4)


class TheSearchersAgree(unittest.TestCase):
    def test_minimax_and_alpha_beta(self):
        chance = random.Random(11)
        for name, (make, depth) in MAKERS.items():
            for number in range(12):
                game = play_some(make(*two()), chance)
                evaluate = by_parity if number % 2 else None
                found = []
                for player_class in (games.MinimaxPlayer, games.AlphaBetaPlayer):
                    player = player_class("Searcher", depth, evaluate)
                    seat(player, game)
                    found.append((player.select_move(), player.last_value))
                    nodes = player.nodes
                self.assertEqual(found[0], found[1], f"{name}:\n{game}")
                self.assertGreater(nodes, 1)

    def test_alpha_beta_and_perfect(self):
        chance = random.Random(12)
        for name, (make, _) in MAKERS.items():
            for _ in range(4):
                game = make(*two())
                for _ in range(6):
                    game = play_some(game, chance) if len(game.valid_moves()) > 3 else game
                found = []
                for player_class in (games.AlphaBetaPlayer, games.PerfectPlayer):
                    player = player_class("Searcher")
                    seat(player, game)
                    found.append((player.select_move(), player.last_value))
                self.assertEqual(found[0], found[1], f"{name}:\n{game}")

    def test_the_whole_of_tic_tac_toe(self):
        """One PerfectPlayer keeps its table through the game; its choices are those of a new AlphaBetaPlayer."""
        for seed in range(5):
            perfect = games.PerfectPlayer("Perfect")
            game = games.TicTacToe(perfect, games.Player("Bob"))
            chance = random.Random(seed)
            while not game.has_ended():
                if game.current_player is perfect:
                    fresh = games.AlphaBetaPlayer("Fresh")
                    fresh.game = game
                    move = perfect.select_move()
                    self.assertEqual((fresh.select_move(), fresh.last_value), (move, perfect.last_value))
                else:
                    move = chance.choice(game.valid_moves())
                after(game, move)


class SearchingLeavesNoTrace(unittest.TestCase):
    PLAYERS = (games.MinimaxPlayer, games.AlphaBetaPlayer)

    def test_in_the_game_the_players_or_chance(self):
        for name, (make, depth) in MAKERS.items():
            for player_class in self.PLAYERS:
                alice, bob = player_class("Alice", depth), games.Player("Bob")
                game = make(alice, bob)
                before = str(game), repr(game.valid_moves()), random.getstate(), set(vars(game))
                alice.select_move()
                self.assertEqual((str(game), repr(game.valid_moves()), random.getstate(), set(vars(game))), before, name)
                self.assertIs(alice.game, game)
                self.assertIs(bob.game, game)
                self.assertIs(game.current_player, alice)

    def test_in_what_a_learner_adds(self):
        class Remembering(games.SimpleNim):
            def __init__(self, player1, player2, count):
                super().__init__(player1, player2, count)
                self.taken = []
                self.same_list = self.taken
                self.table = {"rows": [[player1, 0], [player2, 0]], "me": self}
                self.spectator = games.Player("Eve")

            def make_move(self, number):
                assert self.same_list is self.taken, "one list stays one list"
                assert self.table["me"] is self, "the game in the game is the copy"
                assert self.table["rows"][0][0] in (self.current_player, self.waiting_player)
                super().make_move(number)
                self.taken.append(number)
                self.table["rows"][0][1] += 1

        for player_class in (*self.PLAYERS, games.PerfectPlayer):
            alice = player_class("Alice")
            game = Remembering(alice, games.Player("Bob"), 7)
            spectator = game.spectator
            self.assertEqual(alice.select_move(), 2)
            self.assertEqual((game.taken, game.table["rows"][0][1]), ([], 0))
            self.assertIs(games._copy_of(game).spectator, spectator)

    def test_where_a_copy_is_made_by_the_class(self):
        made = []

        class Copied(games.SimpleNim):
            def copy(self):
                made.append(self.count)
                return Copied(self.current_player, self.waiting_player, self.count)

        for player_class in (*self.PLAYERS, games.PerfectPlayer):
            made.clear()
            alice, bob = player_class("Alice"), games.Player("Bob")
            game = Copied(alice, bob, 7)
            self.assertEqual(alice.select_move(), 2)
            self.assertTrue(made)
            self.assertIs(alice.game, game)
            self.assertIs(bob.game, game)


class Tables(unittest.TestCase):
    def nodes(self, game_class, *arguments):
        alice = games.PerfectPlayer("Alice")
        game_class(alice, games.Player("Bob"), *arguments)
        alice.select_move()
        return alice.nodes

    def test_solved_positions_are_not_solved_again(self):
        plain = games.AlphaBetaPlayer("Alice")
        games.SimpleNim(plain, games.Player("Bob"), 15)
        plain.select_move()
        self.assertLess(self.nodes(games.SimpleNim, 15) * 5, plain.nodes)
        self.assertLess(self.nodes(games.TicTacToe), 10_000)

    def test_own_keys_are_used(self):
        class Keyed(games.SimpleNim):
            def key(self):
                asked.append(self.count)
                return self.count

        asked = []
        self.nodes(Keyed, 15)
        self.assertTrue(asked)

    def test_what_can_not_be_told_apart_has_no_table(self):
        class Unkeyed(games.SimpleNim):
            def key(self):
                return [self.count]

        class Unhashable:
            __hash__ = None

        class Odd(games.SimpleNim):
            def __init__(self, player1, player2, count):
                super().__init__(player1, player2, count)
                self.thing = Unhashable()

        plain = games.AlphaBetaPlayer("Alice")
        games.SimpleNim(plain, games.Player("Bob"), 10)
        plain.select_move()
        self.assertEqual(self.nodes(Unkeyed, 10), plain.nodes)
        self.assertEqual(self.nodes(Odd, 10), plain.nodes)

    def test_a_table_is_of_one_game(self):
        """If the table were kept, the key would not distinguish the two games."""

        class Taking(games.SimpleNim):
            def __init__(self, player1, player2, count, most):
                super().__init__(player1, player2, count)
                self.most = most

            def valid_moves(self):
                return list(range(1, min(self.most, self.count) + 1))

            def key(self):
                return self.count

        alice, bob = games.PerfectPlayer("Alice"), games.Player("Bob")
        Taking(alice, bob, 10, 3)
        self.assertEqual((alice.select_move(), alice.last_value > 0), (1, True))
        Taking(alice, bob, 10, 2)
        alice.select_move()
        self.assertLess(alice.last_value, 0)

    def test_players_that_say_they_are_equal_are_told_apart(self):
        class Alike(games.PerfectPlayer):
            def __eq__(self, other):
                return True

            def __hash__(self):
                return 1

        alice, bob = Alike("Alice"), Alike("Bob")
        game = after(games.TicTacToe(alice, bob), 0, 3, 1, 4)
        self.assertEqual((alice.select_move(), alice.last_value), (2, 999))
        self.assertIs(alice.game, game)


class PerfectPlayer(unittest.TestCase):
    def test_never_loses_tic_tac_toe_whatever_the_other_does(self):
        for is_first in (True, False):
            perfect, other = games.PerfectPlayer("Perfect"), games.Player("Other")
            game = games.TicTacToe(perfect, other) if is_first else games.TicTacToe(other, perfect)
            ends = self.meet_all(game, perfect)
            self.assertNotIn("Other", ends)
            self.assertIn("Perfect", ends)

    def meet_all(self, game, perfect):
        """Returns all possible results of a game against this player."""
        if game.has_ended():
            return {str(game.winner())}
        moves = game.valid_moves()
        if game.current_player is perfect:
            perfect.game = game
            moves = [perfect.select_move()]
        return set().union(*(self.meet_all(games._after(game, move), perfect) for move in moves))

    @slow
    def test_never_loses_tic_tac_toe_in_1000_games_on_each_side(self):
        for number in range(2000):
            random.seed(number)
            perfect, chance = games.PerfectPlayer("Perfect"), games.RandomPlayer("Chance")
            order = (perfect, chance) if number % 2 else (chance, perfect)
            self.assertIsNot(games.play_match(games.TicTacToe(*order)).winner, chance)

    def test_wins_simple_nim_of_21_as_second_player(self):
        for number in range(40):
            random.seed(number)
            perfect = games.PerfectPlayer("Perfect")
            record = games.play_match(games.SimpleNim(games.RandomPlayer("Chance"), perfect, 21))
            self.assertIs(record.winner, perfect)

    def test_known_values_of_nim(self):
        for heaps, worth in (
            ([1, 3, 5, 7], -1),
            ([1, 2, 3], -1),
            ([1, 1, 1], -1),
            ([2, 2], -1),
            ([1, 4, 5], -1),
            ([3, 4, 5], 1),
        ):
            self.assertEqual(value(lambda a, b: games.Nim(a, b, heaps))[0], worth, heaps)

    def test_known_values_of_simple_nim(self):
        for count in range(1, 31):
            worth, _ = value(lambda a, b: games.SimpleNim(a, b, count))
            self.assertEqual(worth, -1 if count % 4 == 1 else 1, count)

    def test_tic_tac_toe_is_drawn(self):
        self.assertEqual(value(games.TicTacToe)[0], 0)

    def test_small_boards_of_connect_four(self):
        self.assertEqual(value(lambda a, b: games.ConnectFour(a, b, 4, 4))[0], 0)
        self.assertEqual(value(lambda a, b: games.ConnectFour(a, b, 4, 4, connect=3))[0], 1)

    @slow
    def test_larger_boards_of_connect_four(self):
        # test_connect_four_values.py tests the other sizes, for which plain Python objects are too slow.
        for columns, rows in ((5, 4), (4, 5), (4, 6)):
            self.assertEqual(value(lambda a, b: games.ConnectFour(a, b, columns, rows))[0], 0, (columns, rows))

    def test_reversi_on_16_cells_is_lost(self):
        self.assertEqual(value(lambda a, b: games.Reversi(a, b, 4))[0], -1)

    def test_reversi_on_16_cells_is_lost_by_8_discs(self):
        game = games.Reversi(*two(), size=4)
        first = game.current_player
        self.assertEqual(self.discs(game, first, game.waiting_player, {}), -8)

    def discs(self, game, first, second, solved):
        """Returns the lead of the first player, in discs, if both players maximize their discs."""
        key = tuple(map(tuple, game.board)), game.current_player
        if key not in solved:
            if game.has_ended():
                solved[key] = game.discs(first) - game.discs(second)
            else:
                after_all = [games._after(game, move) for move in game.valid_moves()]
                best = max if game.current_player is first else min
                solved[key] = best(self.discs(next_game, first, second, solved) for next_game in after_all)
        return solved[key]


class NimPlayer(unittest.TestCase):
    def test_formula_of_simple_nim(self):
        player = games.NimPlayer("Formula")
        for count in range(1, 30):
            games.SimpleNim(player, games.Player("Bob"), count)
            self.assertEqual(player.select_move(), (count - 1) % 4 or 1)

    def test_wins_what_the_perfect_player_wins(self):
        boards = [lambda a, b, n=n: games.SimpleNim(a, b, n) for n in range(1, 22)]
        heaps = [[1], [2], [1, 1], [1, 2], [2, 2], [1, 2, 3], [3, 4, 1], [1, 4, 5], [3, 4, 5], [1, 1, 1], [0, 1, 3], [6, 1, 1]]
        boards += [lambda a, b, h=h: games.Nim(a, b, h) for h in heaps]
        for make in boards:
            worth, _ = value(make)
            formula, perfect = games.NimPlayer("Formula"), games.PerfectPlayer("Perfect")
            record = games.play_match(make(formula, perfect))
            self.assertIs(record.winner, formula if worth > 0 else perfect, record.moves)
            record = games.play_match(make(perfect, formula))
            self.assertIs(record.winner, perfect if worth > 0 else formula, record.moves)

    def test_plays_large_heaps(self):
        formula, chance = games.NimPlayer("Formula"), games.RandomPlayer("Chance")
        random.seed(5)
        record = games.play_match(games.Nim(formula, chance, [30, 40, 50]))
        self.assertIs(record.winner, formula)

    def test_plays_nothing_else(self):
        player = games.NimPlayer("Formula")
        games.TicTacToe(player, games.Player("Bob"))
        with self.assertRaisesRegex(TypeError, "TicTacToe"):
            player.select_move()


class AGameOfTheLearner(unittest.TestCase):
    """A game that has only the four methods."""

    class Race(games.Game):
        """Whoever says 10 wins; each turn adds one or two."""

        def __init__(self, player1, player2):
            super().__init__(player1, player2)
            self.total = [0]

        def valid_moves(self):
            return [step for step in (1, 2) if self.total[0] + step <= 10]

        def make_move(self, step):
            self.total[0] += step

        def has_ended(self):
            return self.total[0] == 10

        def winner(self):
            return self.waiting_player

    def test_is_played_perfectly(self):
        for make in (games.MinimaxPlayer, games.AlphaBetaPlayer, games.PerfectPlayer):
            for seed in range(5):
                random.seed(seed)
                record = games.play_match(self.Race(make("Clever"), games.RandomPlayer("Chance")))
                self.assertEqual(record.winner.name, "Clever")

    def test_is_played_by_hand_and_in_a_tournament(self):
        record = games.play_match(self.Race(Scripted("Alice", [1, 2, 2]), Scripted("Bob", [2, 2, 1])))
        self.assertEqual((record.reason, record.winner.name), ("won", "Bob"))
        table = games.tournament([games.RandomPlayer, games.PerfectPlayer], self.Race, rounds=3)
        self.assertEqual(table.standings[0].name, "PerfectPlayer")


if __name__ == "__main__":
    unittest.main()
