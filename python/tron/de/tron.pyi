"""Lichträder. So benutzt du es: from tron import *"""

from typing import Literal

NORTH: Literal["NORTH"]
"""y wird kleiner."""
EAST: Literal["EAST"]
"""x wird größer."""
SOUTH: Literal["SOUTH"]
"""y wird größer."""
WEST: Literal["WEST"]
"""x wird kleiner."""

def getBoard() -> list[list[int]]:
    """Das Spielfeld als Liste von Spalten: board[x][y] ist 0 auf einem freien Feld, sonst die Nummer des Spielers, dessen Wand
    dort steht. Ein Rad steht auf dem neuesten Stück seiner Wand: Bei getPosition() steht die eigene Nummer. Der Rand gehört
    nicht zum Spielfeld."""

def isFree(x: int, y: int) -> bool:
    """Ob ein Feld auf dem Spielfeld liegt und keine Wand hat."""

def getPosition() -> list[int]:
    """Wo das eigene Rad ist: [x, y]."""

def getPositions() -> list[list[int] | None]:
    """Wo die Räder sind, das von Spieler 1 zuerst: je [x, y], None für alle, die verunglückt sind."""

def move(direction: str) -> None:
    """Schickt das eigene Rad nach "NORTH", "EAST", "SOUTH" oder "WEST"; der letzte Aufruf eines Zugs gilt. Alles andere
    löst einen ValueError aus."""
