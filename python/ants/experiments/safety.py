"""Table 5.1 and figure 5.2: the points of one unit, and the safety of each square of a board."""

from aitools.influence import InfluenceMap
from aitools.tiles import PIZZA, SearchableMap

from ants_experiments.influence_path import NUMBERED, safety_colors

BOARD = """\
..............................
..............................
..........####................
..........####................
..........####.......##.......
.....................##.......
.....................##.......
.......##............##.......
.......##.....................
..............................
............#####.............
............#####.............
..............................
.............................."""
MINE = [(3, 6), (6, 5), (9, 10), (8, 4)]
ENEMIES = [(3, 19), (8, 23), (11, 20)]
VIEW2, ATTACK2 = 77, 5
THESIS = {"attack radius": (50, 2.2), "extended attack radius": (30, 5.0), "view radius": (10, 8.8)}


def run(report):
    """One unit alone, then both sides; the next turn shows what remains."""
    report.title = "Influence and safety"
    alone(report)
    board = SearchableMap.from_text(BOARD, PIZZA)
    units = [(tile, 0) for tile in MINE] + [(tile, 1) for tile in ENEMIES]
    influence = InfluenceMap(board, VIEW2, ATTACK2, units)
    colors, labels = safety_colors(board, influence)
    objects = [{"tiles": MINE, "name": "own units", "color": "#e07000"}, {"tiles": ENEMIES, "name": "enemies", "color": "#2060d0"}]
    report.picture("safety", "Safety of each square (figure 5.2)", BOARD.split("\n"), tiles=colors, objects=objects, labels=labels, size=NUMBERED)
    rows = [sums("at first", board, influence)]
    influence.update([(tile, 0) for tile in MINE])
    rows.append(sums("a turn after the enemies have gone", board, influence))
    head = ["when", "own points", "enemies' points", "safe squares", "unsafe squares", "least", "most", "front line (squares)"]
    report.table("totals", "Points on the board", head, rows)
    report.text("Values come by flood fill: water stops them. The squares of the front line are those next to safe land where both have something to say.")


def alone(report):
    """The points of a unit by distance, on open land."""
    board = SearchableMap(31, 31, PIZZA)
    influence = InfluenceMap(board, VIEW2, ATTACK2, [((15, 15), 0)])
    rows = [["its own square", influence.value((15, 15), 0), 0.0, 1, None, None]]
    for name, (points, radius) in THESIS.items():
        tiles = [tile for tile in board.tiles() if influence.value(tile, 0) == points]
        furthest = max((board.beeline(tile, (15, 15)) for tile in tiles), default=None)
        rows.append([name, points, furthest, len(tiles), points, radius])
    head = ["radius", "points", "furthest square (squares)", "squares with these points", "thesis: points", "thesis: radius"]
    report.table("unit", "The influence of a unit (table 5.1)", head, rows)


def sums(when, board, influence):
    safety = [influence.safety(tile) for tile in board.tiles() if board.is_passable(tile)]
    safe, unsafe = sum(value > 0 for value in safety), sum(value < 0 for value in safety)
    totals = influence.totals()
    return [when, totals.get(0, 0), totals.get(1, 0), safe, unsafe, min(safety), max(safety), len(influence.front_line())]
