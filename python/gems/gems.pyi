"""Helpers for the gem duel. Use them with: from gems import *"""

__all__ = ["SIZE", "legal_moves", "annotate"]

SIZE: int
"""The number of columns and rows of the field."""

def legal_moves(field: list[list[str]]) -> list[tuple[int, int, int, int]]:
    """All moves that are allowed on this field, as (x1, y1, x2, y2): row by row from the bottom."""

def annotate(place: tuple[int, int] | list[int], text: object, color: str | None = None) -> None:
    """Leaves a note for spectators: a text at the field (x, y). Changes nothing in the game."""

def field(drawing: str) -> list[list[str]]:
    """For tests of your functions: returns the field of a drawing of ten rows of ten letters, top row first, in the form that
    choose_move gets. Blanks between the letters are ignored. Call it as gems.field."""
