"""Trains PPO of RLlib for light cycles: two policies that play against each other, in a `ParallelEnv` of PettingZoo.

    pip install "ray[rllib]" torch supersuit
    python examples/training/rllib_ppo.py
"""

import os

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env
from supersuit import dtype_v0, flatten_v0

import wag

STEPS = int(os.environ.get("STEPS", "20000"))
BATCH = min(STEPS, 4000)



def make(_):
    # RLlib's usual network for planes needs images of certain sizes; for a list of numbers it has one of any size.
    env = wag.env("tron", parallel=True, rewards="win", width=8, height=8)
    return ParallelPettingZooEnv(flatten_v0(dtype_v0(env, "float32")))


register_env("tron", make)

config = (
    PPOConfig()
    .environment("tron")
    .env_runners(num_env_runners=0)
    .training(train_batch_size_per_learner=BATCH, num_epochs=5)
    .multi_agent(
        policies={"player_0", "player_1"},
        policy_mapping_fn=lambda agent, *args, **kwargs: agent,
    )
)
algorithm = config.build_algo()
for _ in range(STEPS // BATCH):
    result = algorithm.train()
    print(result["env_runners"].get("num_episodes_lifetime"), "matches")
algorithm.stop()
