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
    """Gibt das Spielfeld als Liste von Spalten zurück: board[x][y] ist 0 auf einem freien Feld, sonst die Nummer des Spielers,
    dem die Wand gehört. Ein Rad steht auf dem neuesten Stück seiner Wand, deshalb steht bei getPosition() deine eigene
    Nummer. Der Rand gehört nicht zum Spielfeld."""

def isFree(x: int, y: int) -> bool:
    """Gibt zurück, ob ein Feld auf dem Spielfeld liegt und keine Wand hat."""

def getPosition() -> list[int]:
    """Gibt die Position deines Rads als [x, y] zurück."""

def getPositions() -> list[list[int] | None]:
    """Gibt die Position [x, y] jedes Rads zurück, Spieler 1 zuerst; None für Spieler, die verunglückt sind."""

def move(direction: str) -> None:
    """Schickt dein Rad nach "NORTH", "EAST", "SOUTH" oder "WEST"; der letzte Aufruf eines Zugs gilt. Alles andere
    löst einen ValueError aus."""

def draw(drawing: str) -> None:
    """Für Tests deiner Funktionen, ohne ein Spiel: legt die Stellung fest, die getBoard und die anderen Funktionen zurückgeben.
    Zeichen: . ein freies Feld, 1 bis 4 eine Wand dieses Spielers, A bis D das Rad von Spieler 1 bis 4. Du bist Spieler 1,
    A. Leerzeichen zwischen den Zeichen bedeuten nichts. Rufe es als tron.draw auf."""

def moved() -> str | None:
    """Für Tests: gibt die Richtung zurück, mit der move seit dem Zeichnen der Stellung zuletzt aufgerufen wurde, oder None.
    Rufe es als tron.moved auf."""
