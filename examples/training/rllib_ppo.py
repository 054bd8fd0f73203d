"""Trains PPO of RLlib for light cycles: two policies that play against each other, in a `ParallelEnv` of PettingZoo.

    pip install "ray[rllib]" torch
    python examples/training/rllib_ppo.py
"""

import os

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env

import wag

ITERATIONS = max(int(os.environ.get("STEPS", "20000")) // 4000, 1)

register_env("tron", lambda _: ParallelPettingZooEnv(wag.env("tron", parallel=True, rewards="win", width=8, height=8)))

config = (
    PPOConfig()
    .environment("tron")
    .env_runners(num_env_runners=0)
    .multi_agent(
        policies={"player_0", "player_1"},
        policy_mapping_fn=lambda agent, *args, **kwargs: agent,
    )
)
algorithm = config.build_algo()
for _ in range(ITERATIONS):
    result = algorithm.train()
    print(result["env_runners"].get("num_episodes_lifetime"), "matches")
algorithm.stop()
