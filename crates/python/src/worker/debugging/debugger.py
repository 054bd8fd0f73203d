# Runs once in the process of an AI that is debugged, and implements breakpoint() there.

import os
import sys
import time


class Terminal:
    """The terminal at the other end of a socket. Some bytes are requests: for a line, or for the end of the match."""

    encoding = "utf-8"

    def __init__(self, descriptor, line_please):
        self.descriptor = descriptor
        self.line_please = bytes([line_please])
        self.received = b""

    def send(self, data):
        while data:
            data = data[os.write(self.descriptor, data) :]

    def write(self, text):
        self.send("".join(sign for sign in text if sign >= " " or sign in "\n\t").encode(errors="replace"))
        return len(text)

    def flush(self):
        pass

    def readline(self):
        self.send(self.line_please)
        while b"\n" not in self.received:
            data = os.read(self.descriptor, 4096)
            if not data:
                return ""
            self.received += data
        line, _, self.received = self.received.partition(b"\n")
        return line.decode(errors="replace") + "\n"


def debugger_at(terminal, end_please):
    # Imported here, because only an AI that stops should wait for it.
    import pdb

    class Debugger(pdb.Pdb):
        def do_quit(self, argument):
            """q(uit) | exit: ends the match."""
            terminal.send(bytes([end_please]))
            while True:
                # The engine kills this process meanwhile.
                time.sleep(60)

        do_q = do_exit = do_EOF = do_quit

    debugger = Debugger(stdin=terminal, stdout=terminal, nosigint=True, readrc=False)
    debugger.use_rawinput = False
    return debugger


def hook(descriptor, line_please, end_please):
    terminal = Terminal(descriptor, line_please)

    def stop_here(*arguments, **settings):
        debugger_at(terminal, end_please).set_trace(sys._getframe().f_back)

    def stop_at_next_line():
        debugger = debugger_at(terminal, end_please)
        debugger.reset()
        debugger.set_step()
        sys.settrace(debugger.trace_dispatch)

    stop_here.stop_at_next_line = stop_at_next_line
    return stop_here
