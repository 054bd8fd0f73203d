"""Trains the maskable PPO of sb3-contrib for light cycles against `Straight`. It chooses only among allowed actions: the
environment has the method `action_masks` that it looks for.

    pip install sb3-contrib
    python examples/training/maskable_ppo.py
"""

import os

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks

import wag

STEPS = int(os.environ.get("STEPS", "10000"))

env = wag.env("tron", opponents=["Straight"], rewards="win", width=8, height=8)
model = MaskablePPO("MlpPolicy", env, n_steps=256, seed=32, verbose=1)
model.learn(STEPS)

mean, _ = evaluate_policy(model, env, n_eval_episodes=20, warn=False)
print(f"mean reward {mean:.2f}: 1 is a win, -1 a loss")

model.save("maskable_ppo_tron")
del model  # remove to demonstrate saving and loading

model = MaskablePPO.load("maskable_ppo_tron")

obs, _ = env.reset()
for _ in range(100):
    # Retrieve current action mask
    action_masks = get_action_masks(env)
    action, _states = model.predict(obs, action_masks=action_masks)
    assert action_masks[action], "only allowed actions"
    obs, reward, terminated, truncated, info = env.step(action)
    if terminated:
        obs, _ = env.reset()
