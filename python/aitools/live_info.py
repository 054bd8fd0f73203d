"""Notes on tiles, for whoever watches: a click on the tile opens them, and marks every tile that they name. Source: 7.3 and 7.4 of the thesis.

Where notes go is the game's: aitools.ants.notes_to(ants) has them drawn over its board. Until somebody says where, they are printed.
"""


def _printed(turn, tile, text):
    print("[note %s <r:%d c:%d>] %s" % (turn, *tile, text))


# Whom notes are handed, and whether there are any.
_SINK = [_printed]
_IS_ON = [True]


def live_info(turn, tile, text, *values):
    """Notes something of a tile. Tiles in text, such as a path, are best put in as they print: <r:R c:C>."""
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
    """Hands notes to sink(turn, tile, text) from now on; None: they are printed again."""
    _SINK[0] = sink or _printed


def switch(on):
    """Whether there are notes at all: without them a bot plays as with them."""
    _IS_ON[0] = bool(on)


def is_on():
    return _IS_ON[0]


def named(tiles):
    """Tiles as a note names them, so that they are marked on the board: <r:1 c:2> <r:1 c:3>."""
    return " ".join("<r:%d c:%d>" % tuple(tile) for tile in tiles)
