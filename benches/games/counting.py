"""The smallest game: what a step takes beside it is the engine's own work."""

from wag.game import Ask, Game


def count(view):
    return view


class Counting(Game):
    title, about, seats, steps_max = "Counting", "Two bots count.", 2, 1_000_000
    bots = {"Counter": count}

    def start(self, options, seats, random):
        return [1]

    def phase(self, state):
        return Ask(state[0], [0, 1])

    def view(self, state, seat):
        return state[0]

    def apply(self, state, orders, random):
        state[0] += 1

    def standings(self, state):
        return [0, 0]
