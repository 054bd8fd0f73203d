"""The own ants: who has something to do, and how many of them each task may have."""


class Ant:
    """An own ant, from turn to turn."""

    __slots__ = ("tile", "next_tile", "mission", "task", "born")

    def __init__(self, tile, turn):
        self.tile = tile
        self.next_tile = tile
        """Where it will be if nothing comes between."""
        self.mission = None
        self.task = None
        """Whose share it is counted in."""
        self.born = turn

    def __repr__(self):
        return repr(self.tile)


class Population:
    """Who is employed, and the shares of the tasks."""

    def __init__(self):
        self.ants = []
        self.limits = {}
        """The most ants that a task may have."""
        self.used = {}

    def begin(self, ants, shares):
        """A turn with these ants, and these shares in percent."""
        self.ants = ants
        self.limits = {task: -(-len(ants) * percent // 100) for task, percent in shares.items()}
        self.used = dict.fromkeys(shares, 0)
        for ant in ants:
            if ant.task in self.used:
                self.used[ant.task] += 1

    def unemployed(self, orders):
        """Who has neither a mission nor an order for this turn."""
        return [ant for ant in self.ants if ant.mission is None and not orders.has(ant)]

    def left(self, task):
        """How many more ants a task may have."""
        return self.limits[task] - self.used[task]

    def employ(self, ant, task):
        """Counts an ant in a task's share; False, and nothing, if it is used up."""
        if self.left(task) <= 0:
            return False
        self.dismiss(ant)
        ant.task = task
        self.used[task] += 1
        return True

    def dismiss(self, ant):
        """Takes an ant out of the share it is counted in."""
        if ant.task in self.used:
            self.used[ant.task] -= 1
        ant.task = None
