"""Hilfen für das Steineduell. So benutzt du sie: from gems import *"""

__all__ = ["SIZE", "legal_moves", "annotate"]

SIZE: int
"""Wie viele Spalten und Zeilen das Feld hat."""

def legal_moves(field: list[list[str]]) -> list[tuple[int, int, int, int]]:
    """Alle Tausche, die auf diesem Feld erlaubt sind, als (x1, y1, x2, y2), Zeile für Zeile von unten."""

def annotate(place: tuple[int, int] | list[int], text: object, color: str | None = None) -> None:
    """Hinterlässt eine Notiz für alle, die zuschauen: einen Text am Feld (x, y). Ändert nichts am Spiel."""

def field(drawing: str) -> list[list[str]]:
    """Für Tests deiner Funktionen: ein Feld aus einer Zeichnung von zehn Zeilen zu zehn Buchstaben, die oberste Zeile zuerst,
    so wie choose_move es bekommt. Leerzeichen zwischen den Buchstaben bedeuten nichts. Rufe es als gems.field auf."""
