# A first bot for the ant war. The file is run once, then do_turn is called in each turn; what you store in self is still
# there in the next turn. What you print is in the log.

from ants import *


class MyBot:
    def do_setup(self, ants):
        """Called once, before the first turn."""
        self.visited = {}  # when each square was last stepped on

    def do_turn(self, ants):
        """Called in each turn: sends every ant one step on."""
        self.taken = set()  # the squares of ants after this turn
        targets = ants.food() + [place for place, owner in ants.enemy_hills()]
        free = ants.my_ants()
        # The nearest pairs of an ant and a target first, as the crow flies: water is ignored.
        pairs = sorted((ants.distance(ant, target), ant, target) for ant in free for target in targets)
        chased = set()
        for distance, ant, target in pairs:
            if ant in free and target not in chased and distance < 20:
                if self.step(ants, ant, ants.direction(ant, target)):
                    free.remove(ant)
                    chased.add(target)
        # Ants with nothing else to do explore: they go where no ant has been for the longest time.
        for ant in free:
            ways = sorted(AIM, key=lambda way: self.visited.get(ants.destination(ant, way), 0))
            self.step(ants, ant, ways)

    def step(self, ants, ant, ways):
        """Takes the first of these directions that is free; returns whether there was one."""
        for way in ways:
            place = ants.destination(ant, way)
            is_home = ants.hill_list.get(place) == MY_ANT
            if ants.unoccupied(place) and place not in self.taken and not is_home:
                ants.issue_order((ant, way))
                self.taken.add(place)
                self.visited[place] = ants.turn
                return True
        return False

    def do_end(self, ants, scores, status):
        """Called when the match is over."""
        print("scores, mine first:", scores)


if __name__ == "__main__":
    Ants.run(MyBot())
