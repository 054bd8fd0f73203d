# From a turn on, ants walk in small circles instead of gathering.
from foraging import *


class Bot(Forager):
    FAULT = 110

    def fail(self, ants):
        for ant in ants.my_ants():
            self.step(ants, ant, ["nesw"[ants.turn % 4]])


Ants.run(Bot())
