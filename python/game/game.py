"""The position of your turn, in a game that is written in Python. Use it with: from game import *

view     what you know: dictionaries whose keys are also attributes
moves()  all legal orders, if the game lists them
seat     the number of your seat, counted from 0
names    the names of all players
options  the options of the match, by name
round    the number of the round, counted from 1
order    order(value) gives your order; the last one of a turn counts
"""

__all__ = ["view", "moves", "seat", "names", "options", "round", "order"]


def __getattr__(name):
    """Values of the turn are read when they are imported, because they change in each turn."""
    return _value(name)


def _arguments(text):
    """The arguments in `FILE.py:CLASS:ARGUMENTS`: literals of Python, or else one text."""
    import ast

    try:
        return ast.literal_eval(f"({text},)")
    except (ValueError, SyntaxError):
        return (text,)


def _course_player(game, player_class, arguments, seat, names, options):
    """A player of the course with its own copy of the game. `game` is the game's files and its class."""
    import sys
    import types

    from wag._course_game import CoursePlayer

    files, class_name = game
    modules = []
    # The game file imports the others, so it comes last.
    for name, text in files[1:] + files[:1]:
        module = types.ModuleType(name.removesuffix(".py").replace("/", "."))
        module.__file__ = name
        if name != files[0][0]:
            sys.modules.setdefault(module.__name__, module)
        modules.append((module, compile(text, name, "exec")))
    for module, code in modules:
        exec(code, module.__dict__)
    game_class = getattr(modules[-1][0], class_name)
    return CoursePlayer(game_class, lambda name: player_class(name, *arguments), seat, names, options)
