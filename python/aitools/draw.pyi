"""Pictures of boards as HTML or SVG text, which a script can write to a file. Source: 8.2 of the thesis."""

from typing import Any, Iterable, Mapping, Sequence, TypeAlias

from aitools.tiles import Place, TileMap

Drawable: TypeAlias = TileMap | str | Sequence[str]
"""A tile map, or rows of characters: % and # are water, ? is unexplored, anything else is land."""
Item: TypeAlias = Sequence[Place] | Mapping[str, Any] | None
"""Tiles, or a dict with "tiles" and optionally "name" for the legend, "color", and for objects "shape": circle, square, diamond, ring
or cross."""

SIZE: int
"""Side of a tile in pixels."""
COLORS: tuple[str, ...]
"""Colours of paths and objects, in this order."""

def svg(
    board: Drawable,
    tiles: Mapping[Place, str] | None = None,
    objects: Sequence[Item] = (),
    paths: Sequence[Item] = (),
    labels: Mapping[Place, object] | None = None,
    title: str = "",
    size: int = ...,
) -> str:
    """A picture of a board as SVG. tiles: CSS colours. paths: lines through tiles, across the edges of the board where that is shorter.
    labels: short texts. size: side of a tile in pixels. ValueError for a tile outside the board, rows of different length, or an
    unknown shape."""

def html(
    board: Drawable,
    tiles: Mapping[Place, str] | None = None,
    objects: Sequence[Item] = (),
    paths: Sequence[Item] = (),
    labels: Mapping[Place, object] | None = None,
    title: str = "",
    size: int = ...,
    text: str = "",
) -> str:
    """A page with a picture of a board and its legend. text: shown below, one paragraph per line."""

def figure(
    board: Drawable,
    tiles: Mapping[Place, str] | None = None,
    objects: Sequence[Item] = (),
    paths: Sequence[Item] = (),
    labels: Mapping[Place, object] | None = None,
    title: str = "",
    size: int = ...,
    text: str = "",
) -> str:
    """A picture with title, legend and text, as a part of a page."""

def table(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table, as a part of a page."""

def page(title: str, parts: Iterable[str]) -> str:
    """A complete page of figures and tables."""
