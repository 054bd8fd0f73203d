"""Encodes the boards of a game that is written in Python."""

from wag.game import Board, Piece, Wall

SIDE_MAX = 200


def encoded(session, method, board):
    """Returns what `board` or `show` returned as the engine knows it: a dict; None for None."""
    if board is None:
        return None
    hexagons, text, pieces, walls, rows = False, "", (), (), board
    if isinstance(board, Board):
        hexagons, text, pieces, walls, rows = board.hexagons, board.text, board.pieces, board.walls, board.rows
    if type(board) is str:
        text, rows = board, ()
    elif not isinstance(rows, (list, tuple)):
        kind = type(board).__name__
        raise session.fault(method, f"{method}(...) returned a {kind}; it must be text, rows of keys, or a Board")
    if rows and not session.tiles and all(type(row) is str for row in rows):
        text, rows = "\n".join([*rows, text] if text else rows), ()
    width = len(rows[0]) if rows else 0
    return {
        "width": width,
        "cells": _cells(session, method, rows, width),
        "pieces": [_piece(session, method, piece) for piece in pieces],
        "walls": [_wall(session, method, wall) for wall in walls],
        "has_hexagons": bool(hexagons),
        "text": text,
    }


def _cells(session, method, rows, width):
    index = session.tiles
    try:
        cells = bytes([index[key] for row in rows for key in row])
    except (KeyError, TypeError):
        raise _unknown_tile(session, method, rows) from None
    if any(len(row) != width for row in rows):
        row = next(row for row, cells in enumerate(rows) if len(cells) != width)
        raise session.fault(
            method, f"{method}(...): row {row} has {len(rows[row])} cells, but row 0 has {width}; all must be as long"
        )
    if width > SIDE_MAX or len(rows) > SIDE_MAX:
        raise session.fault(
            method, f"{method}(...) has {width} x {len(rows)} cells; at most {SIDE_MAX} x {SIDE_MAX} are possible"
        )
    return cells


def _unknown_tile(session, method, rows):
    for y, row in enumerate(rows):
        for x, key in enumerate(row):
            if not isinstance(key, (str, int, tuple, type(None))) or key not in session.tiles:
                known = ", ".join(map(repr, session.tiles)) or "none"
                return session.fault(
                    method,
                    f"{method}(...): row {y}, column {x} is {key!r}, which is no key of tiles; there are: {known}",
                )
    return session.fault(method, f"{method}(...) must be text, rows of keys, or a Board")


def _piece(session, method, piece):
    if not isinstance(piece, Piece):
        raise session.fault(method, f"{method}(...) has the piece {piece!r}; it must be a Piece(x, y, sign)")
    return piece.x, piece.y, piece.sign, piece.seat, piece.text, piece.id


def _wall(session, method, wall):
    if not isinstance(wall, Wall):
        raise session.fault(method, f"{method}(...) has the wall {wall!r}; it must be a Wall(x, y)")
    return wall.x, wall.y, bool(wall.south)
