"""The program `wag`. Also starts the processes that the program needs: fork servers, launchers and scripts."""

import os
import sys


def main() -> None:
    """Runs the program with the arguments of this process, and ends the process."""
    from . import _wag

    _wag.set_launcher(sys.executable, os.path.abspath(__file__), environment())
    _wag.main(["wag", *sys.argv[1:]])


def start_for_engine() -> None:
    """Starts the program for the engine, after removing what distinguishes this process from one with an embedded Python.
    The AIs that this process may fork must not see a difference."""
    # Python has put the folder of this file on the path.
    import _wag

    _wag.set_launcher(sys.executable, os.path.abspath(__file__), environment())
    arguments = ["wag", *sys.argv[1:]]
    del sys.path[0], sys.modules["_wag"]
    sys.argv = [""]
    sys.modules["__main__"] = empty_main_module()
    # Python calls this native function when an exception has left all Python code, so that no frames of this file are
    # below those of an AI.
    sys.excepthook = _wag.main_as_excepthook
    raise Exception(*arguments)


def empty_main_module() -> object:
    """Returns a module `__main__` in which no code has run."""
    module = type(sys)("__main__")
    module.__loader__ = sys.__loader__
    for name in ("__annotations__", "__builtins__"):
        if name in globals():
            setattr(module, name, globals()[name])
    return module


def environment() -> "str | None":
    """Returns the folder of the virtual environment that this Python belongs to, or None."""
    return sys.prefix if sys.prefix != sys.base_prefix else None


if __name__ == "__main__":
    if __package__:
        main()
    else:
        start_for_engine()
