"""Nim, TicTacToe, ConnectFour and Reversi: rules, texts, and the number of possible games."""

import collections
import random
import unittest

from support import after, games, sequences, slow, two


def outcomes(game, counts):
    """Counts the possible continuations of a game to its end, by winner."""
    if game.has_ended():
        counts[str(game.winner())] += 1
        return
    for move in game.valid_moves():
        outcomes(games._after(game, move), counts)


def positions(game, seen):
    """Collects all boards of TicTacToe."""
    board = tuple("-" if owner is None else owner.name for owner in game.board)
    if board in seen:
        return
    seen.add(board)
    if not game.has_ended():
        for move in game.valid_moves():
            positions(games._after(game, move), seen)


class Nim(unittest.TestCase):
    def test_text_numbers_the_moves(self):
        game = games.Nim(games.Player("alice"), games.Player("bob"), [1, 3])
        self.assertEqual(str(game), "1\n2 3 4\nalice's turn")
        self.assertEqual(game.valid_moves(), [(0, 1), (1, 1), (1, 2), (1, 3)])
        after(game, game.valid_moves()[3 - 1])
        self.assertEqual(game.heaps, [1, 1])
        after(game, (0, 1))
        self.assertEqual(str(game), "-\n1\nalice's turn")
        after(game, (1, 1))
        self.assertEqual(str(game), "-\n-\nbob won")

    def test_copies_its_heaps(self):
        heaps = [1, 2]
        after(games.Nim(*two(), heaps), (1, 2))
        self.assertEqual(heaps, [1, 2])

    def test_each_heap_gives_as_many_moves_as_it_has_matches(self):
        self.assertEqual(len(games.Nim(*two(), (1, 3, 5, 7)).valid_moves()), 16)
        self.assertEqual(str(games.Nim(*two(), (2, 0, 10))).splitlines()[2], "3 4 5 6 7 8 9 10 11 12")
        self.assertTrue(games.Nim(*two(), []).has_ended())


class TicTacToe(unittest.TestCase):
    def test_text(self):
        game = games.TicTacToe(*two())
        self.assertEqual(str(game), "1 2 3\n4 5 6\n7 8 9\nAlice's turn")
        after(game, 4, 0)
        self.assertEqual(str(game), "O 1 2\n3 X 4\n5 6 7\nAlice's turn")
        self.assertEqual(game.valid_moves(), [1, 2, 3, 5, 6, 7, 8])
        self.assertIs(game.board[4], game.current_player)

    def test_three_in_a_row_win(self):
        for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
            cells = [int(cell) for cell in line]
            game = games.TicTacToe(*two())
            for cell in cells:
                self.assertFalse(game.has_ended())
                game.make_move(cell)
            self.assertEqual((game.has_ended(), game.winner()), (True, game.current_player), line)

    def test_a_full_board_is_a_draw(self):
        game = after(games.TicTacToe(*two()), 0, 4, 8, 1, 7, 6, 2, 5, 3)
        self.assertEqual(str(game), "X O X\nX O O\nO X X\ndraw")
        self.assertEqual(game.valid_moves(), [])

    def test_sequences(self):
        known = [9, 72, 504, 3024, 15120, 54720, 148176]
        self.assertEqual([sequences(games.TicTacToe(*two()), length) for length in range(1, 8)], known)

    @slow
    def test_long_sequences(self):
        self.assertEqual(sequences(games.TicTacToe(*two()), 8), 200448)
        self.assertEqual(sequences(games.TicTacToe(*two()), 9), 127872)

    @slow
    def test_all_ways_to_play(self):
        counts = collections.Counter()
        outcomes(games.TicTacToe(*two()), counts)
        self.assertEqual(counts, {"Alice": 131184, "Bob": 77904, "None": 46080})
        self.assertEqual(sum(counts.values()), 255168)

    def test_positions(self):
        seen = set()
        positions(games.TicTacToe(*two()), seen)
        self.assertEqual(len(seen), 5478)


class ConnectFour(unittest.TestCase):
    def test_text(self):
        game = after(games.ConnectFour(*two(), columns=4, rows=3), 1, 1, 1, 2)
        self.assertEqual(str(game), ". X . .\n. O . .\n. X O .\n1   2 3\nAlice's turn")
        self.assertEqual(game.valid_moves(), [0, 2, 3])
        after(game, 3, 3, 3)
        self.assertEqual(str(game).splitlines()[3], "1   2")

    def test_text_of_many_columns(self):
        game = after(games.ConnectFour(*two(), columns=11, rows=2), 10)
        lines = [" .  .  .  .  .  .  .  .  .  .  .", " .  .  .  .  .  .  .  .  .  .  X", " 1  2  3  4  5  6  7  8  9 10 11"]
        self.assertEqual(str(game).splitlines()[:3], lines)

    def test_lines_in_every_direction(self):
        ways = {
            "across": [0, 0, 1, 1, 2, 2, 3],
            "across, closed in the middle": [0, 0, 1, 1, 3, 3, 2],
            "up": [0, 1, 0, 1, 0, 1, 0],
            "rising": [0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3],
            "falling": [3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0],
        }
        for name, moves in ways.items():
            game = after(games.ConnectFour(*two()), *moves[:-1])
            self.assertFalse(game.has_ended(), name)
            after(game, moves[-1])
            self.assertTrue(game.has_ended(), name)
            self.assertEqual(game.winner().name, "Alice", name)

    def test_no_line_goes_around_the_edge(self):
        game = after(games.ConnectFour(*two()), 5, 0, 6, 0, 0, 1, 4)
        self.assertFalse(game.has_ended(), game)

    def test_a_full_board_is_a_draw(self):
        game = games.ConnectFour(*two(), columns=2, rows=2, connect=3)
        after(game, 0, 0, 1, 1)
        self.assertEqual(str(game), "O O\nX X\n\ndraw")
        self.assertEqual(game.valid_moves(), [])

    def test_sequences(self):
        known = [7, 49, 343, 2401, 16807, 117649, 823536]
        self.assertEqual([sequences(games.ConnectFour(*two()), length) for length in range(1, 8)], known)

    @slow
    def test_long_sequences(self):
        self.assertEqual(sequences(games.ConnectFour(*two()), 8), 5673234)
        self.assertEqual(sequences(games.ConnectFour(*two()), 9), 39394572)


