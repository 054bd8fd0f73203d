"""Calls of the native part of the package."""

import json
import math
import os
import sys

from . import _wag
from .__main__ import environment
from ._progress import Progress

_wag.set_launcher(sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "__main__.py"), environment())
# Ladders are for learners at the command line.
_wag.unlock()

SEED_MAX = 2**64 - 1


def call(function, request, *more, progress=None, title=""):
    """Calls a native function with a request, and returns its answer. Both are converted from and to JSON; `more` are
    further arguments.

    `progress` says whether to show a progress bar: True, False, or None to show one if somebody sees it."""
    with Progress(progress, title) as bar:
        answer = function(json.dumps(request), bar and bar.message, *more)
    return json.loads(answer)


def game_word(game):
    """Returns the text of a game: its name, or the path of the file that contains it."""
    from .errors import UsageError

    if not isinstance(game, (str, os.PathLike)):
        raise UsageError(f"the game must be a name or a path, not {game!r}")
    return os.fspath(game)


def player_spec(player):
    """Returns the text of a player spec: a string or a path."""
    from .errors import UsageError

    if is_object(player):
        raise UsageError(f"a file is needed here, not {type(player).__name__}: write the player into a file")
    return player if isinstance(player, str) else source_of_path(player)


def source_of_path(path):
    """Returns the source that names this file: the path, with `./` before it if it could be misread."""
    path = os.fspath(path)
    is_plain = os.path.isabs(path) or not (set(path) & set("=:") or path.startswith(("-", '"')))
    return path if is_plain else os.path.join(".", path)


def is_object(player):
    """Returns whether a player is a function or an object of this process instead of a player spec."""
    return not isinstance(player, (str, os.PathLike))


class Objects:
    """The players of a call that are functions, objects or policies of this program."""

    def __init__(self):
        self.players = []
        """For each object: the name in its player spec, the object, and the game if it is a policy, otherwise None."""

    def spec(self, player):
        """Returns the text of a player spec. An object is noted under the name that its spec has."""
        from .errors import UsageError

        if not is_object(player):
            return player_spec(player)
        if type(player).__module__ == "builtins" and not callable(player):
            raise UsageError(f"a player is a player spec, a path, a function or an object, not {player!r}")
        name = next((name for name, known, _ in self.players if known is player), None)
        if name is None:
            own, names = object_name(player), {name for name, _, _ in self.players}
            numbered = (f"{own}#{number}" for number in range(2, len(names) + 2))
            name = own if own not in names else next(name for name in numbered if name not in names)
            self.players.append((name, player, policy_game(player)))
        return f"function:{name}"

    def specs(self, players):
        """Returns the texts of player specs."""
        return [self.spec(player) for player in players]


def policy_game(player):
    """Returns the game of a `wag.Policy`; None for other objects."""
    policies = sys.modules.get("wag.policies")
    return player.game if policies is not None and isinstance(player, policies.Policy) else None


def object_name(player):
    """Returns the name of a player that is a function, an object or a policy."""
    if policy_game(player) is not None:
        return player.name
    name = getattr(player, "__name__", type(player).__name__)
    return name if name.isidentifier() else "function"


def option_values(options):
    """Returns the values of a game's options as on the command line. An option that is False or None is left out."""
    values = {}
    for name, value in options.items():
        if value is None or value is False:
            continue
        values[name.replace("_", "-")] = "" if value is True else str(value)
    return values


def take_limits(options):
    """Removes the limits from keyword arguments, and returns them. The native part checks their values."""
    from .errors import UsageError

    limits = {name: options.pop(name) for name in _wag.LIMITS if name in options}
    limits = {name: value for name, value in limits.items() if value is not None}
    for name, value in limits.items():
        try:
            if name == "keep_files":
                limits[name] = os.fspath(value)
            elif name == "readable" and not isinstance(value, str):
                limits[name] = [os.fspath(path) for path in value]
            elif not math.isfinite(value):
                raise TypeError
        except (TypeError, OverflowError):
            kinds = {"keep_files": "a path", "readable": "a list of paths"}
            raise UsageError(f"{name} must be {kinds.get(name, 'a number')}, not {value!r}") from None
    return limits


def checked_seed(seed):
    """Returns a seed, or None for a random one. Raises `UsageError` if it is not a whole number below 2**64."""
    from .errors import UsageError

    if seed is None:
        return None
    try:
        number = seed.__index__()
    except AttributeError:
        raise UsageError(f"the seed must be a whole number, not {type(seed).__name__}") from None
    if not 0 <= number <= SEED_MAX:
        raise UsageError(f"the seed {number} is out of range; choose one from 0 to 2**64 - 1")
    return number
