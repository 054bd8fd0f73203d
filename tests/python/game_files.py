"""Runs games that are written in Python without the engine, for the tests of their session."""

import importlib.util
import itertools
import pathlib
import random
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]

try:
    import wag._game_session  # noqa: F401
except ImportError:
    # Without the built module, the package is its folder.
    wag = types.ModuleType("wag")
    wag.__path__ = [str(ROOT / "python/wag")]
    sys.modules["wag"] = wag
sys.path.append(str(ROOT / "python"))

from wag._game_session import Session  # noqa: E402

_numbers = itertools.count()

HEAD = "from wag.game import *\n"
RACE = (
    HEAD
    + '''
class Race(Game):
    """Whoever reaches the goal first wins."""

    title, about, seats = "Race", "Add one or two.", range(2, 5)
    options = [Option.number("goal", 10, 1, 100), Option.choice("kind", ["short", "long"]), Option.flag("quick")]
    tiles = {".": Tile("."), 0: Tile("A", seat=0), 1: Tile("B", seat=1), 2: Tile("C", seat=2), 3: Tile("D", seat=3)}

    def start(self, options, seats, random):
        return {"seats": seats, "goal": options.goal, "next": random.randrange(seats), "totals": [0] * seats}

    def phase(self, state):
        if max(state["totals"]) >= state["goal"]:
            return Over()
        return Ask(sum(state["totals"]) + 1, state["next"])

    def view(self, state, seat):
        return {"seat": seat, "totals": list(state["totals"]), "goal": state["goal"]}

    def moves(self, state, seat):
        return [(1,), (2,)]

    def apply(self, state, orders, random):
        for seat, order in orders.items():
            if order is not None and order not in [(1,), (2,)]:
                raise Illegal("take one or two")
            state["totals"][seat] += order[0] if order else 0
            state["next"] = (seat + 1) % state["seats"]
        return [{"type": "moved", "seat": seat} for seat in orders]

    def standings(self, state):
        return state["totals"]

    def board(self, state):
        return [[seat if total >= x else "." for x in range(1, 6)] for seat, total in enumerate(state["totals"])]

    bots = {"One": lambda view: (1,), "Last": lambda view, moves: moves[-1]}
'''
)


def module_of(text, name="game"):
    """Runs a game file with this text. Returns its module, which pickles can find."""
    module = types.ModuleType(f"{name}_{next(_numbers)}")
    module.__file__ = f"{name}.py"
    sys.modules[module.__name__] = module
    exec(compile(text, module.__file__, "exec"), module.__dict__)
    return module


def module_at(path):
    """Runs the game file at a path. Returns its module."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_{next(_numbers)}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


class Keyed:
    """The numbers of a match: each call of the game gets other ones, which depend only on the seed."""

    def __init__(self, seed):
        self.seed = seed

    def __call__(self, purpose, step, seat):
        return random.Random(f"{self.seed}/{purpose}/{step}/{seat}")


def session_of(text, class_name=None, seed=1):
    module = text if isinstance(text, types.ModuleType) else module_of(text)
    return Session(module, class_name, Keyed(seed))


def setup(seats=2, bots=(), boards=False, observations=False, **options):
    return {
        "options": options,
        "names": [f"Player {seat + 1}" for seat in range(seats)],
        "bots": list(bots),
        "has_boards": boards,
        "has_observations": observations,
    }


def play(session, setup, seed=1, choose=None):
    """Plays a match. Returns its steps. `choose(seat, view, moves)` answers where no bot does."""
    steps = [session.start(0, setup, seed)]
    while steps[-1]["ask"]:
        step = steps[-1]
        orders = {}
        for seat in step["ask"]:
            known = step["seats"][seat]
            orders[seat] = known["bot"][0] if known["bot"] else choose(seat, known["view"], known["moves"])
        steps.append(session.apply(0, 0, seed, len(steps), orders))
    return steps
