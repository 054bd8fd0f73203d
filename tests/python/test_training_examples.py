"""Runs the examples in examples/training with few steps, each if its library is installed. `make test` does not install them."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples/training"
LIBRARY = {
    "maskable_ppo.py": "sb3_contrib",
    "ppo_loop.py": "torch",
    "rllib_ppo.py": "ray",
    "stable_baselines3_dqn.py": "stable_baselines3",
    "stable_baselines3_ppo.py": "stable_baselines3",
}


def test_every_example_is_run():
    assert {path.name for path in FOLDER.glob("*.py")} == set(LIBRARY)


@pytest.mark.parametrize("name", LIBRARY)
def test_example_runs(name, tmp_path):
    if find_spec(LIBRARY[name]) is None:
        pytest.skip(f"needs {LIBRARY[name]}")
    environment = os.environ | {"STEPS": "600", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, FOLDER / name], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
