# Tests deiner Funktionen, ohne ein Spiel. So führst du sie aus: wag python -m unittest
# (oder, wenn pytest installiert ist: wag python -m pytest)

import unittest

import classes
from yourFunctions import *

# 1 ist deine Basis, G dein Sammler, $ sind Ressourcen, # ist eine Wand. help(classes.board) nennt alle Zeichen.
DRAWING = """
    1 . . . 2
    . . # . .
    . G # . $
    . . # . .
    4 . $ . 3
"""


class TestYourFunctions(unittest.TestCase):
    def setUp(self):
        self.roundState = classes.board(DRAWING, resources={(1, 2): 20})
        self.board = self.roundState.getMap()
        self.unit = self.roundState.getUnits()[0]

    def test_distance_counts_steps(self):
        self.assertEqual(distance([1, 2], [2, 4]), 3)

    def test_the_nearest_resource_is_found(self):
        self.assertEqual(nearestResource(self.board, self.unit), [2, 4])

    def test_beyond_the_edge_there_is_no_neighbour(self):
        corner = classes.board("G 1 \n . .").getUnits()[0]
        self.assertIsNone(neighbour(self.board, corner, Direction.NORTH))

    def test_a_unit_goes_home(self):
        moveTowards(self.board, self.unit, self.roundState.getBase().getPosition())
        self.assertIn(self.unit.getLastMove(), [Direction.NORTH, Direction.WEST])

    def test_a_unit_does_not_go_into_a_wall(self):
        moveTowards(self.board, self.unit, [4, 2])
        self.assertNotEqual(self.unit.getLastMove(), Direction.EAST)


if __name__ == "__main__":
    unittest.main()
