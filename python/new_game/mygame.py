"""A game for Wag. Change it into your own; `wag check mygame.py` says what is wrong.

wag play mygame.py bot.py Greedy
"""

from wag.game import Ask, Game, Option, Over


def greedy(view, moves):
    """Takes as much as possible."""
    return moves[-1]


class MyGame(Game):
    title = "My game"
    about = "The players take one to three coins from a heap; whoever takes the last one wins."
    # The numbers of players. Seats count from 0.
    seats = range(2, 5)
    # Anybody can choose other values: wag play mygame.py ... --coins 30
    options = [Option.number("coins", 21, 1, 1000, "Number of coins at the start")]
    # Players that come with the game: functions of what their seat knows, and of the legal orders.
    bots = {"Greedy": greedy}

    def start(self, options, seats, random):
        """Returns the state at the beginning. All that changes during a match belongs to it, and nothing to self."""
        return {"coins": options.coins, "seats": seats, "turn": 0, "taken": [0] * seats, "winner": None}

    def phase(self, state):
        """Says which seats decide now: one, or a list of several that decide at once."""
        if state["coins"] == 0:
            return Over()
        return Ask(state["turn"] // state["seats"] + 1, state["turn"] % state["seats"])

    def view(self, state, seat):
        """Returns what this seat may know. Players get it as view["coins"] or view.coins."""
        return {"seat": seat, "coins": state["coins"], "taken": list(state["taken"])}

    def moves(self, state, seat):
        """Returns all legal orders. The engine refuses other ones."""
        return [count for count in (1, 2, 3) if count <= state["coins"]]

    def apply(self, state, orders, random):
        """Changes the state. An order is None if the player gave no legal one. Returns what happened."""
        events = []
        for seat, count in orders.items():
            count = count or 1
            state["coins"] -= count
            state["taken"][seat] += count
            state["turn"] += 1
            events.append({"type": "take", "seat": seat, "text": f"player {seat + 1} takes {count}"})
            if state["coins"] == 0:
                state["winner"] = seat
        return events

    def standings(self, state):
        """Returns a number for each seat; the highest is best."""
        return [int(seat == state["winner"]) for seat in range(state["seats"])]

    def board(self, state):
        """Returns a picture for those who watch: here a text."""
        return " ".join("o" * state["coins"]) or "(no coins left)"
