"""The searches of aitools in plain Python, for tests and measurements to compare with."""

from collections import deque
from heapq import heappop, heappush

WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def beside(map, at, torus):
    rows, cols = len(map), len(map[0])
    for down, right in WAYS:
        a, b = at[0] + down, at[1] + right
        if torus:
            yield a % rows, b % cols
        elif 0 <= a < rows and 0 <= b < cols:
            yield a, b


def distances(map, sources, passable=bool, torus=False):
    found = [[None] * len(map[0]) for _ in map]
    waiting = deque(sources)
    for a, b in sources:
        found[a][b] = 0
    while waiting:
        at = waiting.popleft()
        steps = found[at[0]][at[1]] + 1
        for a, b in beside(map, at, torus):
            if found[a][b] is None and passable(map[a][b]):
                found[a][b] = steps
                waiting.append((a, b))
    return found


def path(map, start, goal, passable=bool, torus=False):
    rows, cols = len(map), len(map[0])

    def rest(at):
        down, right = abs(at[0] - goal[0]), abs(at[1] - goal[1])
        return min(down, rows - down) + min(right, cols - right) if torus else down + right

    if not passable(map[goal[0]][goal[1]]):
        return []
    steps, before, done = {start: 0}, {start: None}, set()
    waiting = [(rest(start), 0, start)]
    while waiting:
        _, _, at = heappop(waiting)
        if at == goal:
            way = []
            while at is not None:
                way.append(at)
                at = before[at]
            return way[::-1]
        if at in done:
            continue
        done.add(at)
        for next in beside(map, at, torus):
            if passable(map[next[0]][next[1]]) and steps[at] + 1 < steps.get(next, 1 << 30):
                steps[next], before[next] = steps[at] + 1, at
                left = rest(next)
                heappush(waiting, (steps[next] + left, left, next))
    return []


def nearest(map, starts, targets, passable=bool, torus=False):
    targets = [(a, b) for a, b in targets if passable(map[a][b])]
    wanted = set(targets)
    found = {start: (start, 0) for start in starts}
    waiting, most, here = deque(found), None, [start for start in starts if start in wanted]
    while waiting and not here:
        at = waiting.popleft()
        source, steps = found[at]
        if most is not None and steps >= most:
            break
        for next in beside(map, at, torus):
            if next not in found and passable(map[next[0]][next[1]]):
                found[next] = source, steps + 1
                waiting.append(next)
                if next in wanted:
                    most = steps + 1
    reached = [(found[target][1], number, target) for number, target in enumerate(targets) if target in found]
    if not reached:
        return None
    steps, _, target = min(reached)
    return found[target][0], target, steps


def components(map, passable=bool, torus=False):
    seen, groups = set(), []
    for a, row in enumerate(map):
        for b, cell in enumerate(row):
            if (a, b) in seen or not passable(cell):
                continue
            seen.add((a, b))
            group = [(a, b)]
            for at in group:
                for next in beside(map, at, torus):
                    if next not in seen and passable(map[next[0]][next[1]]):
                        seen.add(next)
                        group.append(next)
            groups.append(sorted(group))
    return groups


def spread_influence(map, sources, passable=bool, fade=1, torus=False):
    values = [[0] * len(map[0]) for _ in map]
    for source, strength in sources.items():
        sign, left = (1, strength) if strength > 0 else (-1, -strength)
        seen, front = {source}, [source]
        while left > 0 and front:
            for a, b in front:
                values[a][b] += sign * left
            left -= fade
            behind = []
            if left > 0:
                for at in front:
                    for next in beside(map, at, torus):
                        if next not in seen and passable(map[next[0]][next[1]]):
                            seen.add(next)
                            behind.append(next)
            front = behind
    return values
