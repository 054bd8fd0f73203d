# Two-player games run in one process, with files of both players and of the game. Each folder is an import root: a file
# finds the modules of its own folder, then those of the game's folder, then Python's library. The library never finds a user's.
#
# Two roots may have modules with the same name, so sys.modules holds the library's modules and those of one root, the
# active one. The active root is that of the file that imports; during a move it is that of the moving player.

import builtins
import importlib.machinery
import importlib.util
import os
import signal
import sys

_LIBRARY_PATH = list(sys.path)
_original_import = builtins.__import__

_roots = {}
_root_by_file = {}
_active = None
_library_names = set()
# A function that shows a sentence to the user.
_tell = None
# The game's root, from which all others may import.
_game_root = None


class Root:
    """A folder with importable modules, and the modules that were loaded from it."""

    def __init__(self, folder):
        self.folder = folder
        # The top-level names of its modules that were imported.
        self.names = set()
        self.found = {}
        # Modules by full name: its own while another root is active, and the library's with the same names while it is active.
        self.modules = {}
        self.hidden = {}

    def has(self, name):
        """Returns true if the folder has a module with this top-level name that is not part of the interpreter."""
        if name not in self.found:
            self.found[name] = not _is_part_of_python(name) and self._finds(name)
        return self.found[name]

    def _finds(self, name):
        spec = importlib.machinery.PathFinder.find_spec(name, [self.folder])
        # A folder without __init__.py counts only if the library has no such module.
        return spec is not None and (spec.loader is not None or name not in sys.stdlib_module_names)

    def claim(self, name):
        """Makes the modules with this top-level name the root's own."""
        if name in self.names:
            return
        self.names.add(name)
        if self is _active:
            self.hidden.update(_taken({name}))
        if name in sys.stdlib_module_names and _tell is not None:
            file = os.path.join(os.path.relpath(self.folder), name)
            _tell(f"{file} is imported in place of Python's own module {name}; rename it if that is not meant")

    def enter(self):
        self.hidden = _taken(self.names)
        sys.modules.update(self.modules)
        sys.path.insert(0, self.folder)

    def leave(self):
        self.names.update(_names_of_new_modules(self))
        self.modules = _taken(self.names)
        sys.modules.update(self.hidden)
        if self.folder in sys.path:
            sys.path.remove(self.folder)


def _is_part_of_python(name):
    """Returns true if a module is part of the interpreter, so that Python finds it before it searches any folder."""
    return importlib.machinery.BuiltinImporter.find_spec(name) or importlib.machinery.FrozenImporter.find_spec(name)


def _top(name):
    return name.partition(".")[0]


def _taken(names):
    """Removes all modules with these top-level names from sys.modules, and returns them."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if _top(name) in names}


def _names_of_new_modules(root):
    """Returns the top-level names of the root's modules that were added to sys.modules without an import statement."""
    new = [name for name in sys.modules if name not in _library_names]
    own = {name for name in new if _root_of_module(name) is root}
    _library_names.update(name for name in new if name not in own)
    return {_top(name) for name in own}


def _root_of_module(name):
    file = getattr(sys.modules[name], "__file__", None)
    return root_of_file(file) if isinstance(file, str) else None


def load(file):
    """Runs a file as a module of the root that contains it; returns the module, even if it was loaded before."""
    root, name = root_of_file(file), os.path.basename(file)[:-3]
    root.claim(name)
    with within(root):
        loaded = sys.modules.get(name)
        if getattr(loaded, "__file__", None) == file:
            return loaded
        spec = importlib.util.spec_from_file_location(name, file)
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return sys.modules[name]


def install(folders, game_folder=None, tell=None):
    """Makes these folders import roots. All of them can import from the game's folder."""
    global _game_root, _tell
    sys.path[:] = _LIBRARY_PATH
    _tell = tell
    for folder in folders:
        _roots[folder] = Root(folder)
    _game_root = _roots.get(game_folder)
    builtins.__import__ = without_own_frames(_import)


def root_of_file(file):
    """Returns the root whose folder contains a file at any depth; None for a file of the library."""
    if file not in _root_by_file:
        path = os.path.abspath(file)
        around = [folder for folder in [*_roots, *_LIBRARY_PATH] if folder and path.startswith(os.path.join(folder, ""))]
        _root_by_file[file] = _roots.get(max(around, key=len, default=None))
    return _root_by_file[file]


def activate(root):
    """Makes this root active, with its modules in sys.modules; returns the formerly active one."""
    global _active
    former = _active
    if root is not former:
        # A signal for a player whose time is up waits until the change is complete.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        if former is not None:
            former.leave()
        _active = root
        if root is not None:
            root.enter()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return former


class within:
    """A context manager in which a root is active."""

    def __init__(self, root):
        self.root = root

    def __enter__(self):
        self.former = activate(self.root)

    def __exit__(self, *_):
        activate(self.former)


def _importer(names):
    """Returns the root of the importing file; for code without a file, the active root."""
    file = names.get("__file__") if names else None
    return root_of_file(file) if isinstance(file, str) else _active


def _provider(importer, name):
    """Returns the root that provides a module with this top-level name to the importer; None for the library."""
    for root in (importer, _game_root):
        if importer is not None and root is not None and root.has(name):
            return root
    return None


def _needs_no_root(name, fromlist):
    """Returns true if a library module is loaded already, so that the active root does not matter."""
    if _active is not None and _top(name) in _active.names or "." in name:
        return False
    module = sys.modules.get(name)
    return module is not None and not (fromlist and hasattr(module, "__path__"))


def _import(name, globals=None, locals=None, fromlist=(), level=0):
    """The replacement for __import__."""
    importer = _importer(globals)
    provider = importer if level else _provider(importer, _top(name))
    if provider is None and _needs_no_root(name, fromlist):
        return _original_import(name, globals, locals, fromlist, level)
    if provider is not None and not level:
        provider.claim(_top(name))
    with within(provider):
        return _original_import(name, globals, locals, fromlist, level)
