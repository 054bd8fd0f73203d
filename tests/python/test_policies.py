"""Tests of policies and functions as players of matches, series, tournaments and environments."""

import threading
import time

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
SMALL = {"game": "tron", "width": 6, "height": 6}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WAG_HOME", str(tmp_path / "home"))
    return tmp_path


def first_allowed(spaces):
    """Returns a function that takes the first allowed choice of each number of an action."""
    choices = spaces.choices.ravel()
    ends = np.cumsum(choices)

    def choose(observations, masks):
        if len(set(choices.tolist())) == 1:
            actions = masks.reshape(len(masks), len(choices), -1).argmax(axis=2)
        else:
            actions = np.stack([masks[:, end - n : end].argmax(axis=1) for end, n in zip(ends, choices)], axis=1)
        return actions.reshape(len(masks), *spaces.action_shape)

    return choose


def first(observations, masks):
    return masks.argmax(axis=1)


def last(observations, masks):
    return 3 - masks[:, ::-1].argmax(axis=1)


class Recorder:
    """A function for a policy that keeps what it was given, and copies of it."""

    def __init__(self, choose):
        self.choose = choose
        self.given = []
        self.copies = []

    def __call__(self, observations, masks):
        self.given.append((observations, masks))
        self.copies.append((observations.copy(), masks.copy()))
        return self.choose(observations, masks)


def rider(tron):
    tron.move(tron.EAST)


# A policy sees what a learner on its seat sees.


@pytest.mark.parametrize("game", GAMES)
def test_policies_play_every_game(game):
    spaces = wag.vector_env(game, 1, **SHORT[game]).spaces
    seen = Recorder(first_allowed(spaces))
    one, two = wag.policy(game, seen, name="one"), wag.policy(game, first_allowed(spaces), name="two")
    match = wag.play(one, two, game=game, seed=5, **SHORT[game])
    assert [player.name for player in match.players[:2]] == ["one", "two"]
    assert not match.faults and match.again is None and match.repeatable is None
    assert all(observations.shape[1:] == spaces.observation_shape for observations, _ in seen.given)
    assert all(observations.dtype == spaces.dtype and masks.dtype == np.int8 for observations, masks in seen.given)
    assert all(masks.shape == (len(observations), spaces.mask_length) for observations, masks in seen.given)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_policy_has_the_view_of_its_own_seat(game, seat):
    def steps(envs, count):
        buffers = envs.reset(seed=3)
        for _ in range(count):
            yield buffers
            choose = first_allowed(envs.spaces)
            rows = len(buffers.masks) * len(envs.agents)
            actions = choose(None, buffers.masks.reshape(rows, -1)).reshape(envs.action_shape)
            buffers = envs.step(actions)

    options = SHORT[game] | {"players": 2 if game not in ("warriors",) else 4}
    both = wag.vector_env(game, 1, **options)
    own = wag.vector_env(game, 1, opponents=wag.policy(game, first_allowed(both.spaces)), seat=seat, **options)
    # The observations of the agents whenever they act, until the first match is over.
    expected, seen = [], []
    for envs, found, column in [(both, expected, seat - 1), (own, seen, 0)]:
        for buffers in steps(envs, 12):
            if buffers.acting[0, column]:
                found.append((buffers.observations[0, column].copy(), buffers.masks[0, column].copy()))
    assert own.seats().tolist() == [[seat]]
    count = min(len(expected), len(seen), 5)
    assert count >= 3
    for (observation, mask), (own_observation, own_mask) in zip(expected[:count], seen):
        assert (observation == own_observation).all() and (mask == own_mask).all()


def test_a_policy_sees_in_a_match_what_it_sees_in_an_environment():
    played, trained = Recorder(first), Recorder(first)
    wag.play(wag.policy("tron", played), wag.policy("tron", last), seed=7, **SMALL)
    env = wag.env("tron", opponents=[wag.policy("tron", last)], width=6, height=6)
    observation, info = env.reset(seed=7)
    is_over = False
    while not is_over:
        action = trained(observation[None], info["action_mask"][None])
        observation, _, is_over, _, info = env.step(action[0])
    assert len(played.copies) == len(trained.copies) > 2
    for (observation, mask), (other, other_mask) in zip(played.copies, trained.copies):
        assert (observation == other).all() and (mask == other_mask).all()


