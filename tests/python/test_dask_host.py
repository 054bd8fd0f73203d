"""A server for classes whose matches a Dask cluster plays, with one honest worker and one that lies."""

import contextlib
import json
import re
import sqlite3
import subprocess
import sys
import time
import urllib.request

import pytest

distributed = pytest.importorskip("distributed")

from wag import _dask  # noqa: E402

WALL = "from tron import *\nmove(NORTH)\n"
CAREFUL = """from tron import *

x, y = getPosition()
steps = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}

def room(direction, ahead=1):
    right, down = steps[direction]
    return ahead if not isFree(x + ahead * right, y + ahead * down) else room(direction, ahead + 1)

move(max(steps, key=room))
"""


class Server:
    """`wag host` on a free port, with the cluster at this address."""

    def __init__(self, folder, *words):
        command = [sys.executable, "-m", "wag", "host", str(folder), "--plain-http", "--without-groups", "--as-root"]
        command += ["--address", "127.0.0.1", "--port", "0", "--slots", "2", *words]
        self.folder = folder
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        said = ""
        while "Ctrl+C" not in said:
            line = self.process.stdout.readline()
            assert line, said
            said += line
        self.url = re.search(r"http://[\d.:]+", said).group()
        code = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", said)
        self.owner = self.login(code.group()) if code else None

    def ask(self, cookie, method, path, body=None, **headers):
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)
        headers = {"Origin": self.url, "X-Wag": "1", "Content-Type": "application/json"} | headers
        for name, value in (headers | ({"Cookie": cookie} if cookie else {})).items():
            request.add_header(name, value)
        with urllib.request.urlopen(request) as response:
            text = response.read().decode()
            return response, json.loads(text) if text else None

    def login(self, code):
        response, _ = self.ask(None, "POST", "/api/login", {"code": code, "shared": False})
        return response.headers["Set-Cookie"].split(";")[0]

    def post(self, path, body=None, cookie=None):
        return self.ask(cookie or self.owner, "POST", path, body)[1]

    def get(self, path):
        return self.ask(self.owner, "GET", path)[1]

    def rows(self, sql):
        with contextlib.closing(sqlite3.connect(f"file:{self.folder}/wag.db?mode=ro", uri=True)) as database:
            return database.execute(sql).fetchall()

    def until(self, holds):
        """Waits for a state that stays."""
        while not holds():
            assert self.process.poll() is None
            time.sleep(0.1)

    def contest(self, matches):
        """Makes a class with two pupils and a contest, and plays its final. Returns the ids of the class and the contest."""
        group = self.post("/api/classes", {"name": "7b"})["id"]
        new = {"name": "cup", "game": "tron", "final_rule": {"matches_per_pair": matches}}
        contest = self.post(f"/api/classes/{group}/contests", new)["id"]
        self.post(f"/api/contests/{contest}/open")
        for name, code in {"anna": CAREFUL, "ben": WALL}.items():
            member = self.post(f"/api/classes/{group}/members", {"name": name, "role": "pupil"})
            form = (
                "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"yourAI.py\"\r\n\r\n" + code + "\r\n--b--\r\n"
            ).encode()
            kind = {"Content-Type": "multipart/form-data; boundary=b", "Idempotency-Key": name}
            self.ask(self.login(member["code"]), "POST", f"/api/contests/{contest}/hand-ins", form, **kind)
        self.until(lambda: self.rows("SELECT count(*) FROM hand_ins WHERE state IN ('valid', 'invalid')") == [(2,)])
        assert self.rows("SELECT count(*) FROM hand_ins WHERE state = 'valid'") == [(2,)]
        self.post(f"/api/contests/{contest}/freeze")
        self.post(f"/api/contests/{contest}/final")
        self.until(lambda: self.rows("SELECT state FROM contests") == [("done",)])
        return group, contest

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


@contextlib.contextmanager
def server(folder, *words):
    started = Server(folder, *words)
    try:
        yield started
    finally:
        started.end()


def lie(job):
    """Returns a job in which everybody plays with the file of the second seat."""
    job = json.loads(job)
    job["files"] = [[job["files"][-1][0], name] for _, name in job["files"]]
    return json.dumps(job)


