"""`wag debug --debugpy PORT`, with a client that speaks the debug adapter protocol as an editor does."""

import json
import os
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


def test_editor_stops_at_its_breakpoint(tmp_path):
    (tmp_path / "ai.py").write_text(AI)
    played = wag(tmp_path, "play", "ai.py", "Dummy", "--rounds", "5", "--seed", "1", "--quiet", "--replay", "r.wag")
    assert played.communicate()[0] == "" and played.returncode == 0
    port = free_port()
    running = wag(tmp_path, "debug", "r.wag", "--round", "3", "--debugpy", str(port))
    try:
        with Editor(port) as editor:
            editor.ask("initialize", adapterID="python", pathFormat="path", linesStartAt1=True, columnsStartAt1=True)
            editor.send("attach", justMyCode=True)
            editor.event("initialized")
            source = {"path": str(tmp_path / "ai.py")}
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
        output = running.communicate(timeout=120)[0]
    finally:
        running.kill()
    assert running.returncode == 0, output
    assert f"Waiting for an editor at 127.0.0.1:{port}" in output and "orders, all as recorded" in output, output
