"""Tasks: each one looks for work of one kind and hands it out as missions. Source: chapter 6.4 of the thesis."""

from aitools.combat import AttackingCombatPositioning

from colony import battle
from colony.allocation import EXPLORE
from colony.food import GatherFoodMission
from colony.hills import AttackHillMission, DefendHillMission
from colony.missions import ExploreMission

KINDS = ("EXPLORE", "COMBAT", "DEFEND_HILL", "GATHER_FOOD", "ATTACK_HILLS")
"""The order of missions: those that need no more ants come first, so that released ants are available to the others."""


class Task:
    """Base class of tasks: setup() prepares the turn, then run() performs it."""

    def __init__(self, state):
        self.state = state

    def setup(self):
        pass

    def run(self):
        raise NotImplementedError


class MissionTask(Task):
    """Continues all missions."""

    def run(self):
        missions = self.state.missions
        for mission in sorted(missions, key=lambda mission: KINDS.index(mission.kind)):
            if mission.is_valid():
                mission.run()
            if mission.is_abandoned or not mission.is_valid() or mission.is_complete():
                self.state.telling.log("missions", f"{mission.kind} of {mission.ants} ends")
                mission.end()
                missions.remove(mission)


class GatherFoodTask(Task):
    """Runs one mission for the whole match."""

    mission = None

    def setup(self):
        if self.mission is None:
            self.mission = GatherFoodMission(self.state)
            self.state.begin(self.mission)
        self.mission.prepare()

    def run(self):
        pass


class AttackHillsTask(Task):
    """Starts a mission for each known enemy hill."""

    def run(self):
        attacked = {mission.hill for mission in self.state.missions if isinstance(mission, AttackHillMission)}
        for hill in sorted(set(self.state.world.enemy_hills) - attacked):
            self.state.begin(AttackHillMission(self.state, hill))


class DefendHillTask(Task):
    """Starts a mission for each own hill."""

    def setup(self):
        for mission in self.state.missions:
            if isinstance(mission, DefendHillMission) and mission.is_valid():
                mission.prepare()

    def run(self):
        defended = {mission.hill for mission in self.state.missions if isinstance(mission, DefendHillMission)}
        for hill in sorted(self.state.world.my_hills - defended):
            self.state.begin(DefendHillMission(self.state, hill))


class ExploreTask(Task):
    """Sends unemployed ants to squares out of sight: first to those never seen."""

    NODES = 1500

    def run(self):
        state, world = self.state, self.state.world
        goals = {mission.path[-1] for mission in state.missions if isinstance(mission, ExploreMission)}
        dark = {tile for tile, turn in world.seen.items() if turn < world.turn and tile not in goals}
        never = {tile for tile in dark if world.seen[tile] < 0}
        for ant in state.population.unemployed(state.orders):
            if state.population.left(EXPLORE) <= 0 or not dark or not state.effort.search():
                break
            goal = world.bfs.closest_tile(ant.tile, never, self.NODES) if never else None
            goal = goal or world.bfs.closest_tile(ant.tile, dark, self.NODES)
            path = world.far_path(ant.tile, goal) if goal else None
            if not path or len(path) < 2:
                continue
            mission = ExploreMission(state, path)
            if mission.add(ant):
                dark.discard(goal)
                never.discard(goal)
                state.begin(mission)
                state.telling.way(ant.tile, mission.kind, path)
                mission.run()


class ClearHillTask(Task):
    """Moves ants off own hills, where the next ant is born."""

    def run(self):
        state = self.state
        for ant in state.population.unemployed(state.orders):
            if ant.tile in state.world.my_hills:
                state.orders.give_first(ant, state.world.neighbours(ant.tile))


