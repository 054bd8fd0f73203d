# Ants are sent in directions that do not exist, from a turn on.
from foraging import *


class Bot(Forager):
    FAULT = 80

    def fail(self, ants):
        for ant in ants.my_ants():
            ants.issue_order((ant, "north"))


Ants.run(Bot())