# Everything that takes players takes policies and functions.


def test_series_compare_and_evaluate_take_policies_and_functions():
    one, two = wag.policy("tron", first, name="one"), wag.policy("tron", last, name="two")
    series = wag.series(one, two, games=4, seed=1, **SMALL)
    assert sorted(row["name"] for row in series.standings) == ["one", "two"]
    assert series.matches == 4 and all(row["faults"] == 0 for row in series.rows)
    verdict = wag.compare(one, rider, games=8, seed=1, **SMALL)
    assert (verdict.new, verdict.old) == ("one", "rider")
    assert all(loss["again"] is None for loss in verdict.losses)
    evaluation = wag.evaluate(one, [two, "Straight", rider], 2, seed=1, **SMALL)
    assert evaluation.player == "one" and evaluation["two"].games == evaluation["rider"].games == 2
    assert wag.evaluate("Roomy", two, 2, seed=1, **SMALL)["two"].games == 2


def test_the_seats_of_a_match_are_asked_together():
    seen = Recorder(first)
    policy = wag.policy("tron", seen)
    wag.play(policy, policy, "Straight", seed=1, replay=False, game="tron", width=9, height=9)
    rows = [len(observations) for observations, _ in seen.given]
    assert rows[0] == 2 and rows == sorted(rows, reverse=True)


def test_two_functions_of_the_same_name_are_numbered():
    match = wag.play(wag.policy("tron", first), wag.policy("tron", first), seed=1, **SMALL)
    assert [player.name for player in match.players] == ["first1", "first2"]


def test_a_name_may_have_any_characters():
    match = wag.play(wag.policy("tron", first, name="ppo=10 k"), "Straight", seed=1, **SMALL)
    assert match.players[0].name == "ppo=10 k"


def test_tune_takes_policies_as_opponents(folder):
    (folder / "bot.py").write_text(
        'from tron import *\nPARAMS = {"side": (0.5, 0, 1)}\nmove(EAST if PARAMS["side"][0] > 0.5 else NORTH)\n'
    )
    seen = Recorder(first)
    tuning = wag.tune("bot.py", against=[wag.policy("tron", seen)], pairs=2, check=1, **SMALL)
    assert set(tuning.best) == {"side"} and seen.given


def test_a_tournament_goes_on_with_the_same_policies(folder):
    one, two = wag.policy("tron", first, name="one"), wag.policy("tron", last, name="two")
    table = wag.tournament(one, two, "Straight", games=2, into="t.db", seed=1, **SMALL)
    assert {row["name"] for row in table.rows} == {"one", "two", "Straight"}
    more = wag.tournament(one, two, into="t.db", resume=True, games=4, game="tron")
    assert {row["name"] for row in more.rows} == {"one", "two", "Straight"} and more.matches > table.matches
    messages = []
    wag.tournament(two, into="t.db", resume=True, games=5, game="tron", progress=messages.append)
    texts = [message["message"] for message in messages if "message" in message]
    assert any(
        "one can no longer take part: one is a function of a Python program; only that program can play it" in text
        for text in texts
    ), texts


def test_the_replay_says_that_a_function_has_played():
    match = wag.play(wag.policy("tron", first), "Straight", seed=1, **SMALL)
    assert [(player.name, player.file, player.built_in) for player in match.replay.header.players] == [
        ("first", None, False),
        ("Straight", None, True),
    ]


@pytest.mark.parametrize("jobs", [1, 3, None])
def test_results_do_not_depend_on_the_matches_that_wait_together(jobs):
    one, two = wag.policy("tron", first, name="one"), wag.policy("tron", last, name="two")
    series = wag.series(one, two, games=6, seed=9, jobs=jobs, **SMALL)
    assert series.matches == 6
    for row in series.played:
        players = {"one": one, "two": two}
        match = wag.play(*[players[name] for name in row["seats"]], seed=row["seed"], replay=False, **SMALL)
        assert row["figures"] == [[match.figures[name]["rounds"]] for name in row["seats"]]


# Opponents of environments.


