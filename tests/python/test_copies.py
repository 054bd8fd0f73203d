"""Tests that environments, vectors and results can be copied and pickled, and that the copies are complete."""

import copy
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import wag

GAMES = {
    "warriors": ({"rounds": 6}, "Dummy"),
    "gems": ({}, "ref"),
    "tron": ({"width": 8, "height": 8}, "Straight"),
    "flowers": ({"rounds": 8}, "Sower"),
    "ants": ({"map": "tutorial", "turns": 8}, "Hunter"),
}
PICKLES = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "cloudpickle": lambda value: pickle.loads(pytest.importorskip("cloudpickle").dumps(value)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


@pytest.fixture(params=PICKLES)
def copied(request):
    """Each way to copy a value."""
    return PICKLES[request.param]


@pytest.fixture
def rl():
    pytest.importorskip("gymnasium", reason="needs the extra rl: pip install gymnasium pettingzoo")
    return pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install gymnasium pettingzoo")


def future_of_single(env, steps=6):
    """Plays on, and returns what was seen."""
    seen = []
    _, info = env.observe()
    for _ in range(steps):
        observation, reward, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        seen.append((observation.tobytes(), reward, is_over, info["action_mask"].tobytes()))
        if is_over:
            _, info = env.reset()
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_copy_of_an_environment_has_the_same_future(game, copied, rl):
    options, opponent = GAMES[game]
    env = wag.env(game, opponents=opponent, **options)
    _, info = env.reset(seed=3)
    env.action_space.seed(4)
    env.step(env.action_space.sample(info["action_mask"]))
    twin = copied(env)
    expected = future_of_single(env)
    assert future_of_single(twin) == expected
    env.close()
    assert len(future_of_single(copied(twin))) == 6, "a copy does not need the original"


def future_of_turns(env, steps=10):
    seen = []
    for agent in env.agent_iter(steps):
        observation, reward, terminated, _, info = env.last()
        seen.append((agent, observation.tobytes(), reward, terminated))
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_copy_between_the_actions_of_agents_has_the_same_future(game, copied, rl):
    env = wag.env(game, **GAMES[game][0])
    env.reset(seed=3)
    for index, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(index)
    future_of_turns(env, 3)
    twin = copied(env)
    assert twin.agent_selection == env.agent_selection and twin.agents == env.agents
    assert future_of_turns(twin) == future_of_turns(env)


@pytest.mark.parametrize("game", GAMES)
def test_copy_of_a_parallel_environment_has_the_same_future(game, copied, rl):
    env = wag.env(game, parallel=True, **GAMES[game][0])
    env.reset(seed=3)
    nothing = {agent: np.zeros(env.action_space(agent).shape, dtype=int)[()] for agent in env.agents}
    env.step(nothing)
    twin = copied(env)
    for _ in range(3):
        (one, *rest), (two, *others) = env.step(nothing), twin.step(nothing)
        assert all(np.array_equal(one[agent], two[agent]) for agent in nothing)
        assert rest[:3] == others[:3]
        if not env.agents:
            break


def test_copy_of_a_new_environment_has_the_same_future(copied, rl):
    for reset in [{}, {"seed": 5}]:
        env = wag.env("tron", opponents="Roomy", width=8, height=8)
        env.action_space.seed(1)
        twin = copied(env)
        with pytest.raises(wag.ResetNeeded):
            twin.step(0)
        # Without a seed, each has its own random seeds.
        env.reset(**reset), twin.reset(**reset)
        assert not reset or future_of_single(twin) == future_of_single(env)


def test_copy_of_a_closed_environment_is_closed(copied, rl):
    env = wag.env("tron", opponents="Roomy")
    env.reset(seed=1)
    env.close()
    with pytest.raises(wag.EnvironmentClosed):
        copied(env).step(0)


def test_opponents_in_files_start_again_in_a_copy(copied, rl, tmp_path):
    bot = tmp_path / "west.py"
    bot.write_text("from tron import *\nmove([WEST, NORTH][sum(getPosition()) % 2])\n")
    env = wag.env("tron", opponents=[bot], width=8, height=8)
    env.reset(seed=1)
    env.step(2)
    twin = copied(env)
    for action in (2, 2, 1):
        one, two = env.step(action), twin.step(action)
        assert np.array_equal(one[0], two[0]) and one[1:4] == two[1:4]
    env.close(), twin.close()


def test_saved_match_keeps_the_memory_of_opponents_in_copies(rl):
    env = wag.env("ants", opponents="Hunter", map="tutorial", turns=20)
    env.reset(seed=1)
    saved = env.save()
    assert copy.deepcopy(saved)[0][0] is saved[0][0], "the copy of a match is never changed"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A result of each kind."""
    folder = tmp_path_factory.mktemp("results")
    bot = folder / "bot.py"
    bot.write_text("# wag: SPEED = 5 from 1 to 9\nfrom tron import *\nmove(EAST)\n")
    tron = {"game": "tron", "width": 8, "height": 8}
    match = wag.play("Straight", "Roomy", seed=1, **tron)
    return {
        "match": match,
        "gems": wag.play("ref", "ref", game="gems", seed=1),
        "replay": match.replay,
        "header": match.replay.header,
        "frames": match.replay.frames,
        "fork": wag.fork(match.replay, 5),
        "forks": wag.fork(match.replay, 5, player="Straight", file="Roomy", games=2),
        "diff": wag.diff(match.replay, match.replay),
        "turn": wag.debug(match.replay, 3, player="Roomy"),
        "regression": wag.regress(match.replay, "Straight", player="Roomy"),
        "explanation": match.replay.explain("Straight"),
        "series": wag.series("Straight", "Roomy", games=2, seed=1, **tron),
        "verdict": wag.compare("Roomy", "Straight", games=20, seed=1, **tron),
        "standings": wag.tournament("Straight", "Roomy", games=2, seed=1, into=folder / "t.db", **tron),
        "evaluation": wag.evaluate("Roomy", ["Straight"], games=2, seed=1, **tron),
    }


KINDS = (
    "match gems replay header frames fork forks diff turn regression explanation series verdict standings evaluation".split()
)


@pytest.mark.parametrize("kind", KINDS)
def test_results_can_be_copied(kind, copied, results):
    result = results[kind]
    twin = copied(result)
    assert type(twin) is type(result) and repr(twin) == repr(result)
    if hasattr(result, "rows"):
        assert twin.rows == result.rows and twin.to_dict() == result.to_dict()
    if isinstance(result, wag.Match):
        assert (twin.places, twin.figures, twin.seconds) == (result.places, result.figures, result.seconds)
        for one, two in zip([result, *result.games], [twin, *twin.games]):
            assert one.replay.turns == two.replay.turns


def test_copy_of_a_match_keeps_its_replay_when_the_original_is_gone(copied):
    match = wag.play("Straight", "Roomy", game="tron", seed=1)
    path = match.replay.path
    twin, other = copied(match), copied(match.replay)
    del match
    assert twin.replay.turns and twin.to_dict()["replay"] == twin.replay.path
    assert other.turns == twin.replay.turns
    left = {path, twin.replay.path, other.path}
    del twin, other
    assert not any(map(os.path.exists, left))


def test_pickled_match_uses_the_file_of_the_user(tmp_path):
    path = tmp_path / "match.wag"
    pickled = pickle.dumps(wag.play("Straight", "Roomy", game="tron", seed=1, replay=path))
    assert pickle.loads(pickled).replay.path == str(path)
    turns = wag.Replay(path).turns
    path.write_bytes(b"another file")
    assert pickle.loads(pickled).replay.turns == turns
    path.unlink()
    copy = pickle.loads(pickled)
    assert copy.replay.turns == turns and copy.replay.path != str(path)


def test_match_without_a_replay_can_be_pickled(tmp_path):
    match = pickle.loads(pickle.dumps(wag.play("Straight", "Roomy", game="tron", seed=1, replay=False)))
    assert match.replay is None and match.winners == ["Roomy"]
    match = wag.play("Straight", "Roomy", game="tron", seed=1, replay=tmp_path / "match.wag")
    os.unlink(tmp_path / "match.wag")
    match = pickle.loads(pickle.dumps(match))
    assert match.winners == ["Roomy"]
    with pytest.raises(wag.ReplayError):
        match.replay


@pytest.mark.parametrize("method", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_match_of_a_process_pool_has_its_replay(method):
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        calls = [pool.submit(wag.play, "Straight", "Roomy", game="tron", seed=seed) for seed in range(4)]
        matches = [call.result() for call in calls]
    assert [match.replay.header.seed for match in matches] == [0, 1, 2, 3]
    assert len({match.replay.path for match in matches}) == 4


FORK = """
import os, wag
match = wag.play("Straight", "Roomy", game="tron", seed=1)
if os.fork() == 0:
    del match
    wag.play("Straight", "Roomy", game="tron", seed=2).replay.turns
    raise SystemExit
os.wait()
print(len(match.replay.turns))
"""


def test_fork_of_the_process_leaves_the_replays_of_its_parent():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORK], capture_output=True, encoding="utf-8")
    assert (done.stdout, done.returncode) == ("68\n", 0), done.stderr
