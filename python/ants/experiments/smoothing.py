"""Figures 4.13 and 4.14: a path of HPA-star before and after smoothing, and the overall effect of smoothing."""

import random

from aitools.search import A_STAR, CENTERED, CORNER, HPA_STAR, ClusteringPathFinder, PathFinder
from aitools.tiles import SearchableMap

HEAD = ["kind", "pairs", "HPA-star (tiles)", "smoothed", "smoothed again", "A-star (tiles)", "HPA-star / A-star", "smoothed / A-star"]


def run(report):
    """Many pairs on one map; the one that gains the most is drawn."""
    report.title = "Smoothing paths"
    name, count, size = ("hedges", 20, 8) if report.small else ("caves", 200, 10)
    ground = report.board(name)
    board = SearchableMap.from_text("\n".join(ground))
    chosen = pairs(board, random.Random(report.seed), count)
    rows = []
    for kind in (CENTERED, CORNER):
        finder = ClusteringPathFinder(board, size, kind)
        finder.update()
        found = [measured(finder, *pair) for pair in chosen]
        sums = [sum(len(path) for path in column) for column in zip(*found)]
        means = [total / count for total in sums]
        rows.append([kind, count, *means, sums[0] / sums[3], sums[1] / sums[3]])
        if kind == CENTERED:
            draw(report, ground, finder, max(found, key=lambda paths: len(paths[0]) - len(paths[1])))
    report.table("means", f"Mean lengths on {name}, clusters of {size}x{size}", HEAD, rows)


def pairs(board, chance, count):
    """Returns pairs of tiles 30 to 60 steps apart that are connected."""
    free = [tile for tile in board.tiles() if board.is_passable(tile)]
    finder, chosen = PathFinder(board), []
    while len(chosen) < count:
        start, goal = chance.choice(free), chance.choice(free)
        if 30 <= board.manhattan(start, goal) <= 60 and finder.search(A_STAR, start, goal):
            chosen.append((start, goal))
    return chosen


def measured(finder, start, goal):
    """Returns the paths of HPA-star, smoothed, smoothed again recursively, and of A-star."""
    path = finder.search(HPA_STAR, start, goal)
    return path, finder.smooth(path), finder.smooth(path, recursive=True), finder.search(A_STAR, start, goal)


def draw(report, ground, finder, paths):
    """The two figures, and the lengths that they show."""
    path, smooth, again, best = paths
    row = ["centered", len(path), len(smooth), len(again), len(best), 50, 40]
    head = ["kind", "HPA-star (tiles)", "smoothed", "smoothed again", "A-star (tiles)", "thesis: before", "thesis: after"]
    report.table("example", "The path that gains most (figures 4.13, 4.14)", head, [row])
    crossings = {"tiles": finder.vertices(), "name": "crossings", "color": "#2060d0"}
    before = [{"tiles": path, "name": f"{len(path)} tiles", "color": "#c04000"}]
    after = [{"tiles": smooth, "name": f"{len(smooth)} tiles", "color": "#008000"}]
    report.picture("before", "Before smoothing (figure 4.13)", ground, objects=[crossings], paths=before)
    report.picture("after", "After smoothing (figure 4.14)", ground, objects=[crossings], paths=after)
