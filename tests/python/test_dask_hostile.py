"""Hostile workers of a Dask cluster: they run no code in the process that plays, and cost nothing but their own matches."""

import contextlib
import subprocess
import sys

import pytest

distributed = pytest.importorskip("distributed")

import wag  # noqa: E402
from wag import _dask, _dask_connection  # noqa: E402

SERIES = {"game": "tron", "games": 12, "seed": 1, "allow_unsandboxed": True}

# A worker that replaces Wag's task function. `Canary` creates a file wherever it is unpickled, except in the process of
# the worker.
WORKER = '''
import os, pickle, sys, time
import distributed
from distributed.worker import get_worker
import wag
from wag import _dask

canary, trick = sys.argv[2:4]

class Canary:
    def __reduce__(self):
        return (exec, (f"import os\\nif os.getpid() != {os.getpid()}: open({canary!r}, 'a').close()",))

class Wrong(Exception):
    def __reduce__(self):
        return Canary().__reduce__()

honest = _dask.play_batch

def result(task): return Canary()
def error(task): raise Wrong("wrong")
def events(task):
    worker = get_worker()
    worker.log_event("warn", {"message": pickle.dumps(Canary()), "category": pickle.dumps(Canary())})
    worker.log_event("print", {"args": ("\\x1b[31mprinted",), "sep": None, "end": None, "file": 2, "flush": True})
    return Canary()
def five(task): return 5
def empty(task): return {}
def number(task): return b"5\\n"
def unknown(task): return _dask._wag.answer("missing", "../../etc")
def missing(task): raise ImportError("no wag here")
def accuses(task): return {"worker": "tcp://127.0.0.1:1", "refused": "it accuses another worker"}
def cannot_start(task):
    return b'{"played":{"results":{"matches":[],"starts":[],"cannot_start":"x","seconds":1.0},"lengths":[]}}\\n'

_dask.play_batch = globals()[trick]
if trick == "error":
    # Dask loads what it has pickled to see whether that works; this worker does not.
    from distributed import core, worker as module
    def error_message(error, status="error"):
        pickled = pickle.dumps(Canary())
        send = distributed.protocol.to_serialize
        return {"status": status, "exception": send(pickled), "traceback": send(pickled), "exception_text": "x",
                "traceback_text": "x"}
    core.error_message = module.error_message = error_message

async def main():
    async with distributed.Worker(sys.argv[1], name="bad", nthreads=1, dashboard=False) as worker:
        await worker.finished()

import asyncio
asyncio.run(main())
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextlib.contextmanager
def process(*words):
    # The output goes to a file, because pytest shows it if the test fails.
    started = subprocess.Popen([sys.executable, *words])
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextlib.contextmanager
def hostile_cluster(folder, *tricks):
    """A scheduler in a process of its own, with an honest worker and others. Yields the address and the hostile workers'
    addresses."""
    file = folder / "scheduler.json"
    (folder / "worker.py").write_text(WORKER)
    canary = folder / "canary"
    scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file]
    with contextlib.ExitStack() as stack:
        stack.enter_context(process("-m", f"distributed.cli.{scheduler[0]}", *map(str, scheduler[1:])))
        client = None
        for _ in range(600):
            with contextlib.suppress(OSError, ValueError):
                if file.exists():
                    client = distributed.Client(scheduler_file=str(file), timeout="60s", set_as_default=False)
                    break
            _dask.time.sleep(0.1)
        address = client.scheduler.address
        words = ["-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--name", "good"]
        stack.enter_context(process(*words, "--no-nanny"))
        for trick in tricks:
            stack.enter_context(process(str(folder / "worker.py"), address, str(canary), trick))
        client.wait_for_workers(1 + len(tricks), timeout=120)
        workers = client.scheduler_info(n_workers=-1)["workers"]
        client.close()
        yield address, [worker for worker, info in workers.items() if info["name"] != "good"]


def played(result):
    return [{name: row[name] for name in ("name", "games", "wins", "points")} for row in result.standings]


@pytest.mark.parametrize(
    "trick",
    ["result", "error", "events", "five", "empty", "number", "unknown", "missing", "accuses", "cannot_start"],
)
def test_hostile_worker_costs_only_itself(folder, trick, capfd):
    expected = played(wag.series("Straight", "Roomy", **SERIES))
    messages = []
    with hostile_cluster(folder, trick) as (address, bad):
        result = wag.series("Straight", "Roomy", **SERIES, client=address, progress=messages.append)
    assert played(result) == expected
    assert not (folder / "canary").exists()
    said = [message["message"] for message in messages if "message" in message]
    assert [worker for worker in bad if any(f"the worker {worker} " in text for text in said)] == bad, said
    assert len(said) == 1, said
    assert "\x1b" not in capfd.readouterr().err


def test_users_own_client_is_not_used_for_results(folder):
    with hostile_cluster(folder, "result") as (address, _):
        with distributed.Client(address, set_as_default=False) as client:
            wag.series("Straight", "Roomy", **SERIES, client=client)
            assert client.status == "running"
    assert not (folder / "canary").exists()


def test_local_cluster_admits_no_other_process(folder):
    transport = _dask.Transport("local", jobs=1)
    try:
        assert transport.address.startswith("tls://")
        with pytest.raises(OSError):
            distributed.Client(transport.address.replace("tls", "tcp"), timeout=2, set_as_default=False)
        other = distributed.Security.temporary()
        with pytest.raises(OSError):
            distributed.Client(transport.address, security=other, timeout=2, set_as_default=False)
    finally:
        transport.close()


class Canary:
    """Creates a file where it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return exec, (f"open({str(self.path)!r}, 'w').close()",)


def test_decoder_loads_no_pickle(folder):
    from distributed.protocol import dumps, loads, pickle, to_serialize
    from distributed.protocol.serialize import ToPickle

    file = folder / "canary"
    pickled = pickle.dumps(Canary(file))
    message = {
        "serialized": to_serialize(Canary(file)),
        "pickled": ToPickle(Canary(file)),
        "bytes": pickled,
        "status": "uncaught-error",
        "exception": to_serialize(pickled),
        "traceback": pickled,
        "text": "a\x1b[2Jb",
    }
    frames = [bytes(frame) for frame in dumps(message)]
    decoded = _dask_connection.decode(frames)
    assert not file.exists()
    assert type(decoded.pop("serialized")) is _dask_connection.Payload
    assert decoded == {
        "pickled": None,
        "bytes": None,
        "status": "uncaught-error",
        "exception": "an error on the cluster",
        "traceback": None,
        "text": "a [2Jb",
    }
    events = [{"op": "event", "topic": "warn", "event": {"message": pickled}}, {"op": "task-erred", "key": "a"}]
    assert _dask_connection.decode([bytes(frame) for frame in dumps(events)]) == [events[1]]
    # The same message harms Dask's own decoder.
    loads(frames)
    assert file.exists()


def test_damaged_messages_are_errors():
    for frames in ([b""], [b"\xc1"], [b"\x81"], [b"\x81\xa1"]):
        with pytest.raises((ValueError, _dask_connection.msgpack.UnpackException)):
            _dask_connection.decode(frames)