class CombatTask(Task):
    """Lets groups of ants that may fight in this turn fight before the missions run; at the end, the remaining ants that face enemies."""

    GROUP2 = 50

    def setup(self):
        state = self.state
        defences = [mission for mission in state.missions if isinstance(mission, DefendHillMission) and mission.is_valid()]
        elsewhere = {ant.tile for mission in defences for ant in mission.called if mission.is_elsewhere(ant)}
        for mine, enemies in battle.groups(state.world, elsewhere):
            state.begin(battle.CombatMission(state, mine, enemies))

    def run(self):
        """Moves the ants in formation, for one turn."""
        state, world = self.state, self.state.world
        left = {ant.tile: ant for ant in state.population.unemployed(state.orders) if world.around(ant.tile, self.GROUP2, world.enemies)}
        while left:
            tile, first = left.popitem()
            group = [first] + [left.pop(place) for place in world.around(tile, self.GROUP2, left)]
            enemies = world.around(tile, world.view2, world.enemies)
            if not enemies or not state.effort.search():
                continue
            target = min(enemies, key=lambda enemy: (world.map.squared(tile, enemy), enemy))
            positions = AttackingCombatPositioning(target, world.map, world.influence, [ant.tile for ant in group], enemies)
            for ant in group:
                place = positions.next_tile(ant.tile)
                if place is not None:
                    state.orders.give(ant, place)


class ClusteringTask(Task):
    """Adds land that has been seen to the clusters of the path search."""

    CLUSTERS = 12
    """Maximum number of clusters per turn."""

    def setup(self):
        self.state.world.far_paths.update(self.CLUSTERS)

    def run(self):
        pass


class ReserveTask(Task):
    """Sends ants beyond all shares where they are useful: to enemies near an own hill, to other enemies, to an enemy hill (first of all,
    if the own ants are many more), and to squares out of sight."""

    REACH = 25
    """Maximum number of steps to food."""
    FEW = 12
    """Maximum number of ants that do not go to war beyond their share."""
    HOME = 20
    """Number of steps to an own hill within which enemies are driven away first."""
    MORE_THAN_INTRUDERS = 3
    """Number of ants sent in addition to the number of these enemies."""

    def run(self):
        state, world = self.state, self.state.world
        idle = state.population.unemployed(state.orders)
        if not idle:
            return
        self._gather(idle)
        intruders = self._intruders()
        self._send(idle, "intruders", intruders, len(intruders) + self.MORE_THAN_INTRUDERS)
        if world.is_strong():
            self._send(idle, "enemy hills", sorted(world.enemy_hills))
        if len(world.ants) > self.FEW:
            self._send(idle, "enemies", sorted(world.enemies))
            self._send(idle, "enemy hills", sorted(world.enemy_hills))
        self._send(idle, "dark", sorted(tile for tile, turn in world.seen.items() if turn < world.turn))
        self._send(idle, "enemies", sorted(world.enemies))

    def _intruders(self):
        world = self.state.world
        if not world.my_hills:
            return []
        home = world.field("home", sorted(world.my_hills))
        return [enemy for enemy in sorted(world.enemies) if 0 <= home[enemy[0]][enemy[1]] <= self.HOME]

    def _send(self, idle, name, tiles, most=None):
        """Moves the idle ants that are nearest to some tiles one step closer."""
        if not tiles:
            return
        state, field = self.state, self.state.world.field(name, tiles)
        ready = [ant for ant in idle if not state.orders.has(ant) and field[ant.tile[0]][ant.tile[1]] >= 0]
        ready.sort(key=lambda ant: field[ant.tile[0]][ant.tile[1]])
        for ant in ready[:most]:
            state.orders.give_first(ant, state.world.downhill(ant.tile, field))

    def _gather(self, idle):
        """Gathers food that no ant of the task's share is heading for."""
        state, world = self.state, self.state.world
        served = {route.food for mission in state.missions if isinstance(mission, GatherFoodMission) for route in mission.routes.values()}
        food = sorted(world.food - served)
        if not food or not state.effort.search():
            return
        ants, field = {ant.tile: ant for ant in idle}, world.field("left food", food)
        for place, tile, _ in world.bfs.nearest_each(food, list(ants), self.REACH):
            if place not in served:
                served.add(place)
                if world.map.manhattan(tile, place) <= 1:
                    state.orders.give(ants[tile], tile)
                else:
                    state.orders.give_first(ants[tile], world.downhill(tile, field))


ALL = (MissionTask, GatherFoodTask, AttackHillsTask, DefendHillTask, ExploreTask, ClearHillTask, CombatTask, ClusteringTask, ReserveTask)
"""The tasks of the complete bot, in their order."""
