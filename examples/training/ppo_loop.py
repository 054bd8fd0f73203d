"""Trains PPO in one file, in the form of CleanRL's `ppo.py`, on 64 matches of light cycles at once, with masks.

    pip install torch
    python examples/training/ppo_loop.py
"""

import os

import numpy as np
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import nn, optim
from torch.distributions.categorical import Categorical

import wag

TIMESTEPS = int(os.environ.get("STEPS", "200000"))
ENVS, STEPS, EPOCHS, MINIBATCHES = 64, 64, 4, 4
LEARNING_RATE, GAMMA, GAE_LAMBDA, CLIP, ENTROPY, VALUE = 1e-3, 0.99, 0.95, 0.2, 0.01, 0.5


class Agent(nn.Module):
    """A network with a critic and an actor."""

    def __init__(self, inputs, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 64), nn.Tanh())
        self.critic, self.actor = nn.Linear(64, 1), nn.Linear(64, actions)

    def forward(self, observations, masks, actions=None):
        """Returns actions, their logarithmic probabilities, the entropies and the values. Actions that the masks forbid are
        never drawn."""
        hidden = self.body(observations)
        drawn = Categorical(logits=self.actor(hidden).masked_fill(masks == 0, -1e8))
        actions = drawn.sample() if actions is None else actions
        return actions, drawn.log_prob(actions), drawn.entropy(), self.critic(hidden).flatten()


def advantages_of(rewards, values, starts, next_value, next_start):
    """Returns the generalized advantage estimates. `starts` is 1 where a match has begun."""
    advantages, last = torch.zeros_like(rewards), torch.zeros(ENVS)
    for t in reversed(range(STEPS)):
        goes_on = 1 - (next_start if t == STEPS - 1 else starts[t + 1])
        following = next_value if t == STEPS - 1 else values[t + 1]
        delta = rewards[t] + GAMMA * following * goes_on - values[t]
        advantages[t] = last = delta + GAMMA * GAE_LAMBDA * goes_on * last
    return advantages


def update(agent, optimizer, batch):
    """Improves the network on a batch: observations, masks, actions, logarithmic probabilities, advantages and returns."""
    size = len(batch[0])
    for _ in range(EPOCHS):
        for rows in torch.randperm(size).split(size // MINIBATCHES):
            observations, masks, actions, old, advantages, returns = (part[rows] for part in batch)
            _, new, entropy, values = agent(observations, masks, actions)
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            ratio = (new - old).exp()
            policy = torch.max(-advantages * ratio, -advantages * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            loss = policy - ENTROPY * entropy.mean() + VALUE * ((values - returns) ** 2).mean() / 2
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main():
    torch.manual_seed(1)
    envs = wag.gym_vector(
        "tron", ENVS, opponents="Straight", rewards="win", width=8, height=8, autoreset_mode="same_step"
    )
    envs = RecordEpisodeStatistics(envs)
    agent = Agent(int(np.prod(envs.single_observation_space.shape)), int(envs.single_action_space.n))
    optimizer = optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
    observations, infos = envs.reset(seed=1)
    start, last = torch.zeros(ENVS), []
    for iteration in range(1, max(TIMESTEPS // (ENVS * STEPS), 1) + 1):
        seen, masks, actions, logs, rewards, values, starts = [], [], [], [], [], [], []
        for _ in range(STEPS):
            seen.append(torch.tensor(observations, dtype=torch.float32))
            masks.append(torch.tensor(infos["action_mask"]))
            starts.append(start)
            with torch.no_grad():
                action, log, _, value = agent(seen[-1], masks[-1])
            observations, reward, terminations, _, infos = envs.step(action.numpy())
            for part, one in [(actions, action), (logs, log), (values, value), (rewards, torch.tensor(reward, dtype=torch.float32))]:
                part.append(one)
            start = torch.tensor(terminations, dtype=torch.float32)
            last += reward[terminations].tolist()
        with torch.no_grad():
            next_value = agent(torch.tensor(observations, dtype=torch.float32), torch.tensor(infos["action_mask"]))[3]
        values = torch.stack(values)
        advantages = advantages_of(torch.stack(rewards), values, torch.stack(starts), next_value, start)
        batch = [torch.cat(part) for part in (seen, masks, actions, logs)] + [advantages.flatten(), (advantages + values).flatten()]
        update(agent, optimizer, batch)
        last = last[-200:]
        if iteration % 10 == 0 or iteration == 1:
            won = sum(reward > 0 for reward in last) / max(len(last), 1)
            print(f"{iteration * ENVS * STEPS} steps: {won:.0%} of the last {len(last)} matches won")


if __name__ == "__main__":
    main()
