"""Fights: the moves of a group of ants that may meet enemies in this turn.

Several plans are made (all move forward, all stay, all retreat), and each one is improved ant by ant by counting the losses against the
enemies' possible moves. The plan that does best against their best reply is chosen."""

from aitools.combat import losses

from colony.missions import Mission

CONTACT2 = 18
"""Squared distance within which two ants may fight after both have moved."""
STEP_CONTACT2 = 10
"""Squared distance within which two ants may fight after only one of them has moved."""
SUPPORT2 = 50
"""Squared distance from an enemy within which own ants take part if one of them is in contact."""
GROUP_MOST = 12
PASSES = 2
FORWARD = 0.02
"""Value of a step forward, in ants."""


def contacts(world):
    """Returns the own ants that may fight in this turn with their enemies, and the enemies with the own ants: dictionaries by tile."""
    own, others = {}, {}
    for enemy in sorted(world.enemies):
        for tile in world.around(enemy, CONTACT2, world.ants):
            own.setdefault(tile, []).append(enemy)
            others.setdefault(enemy, []).append(tile)
    return own, others


def groups(world, elsewhere=()):
    """Returns groups of own ants and their enemies as pairs of lists of tiles, those with the most contacts first. Ants in `elsewhere`
    do not take part."""
    own, others = contacts(world)
    supporters = {}
    for enemy in others:
        for tile in world.around(enemy, SUPPORT2, world.ants):
            supporters.setdefault(tile, []).append(enemy)
    left, found = {tile: enemies for tile, enemies in supporters.items() if tile not in elsewhere}, []
    for tile in sorted(own, key=lambda tile: (-len(own[tile]), tile)):
        if tile not in left:
            continue
        near = world.around(tile, SUPPORT2, left)
        near.sort(key=lambda place: (place not in own, world.map.squared(tile, place), place))
        mine = near[:GROUP_MOST]
        for place in mine:
            del left[place]
        enemies = sorted({enemy for place in mine for enemy in supporters[place]})
        found.append((mine, enemies))
    return found


