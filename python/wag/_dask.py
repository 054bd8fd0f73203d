"""Matches on the workers of a Dask cluster.

The engine cuts the matches into batches and gives them to a `Transport`, which submits them as Dask tasks. On the
workers, `play_batch` plays a batch, and `store_files` stores the players' files that a worker does not have yet."""

from __future__ import annotations

import os
import queue
import sys
import time
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

from . import _engine, _wag
from .errors import MissingPackage, UsageError, WagError

CONNECT_SECONDS = 5
"""How long to wait for an answer of the scheduler."""
FIRST_WORKER_SECONDS = 10
"""How long to wait for the first worker."""
WORKER_SECONDS = 300
"""How long to wait until workers come back."""
REFRESH_SECONDS = 1.0
"""The time between two looks at the list of workers."""
RESULT_SECONDS = 30
"""How long to wait for the result of a task that has ended; its worker may be gone."""
RESEND_SECONDS = 0.5
"""The pause before a lost task is sent again."""
GATHERING_THREADS = 8
DELIVERY_BYTES_MAX = 8 << 20
"""The maximum size of the files in one task."""
THREADS_MAX = 1024
"""The maximum number of threads that a worker can have."""
LOSSES_MAX = 3
"""How often a task may be lost."""
UNFETCHED = "its result cannot be fetched"
STORED = _wag.answer("stored", "")
"""The answer of a worker that has stored files."""


# --- The workers ---


def play_batch(task: dict) -> bytes:
    """Plays a batch on this worker. Returns the answer in the format of `_wag.answer`, because nobody unpickles it."""
    try:
        refusal = _refusal(task["wag"], task["python"])
        if refusal:
            return _wag.answer("refused", refusal)
        folder = _folder()
        missing = [bundle for bundle in task["bundles"] if not os.path.isdir(os.path.join(folder, bundle[:32]))]
        if missing:
            return _wag.answer("missing", "\n".join(missing))
        if task["is_job"]:
            return _wag.do_job(task["batch"], folder)
        return _wag.play_batch(task["batch"], folder)
    except UsageError as error:
        return _wag.answer("refused", str(error))
    except Exception as error:
        return _wag.answer("failed", str(error) or type(error).__name__)


def store_files(files: dict[str, bytes]) -> bytes:
    """Stores bundles of files on this worker."""
    try:
        for name, bundle in files.items():
            _wag.store_files(_folder(), name, bundle)
    except Exception as error:
        return _wag.answer("failed", f"it cannot store the players' files: {error}")
    return STORED


def _own_worker():
    return import_module("distributed").get_worker()


def _folder() -> str:
    return os.path.join(_own_worker().local_directory, "wag-files")


def _refusal(wag: str, python: list[int]) -> str | None:
    """Returns why this worker must not play, or None."""
    if wag != _wag.__version__:
        return f"it has Wag {_wag.__version__}, not {wag}; install the same version there: pip install wag-engine=={wag}"
    if list(python) != list(sys.version_info[:2]):
        here, there = ".".join(map(str, sys.version_info[:2])), ".".join(map(str, python))
        return f"it has Python {here}, not {there}, so AIs could behave differently; start the worker with Python {there}"
    return None


# --- The machine that distributes the matches ---


def connect(address: str, jobs: int | None = None, allow_unsandboxed: bool = False) -> Transport:
    """Returns a transport for `wag --dask ADDRESS`."""
    return Transport(address, jobs=jobs, allow_unsandboxed=allow_unsandboxed)


def connect_server(address: str) -> Transport:
    """Returns a transport for `wag host --dask ADDRESS`, whose tasks are jobs of the server."""
    return Transport(address, does_jobs=True)


def transport_of(client, jobs, allow_unsandboxed, submit_options) -> Transport | None:
    """Returns the transport for the arguments of `wag.series` and the others; None to play on this machine."""
    if client is None:
        if submit_options:
            raise UsageError("submit_options are those of Dask tasks; they need client")
        return None
    return Transport(client, jobs=jobs, allow_unsandboxed=allow_unsandboxed, submit_options=submit_options)


