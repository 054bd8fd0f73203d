"""Tests that type checkers and editors know the types of the module `wag`."""

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import stubs
import wag

PROGRAMS = Path(__file__).parent / "typed"
NAMES = ["correct.py", "wrong.py"]


def test_generated_files_are_current():
    changed = stubs.write_changed()
    assert not changed, f"{', '.join(changed)} followed from other files and were written again: commit them"


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """The errors that mypy reports in each program: messages by line."""
    pytest.importorskip("mypy", reason="needs mypy: pip install mypy")
    options = ["--cache-dir", tmp_path_factory.mktemp("mypy"), "--config-file", PROGRAMS / "mypy.ini"]
    command = [sys.executable, "-m", "mypy", *options, *(PROGRAMS / name for name in NAMES)]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=PROGRAMS).stdout
    found = re.findall(r"^(\w+\.py):(\d+): error: (.*)", printed, re.MULTILINE)
    return {name: {int(line): message for file, line, message in found if file == name} for name in NAMES}


@pytest.fixture(scope="module")
def pyright(tmp_path_factory):
    """The errors that pyright reports in each program: messages by line."""
    pytest.importorskip("pyright", reason="needs pyright: pip install pyright")
    if shutil.which("node") is None:
        pytest.skip("pyright needs Node")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *(PROGRAMS / name for name in NAMES)]
    folder = tmp_path_factory.mktemp("pyright")
    report = json.loads(subprocess.run(command, capture_output=True, encoding="utf-8", cwd=folder).stdout)
    errors = [one for one in report["generalDiagnostics"] if one["severity"] == "error"]
    return {
        name: {one["range"]["start"]["line"] + 1: one["message"] for one in errors if Path(one["file"]).name == name}
        for name in NAMES
    }


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.parametrize("name", NAMES)
def test_type_checkers_report_the_errors_and_nothing_else(checker, name, request):
    reported = request.getfixturevalue(checker)[name]
    lines = (PROGRAMS / name).read_text(encoding="utf-8").splitlines()
    planted = [number for number, line in enumerate(lines, start=1) if line.endswith("# error")]
    assert sorted(reported) == planted, reported


def test_the_stub_names_what_the_module_has():
    tree = ast.parse((stubs.PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    named = {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names if alias.asname}
    named |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert named == set(wag.__all__)
    assert all(hasattr(wag, name) for name in wag.__all__)


def public_functions(tree, prefix=""):
    """Yields the public functions and methods of a module, with their full names."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name == "__init__"):
            yield prefix + node.name, node


@pytest.mark.parametrize("path", sorted(stubs.PACKAGE.glob("[a-z]*.py")), ids=lambda path: path.name)
def test_public_functions_are_annotated(path):
    for name, function in public_functions(ast.parse(path.read_text(encoding="utf-8"))):
        arguments = function.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        missing = [one.arg for one in named if one and one.arg not in ("self", "cls") and one.annotation is None]
        assert not missing, f"{path.name}: {name} does not say of which type {missing} are"
        assert function.returns is not None or name.endswith("__init__"), f"{path.name}: {name} does not say what it returns"


def test_editors_complete_names_arguments_and_attributes():
    jedi = pytest.importorskip("jedi", reason="needs jedi: pip install jedi")

    def completed(source):
        return {one.name for one in jedi.Script(source).complete()}

    assert {"play", "series", "Replay", "UsageError"} <= completed("import wag\nwag.")
    assert {"winners", "players", "replay"} <= completed('import wag\nwag.play("a.py").')
    assert {"header", "frames", "explain"} <= completed('import wag\nwag.Replay("a.wag").')
    [signature, *_] = jedi.Script("import wag\nwag.play(").get_signatures()
    assert {"players", "game", "seed", "replay"} <= {parameter.name for parameter in signature.params}
    assert "Plays a match and returns its result." in signature.docstring()
    assert set(wag.__all__) <= set(dir(wag))


def test_ipython_completes_the_names_of_the_module():
    completer = pytest.importorskip("IPython.core.completer", reason="needs IPython: pip install ipython")
    found = completer.IPCompleter(namespace={"wag": wag}).completions("wag.ser", 7)
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "wag.series" in {one.text if "." in one.text else f"wag.{one.text.lstrip('.')}" for one in found}
