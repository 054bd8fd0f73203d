"""Matches on the workers of a Dask cluster: the same results as on one machine, whatever happens to the workers."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

distributed = pytest.importorskip("distributed")

import wag  # noqa: E402
from wag import _dask  # noqa: E402

TIMES = {"turn_ms_mean", "turn_ms_max", "cpu_ms_mean", "cpu_ms_max", "file"}
SLOW = pytest.mark.skipif(not os.environ.get("WAG_SLOW_TESTS"), reason="takes minutes: make test-dask")



def without_times(value):
    """Returns a result without the times and paths that differ from run to run."""
    if isinstance(value, dict):
        return {name: without_times(part) for name, part in value.items() if name not in TIMES}
    if isinstance(value, list):
        return [without_times(part) for part in value]
    return value


def table(result):
    return json.dumps(without_times(result.to_dict()), sort_keys=True)


@contextlib.contextmanager
def cluster(workers, **options):
    made = distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50, **options
    )
    with made, distributed.Client(made, set_as_default=False) as client:
        yield client


@pytest.fixture(scope="module")
def client():
    with cluster(2, processes=False) as client:
        yield client


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ai(folder, name):
    """Creates an AI with a module of its own in a folder, and returns the path of its file."""
    own = folder / name
    own.mkdir()
    (own / "tools.py").write_text("def unused(): return 1\n")
    file = own / "yourAI.py"
    file.write_text("import tools\ntools.unused()\n")
    return str(file)


def tournament(folder, name, games=4, **where):
    players = [path for path in sorted(map(str, folder.glob("*/yourAI.py")))] + ["Noob", "Dummy"]
    return wag.tournament(
        *players, into=folder / f"{name}.db", games=games, rounds=6, seed=3, allow_unsandboxed=True, **where
    )


def test_table_is_the_same_everywhere(folder):
    ai(folder, "anna")
    ai(folder, "ben")
    expected = table(tournament(folder, "one", jobs=1))
    assert table(tournament(folder, "two", jobs=2)) == expected
    for count in (1, 8):
        with cluster(count, processes=False) as client:
            assert table(tournament(folder, f"dask{count}", client=client)) == expected


def test_series_compare_and_tune_are_the_same(folder, client):
    dask = {"client": client, "allow_unsandboxed": True}
    series = {"game": "tron", "games": 30, "seed": 1}
    assert table(wag.series("Straight", "Roomy", **series, **dask)) == table(wag.series("Straight", "Roomy", **series))
    compare = {"game": "tron", "seed": 1}
    local = table(wag.compare("Roomy", "Straight", **compare))
    assert table(wag.compare("Roomy", "Straight", **compare, **dask)) == local
    file = folder / "bot"
    file.mkdir()
    (file / "helper.py").write_text("def twice(number): return 2 * number\n")
    (file / "yourAI.py").write_text('from helper import twice\nPARAMS = {"size": (3, 1, 9)}\ntwice(PARAMS["size"])\n')
    tune = {"against": ["Noob"], "pairs": 8, "check": 2, "rounds": 5}
    local = table(wag.tune(file / "yourAI.py", into="local.json", **tune))
    assert table(wag.tune(file / "yourAI.py", into="dask.json", **tune, **dask)) == local


def cores_of_thread():
    """The cores that this thread of a worker may use."""
    return sorted(os.sched_getaffinity(0))


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="threads cannot be pinned here")
def test_matches_pin_the_thread_of_a_worker_only_while_they_are_played(folder, client):
    wag.series("Straight", "Roomy", game="tron", games=8, seed=1, client=client, allow_unsandboxed=True)
    workers = list(client.scheduler_info()["workers"])
    futures = [client.submit(cores_of_thread, workers=[worker], pure=False) for worker in workers]
    assert client.gather(futures) == [cores_of_thread()] * len(workers)


def test_a_game_in_a_python_file_comes_with_its_files(folder, client):
    games = Path(__file__).parents[1] / "fixtures" / "games"
    race = (games / "race.py").read_text()
    (folder / "race.py").write_text("from length import LENGTH\n" + race.replace('"length", 12', '"length", LENGTH'))
    (folder / "length.py").write_text("LENGTH = 20\n")
    shutil.copy(games / "runner.py", folder)
    series = {"game": "race.py", "games": 6, "seed": 4}
    local = table(wag.series("runner.py", "Slow", "Fast", **series))
    assert table(wag.series("runner.py", "Slow", "Fast", **series, client=client, allow_unsandboxed=True)) == local


def test_programs_come_with_their_files(folder, client):
    (folder / "bot").mkdir()
    (folder / "bot" / "moves.txt").write_text("1\n")
    program = folder / "bot" / "play.sh"
    program.write_text('#!/bin/sh\ncat moves.txt >/dev/null || exit 3\nwhile read line; do echo 1; done\n')
    program.chmod(0o755)
    games = {"game": "gems", "games": 2, "seed": 4}
    players = [f"a=sh {program}", f"b={program}"]
    local = wag.series(*players, **games)
    remote = wag.series(*players, **games, client=client, allow_unsandboxed=True)
    assert table(remote) == table(local)


def test_files_are_sent_once_per_worker(folder, monkeypatch, client):
    sent = []
    deliver = _dask.Transport._deliver

    def count(self, worker, missing, number):
        before = set(self.deliveries)
        deliver(self, worker, missing, number)
        sent.extend((worker, len(before)) for _ in self.deliveries - before)

    monkeypatch.setattr(_dask.Transport, "_deliver", count)
    ai(folder, "carl")
    ai(folder, "dora")
    tournament(folder, "one", client=client)
    assert 1 <= len(sent) <= 2
    sent.clear()
    tournament(folder, "again", client=client)
    assert sent == []


def test_replays_come_back_only_if_requested(folder, client):
    games = {"game": "tron", "games": 3, "seed": 1, "client": client, "allow_unsandboxed": True}
    wag.series("Straight", "Roomy", **games)
    assert not list(folder.rglob("*.wag"))
    result = wag.series("Straight", "Roomy", **games, replays="films")
    assert sorted(path.name for path in (folder / "films").iterdir()) == ["0001.wag", "0002.wag", "0003.wag"]
    assert Path(result.played[0]["replay"]).read_bytes().startswith(b"\x89WAG")


def test_interrupted_tournament_is_resumed_without_dask(folder, client):
    ai(folder, "emil")
    expected = table(tournament(folder, "whole"))

    class Stop(Exception):
        pass

    def stop(message):
        if message.get("done", 0) >= 2:
            raise Stop

    with pytest.raises(Stop):
        tournament(folder, "part", client=client, progress=stop)
    assert table(wag.tournament(into="part.db", resume=True)) == expected


def test_worker_of_another_version_is_refused(folder, client, monkeypatch):
    assert "Python 3.1" in _dask._refusal(wag.__version__, [3, 1])
    refused = dict(game="tron", games=2, client=client, allow_unsandboxed=True)
    monkeypatch.setattr(_dask, "_refusal", lambda wag, python: "it has Wag 0.0, not this one")
    with pytest.raises(wag.UsageError, match="no worker can play; .*it has Wag 0.0"):
        wag.series("Straight", "Roomy", **refused)


def test_worker_without_a_sandbox_is_refused(folder, client):
    refused = dict(game="tron", games=2, client=client)
    try:
        wag.series("Straight", "Roomy", **refused)
    except wag.UsageError as error:
        assert "no complete sandbox" in str(error) and "--allow-unsandboxed" in str(error)


def test_bad_input_is_one_sentence(folder, client, monkeypatch):
    def error(*players, **options):
        with pytest.raises(wag.UsageError) as caught:
            wag.series(*players, game=options.pop("game", "tron"), games=2, **options)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    monkeypatch.setattr(_dask, "CONNECT_SECONDS", 1)
    monkeypatch.setattr(_dask, "FIRST_WORKER_SECONDS", 1)
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in error("Straight", "Roomy", client="tcp://127.0.0.1:9")
    assert "client must be" in error("Straight", "Roomy", client=7)
    assert "need client" in error("Straight", "Roomy", submit_options={"priority": 1})
    assert "people and TCP clients" in error("human", "Roomy", client=client)
    own = [lambda tron: None, wag.policy("tron", lambda observations, masks: masks.argmax(axis=1), name="first")]
    for player, name in zip(own, ["function", "first"]):
        what = f"{name} cannot play on other machines; name a file, a program or a built-in player"
        assert error(player, "Roomy", client=client) == what
    options = {"submit_options": {"resources": {"gpu": 1}}, "client": client}
    assert "no worker that fits the submit_options" in error("Straight", "Roomy", **options)
    with cluster(0, processes=False) as empty:
        assert "has no workers; start one" in error("Straight", "Roomy", client=empty)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install '.[dask]'" in error("Straight", "Roomy", client="local")


def wag_command(*words, **options):
    return subprocess.run([sys.executable, "-m", "wag", *words], capture_output=True, text=True, **options)


def test_command_line_plays_on_a_local_cluster(folder):
    words = ["tournament", "tron", "Straight", "Roomy", "--games", "6", "--seed", "1", "--json"]
    outputs = []
    for name, where in [("here", ["--jobs", "1"]), ("there", ["--dask", "local", "--jobs", "2"])]:
        played = wag_command(*words, "--into", f"{name}.db", *where)
        assert (played.returncode, played.stderr) == (0, ""), played.stderr
        outputs.append(without_times(json.loads(played.stdout)))
    assert outputs[0] == outputs[1]


def test_command_line_without_a_scheduler(folder):
    played = wag_command("series", "tron", "Straight", "Roomy", "--dask", "tcp://127.0.0.1:9")
    assert played.returncode == 2
    assert "no Dask scheduler answers" in played.stderr and len(played.stderr.splitlines()) == 1


# --- Faults, with real processes ---


def slow_ai(folder, name):
    """An AI whose matches take about half a second."""
    own = folder / name
    own.mkdir()
    (own / "yourAI.py").write_text("import time\ntime.sleep(0.05)\n")


def test_killed_worker_loses_nothing(folder):
    slow_ai(folder, "slow")
    expected = table(tournament(folder, "whole", 20))
    with cluster(2) as client:
        pids = client.run(os.getpid)
        killed = []

        def kill(message):
            if 4 <= message.get("done", 0) < 15 and not killed:
                killed.append(pids.popitem()[1])
                os.kill(killed[0], signal.SIGKILL)

        assert table(tournament(folder, "part", 20, client=client, progress=kill)) == expected
        assert killed


def resume(*pids):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


@SLOW
def test_stopped_worker_loses_nothing(folder):
    slow_ai(folder, "slow")
    expected = table(tournament(folder, "whole", 20))
    with cluster(2) as client:
        pids = list(client.run(os.getpid).values())
        stopped = []

        def stop(message):
            if 4 <= message.get("done", 0) < 15 and not stopped:
                stopped.append(pids[0])
                os.kill(pids[0], signal.SIGSTOP)
                threading.Timer(45, resume, pids).start()

        try:
            assert table(tournament(folder, "part", 20, client=client, progress=stop)) == expected
            assert stopped
        finally:
            resume(*stopped)


def start(*words, ready=None, **options):
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **options,
    )
    return process


def end(*processes):
    for process in processes:
        process.terminate()
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()


@SLOW
def test_restarted_scheduler_loses_nothing(folder):
    slow_ai(folder, "slow")
    expected = table(tournament(folder, "whole", 20))
    port = 18786
    address = f"tcp://127.0.0.1:{port}"
    scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = ["dask_worker", address, "--nthreads", "1", "--no-dashboard"]
    processes = [start(*scheduler), start(*worker), start(*worker)]
    restarted = []

    def restart(message):
        if 4 <= message.get("done", 0) < 15 and not restarted:
            processes[0].kill()
            processes[0].wait()
            restarted.append(start(*scheduler))
            # Workers end with their scheduler.
            restarted.extend([start(*worker), start(*worker)])

    try:
        assert table(tournament(folder, "part", 20, client=address, progress=restart)) == expected
        assert restarted
    finally:
        end(*processes, *restarted)


@SLOW
@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small disk")
def test_full_disk_on_a_worker_loses_nothing(folder):
    for name in ("anna", "ben"):
        ai(folder, name)
        (folder / name / "book.txt").write_text(name * 400_000)
    expected = table(tournament(folder, "whole", 20))
    small = folder / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode:
        pytest.skip("cannot mount a tmpfs")
    port = 18787
    address = f"tcp://127.0.0.1:{port}"
    processes = [
        start("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"),
        start("dask_worker", address, "--nthreads", "1", "--no-dashboard", "--local-directory", str(small)),
        start("dask_worker", address, "--nthreads", "1", "--no-dashboard"),
    ]
    messages = []
    try:
        time.sleep(5)
        assert table(tournament(folder, "part", 20, client=address, progress=messages.append)) == expected
        said = [message["message"] for message in messages if "message" in message]
        assert any("No space left" in text for text in said), said
    finally:
        end(*processes)
        subprocess.run(["umount", "-l", str(small)])


@SLOW
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("ip"), reason="needs network namespaces")
def test_cut_off_worker_loses_nothing(folder):
    slow_ai(folder, "slow")
    expected = table(tournament(folder, "whole", 20))
    space, address = "wagdask", "tcp://10.77.0.1:18788"
    commands = [
        f"ip netns add {space}",
        "ip link add wagdask0 type veth peer name wagdask1",
        f"ip link set wagdask1 netns {space}",
        "ip addr add 10.77.0.1/24 dev wagdask0",
        "ip link set wagdask0 up",
        f"ip -n {space} addr add 10.77.0.2/24 dev wagdask1",
        f"ip -n {space} link set wagdask1 up",
        f"ip -n {space} link set lo up",
    ]
    if not all(subprocess.run(command.split(), capture_output=True).returncode == 0 for command in commands):
        subprocess.run(["ip", "netns", "del", space], capture_output=True)
        pytest.skip("cannot create network namespaces")
    within = ["ip", "netns", "exec", space, sys.executable, "-m", "distributed.cli.dask_worker"]
    processes = [
        start("dask_scheduler", "--host", "10.77.0.1", "--port", "18788", "--no-dashboard"),
        start("dask_worker", address, "--nthreads", "1", "--no-dashboard"),
        subprocess.Popen(
            [*within, address, "--nthreads", "1", "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ),
    ]
    cut = []

    def cut_off(message):
        if 4 <= message.get("done", 0) < 15 and not cut:
            cut.append(True)
            subprocess.run(["ip", "link", "set", "wagdask0", "down"])
            # The worker comes back while the others still play.
            timer = threading.Timer(20, subprocess.run, (["ip", "link", "set", "wagdask0", "up"],))
            timer.start()

    try:
        time.sleep(5)
        assert table(tournament(folder, "part", 20, client=address, progress=cut_off)) == expected
        assert cut
    finally:
        end(*processes)
        subprocess.run(["ip", "link", "del", "wagdask0"])
        subprocess.run(["ip", "netns", "del", space])
