"""Wag: an engine for programming games.

>>> import wag
>>> match = wag.play("Straight", "Roomy", game="tron", seed=1)
>>> match.winners
['Roomy']
"""

import sys
from importlib import import_module

from .errors import (
    CannotStart,
    GameFailed,
    EngineError,
    EnvironmentClosed,
    InvalidAction,
    MissingPackage,
    ReplayError,
    ResetNeeded,
    UsageError,
    WagError,
)

# Type checkers and editors read `__init__.pyi` instead of this file; a test writes it (`tests/python/stubs.py`).

# The module of each name that is imported when it is used first, so that `import wag` is fast.
_MODULES = {
    "Evaluation": "evaluations",
    "evaluate": "evaluations",
    "Explanation": "explanations",
    "LossCard": "explanations",
    "LossCause": "explanations",
    "TakeOverCurve": "explanations",
    "Fault": "matches",
    "Match": "matches",
    "MatchPlayer": "matches",
    "play": "matches",
    "Policy": "policies",
    "policy": "policies",
    "Replay": "replays",
    "ReplayHeader": "replays",
    "ReplayPlayer": "replays",
    "Trajectory": "replays",
    "Series": "many",
    "Standings": "many",
    "Tuning": "many",
    "Verdict": "many",
    "compare": "many",
    "series": "many",
    "tournament": "many",
    "tune": "many",
    "ChangedTurn": "turns",
    "Regression": "turns",
    "Diff": "forks",
    "Fork": "forks",
    "ForkSeries": "forks",
    "diff": "forks",
    "fork": "forks",
    "Turn": "turns",
    "debug": "turns",
    "regress": "turns",
    "VectorEnv": "environments",
    "env": "environments",
    "export_policy": "exports",
    "vector_env": "environments",
    "gym_vector": "environments",
    "GameName": "_options",
    "WarriorsOptions": "_options",
    "GemsOptions": "_options",
    "TronOptions": "_options",
    "FlowersOptions": "_options",
    "AntsOptions": "_options",
    "Limits": "_options",
    "write_trajectories": "datasets",
}

# The exceptions, which are imported at once.
_ERRORS = [
    "CannotStart",
    "GameFailed",
    "EngineError",
    "EnvironmentClosed",
    "InvalidAction",
    "MissingPackage",
    "ReplayError",
    "ResetNeeded",
    "UsageError",
    "WagError",
]

__all__ = [*_ERRORS, *_MODULES]


def __getattr__(name):
    if name == "__version__":
        from ._wag import __version__

        return __version__
    if name not in _MODULES:
        raise AttributeError(f"module 'wag' has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted([*globals(), *_MODULES])


# `gymnasium.make("wag/tron-v0")` needs no further import.
if "gymnasium.envs.registration" in sys.modules:
    from . import gymnasium  # noqa: F401
