"""Bots for trials against Colony, and for looking at one aspect alone. Source: chapter 8.3 of the thesis."""

from colony import tasks
from colony.bot import BaseBot


class AttackOnly(BaseBot):
    """Gathers, explores and attacks; does not defend its hills, and ants beyond all shares wait."""

    tasks = tuple(task for task in tasks.ALL if task not in (tasks.DefendHillTask, tasks.ReserveTask))


class DefendOnly(BaseBot):
    """Gathers, explores and defends; does not attack enemy hills, and ants beyond all shares wait."""

    tasks = tuple(task for task in tasks.ALL if task not in (tasks.AttackHillsTask, tasks.ReserveTask))


class DefendHill(BaseBot):
    """Keeps all ants around its hills."""

    tasks = (tasks.MissionTask, tasks.DefendHillTask, tasks.GatherFoodTask, tasks.ClearHillTask, tasks.CombatTask, tasks.ClusteringTask)


class AttackHill(BaseBot):
    """Sends all ants to the enemy hills."""

    tasks = (tasks.MissionTask, tasks.GatherFoodTask, tasks.AttackHillsTask, tasks.ClearHillTask, tasks.ReserveTask, tasks.ClusteringTask)


class ConcentrateTask(tasks.Task):
    """Brings all ants together at one place: their center, which moves with them."""

    def run(self):
        state, world = self.state, self.state.world
        ants = state.population.unemployed(state.orders)
        middle = self.place([ant.tile for ant in ants])
        middle = middle and world.bfs.closest_tile(middle, lambda tile: tile not in world.my_hills, 50)
        if middle is None:
            return
        field = world.field("middle", [middle])
        for ant in sorted(ants, key=lambda ant: field[ant.tile[0]][ant.tile[1]]):
            if field[ant.tile[0]][ant.tile[1]] > 1:
                state.orders.give_first(ant, world.downhill(ant.tile, field))

    def place(self, tiles):
        return self.state.world.map.cluster_center(tiles)


class FlockTask(tasks.Task):
    """Moves all ants in the same direction as long as possible: that of most of them, or to the enemy if one is in sight."""

    def __init__(self, state):
        super().__init__(state)
        self.way = "n"

    def run(self):
        state, world = self.state, self.state.world
        ants = state.population.unemployed(state.orders)
        middle = world.map.cluster_center(ant.tile for ant in ants)
        if middle is None:
            return
        if world.enemies:
            nearest = min(world.enemies, key=lambda enemy: (world.map.squared(middle, enemy), enemy))
            self.way = world.map.principal_aim(middle, nearest) or self.way
        ahead = [ant for ant in ants if world.can_enter(world.map.neighbour(ant.tile, self.way))]
        if 2 * len(ahead) < len(ants):
            # Most of them are stopped by water: all turn.
            self.way = {"n": "e", "e": "s", "s": "w", "w": "n"}[self.way]
        for ant in ants:
            state.orders.give(ant, world.map.neighbour(ant.tile, self.way))


class SwarmTask(ConcentrateTask):
    """Gathers the ants halfway to an enemy hill, then moves on together."""

    TOGETHER = 6
    """Number of steps to the meeting point within which ants have arrived."""

    def __init__(self, state):
        super().__init__(state)
        self.is_together = False

    def run(self):
        world = self.state.world
        if not world.enemy_hills or not world.ants:
            return
        hill = sorted(world.enemy_hills)[0]
        ants = self.state.population.unemployed(self.state.orders)
        place = self.place([ant.tile for ant in ants])
        near = [ant for ant in ants if place and world.map.manhattan(ant.tile, place) <= self.TOGETHER]
        self.is_together = self.is_together or 2 * len(near) > len(world.ants)
        if not self.is_together:
            return super().run()
        field = world.field("enemy hills", sorted(world.enemy_hills))
        for ant in sorted(ants, key=lambda ant: field[ant.tile[0]][ant.tile[1]]):
            self.state.orders.give_first(ant, world.downhill(ant.tile, field))

    def place(self, tiles):
        """Returns the square halfway from the own ants to the hill."""
        world = self.state.world
        middle = world.map.cluster_center(tiles)
        start = middle and world.bfs.closest_tile(middle, lambda tile: True, 50)
        path = start and world.far_path(start, sorted(world.enemy_hills)[0])
        return path[len(path) // 2] if path else start


class Concentrate(BaseBot):
    tasks = (tasks.MissionTask, tasks.GatherFoodTask, ConcentrateTask, tasks.ClearHillTask)


class Flock(BaseBot):
    tasks = (tasks.MissionTask, tasks.GatherFoodTask, FlockTask, tasks.ClearHillTask)


class Swarm(BaseBot):
    tasks = (tasks.MissionTask, tasks.GatherFoodTask, SwarmTask, tasks.ExploreTask, tasks.ClearHillTask, tasks.ClusteringTask)
