"""Measures the modules of aitools. Run it with: wag python benches/toolkit.py [MAP]

Each figure is the median of the times of single calls from Python, after a warm-up. Paths: on a map of the ant war (caves, 100x110) all of which is
known, between 200 pairs of free tiles that are 94 steps apart on the best path (95 tiles), chosen by a seed.
Influence: 500 units of two players on 200x200 tiles with the water of that map, view2 55, attack2 5."""

import random
import sys
import time
from pathlib import Path

from aitools import distances
from aitools.combat import CombatPositioning, focus
from aitools.influence import InfluenceMap
from aitools.search import A_STAR, CENTERED, CORNER, HPA_STAR, ClusteringPathFinder, PathFinder
from aitools.tiles import SearchableMap, SearchableUnitMap

PAIRS = 200
STEPS = 94


def read(name):
    lines = Path(name).read_text().splitlines()
    rows = [line[2:] for line in lines if line.startswith("m ")]
    return [(row, col) for row, line in enumerate(rows) for col, sign in enumerate(line) if sign == "%"], len(rows), len(rows[0])


def median_ms(calls):
    times = []
    for call in calls:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return 1000 * sorted(times)[len(times) // 2]


def pairs(land, chance):
    free = [tile for tile in land.tiles() if land.is_passable(tile)]
    while True:
        start = chance.choice(free)
        rows = distances(land, [start], unreached=-1)
        goals = [tile for tile in free if rows[tile.row][tile.col] == STEPS]
        if goals:
            yield start, chance.choice(goals)


def paths(water, rows, cols):
    land = SearchableMap(rows, cols, water=water)
    chosen = pairs(land, random.Random(1))
    chosen = [next(chosen) for _ in range(PAIRS)]
    finder = PathFinder(land)
    for start, goal in chosen:
        finder.search(A_STAR, start, goal)
    ms = median_ms(lambda pair=pair: finder.search(A_STAR, *pair) for pair in chosen)
    print(f"A-star                {ms:8.3f} ms   {STEPS + 1} tiles")
    for kind in (CENTERED, CORNER):
        for size in (10, 14, 20):
            finder = ClusteringPathFinder(land, size, kind)
            clustering = median_ms([finder.update])
            found = [finder.search(HPA_STAR, *pair) for pair in chosen]
            ms = median_ms(lambda pair=pair: finder.search(HPA_STAR, *pair) for pair in chosen)
            ratio = sum(map(len, found)) / PAIRS / (STEPS + 1)
            line = f"HPA-star {kind:8} {size:3} {ms:8.3f} ms   {ratio:.3f} of the best, clustering {clustering:.1f} ms"
            for times in (10, 20, 40, 60):
                smooth = [finder.smooth(path, times) for path in found]
                ms = median_ms(lambda path=path: finder.smooth(path, times) for path in found)
                ratio = sum(map(len, smooth)) / PAIRS / (STEPS + 1)
                worst = max(map(len, smooth)) / (STEPS + 1)
                line += f"; smooth {times} {ms:.3f} ms {ratio:.3f} ({worst:.2f})"
            print(line)


def influence(water):
    chance = random.Random(1)
    land = SearchableUnitMap(200, 200, water=[(row + down, col + right) for row, col in water for down in (0, 100) for right in (0, 110) if row + down < 200 and col + right < 200])
    free = [tile for tile in land.tiles() if land.is_passable(tile)]
    land.set_units((tile, number % 2) for number, tile in enumerate(chance.sample(free, 500)))
    grids = InfluenceMap(land, 55, 5)
    print(f"influence of 500      {median_ms([grids.update] * 30):8.3f} ms")
    units = land.units()
    print(f"focus of 500          {median_ms([lambda: focus(units, 5, land)] * 30):8.3f} ms")
    mine, enemies = free[:20], free[500:515]
    ms = median_ms([lambda: CombatPositioning(None, land, grids, mine, enemies)] * 10)
    print(f"positions of 20 to 15 {ms:8.3f} ms")


if __name__ == "__main__":
    folder = Path(__file__).resolve().parent.parent
    water, rows, cols = read(sys.argv[1] if len(sys.argv) > 1 else folder / "maps/ants/caves.map")
    paths(water, rows, cols)
    influence(water)
