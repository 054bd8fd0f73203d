"""Figures 4.6 to 4.10: how HPA-star divides a board into clusters, its precomputed data, and a path through them."""

from aitools.search import A_STAR, CENTERED, CORNER, HPA_STAR, ClusteringPathFinder, PathFinder
from aitools.tiles import PIZZA, SearchableMap

BOARD = """\
................
..##......###...
..##......###...
......#.........
......#.....#...
......##....#...
............#...
.###........##..
................
................
.....####.......
.....####....##.
..#..........##.
..#.............
..#...##........
......##........"""
SIZE = 4
START, GOAL = (3, 9), (13, 9)


def run(report):
    """Both kinds of clusters on the same board."""
    report.title = "Clusters of HPA-star"
    ground = BOARD.split("\n")
    board = SearchableMap.from_text(BOARD, PIZZA)
    best = PathFinder(board).search(A_STAR, START, GOAL)
    report.picture("division", "Cut into clusters of 4x4 (figure 4.6)", ground, tiles=chequered(len(ground)))
    rows = []
    for kind in (CENTERED, CORNER):
        finder = ClusteringPathFinder(board, SIZE, kind)
        worked = finder.update()
        path = finder.search(HPA_STAR, START, GOAL)
        rows.append([kind, worked, len(finder.vertices()), len(finder.edges()), len(path), len(finder.smooth(path)), len(best)])
        known = {"tiles": finder.vertices(), "name": "crossings", "color": "#2060d0"}
        inner = [{"tiles": finder.edge_path(a, b), "color": "#d0a000"} for a, b, _ in finder.edges()]
        title = f"Crossings and the paths between them, {kind} (figures 4.7 to 4.9)"
        report.picture(f"{kind}-edges", title, ground, objects=[known], paths=inner)
        ends = {"tiles": [START, GOAL], "name": "start and goal", "color": "#00a000"}
        shown = [{"tiles": path, "name": "path", "color": "#c04000"}]
        report.picture(f"{kind}-path", f"A path by way of crossings, {kind} (figure 4.10)", ground, objects=[known, ends], paths=shown)
    head = ["kind", "clusters", "crossings", "edges", "path (tiles)", "smoothed (tiles)", "A-star (tiles)"]
    report.table("kinds", "What each kind knows of a board of 16x16", head, rows)
    report.text("The thesis shows the same division of a board of 16x16, and gives no numbers for it.")


def chequered(side):
    """Colors every other cluster grey."""
    tiles = [(row, col) for row in range(side) for col in range(side)]
    return {(row, col): "#e0e0e0" for row, col in tiles if (row // SIZE + col // SIZE) % 2}
