"""Tables 8.1 and 8.2, figures 8.1 and 8.2: the duration of the searches, and the length of their paths."""

import random

from aitools.search import A_STAR, CENTERED, CORNER, HPA_STAR, ClusteringPathFinder, PathFinder
from aitools.tiles import SearchableMap

from ants_experiments.bench import milliseconds

THESIS_MS = {("a-star", 0): 112.9, (CENTERED, 14): 96.4, (CORNER, 14): 2536.0, (CENTERED, 20): 33.2, (CORNER, 20): 126.5}
THESIS_TILES = {("a-star", 0): 95.0, (CENTERED, 14): 103.0, (CORNER, 14): 117.0, (CENTERED, 20): 121.5, (CORNER, 20): 123.0}
COLORS = ["#000000", "#c04000", "#008000", "#2060d0", "#a000a0"]


def run(report):
    """Two runs with pairs of tiles whose best path has 95 tiles, then clustering and smoothing separately."""
    report.title = "How fast the searches are"
    name, tiles, times = ("hedges", 45, 3) if report.small else ("caves", 95, 50)
    ground = report.board(name)
    board = SearchableMap.from_text("\n".join(ground))
    plain = PathFinder(board)
    runs = [pair(board, plain, random.Random(f"{report.seed} {number}"), tiles) for number in (1, 2)]
    finders = {("a-star", 0): plain}
    for kind, size in [(CENTERED, 14), (CORNER, 14), (CENTERED, 20), (CORNER, 20)]:
        finders[kind, size] = ClusteringPathFinder(board, size, kind)
        finders[kind, size].update()
    found = compare(report, finders, runs, times)
    apart(report, board, finders[CENTERED, 20], runs[0], times)
    draw(report, ground, runs[0], found, finders[CENTERED, 20])


def pair(board, plain, chance, tiles):
    """Returns two tiles whose best path has this number of tiles."""
    free = [tile for tile in board.tiles() if board.is_passable(tile)]
    while True:
        start, goal = chance.choice(free), chance.choice(free)
        if tiles // 2 <= board.manhattan(start, goal) < tiles:
            path = plain.search(A_STAR, start, goal)
            if path and len(path) == tiles:
                return start, goal


def compare(report, finders, runs, times):
    """Table 8.1; returns the first run's paths."""
    rows, paths = [], {}
    for key, finder in finders.items():
        strategy = HPA_STAR if key[1] else A_STAR
        measured = [milliseconds(lambda: finder.search(strategy, *ends), times) for ends in runs]
        paths[title(key)] = measured[0][1]
        cells = [cell for ms, path in measured for cell in (exact(ms), len(path))]
        means = [exact(sum(ms for ms, _ in measured) / 2), sum(len(path) for _, path in measured) / 2]
        rows.append([title(key), *cells, *means, THESIS_MS[key], THESIS_TILES[key]])
    head = ["search", "run 1: ms", "tiles", "run 2: ms", "tiles ", "mean ms", "mean tiles", "thesis: mean ms", "thesis: mean tiles"]
    report.table("searches", f"The searches, median of {times} calls (table 8.1)", head, rows)
    return paths


def apart(report, board, finder, ends, times):
    """Table 8.2."""

    def cluster():
        ClusteringPathFinder(board, 20, CENTERED).update()

    plain = PathFinder(board)
    best_ms, best = milliseconds(lambda: plain.search(A_STAR, *ends), times)
    clustering, _ = milliseconds(cluster, min(times, 9))
    search, path = milliseconds(lambda: finder.search(HPA_STAR, *ends), times)
    smoothing, smooth = milliseconds(lambda: finder.smooth(path), times)
    rows = [
        ["A*", None, exact(best_ms), None, len(best), None],
        ["A*, thesis", None, 95, None, 95, None],
        ["HPA* (centered, 20)", exact(clustering), exact(search), exact(smoothing), len(path), len(smooth)],
        ["HPA* (centered, 20), thesis", 484, 4, 16, 127, 119],
    ]
    head = ["search", "clustering ms", "search ms", "smoothing ms", "tiles", "tiles smoothed"]
    report.table("apart", "Clustering and smoothing counted apart (table 8.2)", head, rows)


def draw(report, ground, ends, paths, finder):
    objects = [{"tiles": list(ends), "name": "start and goal", "color": "#000000", "shape": "diamond"}]
    lines = [{"tiles": path, "name": f"{name}: {len(path)} tiles", "color": color} for (name, path), color in zip(paths.items(), COLORS)]
    report.picture("ways", "The paths of run 1 (figure 8.2)", ground, objects=objects, paths=lines)
    known = [{"tiles": finder.vertices(), "name": "crossings", "color": "#2060d0"}]
    inner = [{"tiles": finder.edge_path(a, b), "color": "#d0a000"} for a, b, _ in finder.edges()]
    report.picture("clusters", "What HPA-star (centered, 20) knows (figure 8.1)", ground, objects=known, paths=inner)


def title(key):
    kind, size = key
    return f"HPA* ({kind}, {size})" if size else "A*"


def exact(ms):
    """Formats milliseconds with microseconds."""
    return f"{ms:.3f}"
