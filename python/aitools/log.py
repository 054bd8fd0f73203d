"""Logs of an AI: each line has a category and a level, and each category shows as much as is asked for. Source: chapter 7 of the thesis.

In a match an AI may keep no file, so its lines go where print goes, into its log, each with its level and category in front. After the
match, wag python -m aitools.log FILE.log makes a file for each category out of it. Where files may be kept, as in a script, folder()
has the lines written there at once.
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
    """Where lines go, and what has been written of it."""

    def __init__(self):
        self.loggers = {}
        self.profile = ""
        self.turn = None
        self.folder = None
        # By the name of the file: itself, and the turn of its last header.
        self.files = {}
        self.told = set()

    def write(self, logger, level, line):
        if self.folder is not None and self.keep(logger, level, line):
            return
        if self.profile and self.profile not in self.told:
            self.told.add(self.profile)
            print(f"[profile {self.profile}]")
        if logger.file != logger.name and logger.name not in self.told:
            self.told.add(logger.name)
            print(f"[file {logger.name} {logger.file}]")
        print(f"[{LEVELS[level]} {logger.name}] {line}")

    def keep(self, logger, level, line):
        """Writes into a file; False, and never again, where none may be kept."""
        try:
            file, turn = self.files.get(logger.file) or (self.make(logger.file), None)
            if turn != self.turn:
                file.write(f"=== Turn {self.turn} ===\n")
            self.files[logger.file] = file, self.turn
            file.write(f"{_line(level, logger.name, logger.file, line)}\n")
            file.flush()
        except OSError as fault:
            print(f"[ERROR log] no files are kept: {fault}")
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
    """The logger of a category, always the same one. file: its lines share a file with those of other categories that say so."""
    logger = _STATE.loggers.get(name)
    if logger is None:
        logger = _STATE.loggers[_name(name)] = Logger(name, INFO, name)
    if level is not None:
        logger.level = _level(level)
    if file is not None:
        logger.file = _name(file)
    return logger


def configure(levels):
    """Sets how much categories show, of a dictionary or of a text such as "combat=TRACE orders=ERROR"."""
    pairs = levels.items() if hasattr(levels, "items") else [_pair(word) for word in levels.replace(",", " ").split()]
    for name, level in [(_name(name), _level(level)) for name, level in pairs]:
        category(name, level)


def profile(name):
    """From now on the lines are those of this profile: their files are in a folder of its name."""
    _STATE.close()
    _STATE.profile = _name(name) if name else ""


def folder(path):
    """From now on lines go into files of this folder, made at the first line; None: they are printed again."""
    _STATE.close()
    _STATE.folder = path


def turn(number):
    """A turn begins: in each file a line says so before the first line of the turn. In an AI's log the engine's own line does."""
    _STATE.turn = number


def split(lines):
    """What the log of an AI holds: profile, and the text of each file by its name, without .log."""
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
    """As it stands in a file: the category only where several share it."""
    return f"{LEVELS[level]:5} {text}" if name == file else f"{LEVELS[level]:5} {name}: {text}"


def _filled(text, values):
    """The text with its values. A mistake in it costs the AI nothing."""
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
        raise ValueError(f"{word!r} does not say how much {name} shows; write {name}=DEBUG")
    return name, level


def _level(level):
    if isinstance(level, str) and level.upper() in LEVELS:
        return LEVELS.index(level.upper())
    if level in range(len(LEVELS)) and not isinstance(level, (str, bool)):
        return int(level)
    raise ValueError(f"{level!r} is no level; there are {', '.join(LEVELS)}")


def _is_name(name):
    return isinstance(name, str) and 0 < len(name) <= 60 and _SIGNS.issuperset(name) and not name.startswith(".")


def _name(name):
    if _is_name(name):
        return name
    raise ValueError(f"{name!r} can't name a file: take at most 60 letters, digits, - _ and .")


def _main(words):
    import argparse
    import os

    parser = argparse.ArgumentParser(prog="wag python -m aitools.log", description="Makes a file for each category out of the logs of AIs.")
    parser.add_argument("log", nargs="+", help="the log of an AI")
    parser.add_argument("--into", default=".", metavar="DIR", help="where the folders go, one per profile, or per AI (default: here)")
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
        except OSError as fault:
            print(f"{fault.filename or path}: {fault.strerror}", file=sys.stderr)
            return 2
    return 0


_STATE = _State()

if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
