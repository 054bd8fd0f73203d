"""The work that a turn may take. Work is counted instead of timed, so a match is the same on every machine."""


class Effort:
    """The work left in a turn. Only with very many ants the clock is used, too: that makes a match unrepeatable, but it is better than
    losing the turn."""

    SEARCHES = 120
    """Number of path searches and similar searches per turn of one second."""
    FIGHTS = 4000
    """Number of fights to evaluate per turn of one second."""
    CROWD = 600
    """Number of own ants from which the clock is checked between tasks."""

    def __init__(self, ants, crowd):
        seconds = min(ants.turntime / 1000, 1)
        self.ants = ants
        self.is_crowded = crowd >= self.CROWD
        self.searches = int(self.SEARCHES * seconds)
        self.fights = int(self.FIGHTS * seconds)

    def search(self):
        """Uses up one search; returns False if none is left."""
        self.searches -= 1
        return self.searches >= 0

    def can_fight(self):
        """Returns whether fights may still be evaluated; the caller counts them."""
        return self.fights > 0

    def look(self):
        """Ends all work if most of the turn's time is over; called between tasks."""
        if self.is_crowded and self.ants.time_remaining() < self.ants.turntime // 3:
            self.searches = self.fights = 0
