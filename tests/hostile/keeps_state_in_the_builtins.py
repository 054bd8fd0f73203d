# fault: none
import builtins, sys


class Returns:
    """Restores itself when it is removed."""

    def __del__(self, builtins=builtins):
        builtins.kept = "kept"


if "kept" in vars(builtins) or "KEPT" in str(len) or builtins.print("words") is not None:
    print("KEPT in the built-ins")


def other_print(*words, print=print):
    print(*words)
    return "kept"


builtins.kept = Returns()
builtins.len = "KEPT"
builtins.print = other_print
del builtins.ValueError
sys.modules["builtins"] = sys
