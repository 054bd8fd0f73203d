# All ants stand still from a turn on.
from foraging import *


class Bot(Forager):
    FAULT = 100

    def fail(self, ants):
        print("nothing to do")


Ants.run(Bot())
