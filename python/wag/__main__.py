"""The program `wag`. Also starts the processes that the program needs: fork servers, launchers and scripts."""

import os
import sys


def main():
    """Runs the program with the arguments of this process, and ends the process."""
    arguments = ["wag", *sys.argv[1:]]
    if __package__:
        from . import _wag
    else:
        _wag = load_for_engine()
    _wag.set_launcher(sys.executable, os.path.abspath(__file__), environment())
    _wag.main(arguments)


def load_for_engine():
    """Returns the extension module, after removing what distinguishes this process from one with an embedded Python. The
    AIs that this process may fork must not see a difference."""
    # Python has put the folder of this file on the path.
    import _wag

    del sys.path[0], sys.modules["_wag"]
    sys.argv = [""]
    sys.modules["__main__"] = type(sys)("__main__")
    # This function's callers must not reduce the number of nested calls that an AI may make.
    sys.setrecursionlimit(sys.getrecursionlimit() + (3 if sys.version_info < (3, 12) else 2))
    return _wag


def environment():
    """Returns the folder of the virtual environment that this Python belongs to, or None."""
    return sys.prefix if sys.prefix != sys.base_prefix else None


if __name__ == "__main__":
    main()
