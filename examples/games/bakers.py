"""Bakers: an economy game in which all decide at once, as an example of a game in Python.

    wag play bakers.py undercut.py Fair Dear

Each baker decides every morning how many loaves to bake and at what price to sell them: an order is (loaves, price). A loaf
costs 2 to bake. Customers come one after the other. Each has a highest price, from 1 to 10, and buys the cheapest
loaf that is left, if it is not too expensive. Loaves that are left in the evening are worth nothing.
"""

from wag.game import Ask, Game, Option, Over, Planes

COST, LOAVES_MAX, PRICE_MAX, START = 2, 20, 10, 50


def fair(view):
    """Bakes for ten customers, at a low price."""
    return min(view.money[view.seat] // COST, 8), 4


def dear(view):
    """Bakes few loaves for those who pay much."""
    return min(view.money[view.seat] // COST, 4), 7


class Bakers(Game):
    title = "Bakers"
    about = "All bakers choose at once how much to bake and at what price; the richest one wins."
    seats = range(2, 7)
    simultaneous = True
    figures = ["money", "sold"]
    accounts = {"money": ["baked", "earned"]}
    options = [
        Option.number("days", 20, 1, 50, "Number of days"),
        Option.number("customers", 10, 1, 20, "Customers a day for each baker"),
    ]
    observation = Planes(["money", "price", "sold"], 1, 6)
    bots = {"Fair": fair, "Dear": dear}

    def start(self, options, seats, random):
        return {
            "day": 1,
            "days": options.days,
            "customers": options.customers * seats,
            "money": [START] * seats,
            "total": [0] * seats,
            # Offers and sales of the day before.
            "prices": [0] * seats,
            "baked": [0] * seats,
            "sold": [0] * seats,
        }

    def phase(self, state):
        if state["day"] > state["days"]:
            return Over()
        return Ask(state["day"], list(range(len(state["money"]))))

    def view(self, state, seat):
        return {"seat": seat, **{key: value for key, value in state.items() if key != "total"}}

    def moves(self, state, seat):
        most = min(LOAVES_MAX, state["money"][seat] // COST)
        return [(0, 0)] + [(loaves, price) for loaves in range(1, most + 1) for price in range(1, PRICE_MAX + 1)]

    def actions(self, options, seats):
        rows = range(1, LOAVES_MAX + 1)
        return [(0, 0)] + [(loaves, price) for loaves in rows for price in range(1, PRICE_MAX + 1)]

    def apply(self, state, orders, random):
        seats = len(state["money"])
        state["baked"], state["prices"], state["sold"] = [0] * seats, [0] * seats, [0] * seats
        for seat, order in orders.items():
            # A baker without an order bakes nothing.
            state["baked"][seat], state["prices"][seat] = order or (0, 0)
            state["money"][seat] -= COST * state["baked"][seat]
        for _ in range(state["customers"]):
            self.serve(state, random.randint(1, PRICE_MAX), random)
        events = []
        for seat in range(seats):
            earned = state["sold"][seat] * state["prices"][seat]
            state["money"][seat] += earned
            state["total"][seat] += state["sold"][seat]
            text = (
                f"player {seat + 1} sells {state['sold'][seat]} of {state['baked'][seat]} for {state['prices'][seat]}"
            )
            baked = -COST * state["baked"][seat]
            events.append({"type": "sale", "seat": seat, "baked": baked, "earned": earned, "text": text})
        state["day"] += 1
        return events

    def serve(self, state, limit, random):
        """Sells the cheapest loaf to a customer who pays up to `limit`."""
        prices = state["prices"]
        open_shops = [seat for seat, baked in enumerate(state["baked"]) if state["sold"][seat] < baked]
        affordable = [seat for seat in open_shops if prices[seat] <= limit]
        if affordable:
            cheapest = min(prices[seat] for seat in affordable)
            state["sold"][random.choice([seat for seat in affordable if prices[seat] == cheapest])] += 1

    def standings(self, state):
        return list(zip(state["money"], state["total"]))

    def observe(self, view):
        """For learners: the numbers of all bakers, the own ones first."""
        seats = len(view["money"])
        order = [(view["seat"] + number) % seats for number in range(seats)]
        empty = [0] * (6 - seats)
        return [[view[key][seat] for seat in order] + empty for key in ("money", "prices", "sold")]

    def board(self, state):
        lines = [f"day {min(state['day'], state['days'])} of {state['days']}", "", "baker  money  price  baked  sold"]
        for seat, money in enumerate(state["money"]):
            numbers = f"{money:5}  {state['prices'][seat]:5}  {state['baked'][seat]:5}  {state['sold'][seat]:4}"
            lines.append(f"{seat + 1:5}  {numbers}")
        return "\n".join(lines)
