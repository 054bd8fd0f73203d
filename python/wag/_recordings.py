"""Files of replays, and the temporary folder that holds those that nobody has named."""

from __future__ import annotations

import itertools
import os
import shutil
import threading
import weakref
from pathlib import Path

from . import _wag


class _Root:
    """The temporary folder of this process. It is deleted together with the last folder in it."""

    def __init__(self) -> None:
        folder = _wag.TemporaryFolder()
        self.path: str = os.fspath(folder.path)
        self.process = os.getpid()
        weakref.finalize(self, folder.remove)


_numbers = itertools.count(1)
_lock = threading.Lock()
_root: weakref.ref[_Root] | None = None


def _current_root() -> _Root:
    """Returns the temporary folder of this process, which is not that of the process that has forked it."""
    global _root
    with _lock:
        root = _root and _root()
        if root is None or root.process != os.getpid():
            root = _Root()
            _root = weakref.ref(root)
        return root


class TemporaryFolder:
    """A folder that is deleted together with this object, in the process that has created it."""

    def __init__(self) -> None:
        self._root = _current_root()
        self.path: str = os.path.join(self._root.path, str(next(_numbers)))
        os.mkdir(self.path)
        weakref.finalize(self, _remove, self.path, os.getpid())


def _remove(path: str, process: int) -> None:
    if os.getpid() == process:
        shutil.rmtree(path, ignore_errors=True)


class Recording:
    """The file of a replay, and the temporary folder that it lies in, if it does. Nothing changes the file any more.

    Copies share the file. A pickled copy contains it: it uses the same file if that is still there, and otherwise its own one in
    a temporary folder."""

    def __init__(self, path: str, folder: TemporaryFolder | None = None) -> None:
        self.path = path
        self._folder = folder

    def __copy__(self) -> Recording:
        return self

    def __deepcopy__(self, memo: object) -> Recording:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        try:
            content = Path(self.path).read_bytes()
        except OSError:
            content = None
        return (restored, (self.path, os.path.abspath(self.path), content, self._folder is not None))


def restored(path: str, absolute: str, content: bytes | None, is_temporary: bool) -> Recording:
    """Returns the recording that was pickled. `content` is None if its file was missing."""
    if content is None:
        return Recording(path)
    if not is_temporary and _has(absolute, content):
        return Recording(path if os.path.abspath(path) == absolute else absolute)
    folder = TemporaryFolder()
    copy = os.path.join(folder.path, os.path.basename(absolute))
    Path(copy).write_bytes(content)
    return Recording(copy, folder)


def _has(path: str, content: bytes) -> bool:
    """Returns whether a file has this content."""
    try:
        return os.path.getsize(path) == len(content) and Path(path).read_bytes() == content
    except OSError:
        return False
