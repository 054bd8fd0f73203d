"""The orders: one for each ant, one ant for each square, own hills kept free.

An order to a square that an own ant occupies is held until all ants have orders: it is issued if that ant leaves,
too."""

from aitools import ants as board


class Orders:
    """The orders of one turn."""

    def __init__(self, world):
        self.world = world
        self.moves = {}
        """Squares of ants and the squares they move to; an ant that stays on purpose moves to its own square."""
        self.targets = set()
        """Squares that an ant moves to or stays on."""

    def has(self, ant):
        return ant.tile in self.moves

    def is_free(self, ant, tile):
        """Returns whether an ant may be sent there."""
        if tile in self.targets or not self.world.can_enter(tile):
            return False
        return tile == ant.tile or tile not in self.world.my_hills

    def give(self, ant, tile):
        """Sends an ant to an adjacent square, or lets it stay; returns False if that is not possible."""
        if ant.tile in self.moves or not self.is_free(ant, tile):
            return False
        self.moves[ant.tile] = tile
        self.targets.add(tile)
        return True

    def give_first(self, ant, tiles):
        """Gives the first possible order."""
        return any(self.give(ant, tile) for tile in tiles)

    def settle(self):
        """Withdraws orders to squares whose ants stay, until none is left."""
        moves = {start: end for start, end in self.moves.items() if start != end}
        own = self.world.ants
        while True:
            blocked = [start for start, end in moves.items() if end in own and end not in moves]
            if not blocked:
                return moves
            for start in blocked:
                del moves[start]

    def issue(self, ants):
        """Issues the orders to the game, and notes the next square of each ant."""
        moves = self.settle()
        for start, end in moves.items():
            if board.order(ants, self.world.map, start, end):
                self.world.ants[start].next_tile = end
        return len(moves)
