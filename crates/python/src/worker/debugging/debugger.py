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


# Stands for the caller of a frame that has none; it is never equal to a frame.
NO_FRAME = object()


def debugger_at(terminal, end_please):
    # Imported here, because only an AI that stops should wait for it.
    import code
    import pdb

    class Console(code.InteractiveConsole):
        """The console of the command `interact`."""

        def raw_input(self, prompt=""):
            terminal.write(prompt)
            line = terminal.readline()
            if not line:
                raise EOFError
            return line[:-1]

        def write(self, data):
            terminal.write(data)

    class Debugger(pdb.Pdb):
        def set_continue(self):
            # A turn has no calling frame. Without one, bdb would stop at the next line.
            if self.botframe is None:
                self.botframe = NO_FRAME
            super().set_continue()

        def set_return(self, frame):
            if frame.f_back is None:
                self._set_stopinfo(NO_FRAME, frame)
            else:
                super().set_return(frame)

        def do_interact(self, argument):
            """interact: starts a console with the variables that are visible here. `exit()` ends it."""
            names = {"exit": sys.exit, "quit": sys.exit, **self.curframe.f_globals, **self.curframe_locals}
            before = sys.stdout, sys.stderr
            sys.stdout = sys.stderr = terminal
            try:
                Console(names).interact("(interact: `exit()` goes back to the debugger)", "")
            except SystemExit:
                pass
            finally:
                sys.stdout, sys.stderr = before

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
