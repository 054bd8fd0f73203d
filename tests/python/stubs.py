"""Writes the files of `python/wag` that follow from the declarations of the games and from the other modules: `_options.py`
with the options of each game, and `__init__.pyi`, which is what type checkers and editors read.

    scripts/test-python tests/python/test_types.py     writes both, and fails if one of them has changed
"""

import ast
import json
import subprocess
import sys
import textwrap
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "python/wag"

HEAD = '"""{about}\n\nA test writes this file: do not edit it. `tests/python/stubs.py` describes how."""\n'

# The types of the limits that are no whole numbers.
LIMIT_TYPES = {
    **dict.fromkeys(["turn_time", "game_time", "start_time", "end_wait"], "float"),
    **dict.fromkeys(["fresh_process", "require_sandbox", "no_limits", "no_sandbox", "pondering"], "bool"),
    "readable": "str | Sequence[str | os.PathLike[str]]",
    "keep_files": "str | os.PathLike[str]",
}


def declared_games():
    """Returns what `wag games --json` prints: the declaration of each game."""
    command = [sys.executable, "-m", "wag", "games", "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout)["games"]


def literal(words):
    """Returns the type of these words."""
    return f"Literal[{', '.join(json.dumps(word) for word in words)}]"


def option_type(option):
    """Returns the type of an option's value, without None.

    A file of the user's own is a path. Where the game reads other texts, too, or a file is not required, any text may be
    given."""
    if option["kind"] == "number":
        return "int"
    if option["kind"] == "flag":
        return "bool"
    if option["kind"] == "choice":
        return literal(option["choices"])
    if option["kind"] == "file":
        is_required = option["default"] in option["files"]
        words = dict.fromkeys([*option["files"], option["default"]])
        return f"{literal(words)}{'' if is_required else ' | str'} | os.PathLike[str]"
    return "str"


def options_class(game):
    """Returns the name of the `TypedDict` of a game's options."""
    return f"{game.capitalize()}Options"


def wrapped(line):
    """Returns a line of source, or several if it is long and has brackets."""
    if len(line) <= 120:
        return [line]
    start, rest = line.split("[", 1)
    listed, end = rest.rsplit("]", 1) if rest.count("]") == 1 else rest.split("]", 1)
    words = textwrap.wrap(listed + ",", 110, initial_indent="        ", subsequent_indent="        ")
    return [f"{start}[", *words, f"    ]{end}"]


def typed_dict(name, about, keys):
    """Returns the source of a `TypedDict` without required keys. `keys` are names, types and descriptions."""
    lines = [f"class {name}(TypedDict, total=False):", f'    """{about}"""', ""]
    for key, kind, meaning in keys:
        lines += wrapped(f"    {key}: {kind} | None")
        if meaning:
            lines += textwrap.wrap(f'"""{meaning}."""', 110, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines) + "\n"


def options_module(games, limits):
    """Returns the source of `_options.py`."""
    parts = [
        HEAD.format(about="The options of each game, and the limits of players, as types."),
        "from __future__ import annotations\n\nimport os\nfrom collections.abc import Sequence\nfrom typing import Literal, TypedDict\n",
        f"GameName = {literal([game['name'] for game in games])}\n" '"""The names of the games that come with Wag."""\n',
    ]
    for game in games:
        keys = [(option["name"].replace("-", "_"), option_type(option), option["about"]) for option in game["options"]]
        parts.append("\n" + typed_dict(options_class(game["name"]), f"The options of {game['title']}.", keys))
    keys = [(limit, LIMIT_TYPES.get(limit, "int"), "") for limit in limits]
    parts.append("\n" + typed_dict("Limits", "The limits of players (`wag help limits`). None is the default.", keys))
    return "\n".join(parts)


def definitions(tree, name):
    """Returns the forms in which a function can be called: its overloads, or its only definition."""
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    overloads = [node for node in found if any(ast.unparse(mark) == "overload" for mark in node.decorator_list)]
    return overloads or found, ast.get_docstring(found[-1], clean=False) if found else None


def variant(node, game, options, is_default):
    """Returns the source of one overload without its body: a form of a function for one game or kind of game. `options` is the type of its
    keyword arguments, or None."""
    node = ast.parse(ast.unparse(node)).body[0]
    arguments = node.args
    for group, defaults in [(arguments.args, arguments.defaults), (arguments.kwonlyargs, arguments.kw_defaults)]:
        first = len(group) - len(defaults)
        for index, argument in enumerate(group):
            default = defaults[index - first] if index >= first else None
            if argument.arg == "game":
                argument.annotation = ast.parse(game).body[0].value
                if default is not None and not is_default:
                    defaults[index - first] = None
            if index >= first and defaults[index - first] is not None:
                defaults[index - first] = ast.Constant(...)
    arguments.kwarg = options and ast.arg("options", ast.parse(options).body[0].value)
    node.decorator_list, node.body = [ast.Name("overload")], [ast.Expr(ast.Constant(...))]
    text = ast.unparse(ast.fix_missing_locations(node)).removesuffix("\n    ...")
    head, rest = text.split("(", 1)
    parameters, result = rest.rsplit(") -> ", 1)
    parameters = textwrap.fill(parameters.replace("=...", " = ..."), 120, initial_indent="    ", subsequent_indent="    ")
    return f"{head}(\n{parameters}\n) -> {result}"


def overloads(nodes, docstring, games, has_limits):
    """Returns the source of a function's overloads, one for each game and form."""
    suffix = "AndLimits" if has_limits else "Options"
    kinds = [(literal([game["name"]]), f"Unpack[{kind_name(game['name'], suffix)}]", game["is_default"]) for game in games]
    # Nobody knows the options of a game whose name is not written in the program.
    kinds.append(("str", "Unpack[Limits]" if has_limits else None, False))
    kinds.append(("os.PathLike[str]", "Any", False))
    parts = [variant(node, *kind) for node in nodes for kind in kinds]
    return "\n".join([f'{parts[0]}\n    """{docstring}"""', *(f"{part} ..." for part in parts[1:])]) + "\n"


def kind_name(game, suffix):
    return f"_{game.capitalize()}AndLimits" if suffix == "AndLimits" else options_class(game)


def stub(games, options):
    """Returns the source of `__init__.pyi`. `options` is that of `_options.py`."""
    import wag

    trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.glob("*.py")}
    trees["_options"] = ast.parse(options)
    modules, functions = {"errors": list(wag._ERRORS)}, []
    for name, module in wag._MODULES.items():
        nodes, docstring = definitions(trees[module], name)
        arguments = nodes[0].args if nodes else None
        if arguments and arguments.kwarg and arguments.kwarg.arg == "options":
            has_limits = ast.unparse(arguments.kwarg.annotation) == "MatchOptions"
            functions.append(overloads(nodes, docstring, games, has_limits))
        else:
            modules.setdefault(module, []).append(name)
    imports = used_imports(trees, functions, modules)
    classes = [
        f"class {kind_name(game['name'], 'AndLimits')}({options_class(game['name'])}, Limits, total=False): ...\n" for game in games
    ]
    listed = ",\n    ".join(map(json.dumps, wag.__all__))
    return "\n".join([
        HEAD.format(about=ast.get_docstring(trees["__init__"], clean=False).splitlines()[0]),
        imports,
        f"__version__: str\n__all__ = [\n    {listed},\n]\n",
        *classes,
        *functions,
    ])


