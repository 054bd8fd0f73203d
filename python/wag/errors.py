"""The exceptions of this package. All of them are subclasses of `WagError`."""


class WagError(Exception):
    """The base class of all exceptions of this package."""


class UsageError(WagError, ValueError):
    """An argument is invalid; the message says what to change."""


class CannotStart(WagError):
    """A player cannot start; the message contains Python's report or the reason."""


class GameFailed(WagError):
    """A game in a Python file cannot go on; the message says what happened and where. No match counts."""


class InvalidAction(WagError, ValueError):
    """An action is not in the space of the environment; nothing was played."""


class ResetNeeded(WagError, RuntimeError):
    """The match of the environment is over or has not begun: call `reset()`."""


class EnvironmentClosed(WagError, RuntimeError):
    """The environment was closed."""


class EngineError(WagError, RuntimeError):
    """The operating system or the engine failed."""


class ReplayError(WagError):
    """A replay cannot be read: the file is missing or damaged, is no replay, or comes from a newer version."""


class MissingPackage(UsageError, ImportError):
    """An optional package is not installed; the message says how to install it."""