def test_all_matches_that_wait_are_answered_by_one_call():
    seen = Recorder(first)
    envs = wag.vector_env("tron", 50, threads=2, opponents=wag.policy("tron", seen), width=8, height=8)
    buffers = envs.reset(seed=1)
    for _ in range(3):
        buffers = envs.step(buffers.masks.argmax(axis=-1))
    assert [len(observations) for observations, _ in seen.given] == [50, 50, 50]


@pytest.mark.parametrize("threads", [1, 3])
def test_vectors_with_policies_play_the_same_as_vectors_of_agents(threads):
    def play(envs, steps):
        found, buffers = [], envs.reset(seed=4)
        for _ in range(steps):
            actions = buffers.masks.argmax(axis=-1)
            buffers = envs.step(actions)
            found.append((buffers.observations[:, 0].copy(), buffers.rewards[:, 0].copy(), buffers.terminations.copy()))
        return found

    options = {"width": 7, "height": 6}
    expected = play(wag.vector_env("tron", 11, **options), 60)
    own = play(wag.vector_env("tron", 11, threads=threads, opponents=wag.policy("tron", first), **options), 60)
    assert sum(over.sum() for _, _, over in own) > 11
    for one, two in zip(expected, own):
        assert all((a == b).all() for a, b in zip(one, two))


def test_functions_and_classes_are_opponents():
    threads = set()

    def player(tron):
        threads.add(threading.get_ident())
        tron.move(tron.WEST)

    env = wag.env("tron", opponents=[player], width=8, height=8)
    env.reset(seed=1)
    env.step(1)
    envs = wag.vector_env("tron", 3, opponents=player, width=8, height=8)
    buffers = envs.reset(seed=1)
    envs.step(buffers.masks.argmax(axis=-1))
    assert threads == {threading.get_ident()}


def test_weights_draw_an_opponent_for_each_match():
    one, two = Recorder(first), Recorder(first)
    opponents = [(wag.policy("tron", one), 3), (wag.policy("tron", two), 1), ("Straight", 0)]
    envs = wag.vector_env("tron", 400, opponents=opponents, width=8, height=8)
    for _ in range(2):
        buffers = envs.reset(seed=1)
        envs.step(buffers.masks.argmax(axis=-1))
    rows = [len(observations) for observations, _ in one.given + two.given]
    assert rows[0] == rows[1] and rows[2] == rows[3] and rows[0] + rows[2] == 400
    assert 250 < rows[0] < 350


@pytest.mark.parametrize("seat, possible", [(2, {2}), ([1, 3], {1, 3}), ("random", {1, 2, 3})])
def test_the_seed_of_a_match_draws_the_seat(seat, possible):
    env = wag.env("tron", opponents=["Straight"], players=3, seat=seat, width=9, height=9)
    drawn = []
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        drawn.append(info["seat"])
        assert (observation[1] == 1).sum() == 1 and info["action_mask"].any()
    assert set(drawn) == possible
    env.reset(seed=4)
    assert env.step(0)[4]["seat"] == drawn[4]
    envs = wag.vector_env("tron", 60, opponents=["Straight"], players=3, seat=seat, width=9, height=9)
    envs.reset(seed=1)
    assert set(envs.seats().ravel().tolist()) == possible and envs.seats().shape == (60, 1)
    assert envs.agents == (["player_1"] if seat == 2 else ["learner"])


def test_a_copy_of_a_match_keeps_its_seat():
    env = wag.env("tron", opponents=["Straight"], seat="random", width=9, height=9)
    seats = {env.reset(seed=seed)[1]["seat"]: seed for seed in range(10)}
    env.reset(seed=seats[2])
    saved = env.save()
    future = env.step(1)
    env.reset(seed=seats[1])
    env.load(saved)
    assert env.observe()[1]["seat"] == 2
    again = env.step(1)
    assert (future[0] == again[0]).all() and future[1:4] == again[1:4]


