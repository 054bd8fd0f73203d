"""Measures matches on Dask against the local pool: throughput, overhead per match, and the scheduler's cost per batch.

    PYTHONPATH=... python benches/machines.py [WORKERS]

All figures of a run are taken on the same machine, one after the other; compare only ratios between machines."""

import os
import sys
import tempfile
import time
from pathlib import Path

from distributed import Client, LocalCluster

import wag

BOT = "import time\nend = time.process_time() + {seconds}\nwhile time.process_time() < end: pass\n"


def measured(**where):
    """Returns the matches per second of a series, without the start of the workers."""
    began = time.monotonic()
    series = wag.series(*PLAYERS, games=MATCHES, seed=1, rounds=5, allow_unsandboxed=True, progress=False, **where)
    return series.matches / (time.monotonic() - began)


def no_match(task):
    """Stands for a batch whose matches take no time."""
    return {"worker": "", "results": task["batch"], "replays": []}


def cost_per_task(client, count):
    """Returns the time in which the client and the scheduler handle a batch of 20 matches, in seconds."""
    batch = "x" * 12_000
    client.gather(client.map(no_match, [{"batch": batch}] * 100, pure=False))
    began = time.monotonic()
    client.gather(client.map(no_match, [{"batch": batch}] * count, pure=False))
    return (time.monotonic() - began) / count


if __name__ == "__main__":
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    with tempfile.TemporaryDirectory() as folder:
        # Four players and five rounds: 20 turns of 5 ms each give matches of 100 ms.
        for name in "abcd":
            (Path(folder) / name).mkdir()
            (Path(folder) / name / "yourAI.py").write_text(BOT.format(seconds=0.005))
        PLAYERS = [str(Path(folder) / name / "yourAI.py") for name in "abcd"]
        MATCHES = 48 * workers
        os.chdir(folder)
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            measured(client=client)
            here = [measured(jobs=workers) for _ in range(2)]
            there = [measured(client=client) for _ in range(2)]
            best_here, best_there = max(here), max(there)
            cores = min(workers, len(os.sched_getaffinity(0)))
            print(f"local pool, {workers} jobs: {best_here:.1f} matches/s; {workers} Dask workers: {best_there:.1f} matches/s")
            print(f"ratio {best_there / best_here:.3f}; overhead {1e3 * cores * (1 / best_there - 1 / best_here):.2f} ms of a core per match")
            task = cost_per_task(client, 2000)
            print(f"client and scheduler: {1e3 * task:.2f} ms per batch, {1e3 * task / 20:.3f} ms per match in batches of 20")
