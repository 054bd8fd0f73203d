"""Positions in a fight. Source: chapters 5.2 and 5.3 of the thesis; focus() is the contest's rule of combat."""

from math import floor

from aitools.search import A_STAR, BreadthFirst, PathFinder
from aitools.tiles import Aim, Unit

FLEE = "FLEE"
DEFEND = "DEFEND"
ATTACK = "ATTACK"
DEFAULT = "DEFAULT"

# A side is safe if water is nearer than this, in tiles.
_WATER_NEAR = 5
# Maximum number of tiles that a path search expands.
_NODES_MAX = 400


class CombatPositioning:
    """Positions your units against enemies: FLEE if the enemies are more, else DEFAULT."""

    def __init__(self, target, map, influence, mine, enemies, *, player=0):
        self.map = map
        self.influence = influence
        self.player = player
        self.target = None if target is None else map.tile(*target)
        self.mine = _tiles(map, mine)
        self.enemies = _tiles(map, enemies)
        self.places = []
        self.log = []
        self._wishes = {}
        self._search = BreadthFirst(map)
        self._finder = PathFinder(map)
        self.mode = self._determine_mode() if self.mine else DEFAULT
        counts = f"{len(self.mine)} of ours, {len(self.enemies)} enemies"
        self._note(f"{self.mode}: {counts}, target {self.target!r}")
        if self.mine:
            self._position()
        self._next = self._settle()

    def next_tile(self, unit):
        """The tile to which a unit of yours should step, or its own tile if it should stay; None for other units."""
        return self._next.get(tuple(unit))

    def _determine_mode(self):
        return FLEE if len(self.enemies) > len(self.mine) else DEFAULT

    def _position(self):
        if self.mode == FLEE:
            for unit in self.mine:
                beside = self.map.successors(unit)
                # The sort is stable: ties keep the order of the map.
                self._wishes[unit] = sorted(beside, key=lambda tile: -self.influence.safety(tile, self.player))
        elif self.mode == DEFEND:
            self._defend()
        elif self.mode == ATTACK:
            self._attack(self._guards())
        else:
            self._attack(self.enemies)

    def _guards(self):
        """The enemies that are nearer to the target than your units."""
        if self.target is None:
            return self.enemies
        center = self.map.cluster_center(self.mine)
        distance2 = self.map.squared(center, self.target)
        guards = self._search.flood_fill(self.target, distance2, set(self.enemies))
        return [self.target] * (self.target in self.enemies) + guards

    def _attack(self, enemies):
        if not enemies:
            self._note("nobody in the way")
            if self.target is not None:
                self._send([(unit, self.target) for unit in self.mine])
            return
        self._form(self.mine, enemies, advances=True)

    def _form(self, units, enemies, advances):
        """Sends units to places at equal distance from the middle of the enemies."""
        own, theirs = self.map.cluster_center(units), self.map.cluster_center(enemies)
        distance = floor(self.map.beeline(own, theirs)) + 1
        places = self._formation(own, theirs, distance, len(units))
        ready = len(set(places).intersection(units))
        if advances and 2 * ready > len(units):
            distance -= 1
            places = self._formation(own, theirs, distance, len(units))
        self._note(f"centre {own!r}, enemies' {theirs!r}, distance {distance}, {ready} ready, places {places}")
        self.places += places
        if places:
            self._assign(units, places)
        else:
            self._send([(unit, theirs) for unit in units])

    def _formation(self, own, theirs, distance, count):
        low, high = distance * distance - 2 * distance, distance * distance

        def is_place(tile):
            return low <= self.map.squared(tile, theirs) <= high and tile != self._forbidden()

        reach = max(2 * distance - 1.5, 0)
        return self._search.closest_tiles(own, count, -1, floor(reach * reach), is_place)

    def _forbidden(self):
        return self.target if self.mode == DEFEND else None

    def _defend(self):
        if self.target is None:
            self._attack(self.enemies)
        elif not self.enemies:
            self.places = self._search.diagonals(self.target)
            self._note(f"no enemies, places {self.places}")
            self._assign(self.mine, self.places)
        else:
            sides = self._sides()
            for aim, (attackers, defenders) in sides.items():
                self._note(f"{aim.name}: {len(attackers)} attackers, {len(defenders)} defenders")
                if defenders:
                    self._form(defenders, attackers, advances=False)

    def _is_safe(self, aim):
        """Whether water is near on this side of the target."""
        tile = self.target
        for _ in range(_WATER_NEAR - 1):
            tile = self.map.neighbour(tile, aim)
            if tile is None or not self.map.is_passable(tile):
                return True
        return False

    def _sides(self):
        """The attackers and defenders of each attacked side."""
        to_defend = [aim for aim in Aim.ALL if not self._is_safe(aim)]
        attackers = {}
        for enemy in self.enemies:
            aim = self._side(enemy, to_defend)
            if aim is not None:
                attackers.setdefault(aim, []).append(enemy)
        if not attackers:
            return {}
        most = max(Aim.ALL, key=lambda aim: len(attackers.get(aim, ())))
        sides = {aim: (attackers[aim], []) for aim in Aim.ALL if aim in attackers}
        for unit in self.mine:
            aim = self._side(unit, to_defend)
            sides[aim if aim in sides else most][1].append(unit)
        return sides

    def _side(self, tile, to_defend):
        """The side of the target a tile is on: along the longer axis, or the other one if that side is safe."""
        first = self.map.principal_aim(self.target, tile)
        for aim in [first, *self.map.aims(self.target, tile)]:
            if aim in to_defend:
                return aim
        # These sides are safe, so an enemy has to come round.
        return first if not to_defend else to_defend[0] if first is not None else None

    def _assign(self, units, places):
        """Assigns units to places, nearest pairs first."""
        pairs = sorted(
            (self.map.manhattan(unit, place), number, order)
            for number, unit in enumerate(units)
            for order, place in enumerate(places)
        )
        done, taken, sent = set(), set(), []
        for _, number, order in pairs:
            if number not in done and order not in taken:
                done.add(number)
                taken.add(order)
                sent.append((units[number], places[order]))
        self._send(sent)

    def _send(self, sent):
        for unit, place in sent:
            if unit == place:
                self._wishes[unit] = [unit]
                continue
            path = self._finder.search(A_STAR, unit, place, max_nodes=_NODES_MAX)
            nearer = [self.map.neighbour(unit, aim) for aim in self.map.aims(unit, place)]
            self._wishes[unit] = [*(path or [])[1:2], *(tile for tile in nearer if self.map.is_passable(tile))]

    def _settle(self):
        """Returns a different tile for each unit. A unit that wants an occupied tile waits for the other unit to choose first."""
        chosen, taken = {}, set()
        standing = set(self.mine)

        def choose(unit, waiting):
            for wish in [*self._wishes.get(unit, ()), unit]:
                if wish in taken or wish == self._forbidden():
                    continue
                if wish != unit and wish in standing and wish not in chosen:
                    if wish in waiting:
                        continue
                    choose(wish, waiting | {unit})
                    if wish in taken:
                        continue
                chosen[unit] = wish
                taken.add(wish)
                return
            # All wishes are taken, or the unit is on the target: step aside if possible.
            for wish in [*self.map.successors(unit), unit]:
                if wish not in taken and (wish == unit or wish not in standing):
                    break
            chosen[unit] = wish
            taken.add(wish)

        for unit in self.mine:
            if unit not in chosen:
                choose(unit, frozenset([unit]))
        return chosen

    def _note(self, line):
        self.log.append(line)


