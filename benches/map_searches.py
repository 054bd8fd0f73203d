"""Compares the searches of aitools with plain Python on this machine. Run it with:

    wag python benches/map_searches.py [RUNS] [lists] [fields] [ants]

Plain Python is tests/aitools/plain.py. Maps have sides of 20, 40, 100 and 200 cells and are open, a maze (corridors of one cell, one path
between any two cells) or scattered (a quarter of the cells are walls). Each is drawn by a seed and searched as a list of lists, as the
fields of Warriors & Gatherers, and as the map of the ant war, which is a torus.

The start lies near a corner, and the goal is the cell farthest from it. Ten targets are at least half as far. Influence has as many
sources as the map has rows, of strength 8 or -8. After a run that compares the results, both programs run in turns, RUNS times (7 if
not given). A ratio is the time of plain Python divided by that of aitools in the same pair of runs; each line shows the lowest and the
median ratio. "call" reads the map each time, "board" searches a Board. The last lines are a table of the medians, call / board."""

import sys
import time
from pathlib import Path
from random import Random

import aitools

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "aitools"))
import plain

SIDES = (20, 40, 100, 200)
SHAPES = ("open", "maze", "scattered")
SEARCHES = ("distances", "path", "nearest", "components", "spread_influence")
WANTED = 30


def timed(call, times):
    begin = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - begin) / times


def compare(what, ours, theirs, runs, same):
    """Prints a line and returns the median of the ratios."""
    assert same(ours(), theirs()), what
    # A short call is timed as the mean of several.
    times = 20 if timed(ours, 1) < 0.0001 else 3
    pairs = [(timed(theirs, 1), timed(ours, times)) for _ in range(runs)]
    ratios = sorted(other / mine for other, mine in pairs)
    middle = len(pairs) // 2
    theirs, mine = sorted(pair[0] for pair in pairs)[middle], sorted(pair[1] for pair in pairs)[middle]
    print(f"{what:42} {1000 * theirs:9.3f} ms {1000 * mine:8.4f} ms   ratio {ratios[0]:6.1f} min {ratios[middle]:6.1f} median", flush=True)
    return ratios[middle]


def walls(side, shape, chance):
    """Makes a map as lists of bool: whether a cell is passable."""
    if shape != "maze":
        return [[shape == "open" or chance.random() >= 0.25 for _ in range(side)] for _ in range(side)]
    map = [[False] * side for _ in range(side)]
    map[0][0] = True
    way = [(0, 0)]
    while way:
        row, col = way[-1]
        further = [(row + down, col + right) for down, right in ((-2, 0), (2, 0), (0, -2), (0, 2))]
        further = [(a, b) for a, b in further if 0 <= a < side and 0 <= b < side and not map[a][b]]
        if not further:
            way.pop()
            continue
        a, b = chance.choice(further)
        map[a][b] = map[(row + a) // 2][(col + b) // 2] = True
        way.append((a, b))
    return map


def cases(map, side, chance, passable, torus):
    """Returns each search with its arguments and a function that compares two results."""
    free = [(a, b) for a in range(side) for b in range(side) if passable(map[a][b])]
    largest = max(plain.components(map, passable, torus), key=len)
    start = min(largest, key=lambda at: abs(at[0] - side // 8) + abs(at[1] - side // 8))
    steps = plain.distances(map, [start], passable, torus)
    goal = max(largest, key=lambda at: steps[at[0]][at[1]])
    # The targets are at least half as far as the furthest cell.
    half = [at for at in largest if steps[at[0]][at[1]] >= steps[goal[0]][goal[1]] // 2]
    targets = chance.sample(half, min(10, len(half)))
    sources = {at: chance.choice([8, -8]) for at in chance.sample(free, side)}
    equal = lambda one, other: one == other
    lengths = lambda one, other: len(one) == len(other)
    given = (([start],), (start, goal), ([start], targets), (), (sources,))
    return list(zip(SEARCHES, given, (equal, lengths, equal, equal, equal)))


def measure(name, source, map, side, chance, passable, torus, runs):
    """Returns the medians of all searches, as pairs of a call and a Board."""
    ready, found = aitools.Board(source), []
    for search, given, same in cases(map, side, chance, passable, torus):
        theirs = lambda: getattr(plain, search)(map, *given, passable=passable, torus=torus)
        call, board = getattr(aitools, search), getattr(ready, search)
        found.append((
            compare(f"{name} {search}, call", lambda: call(source, *given), theirs, runs, same),
            compare(f"{name} {search}, board", lambda: board(*given), theirs, runs, same),
        ))
    return found


def as_fields(map):
    """Returns a roundState with bases in the corners, its fields, and the rule for passable fields."""
    from classes import FieldType, board

    rows = [["." if cell else "#" for cell in row] for row in map]
    for number, (row, col) in enumerate([(0, 0), (0, -1), (-1, 0), (-1, -1)]):
        rows[row][col] = str(number + 1)
    state = board("\n".join(" ".join(row) for row in rows))
    enters = (FieldType.LAND, FieldType.RESOURCE)
    return state, state.getMap(), lambda field: field.getFieldType() in enters or field.getPosition() == [0, 0]


def as_ants(map):
    """Returns an ants object, its map, and the rule for passable squares."""
    import ants

    world = ants.Ants()
    world.setup(f"rows {len(map)}\ncols {len(map)}\nturns 5\nviewradius2 55\n")
    water = [f"w {row} {col}\n" for row, cells in enumerate(map) for col, cell in enumerate(cells) if not cell]
    world.update("turn 1\n" + "".join(water))
    return world, world.map, lambda square: square != ants.WATER


def main(runs, kinds):
    table = []
    for side in SIDES:
        for shape in SHAPES:
            map = walls(side, shape, Random(side))
            for kind in kinds:
                source, cells, passable = {"lists": lambda map: (map, map, bool), "fields": as_fields, "ants": as_ants}[kind](map)
                found = measure(f"{side}x{side} {shape} {kind}", source, cells, side, Random(side), passable, kind == "ants", runs)
                table.append((f"{kind}, {side}x{side}, {shape}", found))
    print(f"\n| map | {' | '.join(SEARCHES)} |\n|---|{'---|' * len(SEARCHES)}")
    for name, found in table:
        print(f"| {name} | {' | '.join(f'{call:.0f} / {board:.0f}' for call, board in found)} |")
    below = sum(ratio < WANTED for _, found in table for pair in found for ratio in pair)
    print(f"\n{below} of {sum(2 * len(found) for _, found in table)} medians are below {WANTED}")


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(word) for word in words if word.isdigit()]
    main(numbers[0] if numbers else 7, [word for word in words if not word.isdigit()] or ["lists", "fields", "ants"])
