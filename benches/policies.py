"""Measures what a policy among the opponents costs: steps per second of many tron matches with agents on all seats, and with
the same function as a policy on the other seat, without the function's own time. `python benches/policies.py [MATCHES]`"""

import sys
import time

import numpy as np

import wag

STEPS = 200


class First:
    """Takes the first allowed direction, and counts its own time."""

    seconds = 0.0

    def __call__(self, observations, masks):
        began = time.perf_counter()
        actions = masks.argmax(axis=-1).astype(np.int32)
        self.seconds += time.perf_counter() - began
        return actions


def steps_per_second(envs, first):
    """Returns the matches' steps per second, without the time of the function."""
    buffers = envs.reset(seed=1)
    for _ in range(10):
        buffers = envs.step(first(None, buffers.masks))
    first.seconds, began = 0.0, time.perf_counter()
    for _ in range(STEPS):
        buffers = envs.step(first(None, buffers.masks))
    return STEPS * envs.num_envs / (time.perf_counter() - began - first.seconds)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    first = First()
    bare, shares = wag.vector_env("tron", count), []
    played = wag.vector_env("tron", count, opponents=wag.policy("tron", first))
    for _ in range(5):
        alone, together = steps_per_second(bare, first), steps_per_second(played, first)
        shares.append(together / alone)
        print(f"{count} matches: {alone:,.0f} steps/s with agents, {together:,.0f} with a policy, {shares[-1]:.2f} of it")
    print(f"median: {sorted(shares)[2]:.2f}")


if __name__ == "__main__":
    main()
