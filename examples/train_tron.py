"""Trains a small network for light cycles with evolution strategies, and saves it as an AI file.

    python train_tron.py learned.py
    wag play learned.py Straight --game tron

The network sees the squares around its cycle, and how far the next walls are ahead and on the right. It rates each of the
four directions. In each generation, 256 variants of it
play a match each against `Straight`, the weakest built-in player, and the network moves towards the better variants.
"""

import argparse
import time
from pathlib import Path

import numpy as np

import wag

RADIUS = 3
"""How far the network sees in each direction."""
SIDE = 2 * RADIUS + 1
HIDDEN = 8
SQUARES = SIDE * SIDE - 1
INPUTS = SQUARES + 2
SIZES = (HIDDEN * INPUTS, HIDDEN, HIDDEN)
WEIGHTS = sum(SIZES)

# The file of an AI: the same network in plain Python.
AI_FILE = '''\
"""Light cycles, learned by train_tron.py."""

from math import tanh
from operator import mul

from tron import *

RADIUS = {radius}
BIASES = {biases}
OUT = {out}

x, y = getPosition()
# A step ahead, and the step to the right of it.
STEPS = {{NORTH: ((0, -1), (1, 0)), EAST: ((1, 0), (0, 1)), SOUTH: ((0, 1), (-1, 0)), WEST: ((-1, 0), (0, -1))}}


def rate(direction):
    """Returns the network's rating of a direction."""
    (ax, ay), (rx, ry) = STEPS[direction]
    if not isFree(x + ax, y + ay):
        return -1000
    inputs = []
    for ahead in range(RADIUS, -RADIUS - 1, -1):
        for right in range(-RADIUS, RADIUS + 1):
            if ahead != 0 or right != 0:
                inputs.append(not isFree(x + ahead * ax + right * rx, y + ahead * ay + right * ry))
    inputs += [room(ax, ay) / 10, room(rx, ry) / 10]
    sums = [sum(map(mul, row, inputs)) + bias for row, bias in zip(HIDDEN_WEIGHTS, BIASES)]
    return sum(tanh(value) * weight for value, weight in zip(sums, OUT))


def room(right, down):
    """Returns the number of free squares from the cycle on, one step after the other."""
    steps = 0
    while isFree(x + (steps + 1) * right, y + (steps + 1) * down):
        steps += 1
    return steps


HIDDEN_WEIGHTS = {hidden_weights}

move(max(STEPS, key=rate))
'''


