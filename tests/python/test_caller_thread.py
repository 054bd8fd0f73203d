"""Functions that play run in the thread that has called `wag.play`, as any other function does."""

import bdb
import contextvars
import decimal
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading

import pytest

import wag

TRON = {"game": "tron", "width": 6, "height": 6, "seed": 1, "replay": False}


def play(function, **arguments):
    """Plays a match of a function, which must not have a fault."""
    match = wag.play(function, "Straight", **TRON, **arguments)
    assert not match.faults, match.faults
    return match


def test_the_thread_is_that_of_the_caller():
    threads = set()
    local = threading.local()
    local.value = "own"

    def note(tron):
        threads.add((threading.get_ident(), local.value))

    play(note)
    assert threads == {(threading.get_ident(), "own")}


def test_another_thread_may_be_the_caller():
    threads, own = set(), []

    def caller():
        own.append(threading.get_ident())
        play(lambda tron: threads.add(threading.get_ident()))

    thread = threading.Thread(target=caller)
    thread.start()
    thread.join()
    assert threads == set(own)


def test_classes_are_created_and_ended_in_the_thread_of_the_caller():
    threads = set()

    class Ants:
        def __init__(self):
            threads.add(("init", threading.get_ident()))

        def do_turn(self, ants):
            threads.add(("turn", threading.get_ident()))

        def do_end(self, ants, scores, status):
            threads.add(("end", threading.get_ident()))

    match = wag.play(Ants, "Hunter", game="ants", map="tutorial", turns=3, seed=1, replay=False)
    own = threading.get_ident()
    assert not match.faults and threads == {("init", own), ("turn", own), ("end", own)}


def test_a_connection_of_the_caller_can_be_used():
    connection = sqlite3.connect(":memory:")
    connection.execute("create table turns (number integer)")
    play(lambda tron: connection.execute("insert into turns values (1)"))
    assert connection.execute("select sum(number) from turns").fetchone()[0] >= 1


def test_contexts_are_those_of_the_caller():
    variable = contextvars.ContextVar("variable", default="none")
    variable.set("of the caller")
    seen = set()
    with decimal.localcontext() as context:
        context.prec = 5
        play(lambda tron: seen.add((variable.get(), str(decimal.Decimal(1) / 3))))
    assert seen == {("of the caller", "0.33333")}


def test_a_signal_handler_can_be_set():
    before = signal.getsignal(signal.SIGUSR1)
    try:
        play(lambda tron: signal.signal(signal.SIGUSR1, signal.SIG_IGN))
        assert signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_a_trace_function_sees_the_lines():
    def player(tron):
        direction = tron.EAST
        tron.move(direction)

    lines = set()

    def trace(frame, event, argument):
        if frame.f_code is not player.__code__:
            return None
        if event == "line":
            lines.add(frame.f_lineno - player.__code__.co_firstlineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        play(player)
    finally:
        sys.settrace(before)
    assert lines == {1, 2}


@pytest.mark.parametrize("exception", [KeyboardInterrupt, SystemExit, GeneratorExit, bdb.BdbQuit])
def test_what_ends_a_program_ends_the_call(exception):
    raised = exception("now")
    turns = []

    def player(tron):
        turns.append(1)
        raise raised

    with pytest.raises(exception) as caught:
        wag.play(player, player, **TRON)
    assert caught.value is raised and len(turns) == 1


def test_what_ends_a_program_at_the_start_of_a_player_ends_the_call():
    class Ants:
        def __init__(self):
            raise SystemExit(3)

        def do_turn(self, ants):
            pass

    with pytest.raises(SystemExit):
        wag.play(Ants, "Hunter", game="ants", map="tutorial", turns=3, seed=1, replay=False)


def test_two_threads_play_with_the_same_function():
    places = []

    def player(tron):
        x, y = tron.getPosition()
        other = threading.Event()
        other.wait(0.001)
        places.append(tron.getPosition() == [x, y])

    threads = [threading.Thread(target=play, args=(player,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(places) > 2 and all(places)


def test_a_match_of_functions_within_a_turn_is_refused():
    seen = []

    def outer(tron):
        before = tron.getPosition()
        with pytest.raises(RuntimeError, match="another match with functions in its turn"):
            wag.play(lambda tron: None, "Straight", **TRON)
        seen.append(wag.play("Straight", "Roomy", **TRON).winners == ["Roomy"] and tron.getPosition() == before)

    play(outer)
    assert seen and all(seen)


def test_sigint_interrupts_a_function():
    program = textwrap.dedent(
        """
        import wag

        def player(tron):
            print("playing", flush=True)
            while True:
                pass

        try:
            wag.play(player, "Straight", game="tron", seed=1)
        except KeyboardInterrupt as err:
            frames = []
            trace = err.__traceback__
            while trace:
                frames.append(trace.tb_frame.f_code.co_name)
                trace = trace.tb_next
            print("interrupted in", frames[-1], flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "playing\n"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert (process.returncode, out) == (0, "interrupted in player\n")
