"""Tests of `wag.env` and `wag.vector_env`."""

import pickle
import threading
import warnings

import numpy as np
import pytest

import wag

GAMES = ["warriors", "gems", "tron", "flowers", "ants"]
# Options that make matches short.
SHORT = {
    "warriors": {"rounds": 6},
    "gems": {},
    "tron": {"width": 8, "height": 8},
    "flowers": {"rounds": 8},
    "ants": {"map": "tutorial", "turns": 8},
}
OPPONENT = {"warriors": "Dummy", "gems": "ref", "tron": "Straight", "flowers": "Sower", "ants": "Hunter"}


def make(game, **arguments):
    return wag.env(game, **SHORT[game], **arguments)


@pytest.fixture
def strict():
    """Makes warnings errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.fixture
def pettingzoo():
    pytest.importorskip("gymnasium", reason="needs the extra rl: pip install gymnasium pettingzoo")
    return pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install gymnasium pettingzoo")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rewards", ["figure", "win"])
def test_pettingzoo_accepts_the_environment(game, rewards, pettingzoo, strict, capsys):
    from pettingzoo.test import api_test

    api_test(make(game, rewards=rewards), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_the_parallel_environment(game, pettingzoo, strict, capsys):
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(make(game, parallel=True), num_cycles=100)
    parallel_seed_test(lambda: make(game, parallel=True), num_cycles=20)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_seeds_and_pictures(game, pettingzoo, strict, capsys):
    from pettingzoo.test import render_test, seed_test

    seed_test(lambda: make(game), num_cycles=20)
    render_test(lambda render_mode: make(game, render_mode=render_mode))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("multi_discrete", [False, True])
def test_gymnasium_accepts_the_environment(game, multi_discrete, pettingzoo, strict, capsys):
    from gymnasium.utils.env_checker import check_env

    check_env(make(game, opponents=OPPONENT[game], multi_discrete=multi_discrete))
    check_env(make(game, opponents=OPPONENT[game], render_mode="ansi"))


def play_random(env, seed):
    """Plays a match with allowed actions. Returns the sum of the rewards of each agent, and the last agents' standings."""
    env.reset(seed=seed)
    for index, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + index)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        totals[agent] += reward
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))
    return totals, env.standings()


@pytest.mark.parametrize("game", GAMES)
def test_rewards_add_up_to_the_figure(game, pettingzoo):
    env = make(game)
    env.reset(seed=1)
    before = [next(iter(seat["figures"].values())) for seat in ordered(env.standings(), game)]
    totals, standings = play_random(env, 1)
    after = [next(iter(seat["figures"].values())) for seat in ordered(standings, game)]
    assert list(totals.values()) == [new - old for new, old in zip(after, before)]
    totals, standings = play_random(make(game, rewards="win"), 1)
    firsts = [seat["place"] for seat in standings].count(1)
    expected = [-1 if seat["place"] > 1 else 1 if firsts == 1 else 0 for seat in standings]
    assert list(totals.values()) == expected


def ordered(standings, game):
    """Returns standings whose first figure is the deciding one."""
    first = {"warriors": "stock", "gems": "life", "tron": "rounds", "flowers": "points", "ants": "score"}[game]
    return [{**seat, "figures": {first: seat["figures"][first], **seat["figures"]}} for seat in standings]


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_match_has_the_same_future(game, pettingzoo):
    env = make(game, opponents=OPPONENT[game])
    env.reset(seed=3)
    env.action_space.seed(4)
    _, info = env.observe()
    env.step(env.action_space.sample(info["action_mask"]))
    saved = env.save()
    futures = []
    for _ in range(3):
        env.load(saved)
        env.action_space.seed(5)
        future, is_over = [], False
        while not is_over and len(future) < 12:
            observation, reward, is_over, _, info = env.step(env.action_space.sample(env.observe()[1]["action_mask"]))
            future.append((observation.tolist(), reward))
        futures.append(future)
    assert futures[0] == futures[1] == futures[2]
    with pytest.raises(wag.UsageError, match="another game or board"):
        make("tron" if game != "tron" else "gems", opponents=OPPONENT["tron" if game != "tron" else "gems"]).load(saved)


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_match_can_be_pickled(game, pettingzoo):
    env, other = make(game, parallel=True), make(game, parallel=True)
    env.reset(seed=3)
    nothing = {agent: np.zeros(env.action_space(agent).shape, dtype=int)[()] for agent in env.agents}
    env.step(nothing)
    other.load(pickle.loads(pickle.dumps(env.save())))
    one, two = env.step(nothing), other.step(nothing)
    assert all(np.array_equal(one[0][agent], two[0][agent]) for agent in nothing) and one[1] == two[1]
    with pytest.raises(wag.UsageError):
        make("tron" if game != "tron" else "gems", parallel=True).load(pickle.loads(pickle.dumps(env.save())))


