"""Missions for hills: attacks on enemy hills, and defense of own hills."""

from aitools.combat import AttackingCombatPositioning, DefendingCombatPositioning

from colony.allocation import ATTACK, DEFEND
from colony.missions import ExploreMission, Mission, follow

NEAR = 25
"""Number of steps within which an ant follows a field of distances to the hill; ants further away follow a path through clusters."""


class AttackHillMission(Mission):
    """Attacks one hill: CONTROL kills the ants born there, DESTROY takes it at any cost, ATTACK is the approach."""

    kind = "ATTACK_HILLS"
    task = ATTACK
    RECRUITS = 5
    """Maximum number of ants that join per turn."""
    GROUP2 = 36
    """Squared distance within which ants belong to a group."""
    MILESTONE = 5
    """Number of steps to the group's next milestone."""
    LAST_TURNS = 5
    """Number of last turns in which the hill is taken at any cost. It is not only watched if an ant might be too late for that."""

    def __init__(self, state, hill):
        super().__init__(state)
        self.hill = hill
        self.mode = "ATTACK"
        self.paths = {}
        self.controlled = 0

    def is_valid(self):
        return self.hill in self.state.world.enemy_hills

    def lose(self, ant):
        super().lose(ant)
        self.paths.pop(ant, None)

    @property
    def field(self):
        return self.state.world.field(("hill", self.hill), [self.hill])

    def steps(self, ant):
        far = self.field[ant.tile[0]][ant.tile[1]]
        return far if far >= 0 else 10**6

    def run(self):
        self._recruit()
        self._determine_mode()
        if self.mode == "CONTROL":
            return self._control()
        if self.mode == "DESTROY":
            return self._walk(self.free())
        for group in self._groups([ant for ant in self.free() if self.steps(ant) <= NEAR]):
            self._advance(group)
        self._walk(self.free())

    def _recruit(self):
        state = self.state
        near = [ant for ant in state.population.unemployed(state.orders) if self.steps(ant) <= NEAR]
        near.sort(key=self.steps)
        for ant in near[: self.RECRUITS]:
            if not self.add(ant):
                break

    def _determine_mode(self):
        world, hill = self.state.world, self.hill
        if world.turn > world.turns - self.LAST_TURNS - NEAR:
            self.mode = "DESTROY" if world.turn > world.turns - self.LAST_TURNS else "ATTACK"
            return
        guards = world.around(hill, world.view2, world.enemies)
        own = world.around(hill, 8, world.ants)
        if len(own) >= 2 and len(guards) <= 1 and self.controlled < self.state.control_turns:
            self.mode = "CONTROL"
            self.controlled += 1
        else:
            self.mode = "ATTACK"

    def _control(self):
        """Two ants stay on the diagonals, where newborn ants die at once; the others are released."""
        ants = sorted(self.ants, key=self.steps)
        for ant in ants[2:]:
            self.release(ant)
        places = self.state.world.bfs.diagonals(self.hill)
        for ant in ants[:2]:
            if ant.tile in places and self.state.orders.give(ant, ant.tile):
                places.remove(ant.tile)
        for ant in self.free():
            places.sort(key=lambda place: self.state.world.map.manhattan(ant.tile, place))
            path = self.state.world.safe_path(ant.tile, places[0]) if places and self.state.effort.search() else None
            if path and len(path) > 1 and path[1] != self.hill:
                self.state.orders.give(ant, path[1])

    def _groups(self, ants):
        """Returns groups of ants that are close to each other."""
        world, left, groups = self.state.world, {ant.tile: ant for ant in ants}, []
        while left:
            _, first = left.popitem()
            group = [first]
            for ant in group:
                for tile in world.around(ant.tile, self.GROUP2, left):
                    group.append(left.pop(tile))
            groups.append(group)
        return groups

    def _advance(self, group):
        """Moves a group that faces enemies one step, in formation."""
        world = self.state.world
        first = min(group, key=self.steps)
        enemies = world.around(first.tile, world.view2, world.enemies)
        if not enemies or len(group) < 2 or not self.state.effort.search():
            return
        path = world.safe_path(first.tile, self.hill)
        if not path:
            return
        milestone = path[min(self.MILESTONE, len(path) - 1)]
        positions = AttackingCombatPositioning(milestone, world.map, world.influence, [ant.tile for ant in group], enemies)
        self.state.telling.note(first.tile, f"{len(group)} against {len(enemies)} on the way to {self.hill}: {positions.mode}")
        for ant in sorted(group, key=self.steps):
            place = positions.next_tile(ant.tile)
            # In the open, ants do not wait for an inferior enemy.
            if place is not None and place != ant.tile:
                self.state.orders.give(ant, place)

    def _walk(self, ants):
        """Moves ants closer individually."""
        state, field = self.state, self.field
        for ant in sorted(ants, key=self.steps):
            far = self.steps(ant)
            if far > NEAR and far < 10**6 and self._follow_path(ant):
                continue
            if not state.orders.give_first(ant, state.world.downhill(ant.tile, field)) and far >= 10**6:
                self.release(ant)

    def _follow_path(self, ant):
        path = self.paths.get(ant)
        if not path or ant.tile not in path:
            path = self.state.world.far_path(ant.tile, self.hill) if self.state.effort.search() else None
            self.paths[ant] = path
        return bool(path) and follow(self.state, ant, path)


