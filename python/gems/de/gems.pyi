"""Hilfen für das Steineduell. So benutzt du sie: from gems import *"""

__all__ = ["SIZE", "legal_moves", "annotate"]

SIZE: int
"""Die Anzahl der Spalten und Zeilen des Felds."""

def legal_moves(field: list[list[str]]) -> list[tuple[int, int, int, int]]:
    """Gibt alle Züge zurück, die auf diesem Feld erlaubt sind, als (x1, y1, x2, y2), Zeile für Zeile von unten."""

def annotate(place: tuple[int, int] | list[int], text: object, color: str | None = None) -> None:
    """Hinterlässt eine Notiz für alle, die zuschauen: einen Text am Feld (x, y). Am Spiel ändert sie nichts."""

def field(drawing: str) -> list[list[str]]:
    """Für Tests deiner Funktionen: gibt ein Feld zurück, wie choose_move es bekommt, aus einer Zeichnung von zehn Zeilen zu zehn
    Buchstaben, die oberste Zeile zuerst. Leerzeichen zwischen den Buchstaben bedeuten nichts. Rufe es als gems.field auf."""