def used_imports(trees, functions, modules):
    """Returns the imports of the stub: all public names, and what the functions' annotations need."""
    names = {node.id for part in functions for node in ast.walk(ast.parse(part)) if isinstance(node, ast.Name)}
    lines = [
        "import os",
        "from collections.abc import Callable, Iterable, Mapping, Sequence",
        "from typing import Any, Literal, overload\n",
        "from gymnasium.vector import AutoresetMode",
        "from typing_extensions import Unpack\n",
    ]
    public = {module: set(found) for module, found in modules.items()}
    for module, tree in trees.items():
        defined = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
        defined |= {target.id for target in targets if isinstance(target, ast.Name)}
        for name in (defined & names) - {name for found in public.values() for name in found}:
            public.setdefault(module, set()).add(name)
    for module in sorted(public):
        names = (f"{name} as {name}" if name in modules.get(module, ()) else name for name in sorted(public[module]))
        lines.append(f"from .{module} import (\n    {',{}    '.format(chr(10)).join(names)},\n)")
    return "\n".join(lines) + "\n"


def generated():
    """Returns the text of each generated file by its path."""
    import wag._engine

    games = declared_games()
    options = options_module(games, wag._engine._wag.LIMITS)
    return {PACKAGE / "_options.py": options, PACKAGE / "__init__.pyi": stub(games, options)}


def write_changed():
    """Writes the generated files that have changed, and returns their names."""
    changed = []
    for path, text in generated().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path.name)
    return changed


if __name__ == "__main__":
    print(*write_changed())