def test_a_match_is_saved_between_the_actions_of_its_agents(pettingzoo):
    env = make("tron")
    env.reset(seed=0)
    env.step(1)
    saved = env.save()
    assert env.agent_selection == "player_1"
    env.step(3)
    after = env.observe("player_0").tolist()
    env.step(1), env.step(3)
    env.load(saved)
    assert env.agent_selection == "player_1"
    env.step(3)
    assert env.observe("player_0").tolist() == after


@pytest.mark.parametrize("parallel", [False, True])
def test_errors_are_exceptions_of_the_package(parallel, pettingzoo):
    env = make("tron", parallel=parallel)
    act = (lambda action: env.step({"player_0": action, "player_1": 3})) if parallel else env.step
    with pytest.raises(wag.ResetNeeded):
        act(0)
    for seed in [-1, 2**64, 2**100, "x", 1.5]:
        with pytest.raises(wag.UsageError):
            env.reset(seed=seed)
    env.reset(seed=2**64 - 1)
    for action in [4, -1, 2**70, "north", None, 1.5, np.array([1, 2])]:
        with pytest.raises(wag.InvalidAction):
            act(action)
    act(np.int64(1))
    env.close()
    env.close()
    with pytest.raises(wag.EnvironmentClosed):
        act(1), act(3)
    with pytest.raises(wag.EnvironmentClosed):
        env.reset()


def test_grids_out_of_range_are_invalid_actions(pettingzoo):
    env = make("ants", opponents="Hunter")
    env.reset(seed=0)
    shape = env.action_space.shape
    for action in [np.full(shape, 5), np.full(shape, -1), np.zeros((2, 2), int), np.zeros(shape), "x", [[1], [1, 2]]]:
        with pytest.raises(wag.InvalidAction):
            env.step(action)
    assert issubclass(wag.InvalidAction, (wag.WagError, ValueError))
    env.step(np.zeros(shape, dtype=np.int64))
    env.close()
    with pytest.raises(wag.EnvironmentClosed):
        env.step(np.zeros(shape, dtype=np.int64))


def test_invalid_arguments_are_usage_errors(pettingzoo):
    for arguments in [
        {"game": "chess"},
        {"game": "tron", "rewards": "score"},
        {"game": "tron", "width": 3},
        {"game": "tron", "colour": "red"},
        {"game": "tron", "opponents": "Nobody"},
        {"game": "tron", "opponents": "human"},
        {"game": "tron", "players": 9},
        {"game": "tron", "render_mode": "video"},
        {"game": "tron", "opponents": "Roomy", "parallel": True},
    ]:
        with pytest.raises(wag.UsageError):
            wag.env(**arguments)
    for arguments in [{"n": 0}, {"n": 1, "threads": 0}, {"n": 1, "opponents": "missing.py"}]:
        with pytest.raises(wag.UsageError):
            wag.vector_env("tron", **arguments)


