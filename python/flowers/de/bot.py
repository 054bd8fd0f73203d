# Ein erster Spieler für die Blumenfarm. Das Spiel führt die Datei einmal aus und ruft dann in jeder Runde bot_input auf;
# globale Variablen behalten ihre Werte also bis zur nächsten Runde. Alles, was du mit print ausgibst, steht im Log.

PLAYER_NUM = 1  # Spieler 1 beginnt auf dem blauen Feld (unten links), Spieler 2 auf dem roten (oben rechts)
TEAM_NAME = 'TEAM 1'  # der Name deines Teams
AMOUNT_OF_GAMES = 10000  # Anzahl der Spiele, die `wag train flowers` spielt
RESTART = True  # ob Spiele neu begonnen werden
RESTART_TURN = 99  # die Runde, in der sie neu begonnen werden

WATER, MOLE, FERTILIZER, ANEMONE, BLUE_JAZZ, CROCUS, TULIP = range(7)


def owned(player, card_id):
    """Gibt zurück, wie viele Karten dieser Art ein Spieler hat."""
    return next(card.owned for card in player.cards if card.cardId == card_id)


def free_neighbours(dto):
    """Gibt die Felder zurück, die du als Nächstes kaufen kannst, die besonderen zuerst."""
    mine = {(tile.x, tile.y) for tile in dto.source.tiles}
    taken = mine | {(tile.x, tile.y) for tile in dto.enemy.tiles}
    is_near = lambda tile: any(abs(tile.x - x) <= 1 and abs(tile.y - y) <= 1 for x, y in mine)
    free = [tile for tile in dto.tiles if (tile.x, tile.y) not in taken and is_near(tile)]
    return sorted(free, key=lambda tile: not tile.bIsSpecial)


def bot_input(dto):
    me = dto.source
    growing = [tile for tile in me.tiles if tile.bIsPlanted and tile.plantDTO.waterNeeded > 0]
    done = [tile for tile in me.tiles if tile.bIsPlanted and tile.plantDTO.waterNeeded <= 0]
    bare = [tile for tile in me.tiles if not tile.bIsPlanted]
    if done:
        return InputAction('H', []).toJSON()
    if growing and owned(me, WATER) >= len(growing):
        return InputAction('W', [Action(tile.x, tile.y, amount=1) for tile in growing]).toJSON()
    seeds = owned(me, TULIP)
    if seeds and dto.daysTillRain > 2:
        return InputAction('P', [Action(tile.x, tile.y, cardId=TULIP) for tile in bare[:seeds]]).toJSON()
    if seeds:
        return "{}"  # Eine Tulpe würde im Regen sterben.
    land = free_neighbours(dto)[:(me.gold - 3800 * len(me.tiles)) // 8800]
    if land:
        print("buys", len(land), "tiles")
        return InputAction('L', [Action(tile.x, tile.y) for tile in land]).toJSON()
    plants = min(len(me.tiles), me.gold // 3800)
    return InputAction('C', [Action(cardId=TULIP, amount=plants), Action(cardId=WATER, amount=plants)]).toJSON()
