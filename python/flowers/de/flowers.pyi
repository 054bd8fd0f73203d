"""Für deinen Editor: das Argument von bot_input(dto) und sein Ergebnis. Diese Klassen kannst du ohne Import benutzen."""

from typing import Any

class DTO:
    """Alles, was du siehst, wenn du am Zug bist."""

    tiles: list[Tile]
    """Alle 64 Felder, Spalte für Spalte (x). Von jeder Pflanze ist nur plantId bekannt."""
    source: Player
    """Du."""
    enemy: Player
    daysTillRain: int
    def __init__(self, tiles: list[Tile], source: Player, enemy: Player, daysTillRain: int) -> None: ...

class Tile:
    x: int
    y: int
    bIsPlanted: bool
    bIsSpecial: bool
    """Ob es den doppelten Ertrag bringt."""
    plantDTO: Plant
    """Nie None; prüfe bIsPlanted."""
    def __init__(self, x: int, y: int, bIsPlanted: bool, bIsSpecial: bool, plantDTO: Plant) -> None: ...

class Plant:
    plantId: int
    """3 Anemone, 4 BlueJazz, 5 Krokus, 6 Tulpe; 0 ohne Pflanze."""
    goldWorth: int
    waterNeeded: int
    """In Tropfen: 0 bedeutet reif, -1 tot."""
    daysToRot: int
    """Die Lebensdauer dieser Pflanzenart, in Runden."""
    def __init__(self, plantId: int, goldWorth: int, waterNeeded: int, daysToRot: int = 0) -> None: ...

class Player:
    points: int
    gold: int
    fertilizerActive: int
    """Solange es über 0 ist, zählen Ernten doppelt."""
    tiles: list[Tile]
    """In der Reihenfolge, in der der Spieler sie bekam; von deinen eigenen Pflanzen ist alles bekannt."""
    cards: list[Card]
    def __init__(
        self, points: int, gold: int, fertilizerActive: int, tiles: list[Tile], cards: list[Card]
    ) -> None: ...

class Card:
    cardId: int
    """0 Wasser, 1 Maulwurf, 2 Dünger, 3 Anemone, 4 BlueJazz, 5 Krokus, 6 Tulpe."""
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
    """'W' gießen, 'L' Land, 'P' pflanzen, 'C' Karten, 'F' düngen, 'M' Maulwurf, 'H' ernten."""
    Properties: Any
    def __init__(self, actionType: str, properties: list[Action] | None) -> None: ...
    def toJSON(self) -> str:
        """Der Text, den bot_input zurückgibt."""
