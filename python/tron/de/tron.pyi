"""Lichträder. So benutzt du es: from tron import *"""

from typing import Literal

__all__ = ["NORTH", "EAST", "SOUTH", "WEST", "getBoard", "isFree", "getPosition", "getPositions", "move"]

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

def draw(drawing: str) -> None:
    """Für Tests deiner Funktionen, ohne ein Spiel: zeichnet die Lage, von der getBoard und die anderen erzählen. Zeichen: .
    ein freies Feld, 1 bis 4 eine Wand dieses Spielers, A bis D das Rad von Spieler 1 bis 4. Du bist Spieler 1, A. Leerzeichen
    zwischen den Zeichen bedeuten nichts. Rufe es als tron.draw auf."""

def moved() -> str | None:
    """Für Tests: die Richtung, mit der move zuletzt aufgerufen wurde, seit die Lage gezeichnet ist, oder None. Rufe es als
    tron.moved auf."""