def test_python_files_are_opponents(tmp_path, pettingzoo):
    bot = tmp_path / "west.py"
    bot.write_text("from tron import *\nmove(WEST)\n")
    with_file = make("tron", opponents=bot)
    seen = []
    for env in [with_file, make("tron")]:
        env.reset(seed=1)
        for _ in range(2):
            env.step(2)
            if env is not with_file:
                env.step(3)
        seen.append(env.observe()[0] if env is with_file else env.observe("player_0"))
    assert np.array_equal(*seen)
    saved = with_file.save()
    results = []
    for _ in range(2):
        with_file.load(saved)
        results.append(with_file.step(1)[0].tolist())
    assert results[0] == results[1]
    with_file.close()
    broken = tmp_path / "broken.py"
    broken.write_text("def\n")
    with pytest.raises(wag.CannotStart, match="SyntaxError"):
        make("tron", opponents=broken).reset(seed=1)
    noob = make("warriors", opponents="Noob")
    noob.reset(seed=1)
    assert noob.step(np.zeros(noob.action_space.shape, dtype=int))[4]["action_mask"].any()
    noob.close()


def reset_vector(game, **options):
    """Returns a vector of one match, its buffers after a reset, and the number of each plane by name."""
    envs = wag.vector_env(game, 1, **options)
    return envs, envs.reset(seed=1), {plane.name: index for index, plane in enumerate(envs.spaces.planes)}


def test_cycles_and_their_walls_are_seen_from_each_seat():
    envs, seen, _ = reset_vector("tron", width=8, height=6)
    for agent, (own, other) in enumerate([((1, 2), (4, 5)), ((4, 5), (1, 2))]):
        walls, cycles = seen.observations[0, agent]
        assert (walls[own], walls[other], cycles[own], cycles[other]) == (1, 2, 1, 2)
        assert walls.sum() == cycles.sum() == 3
    seen = envs.step([[1, 0]])
    walls, cycles = seen.observations[0, 0]
    assert walls[1, 2:4].tolist() == [1, 1] and cycles[1, 3] == 1 and cycles[3, 5] == 2
    assert seen.masks[0].tolist() == [[1, 1, 1, 0], [1, 1, 0, 1]]


def test_what_is_in_the_fog_is_not_seen():
    envs, seen, plane = reset_vector("ants", map="ponds", turns=60)
    luck = np.random.default_rng(1)
    for _ in range(59):
        keys = luck.random(seen.masks.shape) * seen.masks
        actions = keys.reshape(1, 2, *envs.spaces.action_shape, 5).argmax(axis=-1)
        before = seen.observations.copy()
        seen = envs.step(actions)
        board = seen.observations[0]
        hidden = board[:, plane["visible"]] == 0
        for name in ["food", "own ants", "enemy ants", "own hills", "enemy hills"]:
            assert not board[:, plane[name]][hidden].any(), name
        assert not board[:, plane["water"]][board[:, plane["known"]] == 0].any()
        assert (board[:, plane["known"]] >= before[0][:, plane["known"]]).all()
        for own, other in [(0, 1), (1, 0)]:
            enemies = board[own, plane["enemy ants"]] > 0
            assert (board[other, plane["own ants"]][enemies] == 1).all()
        assert board[0, plane["own ants"]].any()
    assert board[0, plane["time left"], 0, 0] == 255 // 60


def test_an_ant_goes_where_its_square_says():
    envs, seen, plane = reset_vector("ants", map="tutorial")
    row, column = np.argwhere(seen.observations[0, 0, plane["own ants"]])[0]
    mask = seen.masks[0, 0].reshape(*envs.spaces.action_shape, 5)
    assert mask[row, column, 2] == 1 and mask.sum() == mask[:, :, 0].size + mask[row, column, 1:].sum()
    actions = np.zeros(envs.action_shape, dtype=np.int32)
    actions[0, 0, row, column] = 2
    seen = envs.step(actions)
    assert seen.observations[0, 0, plane["own ants"], row, column + 1] == 1