def _tiles(map, places):
    """The tiles that are on the map, without duplicates."""
    tiles = [map.tile(*place) for place in places]
    return [tile for tile in dict.fromkeys(tiles) if tile is not None]


class DefendingCombatPositioning(CombatPositioning):
    """Always DEFEND: around the target, never on it."""

    def _determine_mode(self):
        return DEFEND


class AttackingCombatPositioning(CombatPositioning):
    """ATTACK if twice the enemies between your units and the target are at most your units, else like CombatPositioning."""

    equal_counts = True

    def _determine_mode(self):
        guards = 2 * len(self._guards())
        if guards < len(self.mine) or self.equal_counts and guards == len(self.mine):
            return ATTACK
        return super()._determine_mode()


def focus(units, attack2, map):
    """The units that die in combat, in the order given."""
    units = [unit if type(unit) is Unit else Unit(*unit) for unit in units]
    return [unit for unit, is_dead in zip(units, map._focus(units, attack2)) if is_dead]


def losses(mine, enemies, attack2, map):
    """The number of mine and of the enemies (all of one player) that die by focus()."""
    mine, enemies = list(mine), list(enemies)
    dead = map._focus([(tile, 0) for tile in mine] + [(tile, 1) for tile in enemies], attack2)
    return sum(dead[: len(mine)]), sum(dead[len(mine) :])


