"""Notes on tiles. In the page, a click on a tile opens them and marks the tiles they name. Source: 7.3 and 7.4 of the thesis."""

from typing import Callable, Iterable

from aitools.tiles import Place

def live_info(turn: int, tile: Place, text: object, *values: object) -> None:
    """Writes a note on a tile: text % values. Tiles written as <r:R c:C> are marked on the board. A note of another turn is shown in the
    current one, with its turn."""

def send_to(sink: Callable[[int, tuple[int, int], str], object] | None) -> None:
    """Sends notes to sink(turn, tile, text); None prints them again. For the ant war use aitools.ants.notes_to(ants)."""

def switch(on: bool) -> None:
    """Switches notes on or off, which does not change how a bot plays."""

def is_on() -> bool: ...

def named(tiles: Iterable[Place]) -> str:
    """Tiles in the form that is marked on the board: <r:1 c:2> <r:1 c:3>."""