def test_cluster_plays_the_final_and_a_liar_changes_nothing(tmp_path, monkeypatch):
    honest, jobs = _dask._wag.do_job, []

    def do_job(job, files):
        jobs.append(job)
        is_liar = distributed.get_worker().name == "liar"
        return honest(lie(job) if is_liar else job, files)

    monkeypatch.setattr(_dask._wag, "do_job", do_job)
    options = {"nthreads": 1, "dashboard": False}
    cluster = distributed.SpecCluster(
        scheduler={"cls": distributed.Scheduler, "options": {"dashboard": False, "port": 0}},
        workers={name: {"cls": distributed.Worker, "options": options | {"name": name}} for name in ("honest", "liar")},
        silence_logs=50,
    )
    with cluster:
        addresses = {worker.name: worker.address for worker in cluster.workers.values()}
        with server(tmp_path / "school", "--dask", cluster.scheduler_address) as host:
            group, contest = host.contest(8)
            by = dict(host.rows("SELECT result_by, count(*) FROM matches WHERE stage > 0 GROUP BY result_by"))
            assert set(by) <= {None, addresses["honest"]} and by[addresses["honest"]] > 2, by
            # Each player wins by itself, whoever has played the match.
            first = "SELECT DISTINCT a.display_name FROM seats s JOIN accounts a ON a.id = s.account_id JOIN matches m ON m.id = s.match_id"
            assert host.rows(f"{first} WHERE s.place = 1 AND m.stage > 0") == [("anna",)]
            acts = host.rows("SELECT actor, subject, detail FROM audit WHERE action = 'cluster.worker'")
            assert [(actor, subject) for actor, subject, _ in acts] == [("server", contest)]
            assert json.loads(acts[0][2])["worker"] == addresses["liar"]
            notices = host.get(f"/api/classes/{group}/overview")["notices"]
            assert len(notices) == 1 and addresses["liar"] in str(notices[0])
    # Workers see ids and the files of the players of their match.
    assert jobs and not any(name in job for job in jobs for name in ("anna", "ben", "7b", "cup"))


def test_matches_are_played_here_while_the_cluster_is_gone(tmp_path):
    with server(tmp_path / "school", "--dask", "tcp://127.0.0.1:9") as host:
        group, _ = host.contest(1)
        assert host.rows("SELECT DISTINCT result_by FROM matches WHERE stage > 0") == [(None,)]
        notices = host.get(f"/api/classes/{group}/overview")["notices"]
        assert len(notices) == 1 and "no Dask scheduler answers at tcp://127.0.0.1:9" in str(notices[0])


def certificates(folder):
    """Makes a certificate authority, and a certificate for this machine. Returns the files."""
    files = {name: str(folder / name) for name in ("ca.pem", "ca.key", "cert.pem", "key.pem", "request")}
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    commands = [
        ["req", "-x509", *new_key, "-subj", "/CN=school", "-keyout", files["ca.key"], "-out", files["ca.pem"]],
        ["req", *new_key, "-subj", "/CN=cluster", "-addext", "subjectAltName=IP:127.0.0.1"]
        + ["-keyout", files["key.pem"], "-out", files["request"]],
        ["x509", "-req", "-in", files["request"], "-CA", files["ca.pem"], "-CAkey", files["ca.key"], "-CAcreateserial"]
        + ["-copy_extensions", "copy", "-out", files["cert.pem"]],
    ]
    for command in commands:
        subprocess.run(["openssl", *command], check=True, capture_output=True)
    return files


def test_certificates_of_the_configuration_open_a_cluster_with_tls(tmp_path):
    files = certificates(tmp_path)
    ca, cert, key = files["ca.pem"], files["cert.pem"], files["key.pem"]
    security = distributed.Security(
        require_encryption=True,
        tls_ca_file=ca,
        **{f"tls_{role}_{kind}": file for role in ("scheduler", "worker", "client") for kind, file in (("cert", cert), ("key", key))},
    )
    options = {"nthreads": 1, "dashboard": False, "security": security, "protocol": "tls://"}
    cluster = distributed.SpecCluster(
        scheduler={
            "cls": distributed.Scheduler,
            "options": {"dashboard": False, "port": 0, "host": "127.0.0.1", "security": security, "protocol": "tls://"},
        },
        workers={"one": {"cls": distributed.Worker, "options": options | {"host": "127.0.0.1"}}},
        security=security,
        silence_logs=50,
    )
    with cluster:
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        school = tmp_path / "school"
        school.mkdir(mode=0o700)
        (school / "host.toml").write_text(
            f"[dask]\naddress = '{address}'\nca_file = '{ca}'\ncertificate = '{cert}'\nkey = '{key}'\n"
        )
        with server(school) as host:
            host.until(lambda: host.get("/api/cluster")["threads"] == 1)
            assert host.get("/api/cluster") == {"address": address, "threads": 1, "excluded": []}
            host.post("/api/cluster/allow", {"worker": "nobody"})
            assert host.rows("SELECT action, detail FROM audit WHERE action = 'cluster.allow'") == [
                ("cluster.allow", '{"worker":"nobody"}')
            ]