class Battle:
    """The plan of one group."""

    def __init__(self, state, mine, enemies):
        self.state, self.world = state, state.world
        self.mine, self.enemies = mine, enemies
        world, orders = state.world, state.orders
        ants = [world.ants[tile] for tile in mine]
        self.options = [
            [tile] + [(row, col) for row, col in world.neighbours(tile) if orders.is_free(ant, (row, col))]
            for ant, tile in zip(ants, mine)
        ]
        self.fixed = self._bystanders()
        self.field = self._aim()
        self.fars = {place: self.far(place) for options in self.options for place in options}
        self.own_price, self.enemy_price = self._prices()
        self.replies, self.reaches = [], []
        for places in (self._approach(), list(enemies)):
            self._expect(places)

    def _bystanders(self):
        """Returns the squares of nearby own ants outside this group after their moves."""
        world, moves, group = self.world, self.state.orders.moves, set(self.mine)
        near = {tile for enemy in self.enemies for tile in world.around(enemy, CONTACT2, world.ants)}
        places = [moves.get(tile, tile) for tile in sorted(near - group)]
        return [place for place in places if any(world.map.squared(place, enemy) <= STEP_CONTACT2 for enemy in self.enemies)]

    def _aim(self):
        """Returns the distances to the goal of moving forward: an attacked hill, or else the enemies."""
        world = self.world
        hills = [hill for hill in world.enemy_hills if world.map.manhattan(hill, self.mine[0]) <= 20]
        if hills:
            return world.field("enemy hills", sorted(world.enemy_hills))
        return world.field("enemies", sorted(world.enemies))

    def _prices(self):
        """Returns the values of an own ant and of an enemy: one for one is a good exchange near home, and for the stronger side."""
        world = self.world
        near_home = any(world.map.manhattan(hill, enemy) <= 10 for hill in world.my_hills for enemy in self.enemies)
        if near_home or world.is_strong():
            return 1.0, 1.4
        return 1.0, 0.9

    def far(self, tile):
        far = self.field[tile[0]][tile[1]]
        return far if far >= 0 else 60

    def _approach(self):
        """Returns the enemies' squares if all of them come closer."""
        field = self.world.field("own", sorted(self.world.ants))
        taken, places = set(), []
        for enemy in sorted(self.enemies, key=lambda tile: field[tile[0]][tile[1]]):
            nearer = [place for place in self.world.downhill(enemy, field) if place not in taken]
            place = nearer[0] if nearer else enemy
            taken.add(place)
            places.append(place)
        return places

    def _worth(self, plan, enemies):
        self.state.effort.fights -= 1
        dead, killed = losses(plan + self.fixed, enemies, self.world.attack2, self.world.map)
        return self.enemy_price * killed - self.own_price * dead

    def kills(self, plan):
        """Returns whether an enemy dies if the enemies come closer, or if they stay."""
        return any(losses(plan + self.fixed, enemies, self.world.attack2, self.world.map)[1] for enemies in self.replies)

    def _expect(self, enemies):
        """Adds a reply of the enemies and the squares within its reach: an ant outside them does not change its result."""
        world = self.world
        self.replies.append(enemies)
        self.reaches.append({place for enemy in set(enemies) for place in world.disc(enemy, world.attack2)})

    def worths(self, plan):
        """Returns the result of a plan for each reply."""
        return [self._worth(plan, enemies) for enemies in self.replies]

    def value(self, plan, worths):
        """Returns the value of a plan: mostly its worst result, with a small part of the average; moving forward breaks ties."""
        advance = sum(map(self.fars.__getitem__, plan))
        return 0.75 * min(worths) + 0.25 * sum(worths) / len(worths) - FORWARD * advance

    def _start(self, key):
        """Returns a plan in which each ant moves to its square with the lowest key."""
        taken, plan = set(), []
        for options in self.options:
            free = [place for place in options if place not in taken] or options[:1]
            best = min(free, key=key)
            taken.add(best)
            plan.append(best)
        return self._without_collisions(plan)

    def _without_collisions(self, plan):
        """Returns the plan unless two ants would share a square; then all stay."""
        return plan if len(set(plan)) == len(plan) else list(self.mine)

    def improve(self, plan):
        """Changes one ant's step at a time as long as the plan improves."""
        worths = self.worths(plan)
        best = self.value(plan, worths)
        for _ in range(PASSES):
            before = best
            for number, options in enumerate(self.options):
                if not self.state.effort.can_fight():
                    return plan, best
                for place in options:
                    if place in plan:
                        continue
                    other, others = self._changed(plan, worths, number, place)
                    value = self.value(other, others)
                    if value > best + 1e-9:
                        plan, worths, best = other, others, value
            if best == before:
                break
        return plan, best

    def _changed(self, plan, worths, number, place):
        """Returns the plan with another step of one ant, and its results: recounted only for replies that reach the ant."""
        was = plan[number]
        other = plan[:number] + [place] + plan[number + 1 :]
        found = []
        for worth, enemies, reach in zip(worths, self.replies, self.reaches):
            found.append(self._worth(other, enemies) if place in reach or was in reach else worth)
        return other, found

    def answer(self, plan):
        """Returns the enemies' best reply, found in the same way."""
        taken, places = set(self.enemies), list(self.enemies)
        best = self._worth(plan, places)
        for number, enemy in enumerate(self.enemies):
            for place in self.world.neighbours(enemy):
                if place in taken or not self.state.effort.can_fight():
                    continue
                other = places[:number] + [place] + places[number + 1 :]
                worth = self._worth(plan, other)
                if worth < best:
                    places, best = other, worth
            taken.add(places[number])
        return places

    def plan(self):
        """Returns the square to which each ant moves."""
        danger = self.world.field("enemies", sorted(self.world.enemies))
        starts = [
            self._start(self.far),
            list(self.mine),
            self._start(lambda tile: -danger[tile[0]][tile[1]]),
        ]
        plans = [self.improve(plan)[0] for plan in starts]
        answers = [self.answer(plan) for plan in plans]
        for places in answers:
            self._expect(places)
        plans = sorted(plans, key=lambda plan: self.value(plan, self.worths(plan)), reverse=True)
        plan, self.worth = self.improve(plans[0])
        return plan


class CombatMission(Mission):
    """The fight of one group, for one turn."""

    kind = "COMBAT"

    def __init__(self, state, mine, enemies):
        super().__init__(state)
        self.mine, self.enemies = mine, enemies

    def is_complete(self):
        return True

    def run(self):
        state = self.state
        mine = [tile for tile in self.mine if not state.orders.has(state.world.ants[tile])]
        if not mine:
            return
        battle = Battle(state, mine, self.enemies)
        plan = battle.plan()
        is_fought = battle.kills(plan)
        moves = sorted(zip(mine, plan), key=lambda move: battle.far(move[1]))
        for tile, place in moves:
            # Ants without contact go on with their own work if the fight kills nobody.
            if not is_fought and tile not in state.contacts:
                continue
            if not state.orders.give(state.world.ants[tile], place):
                state.orders.give(state.world.ants[tile], tile)
        state.telling.note(mine[0], f"{len(mine)} against {len(self.enemies)}, worth {battle.worth:.2f}: {self.enemies}")
