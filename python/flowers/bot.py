# A first player for the flower farm. The game runs the file once and then calls bot_input in each round, so global
# variables keep their values until the next round. Everything that you print is in the log.

PLAYER_NUM = 1  # player 1 begins on the blue tile (bottom left), player 2 on the red one (top right)
TEAM_NAME = 'TEAM 1'  # the name of your team
AMOUNT_OF_GAMES = 10000  # number of games that `wag train flowers` plays
RESTART = True  # whether games are restarted
RESTART_TURN = 99  # the round in which they are restarted

WATER, MOLE, FERTILIZER, ANEMONE, BLUE_JAZZ, CROCUS, TULIP = range(7)


def owned(player, card_id):
    """Returns the number of cards of this kind that a player has."""
    return next(card.owned for card in player.cards if card.cardId == card_id)


def free_neighbours(dto):
    """Returns the tiles that can be bought next, special ones first."""
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
        return "{}"  # A tulip would die in the rain.
    land = free_neighbours(dto)[:(me.gold - 3800 * len(me.tiles)) // 8800]
    if land:
        print("buys", len(land), "tiles")
        return InputAction('L', [Action(tile.x, tile.y) for tile in land]).toJSON()
    plants = min(len(me.tiles), me.gold // 3800)
    return InputAction('C', [Action(cardId=TULIP, amount=plants), Action(cardId=WATER, amount=plants)]).toJSON()
