# Ein erster Bot für den Ameisenkrieg. Das Spiel führt die Datei einmal aus und ruft dann in jedem Zug do_turn auf; was du in
# self speicherst, ist im nächsten Zug noch da. Alles, was du mit print ausgibst, steht im Log.

from ants import *


class MyBot:
    def do_setup(self, ants):
        """Wird einmal aufgerufen, vor dem ersten Zug."""
        self.visited = {}  # wann jedes Feld zuletzt betreten wurde

    def do_turn(self, ants):
        """Wird in jedem Zug aufgerufen: schickt jede Ameise einen Schritt weiter."""
        self.taken = set()  # die Felder, auf denen nach diesem Zug Ameisen stehen
        targets = ants.food() + [place for place, owner in ants.enemy_hills()]
        free = ants.my_ants()
        # Die nächsten Paare von Ameise und Ziel zuerst, und zwar Luftlinie: Wasser wird nicht beachtet.
        pairs = sorted((ants.distance(ant, target), ant, target) for ant in free for target in targets)
        chased = set()
        for distance, ant, target in pairs:
            if ant in free and target not in chased and distance < 20:
                if self.step(ants, ant, ants.direction(ant, target)):
                    free.remove(ant)
                    chased.add(target)
        # Ameisen, die sonst nichts zu tun haben, erkunden: Sie gehen dorthin, wo am längsten keine Ameise war.
        for ant in free:
            ways = sorted(AIM, key=lambda way: self.visited.get(ants.destination(ant, way), 0))
            self.step(ants, ant, ways)

    def step(self, ants, ant, ways):
        """Nimmt die erste dieser Richtungen, die frei ist; gibt zurück, ob es eine gab."""
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
        """Wird aufgerufen, wenn die Partie vorbei ist."""
        print("Punkte, meine zuerst:", scores)


if __name__ == "__main__":
    Ants.run(MyBot())