@pytest.mark.parametrize("game, opponent, options", [("tron", "bot.py", {"width": 8, "height": 8}), ("warriors", "Noob", {"rounds": 3})])
def test_files_and_python_players_play_in_vectors(game, opponent, options, folder):
    (folder / "bot.py").write_text("from tron import *\nmove(NORTH)\n")
    found = []
    for threads in (1, 2):
        with wag.vector_env(game, 3, threads=threads, opponents=[opponent], **options) as envs:
            buffers, over = envs.reset(seed=2), 0
            for _ in range(8):
                actions = first_allowed(envs.spaces)(None, buffers.masks[:, 0]).reshape(envs.action_shape)
                buffers = envs.step(actions)
                over += buffers.terminations.sum()
            found.append((buffers.observations, buffers.rewards))
        assert over >= 3
    assert (found[0][0] == found[1][0]).all() and (found[0][1] == found[1][1]).all()


def test_a_file_that_cannot_start_is_reported(folder):
    (folder / "bot.py").write_text("x = (")
    envs = wag.vector_env("tron", 2, opponents=["bot.py"])
    with pytest.raises(wag.CannotStart, match="SyntaxError"):
        envs.reset(seed=1)


# Wrong answers are mistakes of the caller's program.


@pytest.mark.parametrize(
    "answer, what",
    [
        (lambda masks: np.full(len(masks), np.nan), "the policy bad returned float64 with NaN; actions are whole numbers"),
        (lambda masks: np.ones(len(masks)), "the policy bad returned float64; actions are whole numbers"),
        (lambda masks: None, r"the policy bad returned the shape \(\); actions have the shape \(1,\)"),
        (lambda masks: [1, 2, 3], r"the policy bad returned the shape \(3,\); actions have the shape \(1,\)"),
        (lambda masks: [[1], [2, 3]], "the policy bad returned no array"),
        (lambda masks: [4], r"the policy bad: the number 4 at 0 in row 0 of 1 \(seat 1, round 1\) is out of range; choose 0 to 3"),
        (lambda masks: [-1], "the number -1 at 0 in row 0 of 1"),
        (lambda masks: [2**40], "the number 2147483647 at 0"),
    ],
)
def test_wrong_answers_raise(answer, what):
    bad = wag.policy("tron", lambda observations, masks: answer(masks), name="bad")
    with pytest.raises(wag.InvalidAction, match=what):
        wag.play(bad, "Straight", seed=1, **SMALL)
    env = wag.env("tron", opponents=bad, seat=2, width=6, height=6)
    env.reset(seed=1)
    with pytest.raises(wag.InvalidAction, match=what):
        env.step(0)
    with pytest.raises(wag.ResetNeeded):
        env.step(0)


def test_a_wrong_row_of_a_vector_is_named():
    def bad(observations, masks):
        actions = masks.argmax(axis=1)
        actions[2] = 9
        return actions

    envs = wag.vector_env("tron", 5, opponents=wag.policy("tron", bad), width=8, height=8)
    buffers = envs.reset(seed=1)
    what = r"the number 9 at 0 in row 2 of 5 \(match 2, seat 2, round 1\) is out of range"
    with pytest.raises(wag.InvalidAction, match=what):
        envs.step(buffers.masks.argmax(axis=-1))
    with pytest.raises(wag.ResetNeeded):
        envs.step(np.zeros(envs.action_shape, dtype=np.int32))
    envs.reset(seed=1)


@pytest.mark.parametrize("exception", [ValueError, KeyboardInterrupt])
def test_exceptions_of_policies_are_those_of_the_call(exception):
    raised = exception("no idea")

    def bad(observations, masks):
        raise raised

    policy = wag.policy("tron", bad)
    envs = wag.vector_env("tron", 5, opponents=policy)
    buffers = envs.reset(seed=1)
    for call in [
        lambda: wag.play(policy, policy, seed=1, **SMALL),
        lambda: wag.series(policy, "Straight", games=8, jobs=4, **SMALL),
        lambda: envs.step(buffers.masks.argmax(axis=-1)),
    ]:
        with pytest.raises(exception) as caught:
            call()
        assert caught.value is raised


def test_exceptions_of_functions_are_faults_in_environments_too():
    def bad(tron):
        raise ValueError("no idea")

    env = wag.env("tron", opponents=[bad], width=8, height=8)
    env.reset(seed=1)
    assert env.step(1)[1:3] == (1.0, False)

    def leaves(tron):
        raise SystemExit(3)

    env = wag.env("tron", opponents=[leaves], width=8, height=8)
    env.reset(seed=1)
    with pytest.raises(SystemExit):
        env.step(1)