def test_units_are_created_and_leave_their_base():
    envs, seen, plane = reset_vector("warriors", map="meadow", rounds=3)
    assert seen.acting[0].tolist() == [1, 0, 0, 0]
    board = seen.observations[0, 0]
    y, x = np.argwhere(board[plane["own base"]])[0]
    assert sorted(np.unique(board[plane["other bases"]])) == [0, 1, 2, 3]
    stock = board[plane["own stock"], 0, 0]
    mask = seen.masks[0, 0][5 * board[0].size :].reshape(*board[0].shape, 9)
    # 200 pay for four gatherers or three warriors.
    assert stock == 200 and mask[y, x].tolist() == [1, 1, 1, 1, 1, 1, 1, 1, 0]
    fields = [(y + dy, x + dx) for dy, dx in [(-1, 0), (1, 0), (0, -1), (0, 1)] if mask[y + dy, x + dx, 1]]
    actions = np.zeros(envs.action_shape, dtype=np.int32)
    actions[0, 0, 1, y, x] = 2
    actions[0, 0, 1][fields[0]] = 1
    actions[0, 0, 1][fields[1]] = 2
    seen = envs.step(actions)
    board = seen.observations[0, 0]
    assert seen.acting[0].tolist() == [0, 1, 0, 0] and seen.rewards[0].tolist() == [-100, 0, 0, 0]
    assert board[plane["own gatherers"]].sum() == 1 and board[plane["own gatherers"]][fields[0]] == 1
    assert board[plane["gatherers inside"], y, x] == 1 and board[plane["own stock"], 0, 0] == 100
    # The player before the one that sees it is the last of the others.
    assert seen.observations[0, 1, plane["other gatherers"]][fields[0]] == 3
    assert (seen.masks[0, 0] == 1).sum() == envs.spaces.action_length


def test_land_is_bought_and_sown_from_the_own_corner():
    envs, seen, plane = reset_vector("flowers", rounds=20)
    for agent in range(2):
        assert seen.observations[0, agent, plane["own land"], 0, 0] == 1
        assert seen.observations[0, agent, plane["enemy land"], 7, 7] == 1
        assert np.array_equal(*seen.observations[0, :, plane["special"]])

    def step(kind, tiles=(), **cards):
        """Lets both players do the same, one after the other."""
        nonlocal seen
        actions = np.zeros(envs.action_shape, dtype=np.int32)
        actions[0, :, 8, 0] = kind
        for row, column, choice in tiles:
            actions[0, :, row, column] = choice
        for number, choice in cards.items():
            actions[0, :, 8, int(number[1:])] = choice
        for _ in range(2):
            seen = envs.step(actions)

    # A tulip needs a drop: 3,600 for the seed and 200 for the water.
    step(4, c1=1, c7=1)
    assert seen.observations[0, 0, plane["own tulip cards"], 0, 0] == 1
    assert seen.observations[0, 1, plane["gold"], 0, 0] == 1200
    step(5, [(0, 0, 4)])
    assert seen.observations[0, 1, plane["own tulips"], 0, 0] == 1
    assert seen.observations[0, 0, plane["enemy tulips"], 7, 7] == 1
    assert seen.observations[0, 0, plane["thirst"], 0, 0] == 1
    step(6, [(0, 0, 1)])
    assert seen.observations[0, 0, plane["ripe"], 0, 0] == 1
    step(1)
    assert seen.observations[0, 0, plane["points"], 0, 0] == seen.observations[0, 1, plane["points"], 0, 0] == 8000
    step(3, [(0, 1, 1), (0, 2, 1)])
    assert seen.observations[0, 0, plane["own land"]].sum() == 2, "the gold suffices for one tile"


def test_every_square_has_a_tile_and_a_swap_makes_a_run():
    envs, seen, plane = reset_vector("gems")
    for _ in range(10):
        agent = int(seen.acting[0].argmax())
        tiles = seen.observations[0, agent, :6].copy()
        assert (np.count_nonzero(tiles, axis=0) == 1).all()
        number = int(seen.masks[0, agent].argmax())
        assert seen.masks[0, 1 - agent].tolist() == [1] + [0] * 179
        actions = np.zeros(envs.action_shape, dtype=np.int32)
        actions[0, agent] = number
        life = seen.observations[0, agent, plane["life"], 0, 0]
        seen = envs.step(actions)
        assert seen.observations[0, agent, plane["life"], 0, 0] == life, "no damage for an illegal move"
        assert not np.array_equal(seen.observations[0, agent, :6], tiles)


def act(seen, luck):
    """Returns random allowed actions of single numbers."""
    return (luck.random(seen.masks.shape) * seen.masks).argmax(axis=-1)


