"""Runs the tests in the files test_*.py of a folder: with pytest if it is installed, otherwise with unittest, where functions
`test_...` are tests, too. Called as `-m _wag_folder_tests FOLDER`."""

import importlib
import importlib.util
import os
import sys
import unittest


def load(folder):
    sys.path[:0] = [folder, os.path.dirname(folder)]
    suite = unittest.TestSuite()
    for name in sorted(os.listdir(folder)):
        if name.startswith("test_") and name.endswith(".py"):
            module = importlib.import_module(name[:-3])
            suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(module))
            functions = [value for key, value in vars(module).items() if key.startswith("test_") and callable(value)]
            suite.addTests(map(unittest.FunctionTestCase, functions))
    return suite


def main():
    folder = os.path.abspath(sys.argv[1])
    if importlib.util.find_spec("pytest"):
        import pytest

        sys.path.insert(0, os.path.dirname(folder))
        return pytest.main(["-q", folder])
    return 0 if unittest.TextTestRunner().run(load(folder)).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