def test_a_masked_action_is_what_the_rules_make_of_it():
    def into_the_wall(observations, masks):
        return masks.argmin(axis=1) if (masks == 0).any() else np.zeros(len(masks), dtype=int)

    match = wag.play(wag.policy("tron", into_the_wall), "Straight", seed=1, **SMALL)
    assert not match.faults and match.winners == ["Straight"]


def test_a_policy_has_no_time_limit():
    def sleeps(observations, masks):
        time.sleep(0.02)
        return masks.argmax(axis=1)

    assert not wag.play(wag.policy("tron", sleeps), "Straight", seed=1, turn_time=0.01, **SMALL).faults


def test_arrays_that_a_policy_keeps_do_not_change():
    seen = Recorder(first)
    envs = wag.vector_env("tron", 4, opponents=wag.policy("tron", seen), width=8, height=8)
    buffers = envs.reset(seed=1)
    for _ in range(5):
        buffers = envs.step(buffers.masks.argmax(axis=-1))
    wag.play(wag.policy("tron", seen), "Straight", seed=1, **SMALL)
    for given, copies in zip(seen.given, seen.copies):
        assert all((one == two).all() and one.flags.writeable for one, two in zip(given, copies))


def test_a_policy_of_another_game_is_refused():
    what = 'the policy first plays tron, not gems; make one for this game with wag.policy\\("gems", ...\\)'
    with pytest.raises(wag.UsageError, match=what):
        wag.play(wag.policy("tron", first), "greedy", game="gems")
    with pytest.raises(wag.UsageError, match=what):
        wag.vector_env("gems", 2, opponents=wag.policy("tron", first))
    with pytest.raises(wag.UsageError, match="there is no game"):
        wag.policy("tronn", first)
    with pytest.raises(wag.UsageError, match="a policy is a function"):
        wag.policy("tron", 3)


@pytest.mark.parametrize(
    "arguments, what",
    [
        ({"opponents": ["Straight"], "seat": 3}, "there is no seat 3; choose 1 to 2"),
        ({"opponents": ["Straight"], "seat": 0}, "numbers from 1"),
        ({"opponents": ["Straight"], "seat": []}, "numbers from 1"),
        ({"opponents": ["Straight"], "seat": "last"}, "a number from 1, a list"),
        ({"opponents": ["Straight"], "seat": 1.5}, "a number from 1, a list"),
        ({"seat": 2}, "leave seat= out"),
        ({"opponents": [("Straight", -1)]}, "the weights of the opponents"),
        ({"opponents": [("Straight", float("nan"))]}, "the weight of an opponent must be a number"),
        ({"opponents": [("Straight", 0)]}, "the weights of the opponents"),
        ({"opponents": [("Straight", "x")]}, "the weight of an opponent must be a number"),
        ({"opponents": [("Straight", 1), "Roomy"]}, "pairs of a player and its weight"),
    ],
)
def test_wrong_seats_and_weights_are_explained(arguments, what):
    with pytest.raises(wag.UsageError, match=what):
        wag.vector_env("tron", 2, **arguments)


def test_two_threads_play_with_the_same_policy():
    own, lock = {}, threading.Lock()

    def note(observations, masks):
        with lock:
            own.setdefault(threading.get_ident(), []).append(len(masks))
        return masks.argmax(axis=1)

    policy, results = wag.policy("tron", note), []

    def play():
        results.append((threading.get_ident(), wag.play(policy, "Straight", seed=1, replay=False, **SMALL).figures))

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(own) == {thread for thread, _ in results} and len(results) == 3
    assert all(figures == results[0][1] for _, figures in results)


def test_a_policy_cannot_use_the_environment_that_waits_for_it():
    def step(observations, masks):
        envs.step(np.zeros(envs.action_shape, dtype=np.int32))

    envs = wag.vector_env("tron", 2, opponents=wag.policy("tron", step))
    buffers = envs.reset(seed=1)
    with pytest.raises(wag.UsageError, match="a player cannot use the environment that waits for its action"):
        envs.step(buffers.masks.argmax(axis=-1))
