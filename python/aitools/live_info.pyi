"""Notes on tiles, for whoever watches: a click on the tile opens them, and marks every tile that they name. Source: 7.3 and 7.4 of the thesis."""

from typing import Callable, Iterable

from aitools.tiles import Place

def live_info(turn: int, tile: Place, text: object, *values: object) -> None:
    """Notes something of a tile: text % values. Tiles in it are best put in as they print, <r:R c:C>. A note of another turn than
    the one that is played is shown in this one, with its turn in front."""

def send_to(sink: Callable[[int, tuple[int, int], str], object] | None) -> None:
    """Hands notes to sink(turn, tile, text) from now on; None: they are printed again. For the ant war: aitools.ants.notes_to(ants)."""

def switch(on: bool) -> None:
    """Whether there are notes at all: without them a bot plays as with them."""

def is_on() -> bool: ...

def named(tiles: Iterable[Place]) -> str:
    """Tiles as a note names them, so that they are marked on the board: <r:1 c:2> <r:1 c:3>."""
