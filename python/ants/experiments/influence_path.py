"""Table 4.1, figures 4.11 and 4.12: the shortest path, and the cheapest one if influence counts."""

from aitools.influence import InfluenceMap
from aitools.search import A_STAR, PathFinder
from aitools.tiles import PIZZA, SearchableMap

ROWS, COLS = 24, 44
START, GOAL = (12, 4), (12, 38)
MINE = [(5, 8), (4, 14), (4, 20), (4, 26), (5, 33), (9, 4), (9, 38)]
ENEMIES = [(13, 14), (14, 18), (13, 22), (14, 26), (13, 29)]
VIEW2, ATTACK2 = 55, 5
NUMBERED = 24
"""Size of a tile with a number, in pixels."""


def run(report):
    """The two paths, and their costs with and without influence."""
    board = SearchableMap(ROWS, COLS, PIZZA)
    influence = InfluenceMap(board, VIEW2, ATTACK2, [(tile, 0) for tile in MINE] + [(tile, 1) for tile in ENEMIES])
    plain, careful = PathFinder(board), PathFinder(board, influence)
    direct, detour = plain.search(A_STAR, START, GOAL), careful.search(A_STAR, START, GOAL)
    report.title = "A path with influence in mind"
    rows = [
        ["direct path", plain.cost(direct), careful.cost(direct), 34, 110],
        ["detour", plain.cost(detour), careful.cost(detour), 46, 106],
    ]
    head = ["path", "cost without influence", "cost with influence", "thesis: without", "thesis: with"]
    report.table("costs", "What the paths cost (table 4.1)", head, rows)
    units = [
        {"tiles": MINE, "name": "own units", "color": "#e07000"},
        {"tiles": ENEMIES, "name": "enemies", "color": "#2060d0"},
        {"tiles": [START, GOAL], "name": "start and goal", "color": "#000000", "shape": "diamond"},
    ]
    ground = ["." * COLS] * ROWS
    colors, labels = safety_colors(board, influence)
    report.picture("before", "Safety of each square (figure 4.11)", ground, tiles=colors, objects=units, labels=labels, size=NUMBERED)
    paths = [
        {"tiles": direct, "name": "without influence", "color": "#c04000"},
        {"tiles": detour, "name": "with influence", "color": "#0000a0"},
    ]
    report.picture("after", "Both paths (figure 4.12)", ground, tiles=colors, objects=units, paths=paths)


def safety_colors(board, influence):
    """Returns colors and numbers of the tiles whose safety is not 0: green is safe, red is not."""
    colors, labels = {}, {}
    for tile in board.tiles():
        safety = influence.safety(tile)
        if board.is_passable(tile) and safety:
            strength = min(abs(safety), 150)
            pale = 255 - strength
            colors[tile] = f"#{pale:02x}f0{pale:02x}" if safety > 0 else f"#ff{pale:02x}{pale:02x}"
            labels[tile] = safety
    return colors, labels
