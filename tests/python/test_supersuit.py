"""Tests that SuperSuit's usual recipes work with the environments."""

import numpy as np
import pytest

import wag

OPTIONS = {"ants": {"map": "tutorial", "turns": 8}, "tron": {"width": 8, "height": 8}, "warriors": {"rounds": 6}}


@pytest.fixture
def supersuit():
    return pytest.importorskip("supersuit", reason="needs supersuit: pip install supersuit")


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("processes", [0, 2])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_vector_of_parallel_environments(game, processes, supersuit):
    env = wag.env(game, parallel=True, multi_discrete=True, **OPTIONS[game])
    agents = len(env.possible_agents)
    envs = supersuit.pettingzoo_env_to_vec_env_v1(env)
    envs = supersuit.concat_vec_envs_v1(envs, 4, num_cpus=processes, base_class="gymnasium")
    observations, _ = envs.reset(seed=1)
    assert observations.shape == (4 * agents, *env.observation_space("player_0").shape)
    ended = 0
    for _ in range(60):
        actions = np.zeros((4 * agents, *env.action_space("player_0").shape), dtype=np.int64)
        observations, rewards, terminations, truncations, _ = envs.step(actions)
        ended += np.asarray(terminations).any()
    assert ended
    envs.close()


def test_wrappers_of_observations(supersuit):
    env = supersuit.frame_stack_v1(supersuit.dtype_v0(wag.env("tron", parallel=True, width=8, height=8), "float32"), 2)
    observations, _ = env.reset(seed=1)
    assert env.observation_space("player_0").contains(observations["player_0"])
    env.step({agent: 0 for agent in env.agents})
