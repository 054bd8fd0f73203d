"""A progress bar in a terminal or a notebook."""

import json
import sys
import time

WAIT_SECONDS = 0.5
INTERVAL_SECONDS = 0.1
"""The shortest time between two changes of what is shown."""
WIDTH = 30


class Progress:
    """Shows the progress of a call once it has lasted half a second. Uses tqdm if it is installed.

    Calls `listener`, if it is given instead of a flag, with each message (a dict)."""

    def __init__(self, shown, title):
        self.listener = shown if callable(shown) else None
        self.is_shown = is_watched() if shown is None else shown is True
        self.title = title
        self.began = time.monotonic()
        self.shown_at = float("-inf")
        self.bar = None
        self.is_printed = False

    def __enter__(self):
        return self if self.is_shown or self.listener else None

    def __exit__(self, *error):
        if self.bar is not None:
            self.bar.close()
        elif self.is_printed:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def message(self, text):
        """Receives a message of the engine, as JSON."""
        message = json.loads(text)
        if self.listener:
            self.listener(message)
        elif "done" in message and self.is_time():
            self.show(message["done"], message.get("total") or None, message.get("workers"))

    def is_time(self):
        """Returns whether the call has lasted long enough to be shown, and what is shown is old enough to change."""
        now = time.monotonic()
        if now - self.began < WAIT_SECONDS or now - self.shown_at < INTERVAL_SECONDS:
            return False
        self.shown_at = now
        return True

    def show(self, done, total, workers=None):
        if self.bar is None and not self.is_printed:
            self.bar = make_bar(self.title, total)
        if self.bar is not None:
            self.bar.total = total
            if workers is not None:
                self.bar.set_postfix_str(f"{workers} workers", refresh=False)
            self.bar.update(done - self.bar.n)
            return
        self.is_printed = True
        filled = WIDTH * done // total if total else 0
        scale = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}" if total else str(done)
        crowd = "" if workers is None else f"  {workers} workers"
        sys.stderr.write(f"\r{self.title} {scale}{crowd}\x1b[K")
        sys.stderr.flush()


def make_bar(title, total):
    """Returns a bar of tqdm, or None if tqdm is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, desc=title, leave=False)


def is_watched():
    """Returns whether somebody sees a progress bar: at a terminal or in a notebook."""
    return in_notebook() or bool(sys.stderr and sys.stderr.isatty())


def in_notebook():
    """Returns whether this code runs in a Jupyter notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    return type(shell).__name__ == "ZMQInteractiveShell"
