# A list is too short from a turn on.
from foraging import *


class Bot(Forager):
    FAULT = 120

    def fail(self, ants):
        plan = list(range(self.FAULT))
        print("phase", plan[ants.turn])


Ants.run(Bot())