def _distributed():
    try:
        return import_module("distributed")
    except ImportError:
        how = "install Wag with it, in the folder of the source code: pip install '.[dask]'"
        raise MissingPackage(f"dask is not installed; {how}") from None


def _local_cluster(distributed, jobs: int | None):
    import logging

    try:
        # Otherwise other users of this machine could take part.
        security = distributed.Security.temporary()
    except ImportError:
        raise MissingPackage("the package cryptography is not installed; install it: pip install cryptography") from None
    workers = jobs or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
        security=security,
    )


class Task:
    """A batch that a worker is to play."""

    def __init__(self, batch, bundles, avoid):
        self.batch = batch
        self.bundles = bundles
        self.avoid = avoid
        self.worker = None
        self.future = None
        self.losses = 0
        # The number of deliveries that had ended when the worker got the task.
        self.sent = 0


class Transport:
    """The connection of the engine to a cluster. The engine calls the public methods.

    Each task is submitted to one worker, so that its answer is the answer of that worker, whatever it contains. The
    engine parses the answers."""

    def __init__(self, client, *, jobs=None, allow_unsandboxed=False, submit_options=None, does_jobs=False):
        distributed = _distributed()
        self.allow_unsandboxed = allow_unsandboxed
        # Whether the tasks are jobs of a server for classes; then a worker gets no files but those of its task.
        self.does_jobs = does_jobs
        self.owned = []
        self.address, self.security = None, None
        self.is_named = isinstance(client, str) and client != "local"
        self.client = self._connect(distributed, client, jobs)
        self.options = dict(submit_options or {})
        self.wanted = self.options.pop("workers", None)
        if isinstance(self.wanted, str):
            self.wanted = [self.wanted]
        self.files: dict[str, bytes] = {}
        self.tasks: dict[int, Task] = {}
        # The tasks of the latest reports.
        self.answered: dict[int, Task] = {}
        self.excluded: dict[str, str] = {}
        # The results of ended tasks: the call that handles each of them, and its arguments.
        self.done: queue.SimpleQueue = queue.SimpleQueue()
        self.gathering = ThreadPoolExecutor(GATHERING_THREADS, thread_name_prefix="wag-gather")
        self.resend_at: list[tuple[float, int]] = []
        # The bundles that are on their way to each worker, and the tasks that wait for them.
        self.delivering: dict[str, set[str]] = {}
        self.held: dict[str, list[int]] = {}
        self.deliveries: set = set()
        # The files that each worker has stored, each with the number of its delivery, and the number of deliveries that ended.
        self.stored: dict[str, dict[str, int]] = {}
        self.delivered = 0
        self.workers: dict[str, int] = {}
        self.refreshed = 0.0
        self.without_workers = time.monotonic()
        self.had_workers = False

    def _connect(self, distributed, client, jobs):
        if isinstance(client, distributed.Client):
            if client.asynchronous:
                raise UsageError("the client is asynchronous; pass a client that was created without asynchronous=True")
            # The user's own client would unpickle what workers send.
            self.address, self.security = client.scheduler.address, client.security
        elif not isinstance(client, str):
            kind = type(client).__name__
            raise UsageError(f"client must be a dask.distributed.Client, an address or \"local\", not {kind}")
        elif client == "local":
            cluster = _local_cluster(distributed, jobs)
            self.owned.append(cluster)
            # These workers have the same sandbox as matches in this process.
            self.allow_unsandboxed = True
            self.address, self.security = cluster.scheduler_address, cluster.security
        else:
            self.address = client
        try:
            return self._connected()
        except UsageError:
            self._close_owned()
            raise

    def _connected(self):
        from . import _dask_connection

        address = self.address
        try:
            connected = _dask_connection.connect(address, self.security, CONNECT_SECONDS)
        except (OSError, TimeoutError, ValueError, ImportError, RuntimeError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(
                f"no Dask scheduler answers at {address} ({reason}); start one with `dask scheduler`, or check the address"
            ) from None
        self.owned.insert(0, connected)
        return connected

    # --- Called by the engine ---

    def add_files(self, name: str, bundle: bytes):
        self.files[name] = bundle

    def remove_files(self, names: list[str]):
        for name in names:
            self.files.pop(name, None)

    def submit(self, number: int, batch: str, bundles: list[str], avoid: str | None):
        self.tasks[number] = Task(batch, bundles, avoid)
        self._send(number)

    def worker_of(self, number: int) -> str | None:
        """Returns the worker that has got a task."""
        task = self.tasks.get(number)
        return None if task is None else task.worker

    def deliver(self, number: int, missing: list[str]):
        """Sends the missing files to the worker of a task, and then the task again. Files that have reached the worker since
        it got the task are not sent again."""
        task = self.tasks[number] = self.answered.pop(number)
        stored = self.stored.get(task.worker, {})
        if all(stored.get(name, 0) > task.sent for name in missing):
            self._send_to_its_worker(number, task)
        else:
            self._deliver(task.worker, missing, number)

    def wait(self, seconds: float):
        """Returns reports, and the numbers of workers and threads."""
        self.answered.clear()
        self._refresh()
        end = time.monotonic() + (seconds if self.tasks or not self.workers else 0)
        reports = []
        while True:
            self._resend()
            left = end - time.monotonic()
            try:
                handle, arguments = self.done.get(timeout=max(left, 0)) if not reports else self.done.get_nowait()
            except queue.Empty:
                break
            report = handle(*arguments)
            if report:
                reports.append(report)
        return reports, len(self.workers), sum(self.workers.values())

    def exclude(self, worker: str, why: str):
        self.excluded[worker] = why
        self.workers.pop(worker, None)
        # The next look at the workers then notices if none is left.
        self.refreshed = 0.0

    def allow(self, worker: str):
        self.excluded.pop(worker, None)
        self.refreshed = 0.0

    def cancel(self, numbers: list[int]):
        tasks = [self.tasks.pop(number) for number in numbers if number in self.tasks]
        futures = [task.future for task in tasks if task.future is not None]
        if futures and self.client.status == "running":
            self.client.cancel(futures)

    def close(self):
        """Cancels everything, and closes what this transport has opened."""
        self.cancel(list(self.tasks))
        self.gathering.shutdown(wait=False, cancel_futures=True)
        self._close_owned()

    def _close_owned(self):
        for opened in self.owned:
            opened.close()
        self.owned = []

    # --- Workers ---

    def _refresh(self):
        """Reads the list of workers. Raises `UsageError` if nobody can play."""
        now = time.monotonic()
        if now - self.refreshed < REFRESH_SECONDS:
            return
        self.refreshed = now
        if self.client.status == "closed":
            self._reconnect()
        try:
            found = self._scheduler_info().get("workers")
        except (OSError, TimeoutError):
            found = None
        if not isinstance(found, dict) or self.client.status != "running":
            # The scheduler is gone, and Dask tries to reach it again. A server plays without it in the meantime.
            if self.does_jobs and now - self.without_workers > FIRST_WORKER_SECONDS:
                raise UsageError("the Dask scheduler does not answer")
            return
        usable = {worker: self._slots(info) for worker, info in found.items() if self._is_wanted(worker, info)}
        usable = {worker: slots for worker, slots in usable.items() if slots > 0}
        self.workers = {worker: slots for worker, slots in usable.items() if worker not in self.excluded}
        self._resend_tasks_of_ended_workers(found)
        if self.workers:
            self.without_workers, self.had_workers = now, True
            return
        refusals = [(worker, self.excluded[worker]) for worker in usable if worker in self.excluded]
        if refusals:
            worker, why = refusals[0]
            raise UsageError(f"no worker can play; {worker}: {why}")
        if now - self.without_workers > (WORKER_SECONDS if self.had_workers else FIRST_WORKER_SECONDS):
            raise UsageError(self._no_workers(found))

    def _resend_tasks_of_ended_workers(self, found):
        for number, task in self.tasks.items():
            if task.worker is not None and task.worker not in found:
                future, task.future, worker, task.worker = task.future, None, task.worker, None
                if future is not None:
                    self.client.cancel([future])
                self._lose(number, task, "")
                self.delivering.pop(worker, None)
                self.held.pop(worker, None)

    def _scheduler_info(self):
        try:
            return self.client.scheduler_info(n_workers=-1)
        except TypeError:
            # Before 2025 there was no limit.
            return self.client.scheduler_info()

    def _no_workers(self, found) -> str:
        address = self.address
        if found:
            return f"the cluster at {address} has no worker that fits the submit_options; change them, or start such a worker"
        return f"the cluster at {address} has no workers; start one on each machine: dask worker {address}"

    def _is_wanted(self, worker, info) -> bool:
        if self.wanted is None:
            return True
        return any(name in self.wanted for name in (worker, info.get("name"), info.get("host")))

    def _slots(self, info) -> int:
        """Returns how many tasks a worker can run at the same time: 0 if it describes itself in a wrong way."""
        try:
            slots = min(int(info["nthreads"]), THREADS_MAX)
            for name, need in (self.options.get("resources") or {}).items():
                slots = min(slots, int(info["resources"].get(name, 0) // need))
            return slots
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
            return 0

    def _reconnect(self):
        if not self.is_named:
            raise UsageError("the connection to the Dask scheduler was lost; start it again, and continue with a new client")
        end = time.monotonic() + (FIRST_WORKER_SECONDS if self.does_jobs else WORKER_SECONDS)
        self.owned = [opened for opened in self.owned if opened is not self.client]
        while True:
            try:
                self.client = self._connected()
                break
            except UsageError:
                if time.monotonic() > end:
                    raise
        self._send_all()

    # --- Tasks ---

    def _least_busy(self, avoid) -> str | None:
        """Returns the worker with the fewest tasks per thread; if possible, not `avoid`."""
        load = Counter(task.worker for task in self.tasks.values())
        others = [worker for worker in self.workers if worker != avoid] or list(self.workers)
        return min(others, key=lambda worker: load[worker] / self.workers[worker], default=None)

    def _send(self, number: int):
        task = self.tasks.get(number)
        if task is None:
            return
        task.worker = self._least_busy(task.avoid)
        if task.worker is None:
            self.resend_at.append((time.monotonic() + RESEND_SECONDS, number))
            return
        self._send_to_its_worker(number, task)

    def _send_to_its_worker(self, number: int, task: Task):
        task.sent = self.delivered
        call = {
            "wag": _wag.__version__,
            "python": sys.version_info[:2],
            "batch": task.batch,
            "is_job": self.does_jobs,
            "bundles": task.bundles,
        }
        options = self.options | {"workers": [task.worker], "allow_other_workers": False}
        task.future = self.client.submit(play_batch, call, pure=False, **options)
        self._on_end(task.future, task.worker, self._played, number)

    def _on_end(self, future, worker, handle, *arguments):
        def gather(future):
            self.done.put((handle, (*arguments, future, *self._answer(future, worker))))

        def ended(future):
            try:
                self.gathering.submit(gather, future)
            except RuntimeError:
                # The transport has been closed.
                pass

        future.add_done_callback(ended)

    def _answer(self, future, worker) -> tuple[bytes | None, str | None]:
        """Returns the answer to a task, or why there is none; neither if it was lost. Only the worker that has got the
        task may have the result."""
        if future.status == "error":
            install = f"pip install wag-engine=={_wag.__version__}"
            return None, f"its task failed before Wag could answer; install the same version there: {install}"
        if future.status != "finished":
            return None, None
        try:
            response = self._request(self.client.scheduler.gather, future.key)
            if response["status"] != "OK":
                return None, UNFETCHED
            result = response["data"][future.key]
            if list(self._request(self.client.scheduler.who_has, future.key)[future.key]) != [worker]:
                return None, None
        except Exception:
            return None, None
        return getattr(result, "data", result), None

    def _request(self, function, key):
        return self.client.sync(function, keys=[key], callback_timeout=RESULT_SECONDS)

    def _played(self, number, future, answer, failed):
        """Handles the end of a task. Returns a report for the engine, or None."""
        task = self.tasks.get(number)
        # A report about an earlier attempt.
        if task is None or task.future is not future:
            return None
        if answer is None and failed in (None, UNFETCHED):
            task.future = None
            self._lose(number, task, task.worker if failed else "")
            return None
        return self._report(number, task.worker, answer, failed)

    def _report(self, number, worker, answer, failed):
        self.answered[number] = self.tasks.pop(number)
        # In a cluster within this process, an answer may be any object.
        return number, worker, answer if failed or isinstance(answer, bytes) else b"", failed

    def _lose(self, number, task, worker):
        """Sends a lost task again; after too many times, reports it as failed, by this worker if it is to blame."""
        task.losses += 1
        if task.losses < LOSSES_MAX:
            self.resend_at.append((time.monotonic() + RESEND_SECONDS, number))
        else:
            self.done.put((self._give_up, (number, worker)))

    def _give_up(self, number, worker):
        return self._report(number, worker, None, UNFETCHED) if number in self.tasks else None

    def _resend(self):
        now = time.monotonic()
        due = [number for at, number in self.resend_at if at <= now]
        self.resend_at = [(at, number) for at, number in self.resend_at if at > now]
        for number in due:
            self._send(number)

    def _send_all(self):
        """Sends all tasks again, because the scheduler has forgotten them."""
        self.delivering, self.held, self.resend_at, self.deliveries = {}, {}, [], set()
        for number in list(self.tasks):
            self._send(number)

    # --- Files ---

    def _deliver(self, worker, missing, number):
        """Sends the missing files to a worker; the task waits until they are there. If all files together are small, the
        worker gets all of them."""
        self.held.setdefault(worker, []).append(number)
        underway = self.delivering.setdefault(worker, set())
        if not self.does_jobs and sum(map(len, self.files.values())) <= DELIVERY_BYTES_MAX and not underway:
            missing = list(self.files)
        new = [name for name in missing if name not in underway]
        underway.update(new)
        parts, size = [{}], 0
        for name in new:
            size += len(self.files[name])
            if parts[-1] and size > DELIVERY_BYTES_MAX:
                parts.append({})
                size = len(self.files[name])
            parts[-1][name] = self.files[name]
        for part in filter(None, parts):
            with warnings.catch_warnings():
                # Dask warns of arguments with more than 10 MB.
                warnings.simplefilter("ignore")
                future = self.client.submit(
                    store_files, part, pure=False, workers=[worker], allow_other_workers=False, priority=100
                )
            self.deliveries.add(future)
            self._on_end(future, worker, self._delivered, worker, list(part))

    def _delivered(self, worker, names, future, answer, failed):
        """Handles the end of a delivery. Returns a report about a task that waits for it if the delivery has failed."""
        if future not in self.deliveries:
            return None
        self.deliveries.discard(future)
        underway = self.delivering.get(worker, set())
        underway.difference_update(names)
        if answer != STORED and (answer or failed) and self.held.get(worker):
            number = self.held[worker].pop()
            return self._report(number, worker, answer, failed) if number in self.tasks else None
        if answer == STORED:
            self.stored.setdefault(worker, {}).update(dict.fromkeys(names, self.delivered + 1))
            self.delivered += 1
        if not underway:
            self.delivering.pop(worker, None)
            for number in self.held.pop(worker, []):
                task = self.tasks.get(number)
                if task is not None and task.worker == worker:
                    self._send_to_its_worker(number, task)
        return None
