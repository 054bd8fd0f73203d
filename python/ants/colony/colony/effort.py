"""How much a turn may cost. Work is counted and not timed, so that a match is the same on every machine."""


class Effort:
    """The work that is left in a turn. Only with very many ants a clock is looked at: that makes a match unrepeatable, and is better than
    to lose the turn."""

    SEARCHES = 120
    """Paths, and searches like them, in a turn of a second."""
    FIGHTS = 4000
    """Fights that are tried out."""
    CROWD = 600
    """From so many own ants on there is a look at the clock between tasks."""

    def __init__(self, ants, crowd):
        seconds = min(ants.turntime / 1000, 1)
        self.ants = ants
        self.is_crowded = crowd >= self.CROWD
        self.searches = int(self.SEARCHES * seconds)
        self.fights = int(self.FIGHTS * seconds)

    def search(self):
        """Takes a search; False if none is left."""
        self.searches -= 1
        return self.searches >= 0

    def can_fight(self):
        """Whether there are fights left to be tried out; whoever does so takes them."""
        return self.fights > 0

    def look(self):
        """Called between tasks: with most of the turn's time gone nothing is left."""
        if self.is_crowded and self.ants.time_remaining() < self.ants.turntime // 3:
            self.searches = self.fights = 0