def surroundings(boards):
    """Returns the inputs of the networks for each of the four directions: 1 for each square that is not free, and how many
    squares are free ahead and to the right, in tens. `boards` has two planes: walls, and cycles (1 is the own one)."""
    count, _, height, width = boards.shape
    blocked = np.ones((count, height + 2 * RADIUS, width + 2 * RADIUS), dtype=np.float32)
    blocked[:, RADIUS:-RADIUS, RADIUS:-RADIUS] = boards[:, 0] > 0
    own = (boards[:, 1] == 1).reshape(count, -1).argmax(axis=1)
    rows, columns = own // width, own % width
    around = np.arange(SIDE)
    windows = blocked[np.arange(count)[:, None, None], rows[:, None, None] + around[:, None], columns[:, None, None] + around]
    # Quarter turns to the left put the east, the south and the west ahead, one after the other.
    turned = np.stack([np.rot90(windows, turns, axes=(1, 2)) for turns in range(4)], axis=1)
    squares = np.delete(turned.reshape(count, 4, SIDE * SIDE), SIDE * SIDE // 2, axis=2)
    row = blocked[np.arange(count), rows + RADIUS]
    column = blocked[np.arange(count), :, columns + RADIUS]
    ways = [
        free_squares(column[:, ::-1], height - 1 - rows + RADIUS),
        free_squares(row, columns + RADIUS),
        free_squares(column, rows + RADIUS),
        free_squares(row[:, ::-1], width - 1 - columns + RADIUS),
    ]
    ahead = np.stack(ways, axis=1)
    return np.concatenate([squares, ahead[:, :, None], np.roll(ahead, -1, axis=1)[:, :, None]], axis=2)


def free_squares(lines, places):
    """Returns how many squares are free after each place in its line, in tens."""
    is_after = np.arange(lines.shape[1]) > places[:, None]
    return ((lines > 0) & is_after).argmax(axis=1).astype(np.float32) / 10 - (places + 1).astype(np.float32) / 10


def ratings(weights, seen):
    """Returns each network's ratings of its four directions. Each row of `weights` is a network."""
    hidden, biases, out = np.split(weights, np.cumsum(SIZES)[:-1], axis=1)
    hidden = hidden.reshape(-1, HIDDEN, INPUTS)
    return np.einsum("nuk,nu->nk", np.tanh(np.matmul(hidden, seen.transpose(0, 2, 1)) + biases[:, :, None]), out)


def play(envs, weights):
    """Lets each network play a match. Returns 1 for a win, 0 for a draw and -1 for a defeat, and the number of rounds."""
    seen = envs.reset(seed=0)
    results, rounds = np.zeros(len(weights)), np.zeros(len(weights))
    playing = np.ones(len(weights), dtype=bool)
    while playing.any():
        rated = ratings(weights, surroundings(seen.observations[:, 0]))
        rated[seen.masks[:, 0] == 0] = -1000
        seen = envs.step(rated.argmax(axis=1)[:, None])
        rounds[playing] += 1
        results[playing] = seen.rewards[playing, 0]
        playing &= seen.terminations == 0
    return results, rounds


def train(seconds, count=256, spread=0.3, rate=0.4, seed=0):
    """Returns the best network that was found."""
    luck = np.random.default_rng(seed)
    center = luck.normal(size=WEIGHTS).astype(np.float32) * 0.1
    best, best_score = center, -np.inf
    until = time.monotonic() + seconds
    with wag.vector_env("tron", count, opponents=["Straight"], rewards="win") as envs:
        for generation in range(10_000):
            noise = luck.normal(size=(count // 2, WEIGHTS)).astype(np.float32)
            noise = np.concatenate([noise, -noise])
            noise[0] = 0
            results, rounds = play(envs, center + spread * noise)
            # A win counts most. Longer matches are better, even if they are lost.
            scores = results + rounds / 400
            if scores[0] > best_score:
                best, best_score = center.copy(), scores[0]
            if generation % 10 == 0:
                print(f"generation {generation}: {(results > 0).mean():.0%} win, {rounds.mean():.0f} rounds")
            robust = (results > 0).mean()
            if time.monotonic() > until or robust >= 0.9 and results[0] > 0:
                return center if results[0] > 0 else best
            ranks = scores.argsort().argsort() / (count - 1) - 0.5
            center = center + rate / (count * spread) * (ranks @ noise)
    return best


def save(weights, path):
    """Writes a network as an AI file."""
    hidden, biases, out = np.split(weights, np.cumsum(SIZES)[:-1])
    numbers = [[round(float(value), 3) for value in part] for part in (biases, out)]
    rows = [[round(float(value), 3) for value in row] for row in hidden.reshape(HIDDEN, INPUTS)]
    text = AI_FILE.format(radius=RADIUS, biases=numbers[0], out=numbers[1], hidden_weights=rows)
    Path(path).write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="the AI file to write")
    parser.add_argument("--seconds", type=float, default=60, help="the longest time to train")
    given = parser.parse_args()
    began = time.monotonic()
    weights = train(given.seconds)
    save(weights, given.file)
    print(f"wrote {given.file} after {time.monotonic() - began:.0f} s")
    for players in [(given.file, "Straight"), ("Straight", given.file)]:
        match = wag.play(*players, game="tron")
        print(f"{players[0]} against {players[1]}: {', '.join(match.winners)} wins after {match.rounds} rounds")


if __name__ == "__main__":
    main()