class Reversi(unittest.TestCase):
    def board(self, text, size=4):
        """Returns a game in this position, with X to move."""
        game = games.Reversi(*two(), size=size)
        signs = {"X": game.current_player, "O": game.waiting_player, ".": None}
        game.board = [[signs[sign] for sign in line] for line in text.split()]
        return game

    def test_start(self):
        game = games.Reversi(*two())
        lines = str(game).splitlines()
        self.assertEqual(lines[2:6], [". . . 1 . . . .", ". . 2 O X . . .", ". . . X O 3 . .", ". . . . 4 . . ."])
        self.assertEqual((len(lines), lines[-1]), (9, "Alice's turn"))
        self.assertEqual(game.valid_moves(), [(2, 3), (3, 2), (4, 5), (5, 4)])
        self.assertIs(game.board[3][4], game.current_player)
        self.assertIs(game.board[4][3], game.current_player)

    def test_a_move_turns_lines_over_in_all_directions(self):
        game = self.board("X.X.X. .OOO.. XO.OX. .OOO.. X.X.X. ......", size=6)
        self.assertIn((2, 2), game.valid_moves())
        game.make_move((2, 2))
        self.assertEqual(game.discs(game.waiting_player), 0)
        self.assertEqual(game.discs(game.current_player), 17)

    def test_a_line_that_is_not_enclosed_stays(self):
        game = self.board("OO.. X... .... ....")
        self.assertNotIn((0, 2), game.valid_moves())
        self.assertEqual(self.board("XOO. .... .... ....").valid_moves(), [(0, 3)])

    def test_who_can_not_move_passes(self):
        game = self.board("OX.. .... .... ....")
        game.next_turn()
        self.assertEqual(game.valid_moves(), [(0, 2)])
        game = self.board("OX.. .... .... ....")
        self.assertFalse(game.has_ended())
        self.assertEqual(game.valid_moves(), [None])
        self.assertEqual(str(game), "O X . .\n. . . .\n. . . .\n. . . .\n1: pass\nAlice's turn")
        after(game, None, (0, 2))
        self.assertEqual(str(game), "O O O .\n. . . .\n. . . .\n. . . .\nBob won")
        self.assertEqual(game.valid_moves(), [])

    def test_numbers_of_two_digits_keep_the_columns(self):
        rows = "........ .OOOOOO. .OXXXXO. .OX..XO. .OX..XO. .OXXXXO. .OOOOOO. ........"
        game = self.board(rows, size=8)
        self.assertGreater(len(game.valid_moves()), 9)
        widths = {len(line) for line in str(game).splitlines()[:8]}
        self.assertEqual(widths, {8 * 3 - 1})

    def test_equal_discs_are_a_draw(self):
        game = self.board("XX.. .... .... ..OO")
        self.assertTrue(game.has_ended())
        self.assertEqual(str(game).splitlines()[-1], "draw")

    def test_odd_boards_are_refused(self):
        for size in (0, 2, 5):
            with self.assertRaises(ValueError):
                games.Reversi(*two(), size=size)

    def test_sequences(self):
        known = [4, 12, 56, 244, 1396, 8200]
        self.assertEqual([sequences(games.Reversi(*two()), length) for length in range(1, 7)], known)

    @slow
    def test_long_sequences(self):
        self.assertEqual(sequences(games.Reversi(*two()), 7), 55092)
        self.assertEqual(sequences(games.Reversi(*two()), 8), 390216)


class EveryGame(unittest.TestCase):
    MAKERS = {
        "SimpleNim": lambda a, b: games.SimpleNim(a, b, 30),
        "Nim": lambda a, b: games.Nim(a, b, [3, 0, 12, 4]),
        "TicTacToe": games.TicTacToe,
        "ConnectFour": games.ConnectFour,
        "ConnectFour 11x3": lambda a, b: games.ConnectFour(a, b, 11, 3, 3),
        "Reversi": games.Reversi,
        "Reversi 4": lambda a, b: games.Reversi(a, b, 4),
    }

    def test_comes_to_its_end_and_numbers_its_moves(self):
        chance = random.Random(7)
        for name, make in self.MAKERS.items():
            for _ in range(10):
                self.check_a_game(make(*two()), chance, name)

    def check_a_game(self, game, chance, name):
        while not game.has_ended():
            moves = game.valid_moves()
            self.assertEqual(moves, game.valid_moves(), name)
            self.assertTrue(moves, name)
            self.assertEqual(len(set(moves)), len(moves), name)
            *board, last = str(game).split("\n")
            self.assertEqual(last.split(", ")[-1], f"{game.current_player}'s turn")
            if name != "SimpleNim":
                numbers = [int(word.rstrip(":")) for line in board for word in line.split() if word[0].isdigit()]
                self.assertEqual(numbers, list(range(1, len(moves) + 1)), f"{name}:\n{game}")
            after(game, chance.choice(moves))
        self.assertIn(game.winner(), (None, game.current_player, game.waiting_player))
        self.assertIn(str(game).split("\n")[-1].split(", ")[-1], ("Alice won", "Bob won", "draw"))


if __name__ == "__main__":
    unittest.main()