class DefendHillMission(Mission):
    """Defends one own hill, around it or at the barrier in front of it."""

    kind = "DEFEND_HILL"
    task = DEFEND
    BARRIER_TURN = 10
    """The turn in which to look for a barrier: there is not much else to do yet."""
    BARRIER_WIDTH = 5
    ANTS_PER_BARRIER_TILE = 12
    """Number of ants per barrier tile below which a player without attackers has better uses for its ants."""
    MORE_THAN_ATTACKERS = 2
    HELP_STEPS = 30
    """Maximum number of steps from which ants are called to help."""
    RUSH_STEPS = 14
    """Number of steps to the hill within which enemies are stopped before anything else."""
    CALLED_EACH = 2
    """Number of ants called for each of these enemies."""
    GUARD_STEPS = 3
    """Number of steps to the hill within which a guard need not come closer."""

    def __init__(self, state, hill):
        super().__init__(state)
        self.hill = hill
        self.mode = "DEFAULT"
        self.barrier = None
        self.threats = []
        """Enemies near the hill."""
        self.rushing = []
        """Enemies that may soon reach the hill."""
        self.called = []
        """Ants that have to stop those enemies, regardless of anything else."""

    def is_valid(self):
        return self.hill in self.state.world.my_hills

    def prepare(self):
        """Runs before all missions, so that exploring or attacking ants can be called back."""
        self._determine_mode()
        self.threats = self.attackers()
        self.rushing = [enemy for enemy in self.threats if self.steps(enemy) <= self.RUSH_STEPS]
        self._recruit(self._wanted(len(self.threats)))
        # Ants that hold a barrier stay there.
        most = self.CALLED_EACH * len(self.rushing) if self.mode != "BARRIER" else 0
        self.called = sorted(self.ants, key=lambda ant: self.steps(ant.tile))[:most]

    def home(self):
        """Returns the distance of each square to the hill."""
        return self.state.world.field(("hill", self.hill), [self.hill])

    def steps(self, tile):
        """Returns the number of steps from a square to the hill."""
        far = self.home()[tile[0]][tile[1]]
        return far if far >= 0 else 10**6

    def is_elsewhere(self, ant):
        """Returns whether none of the enemies that a called ant has to stop is in contact with it; other enemies must not hold it up."""
        return not set(self.rushing).intersection(self.state.contacts.get(ant.tile, ()))

    def run(self):
        if self.mode == "BARRIER":
            self._hold_barrier(self.threats)
        else:
            self._stop_rush()
            if self.free():
                self._defend(self.threats)

    def _stop_rush(self):
        """Sends called ants home if the enemy is closer to the hill, or else to the enemy."""
        world = self.state.world
        if not self.called:
            return
        first = min(self.steps(enemy) for enemy in self.rushing)
        rush = world.field(("rush", self.hill), self.rushing)
        for ant in self.called:
            if not self.state.orders.has(ant):
                is_late = self.steps(ant.tile) > first
                self.state.orders.give_first(ant, world.downhill(ant.tile, self.home() if is_late else rush))

    def attackers(self):
        """Returns the enemies on walkable ground within the controlled radius."""
        world, radius = self.state.world, self.state.profile["defendHills.minControlRadius"]
        if not world.around(self.hill, radius * radius, world.enemies):
            return []
        return world.bfs.flood_fill(self.hill, radius * radius, world.enemies)

    def _determine_mode(self):
        world = self.state.world
        if world.turn == self.BARRIER_TURN:
            self.barrier = world.bfs.barrier(self.hill, world.view2, self.BARRIER_WIDTH)
            if self.barrier is not None:
                self.mode = "BARRIER"
                self.state.telling.log("missions", f"barrier before {self.hill}: {self.barrier.tiles}")
        elif self.mode == "BARRIER" and any(tile in world.enemies for tile in self.barrier.tiles):
            self.mode = "DEFAULT"

    def _wanted(self, attackers):
        world = self.state.world
        if attackers:
            return attackers + self.MORE_THAN_ATTACKERS
        if world.turn < self.state.profile["defendHills.startTurn"]:
            return 0
        is_held = self.mode == "BARRIER" and len(world.ants) >= self.ANTS_PER_BARRIER_TILE * self.barrier.width * len(world.my_hills)
        return self.barrier.width if is_held else 1

    def _recruit(self, wanted):
        def steps(ant):
            return self.steps(ant.tile)

        for ant in sorted(self.ants, key=steps)[max(wanted, 0) :]:
            self.release(ant)
        if wanted <= len(self.ants):
            return
        able = [ant for ant in self.state.population.ants if self._can_call(ant) and steps(ant) <= self.HELP_STEPS]
        for ant in sorted(able, key=steps)[: wanted - len(self.ants)]:
            if not self.add(ant):
                break

    def _can_call(self, ant):
        """Returns whether the ant is free; in danger, exploring and attacking ants may be called, too."""
        return ant.mission is None or bool(self.threats) and isinstance(ant.mission, (ExploreMission, AttackHillMission))

    def _defend(self, attackers):
        """Meets the attackers unless outnumbered. Otherwise places the ants near the hill as the toolkit suggests; those further away
        come home."""
        world = self.state.world
        if 0 < len(attackers) <= len(world.around(self.hill, world.view2, world.ants)):
            field = world.field(("attackers", self.hill), attackers)
            for ant in self.free():
                self.state.orders.give_first(ant, world.downhill(ant.tile, field))
        home = [ant for ant in self.free() if world.map.manhattan(ant.tile, self.hill) <= 6]
        if home and self.state.effort.search():
            positions = DefendingCombatPositioning(self.hill, world.map, world.influence, [ant.tile for ant in home], attackers)
            for ant in home:
                place = positions.next_tile(ant.tile)
                if place is not None:
                    self.state.orders.give(ant, place)
        field = self.home()
        for ant in self.free():
            if ant.tile in world.my_hills:
                self.state.orders.give_first(ant, world.neighbours(ant.tile))
            elif field[ant.tile[0]][ant.tile[1]] > self.GUARD_STEPS:
                self.state.orders.give_first(ant, world.downhill(ant.tile, field))

    def _hold_barrier(self, attackers):
        """Holds the barrier open, in pairs one behind the other, while few enemies are near; otherwise closes it."""
        world, tiles = self.state.world, list(self.barrier.tiles)
        middle = tiles[len(tiles) // 2]
        near = world.around(middle, world.view2, world.enemies)
        if len(near) <= len(self.ants) // 2:
            # Every second square stays free, and its ants stand behind their neighbors.
            inward = self.barrier.aim.opposite
            tiles = [place for tile in tiles[::2] for place in (tile, world.map.neighbour(tile, inward))]
        places = [tile for tile in tiles if world.can_enter(tile)]
        for ant in self.free():
            if ant.tile in places and self.state.orders.give(ant, ant.tile):
                places.remove(ant.tile)
        for ant in self.free():
            if not places:
                break
            places.sort(key=lambda place: world.map.manhattan(ant.tile, place))
            path = world.safe_path(ant.tile, places[0]) if self.state.effort.search() else None
            if path and len(path) > 1 and self.state.orders.give(ant, path[1]):
                places.pop(0)