def play_vector(threads, steps=60, **arguments):
    envs = wag.vector_env("tron", 9, threads=threads, width=7, height=6, **arguments)
    luck, seen, history = np.random.default_rng(1), envs.reset(seed=5), []
    for _ in range(steps):
        seen = envs.step(act(seen, luck).reshape(envs.action_shape))
        history.append((seen.observations.tobytes(), seen.rewards.tolist(), seen.terminations.tolist()))
    return history


def test_a_vector_is_the_same_with_any_number_of_threads():
    for opponents in [(), "Roomy"]:
        history = play_vector(1, opponents=opponents)
        assert history == play_vector(3, opponents=opponents)
        assert sum(sum(over) for *_, over in history) > 9


def test_a_vector_fills_the_callers_buffers():
    envs = wag.vector_env("ants", 2, **SHORT["ants"])
    mine = envs.buffers()
    mine.observations[:], mine.masks[:] = 99, 99
    assert envs.reset(seed=1, out=mine) is mine
    assert mine.observations.max() < 256 and set(np.unique(mine.masks)) == {0, 1}
    actions = np.zeros(envs.action_shape, dtype=np.int32)
    terminations = [envs.step(actions, out=mine).terminations.tolist() for _ in range(9)]
    assert terminations[7] == [1, 1] and terminations[8] == [0, 0]
    mine.rewards = mine.rewards.astype(np.float64)
    with pytest.raises(TypeError):
        envs.step(actions, out=mine)
    mine.rewards = np.zeros(3, dtype=np.float32)
    with pytest.raises(wag.UsageError, match="rewards"):
        envs.step(actions, out=mine)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_vector(game):
    envs = wag.vector_env(game, 3, threads=2, **SHORT[game])
    seen = envs.reset(seed=1)
    first = seen.observations.copy()
    choices = envs.spaces.choices.ravel()
    luck = np.random.default_rng(2)
    for _ in range(20):
        # The first allowed choice of each number after a random one.
        keys = luck.random(seen.masks.shape) * seen.masks
        parts = np.split(keys, np.cumsum(choices)[:-1], axis=-1) if len(choices) < 200 else None
        if parts:
            actions = np.stack([part.argmax(axis=-1) for part in parts], axis=-1)
        else:
            actions = np.zeros((*seen.acting.shape, len(choices)), dtype=np.int32)
        seen = envs.step(actions.reshape(envs.action_shape))
        assert seen.acting.any(axis=1).all()
    assert not np.array_equal(seen.observations, first)


def test_errors_of_a_vector():
    envs = wag.vector_env("tron", 2)
    with pytest.raises(wag.ResetNeeded):
        envs.step(np.zeros(envs.action_shape, dtype=np.int32))
    with pytest.raises(wag.UsageError):
        envs.reset(seed=2**64)
    envs.reset(seed=0)
    for wrong, error in [
        (np.full(envs.action_shape, 4), wag.InvalidAction),
        (np.full(envs.action_shape, 2**40), wag.InvalidAction),
        (np.zeros(envs.action_shape), wag.InvalidAction),
        (np.zeros((1, 2), int), wag.UsageError),
    ]:
        with pytest.raises(error):
            envs.step(wrong)
    envs.close()
    for call in [envs.reset, lambda: envs.step(np.zeros(envs.action_shape, dtype=np.int32))]:
        with pytest.raises(wag.EnvironmentClosed):
            call()


def test_threads_may_share_environments():
    envs = wag.vector_env("tron", 64, threads=2)
    single = wag._wag.Environment(*wag.environments._request("tron", None, "Roomy", 1, "figure", {}))
    errors = []

    def work(number):
        try:
            luck = np.random.default_rng(number)
            mine = envs.buffers()
            envs.reset(seed=number, out=mine)
            for _ in range(50):
                envs.step(luck.integers(4, size=envs.action_shape, dtype=np.int32), out=mine)
                single.reset(number)
                single.picture()
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_a_fork_of_the_process_can_use_a_vector():
    import multiprocessing

    envs = wag.vector_env("tron", 8, threads=2)
    envs.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        process = multiprocessing.get_context("fork").Process(target=envs.reset, args=(1,))
        process.start()
    process.join(20)
    assert process.exitcode == 0
