"""How much quicker wagtools is than plain Python on this machine. Run it with: wag python benches/map_searches.py [RUNS]

The plain Python is that of the tests, tests/wagtools/plain.py. Maps are drawn by chance with a quarter of walls, by a seed; sides
are 20, 100 and 200. Each line is one question: both answer it in turns, RUNS times (15 unless told), after one run that checks
that the answers are the same. A ratio is the time of plain Python by that of wagtools in the same pair of runs; the lowest and
the median of all pairs are told. "call" reads the map each time, "board" searches a Board that was made before."""

import sys
import time
from pathlib import Path
from random import Random

import wagtools
from classes import FieldType, board

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "wagtools"))
import plain

REPEATED = 5


def timed(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def compare(what, ours, theirs, runs, same=lambda one, other: one == other):
    assert same(ours(), theirs()), what
    pairs = []
    for _ in range(runs):
        # A short call is timed as the mean of several.
        pairs.append((timed(theirs), timed(lambda: [ours() for _ in range(REPEATED)]) / REPEATED))
    ratios = sorted(other / mine for other, mine in pairs)
    middle = len(pairs) // 2
    theirs, mine = sorted(pair[0] for pair in pairs)[middle], sorted(pair[1] for pair in pairs)[middle]
    print(f"{what:34} {1000 * theirs:9.3f} ms {1000 * mine:8.4f} ms   ratio {ratios[0]:6.1f} min {ratios[middle]:6.1f} median")


def questions(name, map, size, chance, passable, torus, told, runs):
    rows, cols = len(map), len(map[0])
    steps = {}
    free = [(a, b) for a in range(rows) for b in range(cols) if passable(map[a][b])]
    start = max(free, key=lambda at: (-abs(at[0] - rows // 8) - abs(at[1] - cols // 8)))
    found = plain.distances(map, [start], passable, torus)
    reached = [at for at in free if found[at[0]][at[1]] is not None]
    goal = max(reached, key=lambda at: found[at[0]][at[1]])
    # The target is half as far as the furthest cell.
    half = [at for at in reached if found[at[0]][at[1]] >= found[goal[0]][goal[1]] // 2]
    targets = chance.sample(half, min(10, len(half)))
    sources = {at: chance.choice([8, -8]) for at in chance.sample(free, size)}
    more = {"passable": told, "torus": torus}
    ready = wagtools.Board(map, **more)
    lengths = lambda one, other: len(one) == len(other)
    asked = [
        ("distances", [start], lambda one, other: one == other),
        ("path", (start, goal), lengths),
        ("nearest", ([start], targets), lambda one, other: one == other),
        ("components", (), lambda one, other: one == other),
        ("influence", (sources,), lambda one, other: one == other),
    ]
    for function, given, same in asked:
        given = ([start],) if function == "distances" else given
        theirs = lambda: getattr(plain, function)(map, *given, passable=passable, torus=torus)
        ours = lambda: getattr(wagtools, function)(map, *given, **more)
        compare(f"{name} {function}, call", ours, theirs, runs, same)
        compare(f"{name} {function}, board", lambda: getattr(ready, function)(*given), theirs, runs, same)


def drawn(side, chance):
    """A board with its fields, bases in the corners."""
    rows = [["#" if chance.random() < 0.25 else "." for _ in range(side)] for _ in range(side)]
    for number, (x, y) in enumerate([(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)]):
        rows[y][x] = str(number + 1)
    return board("\n".join(" ".join(row) for row in rows)).getMap()


def main(runs):
    for side in (20, 100, 200):
        chance = Random(side)
        lists = [[chance.random() >= 0.25 for _ in range(side)] for _ in range(side)]
        for torus in (False, True):
            questions(f"{side}x{side} {'torus' if torus else 'lists'}", lists, side, chance, bool, torus, None, runs)
    chance = Random(1)
    fields = drawn(20, chance)
    enters = (FieldType.LAND, FieldType.RESOURCE)
    passable = lambda field: field.getFieldType() in enters or field.getPosition() == [0, 0]
    questions("20x20 fields", fields, 20, chance, passable, False, None, runs)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
