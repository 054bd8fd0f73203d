"""Sends every ant one step north and the next turn back again: what the engine takes beside it is measured."""
from ants import *


class March:
    def do_turn(self, ants):
        way = "n" if ants.turn % 2 else "s"
        for ant in ants.my_ants():
            ants.issue_order((ant, way))


Ants.run(March())
