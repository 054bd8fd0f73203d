"""Finds the game class of a module, checks what it says about itself, and reports where it breaks the contract."""

import sys

from wag.game import Game, Option, Planes, Tile, View

#: The methods that a game must have, and their parameters.
METHODS = {
    "start": ("options", "seats", "random"),
    "phase": ("state",),
    "view": ("state", "seat"),
    "apply": ("state", "orders", "random"),
    "standings": ("state",),
}
#: The methods that a game may have, and their parameters.
OPTIONAL = {
    "moves": ("state", "seat"),
    "board": ("state",),
    "is_out": ("state", "seat"),
    "show": ("view",),
    "observe": ("view",),
    "actions": ("options", "seats"),
    "guess": ("state", "seat", "random"),
    "value": ("state", "seat"),
}
#: The methods by which a game of the course is known.
COURSE = ("valid_moves", "make_move", "has_ended", "winner")
TONES = "ground fertile water wall goods home piece red yellow green blue lilac".split()
WITHOUT_ORDER = ("none", "lose", "random", "first")
GENERIC_BOTS = ("random", "greedy", "minimax", "mcts")
STEPS_MAX = 1_000_000
TILES_MAX = 256
SEATS_MAX = 32


class GameFault(Exception):
    """A game that breaks the contract. `file` and `line` say where, or are None."""

    # The engine knows it by this name.
    __module__ = "wag._game_session"

    def __init__(self, message, file=None, line=None, method=None):
        super().__init__(message)
        self.message = message
        self.method = method
        self.file = file
        self.line = line


def fault_of(game_class, name, message):
    """Returns a fault at the method or attribute with this name, or else at the class."""
    code = getattr(getattr(game_class, name, None), "__code__", None)
    if code is not None:
        return GameFault(message, code.co_filename, code.co_firstlineno, name)
    return GameFault(message, *_place(game_class, name), name)


def _place(game_class, name):
    """Returns the file and the line of an attribute of a class, or else of the class."""
    # Needed only for faults.
    import ast

    file = getattr(sys.modules.get(game_class.__module__), "__file__", None)
    try:
        with open(file, "rb") as text:
            found = [node for node in ast.walk(ast.parse(text.read())) if isinstance(node, ast.ClassDef)]
    except (OSError, SyntaxError, TypeError, ValueError):
        found = []
    for node in found:
        if node.name == game_class.__name__:
            return file, next((each.lineno for each in node.body if _assigns(each, name)), node.lineno)
    codes = [getattr(value, "__code__", None) for value in vars(game_class).values()]
    lines = [code.co_firstlineno for code in codes if code is not None]
    return file, min(lines, default=None)


def _assigns(statement, name):
    import ast

    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    names = [node for target in targets if target is not None for node in ast.walk(target)]
    return any(isinstance(node, ast.Name) and node.id == name for node in names)


def is_course_class(value):
    return isinstance(value, type) and all(callable(getattr(value, name, None)) for name in COURSE)


def is_game_class(value):
    return isinstance(value, type) and value is not Game and (issubclass(value, Game) or is_course_class(value))


def find_game(module, class_name):
    """Returns the game class of a module: the one with this name, or else the only one from which no other derives."""
    file = getattr(module, "__file__", None) or module.__name__
    name = file.replace("\\", "/").rsplit("/", 1)[-1]
    if class_name is not None:
        found = getattr(module, class_name, None)
        if not is_game_class(found):
            raise GameFault(f"{name} has no game class {class_name}{_names(_own_games(module))}", file)
        return found
    games = _own_games(module)
    last = [game for game in games if not any(other is not game and issubclass(other, game) for other in games)]
    if not last:
        raise GameFault(
            f"{name} has no game: write a class that derives from wag.game.Game, or one with the methods "
            f"{', '.join(COURSE[:-1])} and {COURSE[-1]}",
            file,
        )
    if len(last) > 1:
        names = [game.__name__ for game in last]
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        place = _place(last[1], "")
        raise GameFault(f"{name} has {len(last)} games: {listed}; name one: {name}:{names[0]}", *place)
    return last[0]


