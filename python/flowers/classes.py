"""Flower farm: the argument and the return value of bot_input(dto). All names are available without an import."""

__all__ = ["DTO", "Tile", "Plant", "Player", "Card", "InputAction", "Action"]


class _Shown:
    """Base class with a `repr` of all attributes."""

    def __repr__(self):
        members = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({members})"


class DTO(_Shown):
    """Your view of the game in your turn."""

    def __init__(self, tiles, source, enemy, daysTillRain):
        self.tiles = tiles
        self.source = source
        self.enemy = enemy
        self.daysTillRain = daysTillRain


class Tile(_Shown):
    """One of the 64 tiles. Its owner has it in the list Player.tiles."""

    def __init__(self, x, y, bIsPlanted, bIsSpecial, plantDTO):
        self.x = x
        self.y = y
        self.bIsPlanted = bIsPlanted
        self.bIsSpecial = bIsSpecial
        self.plantDTO = plantDTO


class Plant(_Shown):
    """The plant on a tile. For the enemy's plants, and in dto.tiles, only plantId is set."""

    def __init__(self, plantId, goldWorth, waterNeeded, daysToRot=0):
        self.plantId = plantId
        self.goldWorth = goldWorth
        self.waterNeeded = waterNeeded
        self.daysToRot = daysToRot


class Player(_Shown):
    """A player: dto.source is you, dto.enemy is the other one."""

    def __init__(self, points, gold, fertilizerActive, tiles, cards):
        self.points = points
        self.gold = gold
        self.fertilizerActive = fertilizerActive
        self.tiles = tiles
        self.cards = cards


class Card(_Shown):
    """The number you own of 0 water, 1 moles, 2 fertilizers, 3 anemones, 4 BlueJazzes, 5 crocuses, 6 tulips."""

    def __init__(self, cardId, owned):
        self.cardId = cardId
        self.owned = owned


class Action(_Shown):
    """One entry of an InputAction."""

    def __init__(self, x=0, y=0, cardId=0, amount=0, cardid=None):
        self.X = x
        self.Y = y
        self.CardId = cardId if cardid is None else cardid
        self.Amount = amount


class InputAction(_Shown):
    """Your action: 'W' water, 'L' land, 'P' plant, 'C' cards, 'F' fertilizer, 'M' mole, 'H' harvest, and a list of Action."""

    def __init__(self, actionType, properties):
        self.ActionType = actionType
        self.Properties = properties

    def toJSON(self):
        """The text that bot_input returns."""
        # The engine provides Python's own module; outside the engine, the module is imported here.
        json = _json_module() if "_json_module" in globals() else __import__("json")
        return json.dumps(self, default=vars)
