"""Figures 4.4 and 4.5: paths with one bend, and A-star's lower estimate of the cost of a path."""

from aitools.search import A_STAR, SIMPLE, PathFinder
from aitools.tiles import PIZZA, SearchableMap

BENT = """\
................
................
....######......
....######......
....######......
................
................
................
................
................"""
BEHIND = """\
............
............
.....#......
.....#......
.....#......
.....#......
.....#......
............
............"""


def run(report):
    """One board where the second way round works, and one where only A-star finds a path."""
    report.title = "The simple search, and what A-star estimates"
    rows = [bent(report), behind(report)]
    head = ["board", "simple (tiles)", "A-star (tiles)", "A-star (steps)", "beeline"]
    report.table("paths", "Paths found (figures 4.4, 4.5)", head, rows)
    report.text(
        "The simple search bends once. Along the row first is barred by water on the first board, along the column first is not; on the second board both are.",
        "A-star estimates what is left by the beeline, which is never longer than the way: the thesis' figure has 7.6 for 10 steps.",
    )


def bent(report):
    """The first way is blocked."""
    board, start, goal = SearchableMap.from_text(BENT, PIZZA), (3, 2), (7, 12)
    finder = PathFinder(board)
    path = finder.search(SIMPLE, start, goal, 16)
    tried = [(3, 2), (3, 3)]
    paths = [{"tiles": tried, "name": "first try: along the row", "color": "#a0a0a0"}, {"tiles": path, "name": "path", "color": "#c04000"}]
    report.picture("bend", "A path with one bend (figure 4.4)", BENT.split("\n"), objects=[ends(start, goal)], paths=paths)
    return row("one way barred", board, finder, start, goal)


def behind(report):
    """Both ways are blocked."""
    board, start, goal = SearchableMap.from_text(BEHIND, PIZZA), (4, 2), (5, 9)
    finder = PathFinder(board)
    path = finder.search(A_STAR, start, goal)
    title = "The path of A-star; the estimate is the beeline (figure 4.5)"
    shown = [{"tiles": path, "name": "path", "color": "#808080"}]
    report.picture("estimate", title, BEHIND.split("\n"), objects=[ends(start, goal)], paths=shown)
    return row("both ways barred", board, finder, start, goal)


def row(name, board, finder, start, goal):
    simple, best = finder.search(SIMPLE, start, goal), finder.search(A_STAR, start, goal)
    return [name, simple and len(simple), len(best), len(best) - 1, board.beeline(start, goal)]


def ends(start, goal):
    return {"tiles": [start, goal], "name": "start and goal", "color": "#000000", "shape": "diamond"}
