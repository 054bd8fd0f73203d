"""Missions: what an ant, or several, are about for more than a turn. Source: chapter 6.5 of the thesis."""


class Mission:
    """What all of them have in common. A mission goes on until it is complete, or no longer valid."""

    kind = ""
    """Missions are run in the order of their kinds."""
    task = None
    """Whose share its ants are counted in."""

    def __init__(self, state):
        self.state = state
        self.ants = []
        self.is_abandoned = False

    def is_complete(self):
        return False

    def is_valid(self):
        return True

    def run(self):
        """Orders of this turn."""

    def add(self, ant):
        """Takes an ant in, if the task's share is not used up."""
        if self.task is not None and not self.state.population.employ(ant, self.task):
            return False
        if ant.mission is not None:
            ant.mission.lose(ant)
        ant.mission = self
        self.ants.append(ant)
        return True

    def lose(self, ant):
        """The ant is not there any more."""
        self.ants.remove(ant)

    def release(self, ant):
        """The ant is free for other missions."""
        self.lose(ant)
        ant.mission = None
        self.state.population.dismiss(ant)

    def end(self):
        for ant in list(self.ants):
            self.release(ant)

    def free(self):
        """Its ants that have no order yet in this turn."""
        return [ant for ant in self.ants if not self.state.orders.has(ant)]


class PathMission(Mission):
    """One ant on a path that was found before."""

    PATIENCE = 3
    """For so many turns an ant may stand where it can't go on."""

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
    """To a part of the board that is out of sight. It ends when that comes in sight, and when there are enemies about."""

    kind = "EXPLORE"
    task = "explore"

    def is_complete(self):
        return super().is_complete() or self.state.world.map.is_visible(self.path[-1])

    def is_valid(self):
        world = self.state.world
        return not any(ant.tile in self.state.contacts for ant in self.ants) and world.map.is_passable(self.path[-1])


def follow(state, ant, path):
    """Sends an ant one step along a path it stands on; if it was pushed off, back to where it can go on. False if there is no way."""
    tile = ant.tile
    if tile in path[:-1]:
        return state.orders.give(ant, path[path.index(tile) + 1])
    beside = [place for place in reversed(path) if place in state.world.neighbours(tile)]
    return state.orders.give_first(ant, beside[:2])
