"""Hearts: a card game for four with hidden information, as an example of a game in Python.

    wag play hearts.py low.py Careful Careful random

The players hold 13 cards each. One after the other plays a card; who can follow the suit of the first card must do so. The
highest card of that suit wins the trick and plays first in the next one. Each heart in a won trick costs a point, the
queen of spades 13.
"""

from wag.game import Ask, Game, Option, Over

RANKS, SUITS = "23456789TJQKA", "CDSH"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


def strength(card):
    return RANKS.index(card[0])


def cost(card):
    return 13 if card == "QS" else int(card[1] == "H")


def legal(hand, trick):
    """The cards that may be played: of the first card's suit, if there are any."""
    return [card for card in hand if trick and card[1] == trick[0][1]] or list(hand)


def winner_of(trick):
    """The number of the card that wins."""
    return max(range(len(trick)), key=lambda number: (trick[number][1] == trick[0][1], strength(trick[number])))


def careful(view, moves):
    """Plays the highest card that does not win the trick, else the lowest; throws away the most expensive ones."""
    trick = view.trick
    if trick and moves[0][1] != trick[0][1]:
        return max(moves, key=lambda card: (cost(card), strength(card)))
    losing = [card for card in moves if trick and winner_of([*trick, card]) < len(trick)]
    return max(losing, key=strength) if losing else min(moves, key=strength)


class Hearts(Game):
    title = "Hearts"
    about = "Four players win tricks of cards, and avoid those with hearts and the queen of spades."
    seats = 4
    hidden = True
    without_order = "first"
    options = [Option.number("deals", 4, 1, 20, "Number of deals")]
    accounts = {"points": ["hearts", "queen"]}
    bots = {"Careful": careful}

    def start(self, options, seats, random):
        state = {"deals": options.deals, "tricks": 0, "points": [0] * 4, "first": 0, "trick": [], "played": []}
        self.deal(state, random)
        return state

    def deal(self, state, random):
        deck = random.sample(DECK, len(DECK))
        state["hands"] = [sorted(deck[seat::4], key=DECK.index) for seat in range(4)]
        state["played"] = []

    def mover(self, state):
        return (state["first"] + len(state["trick"])) % 4

    def phase(self, state):
        if state["tricks"] == 13 * state["deals"]:
            return Over()
        return Ask(state["tricks"] + 1, self.mover(state))

    def view(self, state, seat):
        return {
            "seat": seat,
            "hand": list(state["hands"][seat]),
            "first": state["first"],
            "trick": list(state["trick"]),
            "played": list(state["played"]),
            "points": list(state["points"]),
        }

    def moves(self, state, seat):
        return legal(state["hands"][seat], state["trick"])

    def apply(self, state, orders, random):
        ((seat, card),) = orders.items()
        if card is None:
            card = self.moves(state, seat)[0]
        state["hands"][seat].remove(card)
        state["trick"].append(card)
        events = [{"type": "play", "seat": seat, "card": card, "text": f"player {seat + 1} plays {card}"}]
        if len(state["trick"]) == 4:
            events.append(self.end_trick(state))
            if not state["hands"][0] and state["tricks"] < 13 * state["deals"]:
                self.deal(state, random)
        return events

    def end_trick(self, state):
        trick = state["trick"]
        seat = (state["first"] + winner_of(trick)) % 4
        hearts, queen = sum(card[1] == "H" for card in trick), 13 * ("QS" in trick)
        state["points"][seat] -= hearts + queen
        state["tricks"] += 1
        state["played"] += trick
        state["first"], state["trick"] = seat, []
        text = f"player {seat + 1} wins the trick for {hearts + queen} points"
        return {"type": "trick", "seat": seat, "hearts": -hearts, "queen": -queen, "text": text}

    def standings(self, state):
        return state["points"]

    def guess(self, state, seat, random):
        """Deals the cards anew that the seat does not see."""
        others = [other for other in range(4) if other != seat]
        cards = [card for other in others for card in state["hands"][other]]
        random.shuffle(cards)
        hands = list(state["hands"])
        for other in others:
            count = len(hands[other])
            hands[other], cards = sorted(cards[:count], key=DECK.index), cards[count:]
        return {**state, "hands": hands, **{key: list(state[key]) for key in ("points", "trick", "played")}}

    def board(self, state):
        hands = [f"{seat + 1}: {' '.join(hand)}" for seat, hand in enumerate(state["hands"])]
        return "\n".join([*hands, f"trick: {' '.join(state['trick'])}"])

    def show(self, view):
        return f"Your cards: {' '.join(view['hand'])}\nThe trick: {' '.join(view['trick']) or 'you begin'}"
