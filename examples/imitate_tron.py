"""Learns to play light cycles by watching a built-in player, and writes what it has learned as an AI file.

It plays matches of Roomy against Straight and against a player that wanders about, takes what Roomy saw and did from the replays, and trains a small
network to do the same. The AI file gets the same observations from the engine. Takes one to two minutes, and needs only numpy.

    python examples/imitate_tron.py imitated.py
    wag compare tron imitated.py Straight --width 12 --height 12
"""

import random
import sys

import numpy as np

import wag

BOARD = {"width": 12, "height": 12}
MATCHES = 240
RADIUS = 6
HIDDEN = 64
EPOCHS = 6

# The part that the AI file and this program share: what the network looks at, and how it decides.
POLICY = '''
import numpy as np

RADIUS = {radius}


def looks(observation):
    """Returns the fields around the own cycle: 1 for a wall and beyond the edge of the board, and 1 for the other cycle."""
    walls, cycles = observation
    [y], [x] = (cycles == 1).nonzero()
    planes = [np.pad(walls > 0, RADIUS, constant_values=True), np.pad(cycles == 2, RADIUS)]
    return np.array([plane[y : y + 2 * RADIUS + 1, x : x + 2 * RADIUS + 1] for plane in planes], dtype=np.float32)


def scores(inputs, weights):
    first, bias, second, last = weights
    return np.maximum(inputs @ first + bias, 0) @ second + last
'''

AI = '''

WEIGHTS = [np.array(part, dtype=np.float32) for part in {weights}]


def act(observation, mask):
    return int(np.where(mask, scores(looks(observation).ravel(), WEIGHTS), -np.inf).argmax())
'''


def wanderer():
    """Returns a player that goes straight on, and often turns at random, so that no two matches are the same."""
    way = random.choice(["NORTH", "EAST", "SOUTH", "WEST"])

    def wander(tron):
        nonlocal way
        x, y = tron.getPosition()
        steps = {"NORTH": (x, y - 1), "EAST": (x + 1, y), "SOUTH": (x, y + 1), "WEST": (x - 1, y)}
        free = [direction for direction, step in steps.items() if tron.isFree(*step)]
        if free and (way not in free or random.random() < 0.15):
            way = random.choice(free)
        tron.move(way)

    return wander


def examples():
    """Returns what Roomy saw and did in many matches, turned and mirrored in all ways: the inputs, and the actions."""
    random.seed(1)
    views, actions = [], []
    for seed in range(MATCHES):
        rival = "Straight" if seed % 4 < 2 else wanderer()
        players = ["Roomy", rival] if seed % 2 else [rival, "Roomy"]
        replay = wag.play(*players, game="tron", seed=seed, progress=False, **BOARD).replay
        played = replay.trajectories("Roomy")
        views += [looks(observation) for observation in played.observations[played.exact]]
        actions += played.actions[played.exact].tolist()
    views, actions = np.array(views), np.array(actions)
    inputs, answers = [], []
    for turns in range(4):
        # A quarter turn against the clock makes east north, and north west.
        turned, ways = np.rot90(views, turns, axes=(2, 3)), (actions - turns) % 4
        inputs += [turned, turned[:, :, :, ::-1]]
        answers += [ways, np.array([0, 3, 2, 1])[ways]]
    return np.concatenate(inputs).reshape(len(inputs) * len(views), -1), np.concatenate(answers)


def train(inputs, actions, luck):
    """Trains the network with Adam on the cross-entropy, and returns its weights."""
    sizes = [(inputs.shape[1], HIDDEN), (HIDDEN,), (HIDDEN, 4), (4,)]
    weights = [luck.normal(size=size).astype(np.float32) / np.sqrt(size[0]) * (len(size) == 2) for size in sizes]
    mean, square = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    step, steps = 0, EPOCHS * max(1, len(inputs) // 256)
    for epoch in range(EPOCHS):
        order = luck.permutation(len(inputs))
        for batch in np.array_split(order, steps // EPOCHS):
            x, first, bias, second, last = inputs[batch], *weights
            hidden = np.maximum(x @ first + bias, 0)
            raw = hidden @ second + last
            error = np.exp(raw - raw.max(axis=1, keepdims=True))
            error /= error.sum(axis=1, keepdims=True)
            error[np.arange(len(batch)), actions[batch]] -= 1
            error /= len(batch)
            back = error @ second.T * (hidden > 0)
            step += 1
            for at, gradient in enumerate([x.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]):
                mean[at] += 0.1 * (gradient - mean[at])
                square[at] += 0.001 * (gradient**2 - square[at])
                rate = 0.003 * (1 - step / steps) / (1 - 0.9**step)
                weights[at] -= rate * mean[at] / (np.sqrt(square[at] / (1 - 0.999**step)) + 1e-8)
        same = (scores(inputs[:5000], weights).argmax(axis=1) == actions[:5000]).mean()
        print(f"epoch {epoch + 1}: the network does what Roomy did in {same:.0%} of the turns", flush=True)
    return weights


def main(file):
    inputs, actions = examples()
    weights = train(inputs, actions, np.random.default_rng(1))
    text = POLICY.format(radius=RADIUS) + AI.format(weights=[part.round(4).tolist() for part in weights])
    with open(file, "w") as opened:
        opened.write(text.lstrip())
    table = wag.series(file, "Straight", game="tron", games=10, seed=1000, progress=False, **BOARD)
    for row in table.standings:
        print(f"{row['name']}: {row['wins']} of {row['games']} won")


exec(POLICY.format(radius=RADIUS))

if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "imitated.py")
