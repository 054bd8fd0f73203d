"""Helpers for the gem duel. Use them with: from gems import *"""

__all__ = ["SIZE", "legal_moves", "annotate"]

SIZE: int
"""The number of columns and rows of the field."""

def legal_moves(field: list[list[str]]) -> list[tuple[int, int, int, int]]:
    """Returns all swaps that are allowed on this field, as (x1, y1, x2, y2), row by row from the bottom."""

def annotate(place: tuple[int, int] | list[int], text: object, color: str | None = None) -> None:
    """Leaves a note for people who watch the game: a text at the field (x, y). It does not change the game."""

def field(drawing: str) -> list[list[str]]:
    """For tests of your functions: returns a field such as choose_move gets, made from a drawing of ten rows of ten letters,
    the top row first. Spaces between the letters mean nothing. Call it as gems.field."""
