"""`wag debug --debugpy`, with a client that speaks the debug adapter protocol as an editor does."""

import json
import os
import re
import socket
import subprocess
import sys
import time

import pytest

debugpy = pytest.importorskip("debugpy", reason="debugpy is not installed: pip install debugpy")

AI = """from classes import *
base = roundState.getBase()
answer = 6 * 7
base.createUnitGatherer()
"""


class Editor:
    """A client of the debug adapter protocol."""

    def __init__(self, port, patience=120):
        end = time.monotonic() + patience
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
                break
            except ConnectionRefusedError:
                assert time.monotonic() < end, "nothing listens"
                time.sleep(0.05)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.socket.close()

    def receive(self):
        length = 0
        while line := self.stream.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length > 0, "the connection has ended"
        return json.loads(self.stream.read(length))

    def send(self, command, **arguments):
        self.number += 1
        body = json.dumps({"seq": self.number, "type": "request", "command": command, "arguments": arguments}).encode()
        self.socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        return self.number

    def ask(self, command, **arguments):
        return self.answer(self.send(command, **arguments))

    def answer(self, number):
        while True:
            message = self.receive()
            if message["type"] == "event":
                self.events.append(message)
            elif message["type"] == "response" and message["request_seq"] == number:
                assert message["success"], message
                return message.get("body")

    def event(self, name):
        while True:
            for message in self.events:
                if message["event"] == name:
                    self.events.remove(message)
                    return message.get("body")
            message = self.receive()
            if message["type"] == "event":
                self.events.append(message)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wag(folder, *words):
    program = os.environ.get("WAG_PROGRAM")
    command = [program] if program else [sys.executable, "-m", "wag"]
    return subprocess.Popen([*command, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Waiting:
    """A running `wag debug FILE --debugpy` that waits for an editor."""

    def __init__(self, folder, *words):
        (folder / "ai.py").write_text(AI)
        played = wag(folder, "play", "ai.py", "Dummy", "--rounds", "5", "--seed", "1", "--quiet", "--replay", "r.wag")
        assert played.communicate()[0] == "" and played.returncode == 0
        self.running = wag(folder, "debug", "r.wag", "ai.py", "--round", "3", "--debugpy", *words)
        self.sentence = self.running.stdout.readline()
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", self.sentence)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.running.kill()
        self.running.communicate()

    def output(self):
        return self.sentence + self.running.communicate(timeout=120)[0]

    def is_debugged(self, folder):
        """Debugs the turn as an editor does, and returns the rest of the output."""
        with Editor(self.port) as editor:
            editor.ask("initialize", adapterID="python", pathFormat="path", linesStartAt1=True, columnsStartAt1=True)
            editor.send("attach", justMyCode=True)
            editor.event("initialized")
            source = {"path": str(folder / "ai.py")}
            [breakpoint] = editor.ask("setBreakpoints", source=source, breakpoints=[{"line": 4}])["breakpoints"]
            assert breakpoint["verified"]
            editor.ask("configurationDone")
            stopped = editor.event("stopped")
            assert stopped["reason"] == "breakpoint"
            frame = editor.ask("stackTrace", threadId=stopped["threadId"])["stackFrames"][0]
            assert (frame["line"], os.path.basename(frame["source"]["path"])) == (4, "ai.py")
            words = "(answer, roundState.getRoundNumber())"
            assert editor.ask("evaluate", expression=words, frameId=frame["id"])["result"] == "(42, 3)"
            # The connection may end before the answer.
            editor.send("continue", threadId=stopped["threadId"])
        output = self.output()
        assert self.running.returncode == 0, output
        assert "orders, all as recorded" in output, output


def test_editor_stops_at_its_breakpoint(tmp_path):
    with Waiting(tmp_path) as waiting:
        waiting.is_debugged(tmp_path)


def test_port_can_be_chosen(tmp_path):
    port = free_port()
    with Waiting(tmp_path, str(port)) as waiting:
        assert waiting.port == port
        waiting.is_debugged(tmp_path)


def evaluation(canary):
    """Returns messages that make a debugged process create a file."""
    code = f"open({str(canary)!r}, 'w').close()"
    requests = [("initialize", {}), ("attach", {}), ("configurationDone", {})]
    requests += [("evaluate", {"expression": code, "context": "repl"})] * 2
    bodies = [
        json.dumps({"seq": number, "type": "request", "command": command, "arguments": arguments}).encode()
        for number, (command, arguments) in enumerate(requests, 1)
    ]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def after_refusal(port, data):
    """Sends data, and returns when the other side has closed the connection or answered."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            connection.sendall(data)
            return connection.recv(1 << 16)
        except ConnectionError:
            return b""


def post(messages):
    length = b"Content-Length: %d\r\n" % len(messages)
    return b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n" + length + b"\r\n" + messages


def test_only_an_editor_is_connected(tmp_path):
    """A web page can send an HTTP request to the port, and its body can be a valid message."""
    canary = tmp_path / "canary"
    messages = evaluation(canary)
    evaluate = messages[messages.rindex(b"Content-Length") :]
    requests = [post(messages), post(evaluate), b"GET / HTTP/1.1\r\n" + messages, b"\r\n\r\n" + messages, evaluate]
    with Waiting(tmp_path) as waiting:
        for request in requests:
            assert after_refusal(waiting.port, request) == b"", request
        # Connections that send nothing, or only a part, do not keep an editor out.
        silent = [socket.create_connection(("127.0.0.1", waiting.port)) for _ in range(40)]
        silent[-1].sendall(messages[:30])
        assert not canary.exists()
        waiting.is_debugged(tmp_path)
        assert not canary.exists()
        for connection in silent:
            connection.close()


@pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="only root can act as another user")
def test_other_users_are_refused(tmp_path):
    canary = tmp_path / "canary"
    with Waiting(tmp_path) as waiting:
        child = os.fork()
        if child == 0:
            os.setgroups([])
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)
            os._exit(1 if after_refusal(waiting.port, evaluation(canary)) else 0)
        assert os.waitpid(child, 0)[1] == 0
        assert not canary.exists()
        waiting.is_debugged(tmp_path)
    assert not canary.exists()
