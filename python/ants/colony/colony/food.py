"""The mission that gathers food, one for the whole match."""

from colony.allocation import FOOD
from colony.missions import ExploreMission, Mission, follow

REACH = 40
"""Maximum number of steps to food."""
NEAR = 10
"""Number of steps within which food is more important than exploring."""
ROUNDS = 4


class Route:
    """An ant on its way to food."""

    __slots__ = ("ant", "food", "path")

    def __init__(self, ant, food, path):
        self.ant, self.food, self.path = ant, food, path


class GatherFoodMission(Mission):
    """Sends the nearest ant to each food, on a path that avoids enemies; an ant that comes closer takes over."""

    kind = "GATHER_FOOD"
    task = FOOD

    def __init__(self, state):
        super().__init__(state)
        self.routes = {}
        """Routes by ant."""

    def lose(self, ant):
        super().lose(ant)
        self.routes.pop(ant, None)

    def prepare(self):
        """Runs before all missions, so that exploring ants can be called away."""
        self._check_routes()
        self._gather()

    def run(self):
        self._move()

    def _check_routes(self):
        """Releases ants whose food is gone."""
        world = self.state.world
        for route in list(self.routes.values()):
            gone = world.map.is_visible(route.food) and route.food not in world.food
            if gone:
                self.release(route.ant)

    def _candidates(self):
        """Returns the ants that may be sent: those that are free, already gather, or only explore."""
        able = [ant for ant in self.state.population.ants if ant.tile not in self.state.contacts]
        return {
            ant.tile: ant for ant in able if ant.mission is None or ant.mission is self or isinstance(ant.mission, ExploreMission)
        }

    def _gather(self):
        """Assigns the nearest pairs first, then repeats with the rest."""
        food, ants = set(self.state.world.food), self._candidates()
        kept = {}
        for _ in range(ROUNDS):
            if not food or not ants or not self.state.effort.search():
                break
            pairs = self.state.world.bfs.nearest_each(list(food), list(ants), REACH)
            if not pairs:
                break
            for place, tile, steps in pairs:
                if place in food and tile in ants:
                    kept[ants.pop(tile)] = (place, steps)
                    food.discard(place)
        for route in list(self.routes.values()):
            if route.ant not in kept and route.food in self.state.world.food:
                self.release(route.ant)
        for ant, (place, steps) in kept.items():
            self._send(ant, place, steps)

    def _send(self, ant, place, steps):
        route = self.routes.get(ant)
        if route is not None and route.food == place and ant.tile in route.path:
            return
        path = self.state.world.safe_path(ant.tile, place, 3 * steps + 12) if self.state.effort.search() else None
        if path is None:
            if route is not None:
                self.release(ant)
        elif ant.mission is self or self.add(ant):
            self.routes[ant] = Route(ant, place, path)
            self.state.telling.way(ant.tile, self.kind, path)
        elif steps <= NEAR and ant.mission is not None:
            # The share of this task is used up: the ant is released for the tasks that handle the rest.
            ant.mission.release(ant)

    def _move(self):
        orders = self.state.orders
        for route in sorted(self.routes.values(), key=lambda route: len(route.path)):
            ant = route.ant
            if orders.has(ant):
                continue
            if self.state.world.map.manhattan(ant.tile, route.food) <= 1:
                # The food is gathered at the end of the turn.
                orders.give(ant, ant.tile)
            elif not follow(self.state, ant, route.path):
                route.path = route.path[:1]
                orders.give_first(ant, self.state.world.downhill(ant.tile, self.state.world.field("food", list(self.state.world.food) or [route.food])))