def _own_games(module):
    own = [value for value in vars(module).values() if is_game_class(value) and value.__module__ == module.__name__]
    return list(dict.fromkeys(own))


def _names(games):
    return f"; it has {', '.join(game.__name__ for game in games)}" if games else ""


def declare(game, game_class):
    """Returns what a game says about itself. Raises a GameFault if that is not well-formed."""
    check_methods(game, game_class)
    declared = _Declaration(game, game_class)
    return {
        "class": game_class.__name__,
        "title": declared.text("title") or game_class.__name__,
        "about": declared.text("about"),
        "version": declared.number("version", 0, 2**32 - 1),
        "seats": declared.seats(),
        "options": declared.options(),
        "figures": declared.figures(),
        "accounts": declared.accounts(),
        "has_hidden_information": bool(game.hidden),
        "is_simultaneous": bool(game.simultaneous),
        "without_order": declared.without_order(),
        "tiles": [
            {"sign": tile.sign, "tone": tile.tone, "seat": tile.seat, "text": tile.text} for tile in declared.tiles()
        ],
        "steps_max": declared.number("steps_max", 1, STEPS_MAX),
        "bots": declared.bots(),
        "methods": [name for name in OPTIONAL if callable(getattr(game, name, None))],
        "is_course_game": is_course_class(game_class) and not issubclass(game_class, Game),
        "actions": declared.actions(),
        "observation": declared.observation(),
    }


def check_methods(game, game_class):
    """Checks that the methods exist and have the right number of parameters."""
    for name, parameters in {**METHODS, **OPTIONAL}.items():
        method = getattr(game, name, None)
        usage = f"def {name}({', '.join(('self', *parameters))})"
        if not callable(method):
            if name in METHODS:
                raise fault_of(game_class, name, f"{game_class.__name__} has no method {name}; add `{usage}`")
            continue
        code = getattr(getattr(method, "__func__", None), "__code__", None)
        if code is None or code.co_flags & 4:  # *arguments
            continue
        most = code.co_argcount - 1
        least = most - len(method.__defaults__ or ())
        if not least <= len(parameters) <= most:
            raise fault_of(game_class, name, f"{name} takes {most} arguments after self; it must be `{usage}`")
    if game.hidden and not callable(getattr(game, "guess", None)):
        raise fault_of(
            game_class,
            "hidden",
            "a game with hidden = True needs `def guess(self, state, seat, random)`: "
            "a state that the seat cannot tell from this one",
        )
    if game.without_order in ("random", "first") and not callable(getattr(game, "moves", None)):
        message = f"without_order = {game.without_order!r} needs `def moves(self, state, seat)`"
        raise fault_of(game_class, "without_order", message)


