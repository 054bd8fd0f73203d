# From a turn on, ants step next to each other without a look at where the others go.
from foraging import *


class Bot(Forager):
    FAULT = 90

    def fail(self, ants):
        mine = ants.my_ants()
        for ant in mine:
            others = [other for other in mine if other != ant]
            nearest = min(others, key=lambda other: ants.distance(ant, other), default=None)
            ways = ants.direction(ant, nearest) if nearest else list(AIM)
            for way in ways:
                if ants.passable(ants.destination(ant, way)):
                    ants.issue_order((ant, way))
                    break


Ants.run(Bot())
