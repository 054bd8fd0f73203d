"""Missions: jobs of one or several ants that last more than a turn. Source: chapter 6.5 of the thesis."""


class Mission:
    """Base class of missions. A mission goes on until it is complete or no longer valid."""

    kind = ""
    """The kind; missions run in the order of their kinds."""
    task = None
    """The task whose share its ants count toward."""

    def __init__(self, state):
        self.state = state
        self.ants = []
        self.is_abandoned = False

    def is_complete(self):
        return False

    def is_valid(self):
        return True

    def run(self):
        """Gives the orders of this turn."""

    def add(self, ant):
        """Adds an ant, unless the task's share is used up."""
        if self.task is not None and not self.state.population.employ(ant, self.task):
            return False
        if ant.mission is not None:
            ant.mission.lose(ant)
        ant.mission = self
        self.ants.append(ant)
        return True

    def lose(self, ant):
        """Removes an ant that no longer exists or works for another mission."""
        self.ants.remove(ant)

    def release(self, ant):
        """Releases an ant for other missions."""
        self.lose(ant)
        ant.mission = None
        self.state.population.dismiss(ant)

    def end(self):
        for ant in list(self.ants):
            self.release(ant)

    def free(self):
        """Returns its ants that have no order in this turn."""
        return [ant for ant in self.ants if not self.state.orders.has(ant)]


class PathMission(Mission):
    """One ant on a precomputed path."""

    PATIENCE = 3
    """Number of turns that an ant may be stuck."""

    def __init__(self, state, path):
        super().__init__(state)
        self.path = path
        self.stuck = 0
        self.last = None

    def is_complete(self):
        return not self.ants or self.ants[0].tile == self.path[-1]

    def run(self):
        for ant in self.free():
            self.stuck = self.stuck + 1 if ant.tile == self.last else 0
            self.last = ant.tile
            if not follow(self.state, ant, self.path) or self.stuck > self.PATIENCE:
                self.is_abandoned = True


class ExploreMission(PathMission):
    """Explores a part of the board that is out of sight. Ends when it comes in sight or when enemies are near."""

    kind = "EXPLORE"
    task = "explore"

    def is_complete(self):
        return super().is_complete() or self.state.world.map.is_visible(self.path[-1])

    def is_valid(self):
        world = self.state.world
        return not any(ant.tile in self.state.contacts for ant in self.ants) and world.map.is_passable(self.path[-1])


def follow(state, ant, path):
    """Sends an ant one step along a path; if the ant was pushed off, back to the path. Returns False if there is no way."""
    tile = ant.tile
    if tile in path[:-1]:
        return state.orders.give(ant, path[path.index(tile) + 1])
    beside = [place for place in reversed(path) if place in state.world.neighbours(tile)]
    return state.orders.give_first(ant, beside[:2])