def min_max(mine, enemies, map, attack2=5, depth=2, deadline=None):
    """The best next tiles of mine by alpha-beta over the steps of all units; an experiment."""
    search = _MinMax(map, attack2, deadline)
    mine, enemies = _tiles(map, mine), _tiles(map, enemies)
    try:
        value = search.value(mine, enemies, depth, -_INFINITE, _INFINITE, True)
    except _TimeIsUp:
        return search.best or mine, search.best_value, False
    return search.best or mine, value, True


_INFINITE = 1 << 30


class _TimeIsUp(Exception):
    pass


class _MinMax:
    """One search: mine move first, then the enemies, then the dead are removed."""

    def __init__(self, map, attack2, deadline):
        self.map = map
        self.attack2 = attack2
        self.deadline = deadline
        self.best = None
        self.best_value = 0
        self.count = 0

    def value(self, mine, enemies, depth, low, high, is_root=False):
        if depth <= 0 or not mine or not enemies:
            return 0
        for moved in self.moves(mine):
            value = self.answer(moved, enemies, depth - 1, low, high)
            if value > low or is_root and self.best is None:
                low = max(low, value)
                if is_root:
                    self.best, self.best_value = moved, value
            if low >= high:
                break
        return low

    def answer(self, mine, enemies, depth, low, high):
        """The value after the enemies' best answer."""
        answers = [enemies] if depth <= 0 else self.moves(enemies)
        for moved in answers:
            self.check_deadline()
            left, right = self.after_battle(mine, moved)
            now = (len(moved) - len(right)) - (len(mine) - len(left))
            value = now + self.value(left, right, depth - 1, low - now, high - now)
            high = min(high, value)
            if low >= high:
                break
        return high

    def after_battle(self, mine, enemies):
        """The units left without those that share a tile and those that die by focus()."""
        both = set(mine).intersection(enemies)
        mine = [tile for tile in mine if tile not in both]
        enemies = [tile for tile in enemies if tile not in both]
        dead = self.map._focus([(tile, 0) for tile in mine] + [(tile, 1) for tile in enemies], self.attack2)
        left = [tile for tile, is_dead in zip(mine, dead) if not is_dead]
        return left, [tile for tile, is_dead in zip(enemies, dead[len(mine) :]) if not is_dead]

    def moves(self, units):
        """All combinations of steps of the units, no two on one tile."""

        def go(number, taken):
            if number == len(units):
                yield list(taken)
                return
            for tile in [units[number], *self.map.successors(units[number])]:
                if tile not in taken:
                    taken.append(tile)
                    yield from go(number + 1, taken)
                    taken.pop()

        return go(0, [])

    def check_deadline(self):
        self.count += 1
        if self.deadline is not None and self.count % 64 == 0 and self.deadline():
            raise _TimeIsUp
