"""Section 5.3: alpha-beta search over the steps of all units, until the time of a turn is over."""

import time

from aitools.combat import min_max
from aitools.tiles import PIZZA, SearchableMap

ROWS, COLS = 20, 30
ASKED_EACH = 64
"""Number of positions between checks of the time limit."""


def run(report):
    """From 1 to 10 units per side in two lines, each with the time of one turn."""
    report.title = "Alpha-beta, and where a turn ends"
    most, seconds = (4, 0.05) if report.small else (10, 0.5)
    rows = [measured(count, seconds) for count in range(1, most + 1)]
    head = ["ants a side", "positions if all are looked at", f"positions looked at (to {ASKED_EACH})", "ms", "came to an end", "value"]
    report.table("turns", f"One step of each side, at most {seconds * 1000:.0f} ms", head, rows)
    finished = [row[0] for row in rows if row[4] == "yes"]
    report.text(
        f"A turn's time is enough for {max(finished, default=0)} ants a side. The thesis gave the search up for the same reason, and has no numbers for it.",
        "A position is one step of all own units and one of all enemies, after the battle. Both lines are three squares apart, so that nearly every step is a fight.",
    )


def measured(count, seconds):
    """Returns a row of the table."""
    board = SearchableMap(ROWS, COLS, PIZZA)
    mine = [(8, 8 + number) for number in range(count)]
    enemies = [(11, 8 + number) for number in range(count)]
    looked_at = 0
    begun = time.perf_counter()

    def is_over():
        nonlocal looked_at
        looked_at += ASKED_EACH
        return time.perf_counter() - begun > seconds

    _, value, is_whole = min_max(mine, enemies, board, 5, 2, is_over)
    taken = (time.perf_counter() - begun) * 1000
    return [count, ways(board, mine) * ways(board, enemies), looked_at, f"{taken:.1f}", "yes" if is_whole else "no", value]


def ways(board, units):
    """Returns the number of ways in which all units can step or stay, no two on one tile; computed column by column from the tiles that
    earlier units take."""
    counts = {frozenset(): 1}
    for unit in units:
        following = {}
        for taken, number in counts.items():
            for tile in [unit, *board.successors(unit)]:
                if tile not in taken:
                    # Only later units matter, and none of them is more than two columns away.
                    kept = frozenset(other for other in taken | {tile} if other[1] >= unit[1])
                    following[kept] = following.get(kept, 0) + number
        counts = following
    return sum(counts.values())
