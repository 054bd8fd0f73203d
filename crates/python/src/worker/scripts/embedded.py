# Runs once before a user's script, and makes the program's own modules importable.

import importlib.machinery
import sys


class Embedded:
    """Finds modules whose sources are part of the program."""

    def __init__(self, sources):
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        if path is not None or name not in self.sources:
            return None
        spec = importlib.machinery.ModuleSpec(name, self, origin=f"<wag>/{name}.py")
        spec.has_location = True
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        with_own_library(lambda: exec(self.get_code(module.__name__), vars(module)))

    def get_code(self, name):
        return compile(self.sources[name], f"<wag>/{name}.py", "exec")

    def get_source(self, name):
        return self.sources[name]


PRIVATE = "_wag_"
"""The prefix of the program's own main modules, which run outside the sandbox."""


def offer(sources):
    # No file replaces a private module. For all others a file with the same name wins, as the last finder finds them.
    private = {name: source for name, source in sources.items() if name.startswith(PRIVATE)}
    sys.meta_path.insert(0, Embedded(private))
    sys.meta_path.append(Embedded(sources))


class Made:
    """Finds a module that the program creates. It is the first finder, so no file replaces the module."""

    def __init__(self, name, make):
        self.name = name
        self.make = make

    def find_spec(self, name, path=None, target=None):
        if path is not None or name != self.name:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin="<wag>")

    def create_module(self, spec):
        return self.make()

    def exec_module(self, module):
        pass


def offer_made(name, make):
    sys.meta_path.insert(0, Made(name, make))


def missing(module):
    """Returns a sentence for the user if the module to run does not exist, else None."""
    import importlib.util

    top = module.partition(".")[0]
    sys.path.insert(0, "")
    is_there = importlib.util.find_spec(top) is not None
    del sys.path[0]
    if is_there:
        return None
    if top != "pytest":
        return f"there is no module {top}; check its name and the current folder"
    install = f"`{sys.executable} -m pip install pytest` installs it"
    return f"pytest is not installed; {install}. Without it `wag python -m unittest` runs the same tests"


def run_main(module, arguments, has_folder):
    """Runs a module, a file or an interactive session as the main program, as `python` does. `has_folder` says whether a
    module can import files of the current folder."""
    import os

    main = sys.modules["__main__"]
    vars(main).clear()
    vars(main).update(__name__="__main__", __builtins__=__builtins__, __doc__=None, __spec__=None)
    if module is not None:
        import runpy

        sys.argv = [module, *arguments]
        if has_folder:
            sys.path.insert(0, os.getcwd())
        runpy._run_module_as_main(module)
    elif arguments:
        file = arguments[0]
        sys.argv = list(arguments)
        sys.path.insert(0, os.path.dirname(os.path.realpath(file)))
        with open(file, "rb") as opened:
            code = compile(opened.read(), file, "exec")
        main.__file__ = file
        exec(code, vars(main))
    else:
        import code

        sys.argv = [""]
        sys.path.insert(0, "")
        code.interact(f"Python {sys.version} on {sys.platform}", local=vars(main), exitmsg="")
