"""Trains DQN of Stable-Baselines3 for light cycles against `Straight`, as its documentation trains CartPole.

    pip install stable-baselines3
    python examples/training/stable_baselines3_dqn.py
"""

import os

import gymnasium as gym
from stable_baselines3 import DQN

import wag.gymnasium  # noqa: F401 (registers wag/tron-v0)

STEPS = int(os.environ.get("STEPS", "10000"))

env = gym.make("wag/tron-v0", rewards="win", width=8, height=8)

model = DQN("MlpPolicy", env, learning_starts=min(1000, STEPS // 2), verbose=1)
model.learn(total_timesteps=STEPS, log_interval=100)
model.save("dqn_tron")

del model  # remove to demonstrate saving and loading

model = DQN.load("dqn_tron")

matches, total = 0, 0.0
obs, info = env.reset(seed=1)
while matches < 20:
    action, _states = model.predict(obs, deterministic=True)
    obs, reward, terminated, truncated, info = env.step(action)
    total += reward
    if terminated or truncated:
        matches += 1
        obs, info = env.reset()
print(f"mean reward {total / matches:.2f}: 1 is a win, -1 a loss")
