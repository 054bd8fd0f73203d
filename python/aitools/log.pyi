"""Logs with categories and levels. Source: chapter 7 of the thesis."""

from typing import Iterable, Literal, Mapping

ERROR: Literal[0]
INFO: Literal[1]
DEBUG: Literal[2]
TRACE: Literal[3]
LEVELS: tuple[str, str, str, str]
"""The names of the levels. A category shows the lines of its level and of those before it."""

class Logger:
    """Writes the lines of a category."""

    @property
    def name(self) -> str: ...
    @property
    def level(self) -> int:
        """The level up to which lines are shown; category() and configure() change it."""
    @property
    def file(self) -> str:
        """The name of its file without .log."""
    def is_enabled(self, level: int) -> bool:
        """Whether lines of a level are written. Check it before an expensive computation for a line."""
    def error(self, text: object, *values: object) -> None:
        """Writes text % values, which is formatted only if the line is shown. If the values do not fit the text, both are written."""
    def info(self, text: object, *values: object) -> None: ...
    def debug(self, text: object, *values: object) -> None: ...
    def trace(self, text: object, *values: object) -> None: ...

def category(name: str, level: int | str | None = None, file: str | None = None) -> Logger:
    """The logger of a category, always the same; its default level is INFO. file: the name of a file that categories can share.
    ValueError for a name that is not a file name, or an unknown level."""

def configure(levels: Mapping[str, int | str] | str) -> None:
    """Sets the levels of categories from a dict or a text such as "combat=TRACE orders=ERROR". ValueError for an unknown level; then no
    level changes."""

def profile(name: str) -> None:
    """Sets the profile: files are in a folder of its name. "" is no profile."""

def folder(path: str | None) -> None:
    """Writes lines to files in this folder, made at the first line; None prints them again. If files cannot be written, as in a match, a
    line says so and all lines are printed."""

def turn(number: int | None) -> None:
    """Starts a turn: each file gets a header before the first line of the turn. In an AI's log the engine writes it."""

def split(lines: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Splits the log of an AI. Returns the profile ("" for none) and the text of each file by its name without .log."""
