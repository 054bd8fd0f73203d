"""Logs with categories and levels. Source: chapter 7 of the thesis.

In a match an AI cannot write files, so its lines are printed to its log with their level and category. After the match,
wag python -m aitools.log FILE.log splits the log into a file for each category. In scripts, folder() writes the files directly.
"""

import sys

ERROR = 0
INFO = 1
DEBUG = 2
TRACE = 3
LEVELS = ("ERROR", "INFO", "DEBUG", "TRACE")

_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


class Logger:
    """Writes the lines of a category."""

    def __init__(self, name, level, file):
        self.name = name
        self.level = level
        self.file = file

    def is_enabled(self, level):
        return level <= self.level

    def error(self, text, *values):
        self._write(ERROR, text, values)

    def info(self, text, *values):
        self._write(INFO, text, values)

    def debug(self, text, *values):
        self._write(DEBUG, text, values)

    def trace(self, text, *values):
        self._write(TRACE, text, values)

    def _write(self, level, text, values):
        if level <= self.level:
            for line in _filled(text, values).splitlines() or [""]:
                _STATE.write(self, level, line)

    def __repr__(self):
        return f"<log {self.name}: {LEVELS[self.level]}>"


class _State:
    """The loggers and their output."""

    def __init__(self):
        self.loggers = {}
        self.profile = ""
        self.turn = None
        self.folder = None
        # By name: the open file and the turn of its last header.
        self.files = {}
        self.announced = set()

    def write(self, logger, level, line):
        if self.folder is not None and self.keep(logger, level, line):
            return
        if self.profile and self.profile not in self.announced:
            self.announced.add(self.profile)
            print(f"[profile {self.profile}]")
        if logger.file != logger.name and logger.name not in self.announced:
            self.announced.add(logger.name)
            print(f"[file {logger.name} {logger.file}]")
        print(f"[{LEVELS[level]} {logger.name}] {line}")

    def keep(self, logger, level, line):
        """Writes a line to a file. If that fails, lines are printed from then on, and it returns False."""
        try:
            file, turn = self.files.get(logger.file) or (self.make(logger.file), None)
            if turn != self.turn:
                file.write(f"=== Turn {self.turn} ===\n")
            self.files[logger.file] = file, self.turn
            file.write(f"{_line(level, logger.name, logger.file, line)}\n")
            file.flush()
        except OSError as error:
            print(f"[ERROR log] no files are kept: {error}")
            self.folder = None
        return self.folder is not None

    def make(self, name):
        import os

        folder = os.path.join(self.folder, self.profile) if self.profile else self.folder
        os.makedirs(folder, exist_ok=True)
        return open(os.path.join(folder, f"{name}.log"), "w", encoding="utf-8", errors="backslashreplace")

    def close(self):
        for file, _ in self.files.values():
            file.close()
        self.files = {}


def category(name, level=None, file=None):
    """The logger of a category, always the same. file: the name of a file that categories can share."""
    logger = _STATE.loggers.get(name)
    if logger is None:
        logger = _STATE.loggers[_name(name)] = Logger(name, INFO, name)
    if level is not None:
        logger.level = _level(level)
    if file is not None:
        logger.file = _name(file)
    return logger


def configure(levels):
    """Sets the levels of categories from a dict or a text such as "combat=TRACE orders=ERROR"."""
    pairs = levels.items() if hasattr(levels, "items") else [_pair(word) for word in levels.replace(",", " ").split()]
    for name, level in [(_name(name), _level(level)) for name, level in pairs]:
        category(name, level)


def profile(name):
    """Sets the profile: files are in a folder of its name."""
    _STATE.close()
    _STATE.profile = _name(name) if name else ""


def folder(path):
    """Writes lines to files in this folder; None prints them again."""
    _STATE.close()
    _STATE.folder = path


def turn(number):
    """Starts a turn: each file gets a header before the first line of the turn."""
    _STATE.turn = number


def split(lines):
    """Splits the log of an AI. Returns the profile and the text of each file by its name without .log."""
    texts, heads, files, of = {}, {}, {}, ""
    head = ""
    for line in lines:
        line = line.rstrip("\r\n")
        if line.startswith("=== ") and line.endswith(" ==="):
            head = line
            continue
        words = line[1:].split("]", 1)[0].split(" ") if line.startswith("[") and "]" in line else []
        if len(words) == 2 and words[0] == "profile" and _is_name(words[1]):
            of = words[1]
        elif len(words) == 3 and words[0] == "file" and _is_name(words[2]):
            files[words[1]] = words[2]
        elif len(words) == 2 and words[0] in LEVELS and _is_name(words[1]):
            name = files.get(words[1], words[1])
            text = texts.setdefault(name, [])
            if heads.get(name, "") != head:
                heads[name] = head
                text.append(head)
            text.append(_line(LEVELS.index(words[0]), words[1], name, line.split("] ", 1)[-1] if "] " in line else ""))
    return of, {name: "\n".join(text) + "\n" for name, text in texts.items()}


def _line(level, name, file, text):
    """A line of a file, with the category if several share the file."""
    return f"{LEVELS[level]:5} {text}" if name == file else f"{LEVELS[level]:5} {name}: {text}"


def _filled(text, values):
    """The formatted text. Errors in the format are tolerated."""
    text = str(text)
    if not values:
        return text
    try:
        return text % values
    except (TypeError, ValueError):
        return f"{text} {values!r}"


def _pair(word):
    name, is_there, level = word.partition("=")
    if not is_there:
        raise ValueError(f"{word!r} has no level; write {name}=DEBUG")
    return name, level


def _level(level):
    if isinstance(level, str) and level.upper() in LEVELS:
        return LEVELS.index(level.upper())
    if level in range(len(LEVELS)) and not isinstance(level, (str, bool)):
        return int(level)
    raise ValueError(f"{level!r} is not a level; the levels are {', '.join(LEVELS)}")


def _is_name(name):
    return isinstance(name, str) and 0 < len(name) <= 60 and _SIGNS.issuperset(name) and not name.startswith(".")


def _name(name):
    if _is_name(name):
        return name
    raise ValueError(f"{name!r} is not a file name: use at most 60 letters, digits, - _ and .")


def _main(words):
    import argparse
    import os

    parser = argparse.ArgumentParser(prog="wag python -m aitools.log", description="Split logs of AIs into a file for each category.")
    parser.add_argument("log", nargs="+", help="log of an AI")
    parser.add_argument("--into", default=".", metavar="DIR", help="folder for the results, which gets a folder for each profile or AI (default: here)")
    options = parser.parse_args(words)
    taken = set()
    for path in options.log:
        stem = os.path.splitext(os.path.basename(path))[0]
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                of, texts = split(file)
            where = of or stem
            if where in taken:
                where = f"{where}-{stem}"
            taken.add(where)
            if not texts:
                print(f"{path}: no lines of aitools.log")
                continue
            os.makedirs(os.path.join(options.into, where), exist_ok=True)
            for name, text in sorted(texts.items()):
                target = os.path.join(options.into, where, f"{name}.log")
                with open(target, "w", encoding="utf-8") as out:
                    out.write(text)
                print(target)
        except OSError as error:
            print(f"{error.filename or path}: {error.strerror}", file=sys.stderr)
            return 2
    return 0


_STATE = _State()

if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
