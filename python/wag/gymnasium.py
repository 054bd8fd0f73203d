"""Registers the games as environments of Gymnasium: `gymnasium.make("wag/tron-v0")` after `import wag.gymnasium`.

>>> import gymnasium, wag.gymnasium
>>> env = gymnasium.make("wag/tron-v0", opponents=["Roomy"], width=8, height=8)
>>> observation, info = env.reset(seed=1)
>>> envs = gymnasium.make_vec("wag/tron-v0", 16, width=8, height=8)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium.envs.registration import register, registry

if TYPE_CHECKING:
    from ._gymnasium import SingleAgentEnv
    from ._gymnasium_vector import GymVectorEnv

# The usual opponent of each game: a weak one that needs no process.
OPPONENTS = {"warriors": "Dummy", "gems": "ref", "tron": "Straight", "flowers": "Sower", "ants": "Hunter"}


def make(**arguments: Any) -> SingleAgentEnv:
    """Creates the environment of `gymnasium.make`. The arguments are those of `wag.env`."""
    from .environments import env

    return env(**arguments)  # type: ignore[return-value]


def make_vector(num_envs: int = 1, **arguments: Any) -> GymVectorEnv:
    """Creates the vector of `gymnasium.make_vec`. The arguments are those of `wag.gym_vector`."""
    from .environments import gym_vector

    return gym_vector(n=num_envs, **arguments)


for _game, _opponent in OPPONENTS.items():
    if f"wag/{_game}-v0" not in registry:
        register(
            id=f"wag/{_game}-v0",
            entry_point="wag.gymnasium:make",
            vector_entry_point="wag.gymnasium:make_vector",
            kwargs={"game": _game, "opponents": [_opponent]},
        )
