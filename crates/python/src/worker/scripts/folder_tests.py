"""Runs the tests in the files test_*.py of a folder: with pytest if it is installed, otherwise with unittest, where functions
`test_...` are tests, too."""

import importlib
import importlib.util
import os
import sys
import unittest

try:
    # Imported before the folder is on `sys.path`.
    import pytest
except ImportError:
    pytest = None

# The files with settings of pytest.
SETTINGS = ["pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"]


class ModulesAbove:
    """The last finder: it finds modules of the folder above, which the sandbox does not let the tests list."""

    def __init__(self, paths):
        self.paths = {os.path.basename(path).removesuffix(".py"): path for path in paths}

    def find_spec(self, name, path=None, target=None):
        file = self.paths.get(name) if path is None else None
        if file is None or file.endswith(".py"):
            return file and importlib.util.spec_from_file_location(name, file)
        initial = os.path.join(file, "__init__.py")
        return importlib.util.spec_from_file_location(name, initial, submodule_search_locations=[file])


def load(folder):
    suite = unittest.TestSuite()
    for name in sorted(os.listdir(folder)):
        if name.startswith("test_") and name.endswith(".py"):
            module = importlib.import_module(name[:-3])
            suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
            functions = [value for key, value in vars(module).items() if key.startswith("test_") and callable(value)]
            suite.addTests(map(unittest.FunctionTestCase, functions))
    return suite


def run_pytest(folder):
    settings = [os.path.join(folder, name) for name in SETTINGS]
    settings = next((file for file in settings if os.path.isfile(file)), os.devnull)
    options = ["-q", "-p", "no:cacheprovider", "-c", settings, f"--rootdir={folder}", f"--confcutdir={folder}"]
    return int(pytest.main([*options, folder]))


def main(folder, modules_above):
    """Returns the exit status: 0 if all tests pass."""
    folder, sys.argv = os.fspath(folder), ["wag test"]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)
    sys.path.insert(0, folder)
    sys.meta_path.append(ModulesAbove(map(os.fspath, modules_above)))
    try:
        if pytest:
            return run_pytest(folder)
        return 0 if unittest.TextTestRunner().run(load(folder)).wasSuccessful() else 1
    finally:
        sys.stdout.flush()
