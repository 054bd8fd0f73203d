"""Self-play with a league: a network for light cycles trains against its own older versions, and the best one is saved.

    python league_tron.py champion.py
    wag compare tron champion.py Straight

In each generation, variants of the network play against the members of the league; then a copy of it joins. A tournament
decides who stays. The network, its training and the AI file are those of train_tron.py, which must lie beside this file.
Takes about two minutes.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np

import wag
from train_tron import WEIGHTS, play, ratings, save, surroundings

GENERATIONS = 6
STEPS = 8
"""The number of steps of the training in each generation."""
VARIANTS = 192
"""The number of networks that play in each step; half of them are the other half's mirror images."""
MEMBERS = 4
"""The number of versions that stay in the league."""
SPREAD, RATE = 0.3, 0.4


def member(weights, name):
    """Returns a version of the network as a player."""

    def choose(observations, masks):
        rated = ratings(np.broadcast_to(weights, (len(masks), WEIGHTS)), surroundings(observations))
        return np.where(masks, rated, -np.inf).argmax(axis=1)

    return wag.policy("tron", choose, name=name)


def train(weights, opponents, luck):
    """Returns the network after a generation against these opponents, and its share of wins in the last step."""
    wins = 0.0
    with wag.vector_env("tron", VARIANTS, opponents=opponents, seat="random", rewards="win") as envs:
        for _ in range(STEPS):
            noise = luck.normal(size=(VARIANTS // 2, WEIGHTS)).astype(np.float32)
            noise = np.concatenate([noise, -noise])
            results, rounds = play(envs, weights + SPREAD * noise)
            # A win counts most. Longer matches are better, even if they are lost.
            ranks = (results + rounds / 400).argsort().argsort() / (VARIANTS - 1) - 0.5
            weights = weights + RATE / (VARIANTS * SPREAD) * (ranks @ noise)
            wins = float((results > 0).mean())
    return weights, wins


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="the AI file to write")
    given = parser.parse_args()
    luck = np.random.default_rng(1)
    weights = luck.normal(size=WEIGHTS).astype(np.float32) * 0.1
    league = {}
    for generation in range(1, GENERATIONS + 1):
        # Straight and Roomy keep the league from forgetting what plain players do.
        opponents = [("Straight", 2), ("Roomy", 1), *((member(kept, name), 1) for name, kept in league.items())]
        weights, wins = train(weights, opponents, luck)
        league[f"version-{generation}"] = weights
        ratings_now = rate(league)
        best = sorted(league, key=ratings_now.get, reverse=True)
        print(f"generation {generation}: {wins:.0%} of the variants win; {best[0]} leads the league")
        league = {name: league[name] for name in best[:MEMBERS]}
    save(next(iter(league.values())), given.file)
    series = wag.series(given.file, "Straight", game="tron", games=10, seed=1)
    won = next(row for row in series.standings if row["name"] != "Straight")
    print(f"wrote {given.file}, which wins {won['wins']} of {won['games']} matches against Straight")


def rate(league):
    """Returns the ratings of the league's members after a tournament."""
    players = [member(weights, name) for name, weights in league.items()]
    with tempfile.TemporaryDirectory() as folder:
        return wag.tournament(*players, "Straight", game="tron", games=4, into=Path(folder, "league.db"), seed=1).ratings


if __name__ == "__main__":
    main()