class _Declaration:
    def __init__(self, game, game_class):
        self.game = game
        self.game_class = game_class

    def wrong(self, name, rule):
        return fault_of(self.game_class, name, f"{name} is {_short(getattr(self.game, name))}; it must be {rule}")

    def text(self, name):
        value = getattr(self.game, name)
        if type(value) is not str:
            raise self.wrong(name, "a text")
        return value

    def number(self, name, least, most):
        value = getattr(self.game, name)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(name, f"a whole number from {least} to {most}")
        return value

    def without_order(self):
        word = self.game.without_order
        if word not in WITHOUT_ORDER:
            raise self.wrong("without_order", f"one of {', '.join(map(repr, WITHOUT_ORDER))}")
        if word == "lose" and self.seats() != (2, 2):
            raise self.wrong("without_order", "something else in a game that not only two can play")
        return word

    def seats(self):
        value = self.game.seats
        numbers = [value] if type(value) is int else list(value) if isinstance(value, (range, list, tuple)) else []
        if not numbers or not all(type(number) is int and 1 <= number <= SEATS_MAX for number in numbers):
            raise self.wrong("seats", f"the numbers of players, from 1 to {SEATS_MAX}: 2, or range(2, 5)")
        if sorted(numbers) != list(range(min(numbers), max(numbers) + 1)):
            raise self.wrong("seats", "numbers without a gap, such as range(2, 5)")
        return min(numbers), max(numbers)

    def options(self):
        options = []
        for option in self.game.options:
            if not isinstance(option, Option):
                raise self.wrong("options", "a list of options, such as [Option.number('width', 20, 5, 100)]")
            if type(option.name) is not str or not option.name.isidentifier() or not option.name.isascii():
                raise self.wrong("options", f"a list of options with names of letters, not {option.name!r}")
            values = option.values
            if option.kind == "number" and not (
                all(type(value) is int and value >= 0 for value in values.values())
                and values["least"] <= values["usual"] <= values["most"]
            ):
                raise self.wrong("options", f"in order: the default of {option.name} is not from its least to its most")
            if option.kind == "choice" and not (
                values["words"] and all(type(word) is str and word for word in values["words"])
            ):
                raise self.wrong("options", f"in order: {option.name} needs words to choose from")
            options.append({"name": option.name, "about": option.about, "kind": option.kind, **values})
        if len({option["name"] for option in options}) < len(options):
            raise self.wrong("options", "a list in which each name occurs once")
        return options

    def figures(self):
        figures = self.game.figures
        is_list = isinstance(figures, (list, tuple)) and figures and all(type(name) is str for name in figures)
        if not is_list or len(set(figures)) < len(figures):
            raise self.wrong("figures", "a list of different names, such as ['points']")
        return list(figures)

    def accounts(self):
        accounts = self.game.accounts
        if not isinstance(accounts, dict) or not set(accounts) <= set(self.game.figures):
            raise self.wrong("accounts", "a dict with a list of names for figures, such as {'points': ['sold']}")
        return [(figure, list(names)) for figure, names in accounts.items()]

    def tiles(self):
        tiles = self.game.tiles
        if not isinstance(tiles, dict) or len(tiles) > TILES_MAX:
            raise self.wrong("tiles", f"a dict of at most {TILES_MAX} tiles, such as {{'.': Tile('.')}}")
        for key, tile in tiles.items():
            if not isinstance(tile, Tile) or type(tile.sign) is not str or not 1 <= len(tile.sign) <= 2:
                raise self.wrong("tiles", f"a dict of Tile(sign) with one or two characters, not {tile!r} for {key!r}")
            if tile.tone and tile.tone not in TONES:
                raise self.wrong(
                    "tiles", f"a dict of tiles whose tones are among {', '.join(TONES)}, not {tile.tone!r}"
                )
        return list(tiles.values())

    def bots(self):
        bots = self.game.bots
        if is_course_class(self.game_class) and not issubclass(self.game_class, Game):
            return [{"name": name, "about": about} for name, about in bots.items()]
        if not isinstance(bots, dict) or not all(callable(bot) for bot in bots.values()):
            raise self.wrong("bots", "a dict of functions or classes, such as {'Careful': careful}")
        for name in bots:
            if type(name) is not str or not name.replace("_", "").isalnum() or name in GENERIC_BOTS:
                raise self.wrong(
                    "bots",
                    f"a dict whose names are letters and digits, and not {', '.join(GENERIC_BOTS)}; {name!r} is not possible",
                )
        return [
            {"name": name, "about": (getattr(bot, "__doc__", None) or "").strip().split("\n")[0]}
            for name, bot in bots.items()
        ]

    def actions(self):
        if not callable(getattr(self.game, "actions", None)):
            return []
        return list(self.game.actions(default_options(self.game), self.seats()[0]))

    def observation(self):
        planes = self.game.observation
        if planes is None:
            if callable(getattr(self.game, "observe", None)):
                raise self.wrong("observation", "Planes(names, rows, columns), the shape of what observe(view) returns")
            return None
        if not isinstance(planes, Planes):
            raise self.wrong("observation", "Planes(names, rows, columns)")
        return list(planes.names), planes.rows, planes.columns


def default_options(game):
    """Returns the defaults of a game's options."""
    return View((option.name, option.default) for option in game.options)


def _short(value):
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
