"""Sends every ant one step north, and back again in the next turn, to measure the time that the engine adds."""
from ants import *


class March:
    def do_turn(self, ants):
        way = "n" if ants.turn % 2 else "s"
        for ant in ants.my_ants():
            ants.issue_order((ant, way))


Ants.run(March())
