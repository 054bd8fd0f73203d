# Run once before a learner's script: the modules that come with the program can be imported.

import importlib.machinery
import sys


class Embedded:
    """Finds modules whose sources are part of the program. It is asked last, so a file of that name wins."""

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
        exec(self.get_code(module.__name__), vars(module))

    def get_code(self, name):
        return compile(self.sources[name], f"<wag>/{name}.py", "exec")

    def get_source(self, name):
        return self.sources[name]


def offer(sources):
    sys.meta_path.append(Embedded(sources))
