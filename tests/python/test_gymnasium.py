"""Tests of what the libraries for learners expect: vectors, registered environments, masks, and steps after the end."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import wag

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra rl: pip install gymnasium pettingzoo")
pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install gymnasium pettingzoo")

GAMES = {
    "warriors": ({"rounds": 6}, "Dummy"),
    "gems": ({}, "ref"),
    "tron": ({"width": 8, "height": 8}, "Straight"),
    "flowers": ({"rounds": 8}, "Sower"),
    "ants": ({"map": "tutorial", "turns": 8}, "Hunter"),
}
FIGURES = {"warriors": "stock", "gems": "life", "tron": "rounds", "flowers": "points", "ants": "score"}
MODES = ["next_step", "same_step", "disabled"]


def vector(game, n=3, **arguments):
    options, opponent = GAMES[game]
    return wag.gym_vector(game, n, opponents=opponent, **options, **arguments)


def single(game, **arguments):
    options, opponent = GAMES[game]
    return wag.env(game, opponents=opponent, **options, **arguments)


def allowed(masks, space):
    """Returns random allowed actions. The mask of each row lists the choices of all numbers."""
    return np.stack([space.sample(mask) for mask in masks])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", MODES)
def test_vector_plays_like_single_environments(game, mode):
    envs, singles = vector(game, autoreset_mode=mode), [single(game) for _ in range(3)]
    observations, infos = envs.reset(seed=7)
    masks = infos["action_mask"]
    seen = [env.reset(seed=7 + index) for index, env in enumerate(singles)]
    assert all(np.array_equal(observations[index], one) for index, (one, _) in enumerate(seen))
    envs.single_action_space.seed(1)
    for _ in range(40):
        actions = allowed(masks, envs.single_action_space)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert envs.observation_space.contains(observations) and not truncations.any()
        assert rewards.dtype == np.float64 and terminations.dtype == np.bool_
        masks = infos["action_mask"]
        for index, env in enumerate(singles):
            observation, reward, is_over, _, info = env.step(actions[index])
            assert (rewards[index], terminations[index]) == (reward, is_over)
            at_end = infos["final_obs"][index] if is_over and mode == "same_step" else observations[index]
            assert np.array_equal(at_end, observation)
            final = infos["final_info"]["action_mask"][index] if is_over and mode == "same_step" else masks[index]
            assert np.array_equal(final, info["action_mask"])
        if terminations.any():
            assert ("final_obs" in infos) == (mode == "same_step")
            return
    pytest.fail("no match was over")


def test_next_step_starts_a_new_match_without_an_action():
    envs = vector("tron", 2, autoreset_mode="next_step")
    envs.reset(seed=[1, 2])
    north = np.zeros(2, dtype=int)
    while not (terminations := envs.step(north)[2]).any():
        pass
    over = int(terminations.argmax())
    observations, rewards, terminations, _, _ = envs.step(north)
    assert (rewards[over], terminations[over]) == (0, False)
    assert (observations[over, 1] > 0).sum() == 2 and (observations[over, 0] > 0).sum() == 2, "a new board"


def test_same_step_starts_a_new_match_at_once():
    envs = vector("tron", 2, autoreset_mode="same_step")
    envs.reset(seed=1)
    while not (stepped := envs.step(np.zeros(2, dtype=int)))[2].any():
        pass
    observations, _, terminations, _, infos = stepped
    for index in range(2):
        assert infos["_final_obs"][index] == infos["_final_info"][index] == terminations[index]
        assert (infos["final_obs"][index] is not None) == terminations[index]
    over = int(terminations.argmax())
    assert (observations[over, 0] > 0).sum() == 2 and (infos["final_obs"][over][0] > 0).sum() > 2


def test_disabled_waits_for_a_reset_with_a_mask():
    envs = vector("tron", 2, autoreset_mode="disabled")
    with pytest.raises(wag.ResetNeeded):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)
    actions = np.array([0, 1])
    while not (stepped := envs.step(actions))[2].any():
        pass
    before, terminations = stepped[0], stepped[2]
    with pytest.raises(gymnasium.error.ResetNeeded, match="is over"):
        envs.step(actions)
    observations, _ = envs.reset(seed=[5, 6], options={"reset_mask": terminations})
    assert np.array_equal(observations[~terminations], before[~terminations])
    env = single("tron")
    over = int(terminations.argmax())
    assert np.array_equal(observations[over], env.reset(seed=[5, 6][over])[0])
    envs.step(actions)
    for wrong in [np.array([1, 0]), np.array([True])]:
        with pytest.raises(wag.UsageError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})


def test_seeds_of_a_vector():
    envs = vector("ants", 2)
    first = envs.reset(seed=3)[0]
    assert np.array_equal(envs.reset(seed=3)[0], first)
    assert np.array_equal(envs.reset(seed=[3, 4])[0], first)
    envs.reset(seed=[3, None])
    for wrong in [[1], [1, 2, 3], -1, 2**64, "x", [1, -1]]:
        with pytest.raises(wag.UsageError):
            envs.reset(seed=wrong)


def test_wrong_arguments_of_a_vector():
    for arguments in [{"autoreset_mode": "never"}, {"opponents": []}, {"opponents": "Nobody"}, {"n": 0}, {"n": "8"}, {"n": 2.5}]:
        with pytest.raises(wag.UsageError):
            wag.gym_vector("tron", **{"n": 2, "opponents": "Straight"} | arguments)
    envs = wag.gym_vector("tron", 2, opponents="Straight", autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([0, 0])
    envs.reset()
    envs.close(), envs.close()
    for call in [envs.reset, lambda: envs.step([0, 0])]:
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            call()


@pytest.mark.parametrize("wrapper", ["RecordEpisodeStatistics", "NormalizeReward"])
def test_wrappers_of_gymnasium_accept_a_vector(wrapper):
    envs = getattr(gymnasium.wrappers.vector, wrapper)(vector("tron", 4))
    _, infos = envs.reset(seed=1)
    for _ in range(30):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("game", GAMES)
def test_copy_of_a_vector_has_the_same_future(game):
    for copied in [copy.deepcopy, copy.copy, lambda value: pickle.loads(pickle.dumps(value))]:
        envs = vector(game, autoreset_mode="same_step")
        _, infos = envs.reset(seed=3)
        envs.single_action_space.seed(1)
        envs.step(allowed(infos["action_mask"], envs.single_action_space))
        twin = copied(envs)
        for _ in range(12):
            actions = allowed(infos["action_mask"], envs.single_action_space)
            one, two = envs.step(actions), twin.step(actions)
            infos = one[4]
            assert all(np.array_equal(a, b) for a, b in zip(one[:4], two[:4]))
            assert np.array_equal(infos["action_mask"], two[4]["action_mask"])


@pytest.mark.parametrize("game", GAMES)
def test_registered_environments(game):
    import wag.gymnasium  # noqa: F401

    options, _ = GAMES[game]
    env = gymnasium.make(f"wag/{game}-v0", render_mode="ansi", **options)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation) and isinstance(env.render(), str)
    action = env.action_space.sample(info["action_mask"])
    assert len(env.step(action)) == 5
    again = gymnasium.make(env.spec)
    assert np.array_equal(again.reset(seed=1)[0], observation)
    envs = gymnasium.make_vec(f"wag/{game}-v0", 2, **options)
    assert isinstance(envs, gymnasium.vector.VectorEnv) and envs.reset(seed=1)[0].shape[0] == 2
    assert envs.spec.id == f"wag/{game}-v0"


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectors_of_gymnasium_play_registered_environments(mode):
    import wag.gymnasium  # noqa: F401

    envs = gymnasium.make_vec("wag/tron-v0", 2, vectorization_mode=mode, vector_kwargs={})
    observations, _ = envs.reset(seed=1)
    ours = wag.gym_vector("tron", 2, opponents="Straight")
    assert np.array_equal(ours.reset(seed=1)[0], observations)
    for _ in range(5):
        one, two = envs.step(np.array([1, 1])), ours.step(np.array([1, 1]))
        assert np.array_equal(one[0], two[0]) and np.array_equal(one[2], two[2])
    envs.close()


@pytest.mark.parametrize(
    "program",
    [
        "import gymnasium, wag; gymnasium.make('wag/tron-v0')",
        "import wag, wag.gymnasium, gymnasium; gymnasium.register_envs(wag.gymnasium); gymnasium.make('wag/tron-v0')",
        "import gymnasium; gymnasium.make('wag.gymnasium:wag/tron-v0')",
    ],
)
def test_imports_that_register_the_environments(program):
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("multi_discrete", [False, True])
def test_masks_as_the_maskable_algorithms_read_them(game, multi_discrete):
    env = single(game, multi_discrete=multi_discrete)
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_ and np.array_equal(masks, info["action_mask"] == 1)
    assert masks.size == (env.action_space.n if masks.size == 4 else env.match.spaces.choices.sum())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("parallel", [False, True])
def test_state_is_what_all_agents_see(game, parallel):
    env = wag.env(game, parallel=parallel, **GAMES[game][0])
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    assert all(np.array_equal(env.state()[index], env.match.observations[index]) for index in range(len(env.possible_agents)))


@pytest.mark.parametrize("game", GAMES)
def test_standings_begin_with_the_deciding_figure(game):
    env = wag.env(game, parallel=True, **GAMES[game][0])
    env.reset(seed=1)
    assert {next(iter(seat["figures"])) for seat in env.standings()} == {FIGURES[game]}


def test_steps_of_a_closed_environment():
    env = single("tron")
    env.reset(seed=1)
    env.close(), env.close()
    for call in [env.reset, env.action_masks, lambda: env.step(0), lambda: env.step("north")]:
        with pytest.raises(gymnasium.error.ClosedEnvironmentError) as raised:
            call()
        assert isinstance(raised.value, wag.EnvironmentClosed)
    with pytest.raises(gymnasium.error.ResetNeeded):
        single("tron").step(0)
    turns = wag.env("tron")
    turns.reset(seed=1)
    turns.close()
    # The first of two agents that act at once only notes its action.
    for call in [lambda: turns.step(0), turns.state, turns.reset]:
        with pytest.raises(wag.EnvironmentClosed):
            call()
    parallel = wag.env("tron", parallel=True)
    parallel.close()
    with pytest.raises(wag.EnvironmentClosed):
        parallel.step({})


def test_too_many_matches_are_a_memory_error():
    for count in [10**8, 10**12, 10**30]:
        with pytest.raises(MemoryError, match="GiB"):
            wag.vector_env("tron", count)
    with pytest.raises(MemoryError):
        wag.gym_vector("ants", 10**8, opponents="Hunter")
    assert wag.vector_env("tron", 2000, width=5, height=5).reset(seed=1).rewards.shape == (2000, 2)


def test_missing_package_is_named(monkeypatch):
    for name in ["gymnasium", "pettingzoo", "wag._gymnasium", "wag._gymnasium_vector", "wag._pettingzoo"]:
        monkeypatch.setitem(sys.modules, name, None)
    for call in [
        lambda: wag.env("tron"),
        lambda: wag.env("tron", opponents="Straight"),
        lambda: wag.gym_vector("tron", 2, opponents="Straight"),
    ]:
        with pytest.raises(wag.MissingPackage, match="pip install"):
            call()
    assert issubclass(wag.MissingPackage, (ImportError,))
