"""Measures `wag host` with real HTTP clients, on a server of its own in a temporary folder.

    pip install aiohttp
    python benches/host.py WAG {load,lesson,contest,kill,streams} [--seconds N] [--host "ARGUMENTS OF wag host"]

`load`     median and 99 % of reads, tables and saves of 40 active pupils of 200, without matches and with all cores full of them
`lesson`   a class of 24 presses the button that checks a lesson within 10 s
`contest`  the time from handing in to the first rated match, and from the end of a match to the table
`kill`     20 kills at random moments under saves and hand-ins: what was lost, and the time until the server is back
`streams`  the memory of 600 open event streams

The server runs without control groups if the machine has none; the report says so. Compare only figures of one run."""

import argparse
import asyncio
import random
import re
import shlex
import signal
import statistics
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from pathlib import Path

import aiohttp

ACCOUNTS, ACTIVE, BUSY, CLASS, KILLS, STREAMS = 200, 40, 12, 24, 20, 600
AI = "from classes import *\nbase = roundState.getBase()\nbase.createUnitGatherer()\nfor unit in roundState.getUnits():\n    unit.moveUnit(Direction.NORTH)\n"
THINKS = f"{AI}sum(range(400_000))\n"
BODY = "# " + "x" * 78 + "\n"


class Server:
    """A `wag host` on a folder. `port` and `code` are known when it is ready."""

    def __init__(self, wag, folder, arguments):
        self.command = [wag, "host", str(folder), "--as-root", *arguments]
        self.port, self.code = "0", None

    async def start(self):
        """Starts the server. Returns the seconds until it was ready."""
        began = time.monotonic()
        command = [*self.command, "--port", self.port]
        self.process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        async for line in self.process.stdout:
            text = re.sub(r"\x1b\[[0-9;]*m", "", line.decode())
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", text):
                self.port = found[1]
            if found := re.match(r"Your code: (\S+)", text):
                self.code = found[1]
            if "Ctrl+C" in text:
                return time.monotonic() - began
        sys.exit("the server did not start")

    async def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        await self.process.wait()

    def memory(self):
        """Returns the resident memory of the server itself, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024


class Person:
    """Somebody with a browser: one session, several connections."""

    def __init__(self, server):
        self.server = server
        self.versions = {}
        self.http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=8), cookie_jar=aiohttp.CookieJar(unsafe=True))

    async def ask(self, method, path, body=None, **headers):
        """Returns status, body (from JSON, if it is that) and seconds of a request."""
        origin = f"http://127.0.0.1:{self.server.port}"
        headers = {"Origin": origin, "X-Wag": "1", **headers}
        data = body if isinstance(body, bytes) else None
        if data is not None:
            headers["Content-Type"] = "text/csv"
        began = time.monotonic()
        async with self.http.request(method, origin + path, json=None if data else body, data=data, headers=headers) as answer:
            content = await answer.read()
            seconds = time.monotonic() - began
            is_json = "json" in answer.headers.get("Content-Type", "")
            return answer.status, (await answer.json()) if is_json else content, seconds

    async def get(self, path):
        status, body, _ = await self.ask("GET", path)
        assert status == 200, (path, status, body)
        return body

    async def do(self, method, path, body=None, **headers):
        status, answer, _ = await self.ask(method, path, body, **headers)
        assert status < 300, (path, status, answer)
        return answer


class School:
    """A class on a server: the owner, who teaches it, and pupils who have logged in."""

    async def make(self, server, pupils):
        self.server = server
        self.owner = Person(server)
        await self.owner.do("POST", "/api/login", {"code": server.code, "shared": False})
        made = await self.owner.do("POST", "/api/classes", {"name": "7b", "games": ["warriors"]})
        self.id = made["id"]
        names = "\n".join(["Name", *(f"Pupil {n:03}" for n in range(pupils))])
        cards = (await self.owner.do("POST", f"/api/classes/{self.id}/roster", names.encode()))["cards"]
        self.pupils = []
        for card in cards:
            pupil = Person(server)
            await pupil.do("POST", "/api/login", {"code": card["code"], "shared": True})
            self.pupils.append(pupil)
        return self

    async def contest(self, **settings):
        """Makes and opens a contest. Returns its id."""
        usual = {"name": "Cup", "game": "warriors", "options": {"rounds": "300"}, "seen_by": "class"}
        made = await self.owner.do("POST", f"/api/classes/{self.id}/contests", {**usual, **settings})
        await self.owner.do("POST", f"/api/contests/{made['id']}/open")
        return made["id"]

    async def close(self):
        for person in [self.owner, *self.pupils]:
            await person.http.close()


def line(name, values):
    """Returns a row of a table: the number of values, their median, 99 % and maximum, in ms."""
    values = sorted(values)
    if not values:
        return f"{name:32} none"
    late = values[min(len(values) - 1, int(len(values) * 0.99))]
    return f"{name:32} {len(values):6} {1e3 * statistics.median(values):9.1f} {1e3 * late:9.1f} {1e3 * values[-1]:9.1f}"


async def hand_in(person, contest, key=None):
    """Hands in the file of the workspace. Returns the hand-in."""
    how = {"from": "workspace", "file": "yourAI.py"}
    return await person.do("POST", f"/api/contests/{contest}/hand-ins", how, **{"Idempotency-Key": key or uuid.uuid4().hex})


async def save(person, text=AI, name="yourAI.py"):
    """Saves a file over what this person saved last. Returns status, answer and seconds."""
    done = await person.ask("PUT", f"/api/files/{name}", {"text": text, "version": person.versions.get(name)})
    if done[0] == 200:
        person.versions[name] = done[1]["version"]
    return done


def processor_time():
    """Returns the busy and the whole processor time of the machine, in ticks."""
    user, nice, system, idle, wait, *others = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return user + nice + system + sum(others[:3]), user + nice + system + idle + wait + sum(others[:3])


async def load(server, seconds):
    """Interleaves phases without and with matches, and compares the times of answers."""
    school = await School().make(server, ACCOUNTS)
    contest = await school.contest()
    active = school.pupils[:ACTIVE]
    for pupil in active:
        await save(pupil)
        await hand_in(pupil, contest)
    while (table := await school.owner.get(f"/api/contests/{contest}/hand-ins")) and any(
        one["state"] in ("received", "checking") for one in (table if isinstance(table, list) else table["hand_ins"])
    ):
        await asyncio.sleep(1)
    times, faults, runs = defaultdict(list), defaultdict(int), 0

    async def use(pupil, phase, until):
        nonlocal runs
        random_one = random.Random(str(pupil.http))
        while time.monotonic() < until:
            await asyncio.sleep(random_one.uniform(0.5, 1.5))
            chance = random_one.random()
            if chance < 0.1:
                kind, request = "saves", None
            elif chance < 0.3:
                kind, request = "tables", ("GET", f"/api/contests/{contest}/table")
            else:
                kind, request = "reads", ("GET", random_one.choice(["/api/me", f"/api/contests/{contest}", "/api/files"]))
            status, _, took = await (pupil.ask(*request) if request else save(pupil, f"{BODY * 128}# {chance}\n", "notes.py"))
            times[kind, phase].append(took)
            faults[status] += status != 200
            if phase == "busy" and random_one.random() < 1 / 30:
                players = {"game": "warriors", "players": ["yourAI.py", "Noob", "Dummy", "Dummy"], "options": {"rounds": "300"}}
                status, _, _ = await pupil.ask("POST", "/api/run", players)
                runs += status < 300

    async def fill(until):
        """Keeps all slots full of matches of pupils who do nothing else, of 300 rounds with an AI that thinks for some 10 ms."""
        nonlocal runs
        players = {"game": "warriors", "players": ["yourAI.py", "Noob", "Noob", "Noob"], "options": {"rounds": "300"}}

        async def play(pupil):
            nonlocal runs
            await save(pupil, THINKS)
            while time.monotonic() < until:
                status, _, _ = await pupil.ask("POST", "/api/run", players)
                runs += status < 300
                await asyncio.sleep(1)

        await asyncio.gather(*map(play, school.pupils[ACTIVE : ACTIVE + BUSY]))

    # The first phase only starts the workers and fills caches.
    for phase in ["warm", "quiet", "busy", "quiet", "busy"]:
        until = time.monotonic() + (seconds / 4 if phase != "warm" else 15)
        others = [fill(until)] if phase == "busy" else []
        before = processor_time()
        await asyncio.gather(*(use(pupil, phase, until) for pupil in active), *others)
        busy, whole = (now - then for now, then in zip(processor_time(), before))
        print(f"{phase}: the processors are busy for {100 * busy / whole:.0f} % of the time")
        await asyncio.sleep(3)
    print(f"{'kind of request':32} {'number':>6} {'median':>9} {'99 %':>9} {'maximum':>9}  (ms)")
    for kind in ("reads", "tables", "saves"):
        for phase in ("quiet", "busy"):
            print(line(f"{kind}, {phase}", times[kind, phase]))
        ratio = statistics.median(times[kind, "busy"]) / statistics.median(times[kind, "quiet"])
        print(f"{kind}: median with matches / without: {ratio:.1f}")
    print("runs begun:", runs, "· answers that were not 200:", {status: n for status, n in faults.items() if n})
    await school.close()


async def lesson(server, _seconds):
    """A class checks the first lesson within 10 s."""
    school = await School().make(server, CLASS)
    course = await school.pupils[0].get("/api/course?game=warriors")
    name = course["lessons"][0]["id"]
    for pupil in school.pupils:
        await pupil.do("POST", "/api/course/begin", {"game": "warriors", "lesson": name})

    async def press(pupil, after):
        await asyncio.sleep(after)
        return await pupil.ask("POST", "/api/course/check", {"game": "warriors", "lesson": name})

    for turn in range(3):
        began = time.monotonic()
        answers = await asyncio.gather(*(press(pupil, random.uniform(0, 10)) for pupil in school.pupils))
        last = time.monotonic() - began
        took = [seconds for _, _, seconds in answers]
        states = sorted({status for status, _, _ in answers})
        print(f"round {turn + 1}: answers {states}, median {statistics.median(took):.1f} s, longest {max(took):.1f} s, the last {last:.1f} s after the first press")
    await school.close()


async def contest(server, _seconds):
    """A hand-in in an idle hour: its first match, and how soon a result is in the table."""
    school = await School().make(server, 6)
    cup = await school.contest()
    for pupil in school.pupils[:5]:
        await save(pupil)
        await hand_in(pupil, cup)
    await asyncio.sleep(75)
    late = school.pupils[5]
    await save(late)
    began = time.monotonic()
    mine = await hand_in(late, cup)
    while True:
        matches = (await late.get(f"/api/contests/{cup}/matches?entry={mine['account']}"))["matches"]
        if ended := [one for one in matches if one["ended_at"]]:
            first = time.monotonic() - began
            break
        await asyncio.sleep(0.1)
    while True:
        rows = (await late.get(f"/api/contests/{cup}/table"))["rows"]
        if any(row["entry"] == mine["account"] and row["matches"] for row in rows):
            break
        await asyncio.sleep(0.05)
    print(f"from handing in to the end of the first rated match: {first:.1f} s ({len(ended)} ended); in the table {time.monotonic() - began - first:.2f} s later")
    await school.close()


async def kill(server, seconds):
    """Kills the server at random moments; everything that it acknowledged must be there afterwards."""
    school = await School().make(server, 8)
    cup = await school.contest()
    chance = random.Random(7)
    saved, given, back, lost, stored = {}, defaultdict(set), [], [], 0
    for _ in range(KILLS):
        is_up = True

        async def work(number, pupil):
            nonlocal stored
            while is_up:
                try:
                    text = f"{AI}# {uuid.uuid4().hex}\n"
                    saved[number, "sent"] = text
                    status, _, _ = await save(pupil, text)
                    if status == 200:
                        saved[number, "stored"] = text
                        stored += 1
                    if chance.random() < 0.2:
                        given[number].add((await hand_in(pupil, cup))["id"])
                except (aiohttp.ClientError, AssertionError, asyncio.TimeoutError):
                    await asyncio.sleep(0.05)

        tasks = [asyncio.create_task(work(*pair)) for pair in enumerate(school.pupils)]
        await asyncio.sleep(chance.uniform(0.2, max(1.0, seconds / KILLS)))
        await server.end(signal.SIGKILL)
        is_up = False
        await asyncio.gather(*tasks)
        back.append(await server.start())
        for number, pupil in enumerate(school.pupils):
            if last := saved.get((number, "stored")):
                read = await pupil.get("/api/files/yourAI.py")
                text, pupil.versions["yourAI.py"] = read["text"], read["version"]
                if text not in (last, saved[number, "sent"]):
                    lost.append(("save", number))
            hand_ins = await pupil.get(f"/api/contests/{cup}/hand-ins")
            ids = {one["id"] for one in (hand_ins if isinstance(hand_ins, list) else hand_ins["hand_ins"])}
            lost += [("hand-in", number, one) for one in given[number] - ids]
    print(f"{KILLS} kills; acknowledged: {stored} saves, {sum(map(len, given.values()))} hand-ins; lost: {lost or 'nothing'}")
    print(f"back after: median {statistics.median(back):.2f} s, longest {max(back):.2f} s")
    await school.close()


async def streams(server, _seconds):
    """Opens three event streams of each account, and compares the memory of the server."""
    school = await School().make(server, STREAMS // 3)
    before = server.memory()
    origin = f"http://127.0.0.1:{server.port}"
    open_streams = [await pupil.http.get(f"{origin}/api/events") for pupil in school.pupils for _ in range(3)]
    await asyncio.sleep(2)
    states = sorted({stream.status for stream in open_streams})
    print(f"{len(open_streams)} streams, answers {states}: {(server.memory() - before) / 1e6:.1f} MB more than {before / 1e6:.1f} MB")
    await school.close()


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wag")
    parser.add_argument("figure", choices=["load", "lesson", "contest", "kill", "streams"])
    parser.add_argument("--seconds", type=int, default=120, help="the time of all phases of load, and of kill")
    parser.add_argument("--host", default="--without-groups", help="arguments of wag host [default: --without-groups]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.wag, Path(folder) / "school", shlex.split(options.host))
        await server.start()
        try:
            await globals()[options.figure](server, options.seconds)
        finally:
            await server.end()


if __name__ == "__main__":
    asyncio.run(main())
