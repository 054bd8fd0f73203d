"""The values of ConnectFour on small boards, computed by a second solver that shares no code with the module.

A disc is a bit; a column has one bit more than it has rows, which stays 0.
"""

import random
import unittest

from support import after, games, slow, two


class Solver:
    def __init__(self, columns, rows):
        self.rows = rows
        self.height = rows + 1
        self.columns = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self.full = sum(self.cells(column) for column in range(columns))
        self.table = {}

    def cells(self, column):
        return ((1 << self.rows) - 1) << column * self.height

    def discs(self, taken):
        """Returns the discs that may be added, those in the middle first."""
        for column in self.columns:
            disc = (taken + (1 << column * self.height)) & ~taken & self.cells(column)
            if disc:
                yield disc

    def wins(self, discs):
        for step in (1, self.height - 1, self.height, self.height + 1):
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def value(self, mine=0, taken=0, alpha=-1, beta=1):
        """Returns the value for the player to move: 1, 0 or -1."""
        if taken == self.full:
            return 0
        low, high = self.table.get((mine, taken), (-1, 1))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        value = self.best(mine, taken, max(alpha, low), min(beta, high))
        if value > alpha:
            low = max(low, value)
        if value < beta:
            high = min(high, value)
        self.table[mine, taken] = (low, high)
        return value

    def best(self, mine, taken, alpha, beta):
        discs = list(self.discs(taken))
        if any(self.wins(mine | disc) for disc in discs):
            return 1
        theirs = taken ^ mine
        # A disc must go where the opponent would win.
        forced = [disc for disc in discs if self.wins(theirs | disc)]
        best = -1
        for disc in forced or discs:
            best = max(best, -self.value(theirs, taken | disc, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


class SmallBoards(unittest.TestCase):
    def test_quick_ones(self):
        for columns, rows in ((4, 4), (5, 4), (4, 5)):
            self.assertEqual(Solver(columns, rows).value(), 0, (columns, rows))

    @slow
    def test_all(self):
        for columns, rows, worth in ((4, 6, 0), (6, 4, -1), (5, 5, 0)):
            self.assertEqual(Solver(columns, rows).value(), worth, (columns, rows))

    def test_the_solver_and_the_module_see_the_same_lines(self):
        chance = random.Random(3)
        for _ in range(100):
            game = games.ConnectFour(*two(), columns=5, rows=5)
            solver = Solver(5, 5)
            mine, taken = 0, 0
            while not game.has_ended():
                self.assertEqual(len(list(solver.discs(taken))), len(game.valid_moves()))
                column = chance.choice(game.valid_moves())
                disc = (taken + (1 << column * 6)) & ~taken & solver.cells(column)
                mine, taken = (taken ^ mine), taken | disc
                after(game, column)
                self.assertEqual(solver.wins(taken ^ mine), game.winner() is not None)


if __name__ == "__main__":
    unittest.main()
