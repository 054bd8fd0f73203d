"""Notes on tiles. In the page, a click on a tile opens them and marks the tiles they name. Source: 7.3 and 7.4 of the thesis.

By default notes are printed; aitools.ants.notes_to(ants) shows them over the board of the ant war.
"""


def _printed(turn, tile, text):
    print("[note %s <r:%d c:%d>] %s" % (turn, *tile, text))


# The receiver of notes, and whether notes are on.
_SINK = [_printed]
_IS_ON = [True]


def live_info(turn, tile, text, *values):
    """Writes a note on a tile: text % values. Tiles written as <r:R c:C> are marked on the board."""
    if not _IS_ON[0]:
        return
    text = str(text)
    if values:
        try:
            text = text % values
        except (TypeError, ValueError):
            text = f"{text} {values!r}"
    row, col = tile
    _SINK[0](turn, (row, col), text)


def send_to(sink):
    """Sends notes to sink(turn, tile, text); None prints them again."""
    _SINK[0] = sink or _printed


def switch(on):
    """Switches notes on or off, which does not change how a bot plays."""
    _IS_ON[0] = bool(on)


def is_on():
    return _IS_ON[0]


def named(tiles):
    """Tiles in the form that is marked on the board: <r:1 c:2> <r:1 c:3>."""
    return " ".join("<r:%d c:%d>" % tuple(tile) for tile in tiles)
