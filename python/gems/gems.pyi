"""Helpers for the gem duel. Use them with: from gems import *"""

__all__ = ["SIZE", "legal_moves", "annotate"]

SIZE: int
"""How many columns and rows the field has."""

def legal_moves(field: list[list[str]]) -> list[tuple[int, int, int, int]]:
    """All swaps that are allowed on this field, as (x1, y1, x2, y2), row by row from below."""

def annotate(place: tuple[int, int] | list[int], text: object, color: str | None = None) -> None:
    """Leaves a note for whoever watches the game: a text at the field (x, y). Changes nothing in the game."""

def field(drawing: str) -> list[list[str]]:
    """For tests of your functions: a field from a drawing of ten rows of ten letters, the highest row first, as choose_move
    is given it. Blanks between the letters mean nothing. Call it as gems.field."""
