"""Measures how long each AI of tests/hostile can hold up the engine: its longest turn, and the whole match.

    python3 benches/time_outs.py [WAG]
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT_S = 1.0
HOSTILE = Path(__file__).resolve().parent.parent / "tests" / "hostile"
WAG = Path(shutil.which(sys.argv[1] if len(sys.argv) > 1 else "wag")).resolve()


def measured(name):
    """Plays five rounds; returns the longest turn in ms, the kind of the first fault and the seconds of the match."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(HOSTILE, folder, dirs_exist_ok=True)
        words = ["play", f"hostile={name}.py", "Noob", "Noob", "Noob", "--map", "meadow", "--seed", "7"]
        options = ["--rounds", "5", "--turn-time", str(LIMIT_S), "--json", "--quiet", "--no-replay"]
        began = time.perf_counter()
        run = subprocess.run([WAG, *words, *options], cwd=folder, stdout=subprocess.PIPE, check=True)
        took = time.perf_counter() - began
    player = json.loads(run.stdout)["players"][0]
    kinds = [fault["kind"] for fault in player["faults"]]
    return player["turn_ms_max"], (kinds or ["none"])[0], took


names = sorted(file.stem for file in HOSTILE.glob("*.py") if file.stem != "sleeping_module")
rows = sorted(((*measured(name), name) for name in names), reverse=True)
for worst_ms, kind, took, name in rows:
    over_ms = worst_ms - LIMIT_S * 1000
    print(f"{name:35} {kind:10} worst turn {worst_ms:8.1f} ms ({over_ms:+.1f} ms), match {took:.2f} s")
