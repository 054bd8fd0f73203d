"""Pictures of boards: coloured tiles, objects, paths and labels as the text of an HTML page or of an SVG. Source: 8.2 of the thesis."""

from typing import Any, Iterable, Mapping, Sequence, TypeAlias

from aitools.tiles import Place, TileMap

Board: TypeAlias = TileMap | str | Sequence[str]
"""A map, or rows of signs: % and # are water, ? is not explored, all else is land."""
Some: TypeAlias = Sequence[Place] | Mapping[str, Any] | None
"""Tiles; or a dictionary with these as "tiles", and perhaps "name" for the legend, "color", of objects "shape": circle, square,
diamond, ring or cross."""

SIZE: int
"""How many pixels wide a tile is."""
COLORS: tuple[str, ...]
"""What paths and objects are coloured with, one after the other."""

def svg(
    board: Board,
    tiles: Mapping[Place, str] | None = None,
    objects: Sequence[Some] = (),
    paths: Sequence[Some] = (),
    labels: Mapping[Place, object] | None = None,
    title: str = "",
    size: int = ...,
) -> str:
    """One picture of a board, as SVG. tiles: colours, as CSS has them. paths: lines through the middles of tiles, across the edges of
    the board where that is shorter. labels: short texts. size: pixels of a tile. ValueError for a tile that is not on the board, rows
    that differ in length, or a shape that there is not."""

def html(
    board: Board,
    tiles: Mapping[Place, str] | None = None,
    objects: Sequence[Some] = (),
    paths: Sequence[Some] = (),
    labels: Mapping[Place, object] | None = None,
    title: str = "",
    size: int = ...,
    text: str = "",
) -> str:
    """A page with one picture of a board, and what its colours mean; a file of its own. text: stands below, a paragraph a line."""

def figure(
    board: Board,
    tiles: Mapping[Place, str] | None = None,
    objects: Sequence[Some] = (),
    paths: Sequence[Some] = (),
    labels: Mapping[Place, object] | None = None,
    title: str = "",
    size: int = ...,
    text: str = "",
) -> str:
    """The same as a part of a page."""

def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table, as a part of a page."""

def page(title: str, parts: Iterable[str]) -> str:
    """A whole page of figures and tables, which needs no other file."""
