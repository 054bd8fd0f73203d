"""Logs of an AI: each line has a category and a level, and each category shows as much as is asked for. Source: chapter 7 of the thesis."""

from typing import Iterable, Literal, Mapping

ERROR: Literal[0]
INFO: Literal[1]
DEBUG: Literal[2]
TRACE: Literal[3]
LEVELS: tuple[str, str, str, str]
"""Their names, the most important one first: a category shows its own level and those before it."""

class Logger:
    """Writes the lines of a category."""

    @property
    def name(self) -> str: ...
    @property
    def level(self) -> int:
        """How much is shown; category() and configure() change it."""
    @property
    def file(self) -> str:
        """The name of its file, without .log."""
    def is_enabled(self, level: int) -> bool:
        """Whether such a line is written: ask before you compute something for a line alone."""
    def error(self, text: object, *values: object) -> None:
        """As all of these: text % values, which is put together only if the line is written. What does not fit together is written side
        by side; no line of a log ends an AI."""
    def info(self, text: object, *values: object) -> None: ...
    def debug(self, text: object, *values: object) -> None: ...
    def trace(self, text: object, *values: object) -> None: ...

def category(name: str, level: int | str | None = None, file: str | None = None) -> Logger:
    """The logger of a category, always the same one; it shows INFO until told otherwise. file: its lines share a file with those of
    other categories that say so. ValueError for a name that can't name a file, or an unknown level."""

def configure(levels: Mapping[str, int | str] | str) -> None:
    """Sets how much categories show, of a dictionary or of a text such as "combat=TRACE orders=ERROR". ValueError, and nothing set, for
    an unknown level."""

def profile(name: str) -> None:
    """From now on the lines are those of this profile: their files are in a folder of its name. "": of none."""

def folder(path: str | None) -> None:
    """From now on lines go into files of this folder, made at the first line; None: they are printed again. Where no file may be kept,
    as in a match, a line says so, and they are printed."""

def turn(number: int | None) -> None:
    """A turn begins: in each file a line says so before the first line of the turn. In an AI's log the engine's own line does."""

def split(lines: Iterable[str]) -> tuple[str, dict[str, str]]:
    """What the log of an AI holds: the profile ("": none), and the text of each file by its name, without .log."""
