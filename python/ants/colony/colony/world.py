"""Colony's knowledge of the board: the map and its searches, influence, its ants from turn to turn, and when each part was last seen."""

from aitools import ants as board
from aitools import distances
from aitools.search import A_STAR, HPA_STAR, BreadthFirst, ClusteringPathFinder, PathFinder

from colony.population import Ant

SECTOR = 6
"""Side of the sectors in which the board is explored, in tiles."""
NEVER = -1


class World:
    """The state of the world; update() brings it up to date once per turn."""

    def __init__(self, ants):
        self.map = board.AntsMap(ants)
        self.rows, self.cols = self.map.size
        self.bfs = BreadthFirst(self.map)
        self.influence = board.influence_map(self.map)
        self.far_paths = ClusteringPathFinder(self.map, 10)
        """Path search over long distances, through clusters."""
        self.safe_paths = PathFinder(self.map, self.influence)
        """Path search over short distances, around danger."""
        self.ants = {}
        """Own ants by square."""
        self.turn = 0
        self.turns = ants.turns
        self.attack2 = ants.attackradius2
        self.view2 = ants.viewradius2
        self.seen = {}
        """The turn in which the center of each sector was last seen."""
        self.fallen = 0
        self._fields = {}
        self._reach = {}
        for row in range(min(SECTOR, self.rows) // 2, self.rows, SECTOR):
            for col in range(min(SECTOR, self.cols) // 2, self.cols, SECTOR):
                self.seen[self.map.tile(row, col)] = NEVER

    def update(self, ants):
        """Updates everything for a turn."""
        self.map.update(ants)
        self.turn = ants.turn
        if self.turn > 1:
            self.influence.update()
        self.my_hills = set(self.map.my_hills)
        self.enemy_hills = self.map.enemy_hills
        self.enemies = set(self.map.enemy_ants)
        self.food = set(self.map.food)
        self._follow(self.map.my_ants)
        for tile in list(self.seen):
            if not self.map.is_passable(tile):
                self._move_middle(tile)
            elif self.map.is_visible(tile):
                self.seen[tile] = self.turn
        self._fields.clear()

    def _follow(self, tiles):
        """Identifies each ant again: where it was sent, or else where it was."""
        waiting, found = set(tiles), {}
        for of in ("next_tile", "tile"):
            for tile, ant in list(self.ants.items()):
                there = getattr(ant, of)
                if there in waiting:
                    waiting.remove(there)
                    found[there] = self.ants.pop(tile)
        for ant in self.ants.values():
            self.fallen += 1
            if ant.mission is not None:
                ant.mission.lose(ant)
        for tile in tiles:
            ant = found.get(tile)
            if ant is None:
                found[tile] = ant = Ant(tile, self.turn)
            ant.tile = ant.next_tile = tile
        self.ants = {tile: found[tile] for tile in tiles}

    def _move_middle(self, tile):
        """Replaces the center of a sector that turned out to be water by another square."""
        turn = self.seen.pop(tile)
        beside = self.bfs.closest_tile(tile, self._is_new, 24, 2 * (SECTOR // 2) ** 2)
        if beside is not None:
            self.seen[beside] = turn

    def _is_new(self, tile):
        return self.map.is_passable(tile) and tile not in self.seen

    def can_enter(self, tile):
        return tile is not None and tile not in self.food and self.map.is_passable(tile)

    def neighbours(self, tile):
        return self.map.successors(tile)

    def offsets(self, radius2):
        """Returns the offsets within a squared radius."""
        if radius2 not in self._reach:
            most = int(radius2**0.5)
            span = range(-most, most + 1)
            self._reach[radius2] = [(row, col) for row in span for col in span if row * row + col * col <= radius2]
        return self._reach[radius2]

    def around(self, tile, radius2, tiles):
        """Returns those of these tiles (a set or a dictionary) that are within a squared radius."""
        offsets = self.offsets(radius2)
        if len(tiles) < len(offsets):
            squared = self.map.squared
            return sorted(place for place in tiles if squared(tile, place) <= radius2)
        return sorted(place for place in self.disc(tile, radius2) if place in tiles)

    def disc(self, tile, radius2):
        """Returns all squares within a squared radius."""
        (row, col), rows, cols = tile, self.rows, self.cols
        return [((row + down) % rows, (col + right) % cols) for down, right in self.offsets(radius2)]

    def field(self, name, sources):
        """Returns the number of steps from every square to the nearest of some tiles, as rows of numbers; cached by name for the turn."""
        if name not in self._fields:
            self._fields[name] = distances(self.map, sources, unreached=-1)
        return self._fields[name]

    def downhill(self, tile, field):
        """Returns the neighbors that are closer, the closest first, then those at the same distance."""
        here = field[tile[0]][tile[1]]
        steps = [(field[row][col], number, (row, col)) for number, (row, col) in enumerate(self.neighbours(tile))]
        return [place for far, _, place in sorted(steps) if 0 <= far <= here]

    def far_path(self, start, goal):
        """Returns a smoothed path through clusters."""
        path = self.far_paths.search(HPA_STAR, start, goal, max_nodes=6000)
        return self.far_paths.smooth(path) if path else None

    def safe_path(self, start, goal, max_cost=150):
        """Returns the best path that takes influence into account."""
        return self.safe_paths.search(A_STAR, start, goal, max_cost)

    def is_dominant(self):
        totals = self.influence.totals()
        return totals.get(0, 0) > sum(total for player, total in totals.items() if player)

    def is_strong(self):
        """Returns whether the own ants are many more than all visible enemies: then one for one is a good exchange, even more so later
        in the match."""
        more = 2 if 2 * self.turn < self.turns else 1.5
        return len(self.ants) > more * len(self.enemies) + 10
