"""The own ants: their employment, and the maximum number of ants of each task."""


class Ant:
    """An own ant, tracked from turn to turn."""

    __slots__ = ("tile", "next_tile", "mission", "task", "born")

    def __init__(self, tile, turn):
        self.tile = tile
        self.next_tile = tile
        """The expected square in the next turn."""
        self.mission = None
        self.task = None
        """The task whose share it counts toward."""
        self.born = turn

    def __repr__(self):
        return repr(self.tile)


class Population:
    """The employed ants, and the shares of the tasks."""

    def __init__(self):
        self.ants = []
        self.limits = {}
        """Maximum number of ants of each task."""
        self.used = {}

    def begin(self, ants, shares):
        """Starts a turn with these ants and these shares in percent."""
        self.ants = ants
        self.limits = {task: -(-len(ants) * percent // 100) for task, percent in shares.items()}
        self.used = dict.fromkeys(shares, 0)
        for ant in ants:
            if ant.task in self.used:
                self.used[ant.task] += 1

    def unemployed(self, orders):
        """Returns the ants without a mission and without an order in this turn."""
        return [ant for ant in self.ants if ant.mission is None and not orders.has(ant)]

    def left(self, task):
        """Returns the number of ants that a task may still employ."""
        return self.limits[task] - self.used[task]

    def employ(self, ant, task):
        """Counts an ant toward a task's share; returns False and does nothing if it is used up."""
        if self.left(task) <= 0:
            return False
        self.dismiss(ant)
        ant.task = task
        self.used[task] += 1
        return True

    def dismiss(self, ant):
        """Takes an ant out of the share it counts toward."""
        if ant.task in self.used:
            self.used[ant.task] -= 1
        ant.task = None
