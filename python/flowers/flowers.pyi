"""The argument and the return value of bot_input(dto): for your editor. All names are available without an import."""

from typing import Any

class DTO:
    """Your view of the game in your turn."""

    tiles: list[Tile]
    """All 64 tiles, column by column (x). For each plant only plantId is set."""
    source: Player
    """You."""
    enemy: Player
    daysTillRain: int
    def __init__(self, tiles: list[Tile], source: Player, enemy: Player, daysTillRain: int) -> None: ...

class Tile:
    x: int
    y: int
    bIsPlanted: bool
    bIsSpecial: bool
    """True if it yields double."""
    plantDTO: Plant
    """Never None; check bIsPlanted."""
    def __init__(self, x: int, y: int, bIsPlanted: bool, bIsSpecial: bool, plantDTO: Plant) -> None: ...

class Plant:
    plantId: int
    """3 anemone, 4 BlueJazz, 5 crocus, 6 tulip; 0 without a plant."""
    goldWorth: int
    waterNeeded: int
    """Water needed, in drops: 0 is ripe, -1 is dead."""
    daysToRot: int
    """The lifetime of its kind, in rounds."""
    def __init__(self, plantId: int, goldWorth: int, waterNeeded: int, daysToRot: int = 0) -> None: ...

class Player:
    points: int
    gold: int
    fertilizerActive: int
    """Harvests are doubled while it is above 0."""
    tiles: list[Tile]
    """In the order in which the player got them; your own plants have all attributes."""
    cards: list[Card]
    def __init__(
        self, points: int, gold: int, fertilizerActive: int, tiles: list[Tile], cards: list[Card]
    ) -> None: ...

class Card:
    cardId: int
    """0 water, 1 mole, 2 fertilizer, 3 anemone, 4 BlueJazz, 5 crocus, 6 tulip."""
    owned: int
    def __init__(self, cardId: int, owned: int) -> None: ...

class Action:
    X: int
    Y: int
    CardId: int
    Amount: int
    def __init__(self, x: int = 0, y: int = 0, cardId: int = 0, amount: int = 0, cardid: int | None = None) -> None: ...

class InputAction:
    ActionType: str
    """'W' water, 'L' land, 'P' plant, 'C' cards, 'F' fertilizer, 'M' mole, 'H' harvest."""
    Properties: Any
    def __init__(self, actionType: str, properties: list[Action] | None) -> None: ...
    def toJSON(self) -> str:
        """The text that bot_input returns."""
