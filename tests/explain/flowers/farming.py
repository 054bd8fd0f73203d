"""Farming: the healthy part of the bots in this folder."""

import json

WATER, MOLE, FERTILIZER, ANEMONE, BLUE_JAZZ = range(5)


def entry(tile=None, card=0, amount=0):
    x, y = (tile.x, tile.y) if tile else (0, 0)
    return {"X": x, "Y": y, "CardId": card, "Amount": amount}


def owned(player, card_id):
    return next(card.owned for card in player.cards if card.cardId == card_id)


class Farm:
    """Grows one flower after the other on its first tile; each needs two drops of water."""

    def __init__(self, seed=BLUE_JAZZ):
        self.seed = seed
        self.round = 0

    def action(self, dto):
        """Returns the letter and the entries of the next action, or None for a pass."""
        self.round += 1
        me = dto.source
        tile = me.tiles[0]
        if tile.bIsPlanted and tile.plantDTO.waterNeeded <= 0:
            return "H", []
        if tile.bIsPlanted and owned(me, WATER) >= tile.plantDTO.waterNeeded:
            return "W", [entry(tile, amount=tile.plantDTO.waterNeeded)]
        if owned(me, self.seed) and not tile.bIsPlanted:
            # A ripe flower would drown in the rain.
            return ("P", [entry(tile, card=self.seed)]) if dto.daysTillRain > 2 else None
        return "C", [entry(card=self.seed, amount=1), entry(card=WATER, amount=2)]


def answer(action):
    """Returns an action as the text that the game reads."""
    return json.dumps({"ActionType": action[0], "Properties": action[1]}) if action else "{}"
