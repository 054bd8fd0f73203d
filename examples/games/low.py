"""A player of hearts: plays its lowest card, and spades and hearts last."""

RANKS, SUITS = "23456789TJQKA", "CDSH"


def choose(view, moves):
    return min(moves, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))
