"""Learns to play light cycles by watching a built-in player, and writes what it has learned as an AI file.

It plays matches of Roomy against itself, takes what both players saw and did from the replays, and trains a small network to
do the same. The AI file gets the same observations from the engine. Takes about a minute, and needs only numpy.

    python examples/imitate_tron.py imitated.py
    wag compare tron imitated.py Straight --width 12 --height 12
"""

import sys

import numpy as np

import wag

BOARD = {"width": 12, "height": 12}
MATCHES = 300
RADIUS = 5
HIDDEN = 48

# The part that the AI file and this program share: what the network looks at, and how it decides.
POLICY = '''
import numpy as np

RADIUS = {radius}


def looks(observation):
    """Returns the walls around the own cycle, with 1 for a wall and for everything beyond the edge of the board."""
    walls, cycles = observation
    [y], [x] = (cycles == 1).nonzero()
    padded = np.pad((walls > 0).astype(np.float32), RADIUS, constant_values=1)
    return padded[y : y + 2 * RADIUS + 1, x : x + 2 * RADIUS + 1].ravel()


def scores(inputs, weights):
    first, bias, second, last = weights
    return np.maximum(inputs @ first + bias, 0) @ second + last
'''

AI = '''

WEIGHTS = [np.array(part, dtype=np.float32) for part in {weights}]


def act(observation, mask):
    return int(np.where(mask, scores(looks(observation), WEIGHTS), -np.inf).argmax())
'''


def examples():
    """Returns what Roomy saw and did in many matches: the inputs, and the actions as numbers."""
    inputs, actions = [], []
    for seed in range(MATCHES):
        replay = wag.play("a=Roomy", "b=Roomy", game="tron", seed=seed, progress=False, **BOARD).replay
        for player in ("a", "b"):
            played = replay.trajectories(player)
            inputs += [looks(observation) for observation in played.observations[played.exact]]
            actions += played.actions[played.exact].tolist()
    return np.array(inputs), np.array(actions)


def train(inputs, actions, luck):
    """Trains the network with Adam on the cross-entropy, and returns its weights."""
    sizes = [(inputs.shape[1], HIDDEN), (HIDDEN,), (HIDDEN, 4), (4,)]
    weights = [luck.normal(size=size).astype(np.float32) / np.sqrt(size[0]) * (len(size) == 2) for size in sizes]
    mean, square = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    step = 0
    for epoch in range(12):
        order = luck.permutation(len(inputs))
        for batch in np.array_split(order, max(1, len(order) // 128)):
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
                rate = 0.002 / (1 - 0.9**step)
                weights[at] -= rate * mean[at] / (np.sqrt(square[at] / (1 - 0.999**step)) + 1e-8)
        same = (scores(inputs, weights).argmax(axis=1) == actions).mean()
        print(f"epoch {epoch + 1}: the network does the same in {same:.0%} of {len(actions)} turns")
    return weights


def main(file):
    inputs, actions = examples()
    weights = train(inputs, actions, np.random.default_rng(1))
    text = POLICY.format(radius=RADIUS) + AI.format(weights=[part.round(4).tolist() for part in weights])
    with open(file, "w") as opened:
        opened.write(text.lstrip())
    table = wag.series(file, "Straight", game="tron", games=40, seed=1000, progress=False, **BOARD)
    for row in table.standings:
        print(f"{row['name']}: {row['wins']} of {row['games']} won")


exec(POLICY.format(radius=RADIUS))

if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "imitated.py")
