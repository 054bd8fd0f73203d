"""Trains PPO of Stable-Baselines3 for light cycles against `Straight`, as its documentation trains CartPole.

    pip install stable-baselines3
    python examples/training/stable_baselines3_ppo.py
"""

import os

from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

import wag
import wag.gymnasium  # registers wag/tron-v0

STEPS = int(os.environ.get("STEPS", "25000"))
OPTIONS = {"opponents": ["Straight"], "rewards": "win", "width": 8, "height": 8}

check_env(wag.env("tron", **OPTIONS))

# Parallel environments
vec_env = make_vec_env("wag/tron-v0", n_envs=4, env_kwargs=OPTIONS)

model = PPO("MlpPolicy", vec_env, n_steps=128, verbose=1)
model.learn(total_timesteps=STEPS)
model.save("ppo_tron")

del model  # remove to demonstrate saving and loading

model = PPO.load("ppo_tron")

obs = vec_env.reset()
for _ in range(100):
    action, _states = model.predict(obs)
    obs, rewards, dones, info = vec_env.step(action)

mean, _ = evaluate_policy(model, make_vec_env("wag/tron-v0", env_kwargs=OPTIONS), n_eval_episodes=20)
print(f"mean reward {mean:.2f}: 1 is a win, -1 a loss")
