"""The native part of the package. Only the other modules of the package use it; it may change at any time."""

from typing import Any

__version__: str

class TemporaryFolder:
    path: str
    def remove(self) -> None: ...

def __getattr__(name: str) -> Any: ...
