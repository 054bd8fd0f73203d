"""Boards as arrays of colors."""

from __future__ import annotations

import numpy as np

SQUARE = 8
"""The side of a square of the board, in pixels."""

TONES = np.array(
    [
        (32, 34, 40),  # ground
        (58, 66, 48),  # fertile
        (38, 66, 120),  # water
        (110, 110, 116),  # wall
        (220, 190, 80),  # goods
        (90, 90, 100),  # home
        (200, 200, 210),  # piece
        (208, 60, 60),  # red
        (224, 200, 60),  # yellow
        (70, 170, 80),  # green
        (70, 110, 210),  # blue
        (180, 110, 210),  # lilac
    ],
    dtype=np.uint8,
)
OWNERS = np.array(
    [
        (230, 90, 70),
        (80, 150, 240),
        (110, 200, 110),
        (240, 190, 70),
        (190, 120, 230),
        (90, 210, 210),
        (240, 140, 190),
        (170, 170, 90),
        (150, 150, 160),
        (240, 240, 240),
    ],
    dtype=np.uint8,
)
HOME, PIECE = 5, 6


def draw(width: int, tones: bytes, owners: bytes) -> np.ndarray:
    """Returns the board as an array of rows, columns and colors. `tones` has the kind of each square, `owners` the seat of
    its owner from 1, or 0. A home fills its square with a dark color of its owner, a piece stands inside the square."""
    tone = np.frombuffer(tones, dtype=np.uint8).reshape(-1, width)
    owner = np.frombuffer(owners, dtype=np.uint8).reshape(-1, width)
    colors = TONES[tone]
    owned = OWNERS[(owner.astype(int) - 1) % len(OWNERS)]
    is_owned = owner > 0
    colors[is_owned] = owned[is_owned]
    is_home = is_owned & (tone == HOME)
    colors[is_home] = owned[is_home] // 2
    image = colors.repeat(SQUARE, axis=0).repeat(SQUARE, axis=1)
    for row, column in np.argwhere(tone == PIECE):
        top, left = row * SQUARE, column * SQUARE
        block = image[top : top + SQUARE, left : left + SQUARE]
        block[[0, -1], :] = TONES[0]
        block[:, [0, -1]] = TONES[0]
    return image
