# Runs once when Python starts, and does the parts of the module `site` that AIs need, in less time.

import builtins
import io
import os
import site
import sys


class NoInput(io.TextIOBase):
    """The empty standard input of an AI. Closing it has no effect."""

    def readline(self, size=-1):
        return ""

    read = readline

    def readable(self):
        return True

    def close(self):
        pass


class Exit:
    """The functions `exit` and `quit`, which end the turn."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Use {self.name}() to end the turn"

    def __call__(self, code=None):
        raise SystemExit(code)


class LatePackages:
    """The last finder: it reads path files (`.pth`) once a module is not found without them."""

    def __init__(self, folders):
        self.folders = folders
        self.path = []

    def find_spec(self, name, path=None, target=None):
        # Python's own modules try to import accelerators such as `_winapi`, which no path file provides.
        if path is not None or name.startswith("_") or name in sys.stdlib_module_names:
            return None
        folders, self.folders = self.folders, []
        for folder in folders:
            if any(entry.endswith(".pth") for entry in os.listdir(folder)):
                before = list(sys.path)
                site.addsitedir(folder)
                self.path += [entry for entry in sys.path if entry not in before]
                sys.path[:] = before
        if not self.path:
            return None
        from importlib.machinery import PathFinder

        return PathFinder.find_spec(name, self.path)


def virtual_packages(environment, warnings):
    """Returns the package folders of a virtual environment, or None if it belongs to another version of Python."""
    version = "python%d.%d" % sys.version_info[:2]
    folder = os.path.join(environment, "lib", version, "site-packages")
    if os.path.isdir(folder):
        return [folder]
    warnings.append(
        f"The virtual environment {environment} is not for Python {version[6:]}; "
        f"its packages are not used. Create one with: {version} -m venv FOLDER"
    )
    return None


def add_packages(environment):
    """Adds installed packages to `sys.path`; returns warnings."""
    warnings = []
    folders = virtual_packages(environment, warnings) if environment else None
    if folders is None or shares_system_packages(environment):
        folders = (folders or []) + site.getsitepackages()
        folders.append(site.getusersitepackages())
    folders = [folder for folder in folders if os.path.isdir(folder)]
    sys.path.extend(folder for folder in folders if folder not in sys.path)
    sys.meta_path.append(LatePackages(folders))
    return warnings


def shares_system_packages(environment):
    try:
        with open(os.path.join(environment, "pyvenv.cfg"), encoding="utf-8") as file:
            return "include-system-site-packages=true" in file.read().replace(" ", "").lower()
    except OSError:
        return False


def library_places():
    """Returns the folders of Python and its packages, including those that path files name."""
    places = [os.path.join(sys.base_prefix, "lib"), os.path.join(sys.prefix, "lib"), *sys.path]
    for folder in list(sys.path):
        try:
            path_files = [entry for entry in os.listdir(folder) if entry.endswith(".pth")]
        except OSError:
            continue
        for entry in path_files:
            with open(os.path.join(folder, entry), encoding="utf-8", errors="replace") as file:
                lines = [line.strip() for line in file]
            places += [os.path.join(folder, line) for line in lines if line and not line.startswith(("#", "import"))]
    return [place for place in dict.fromkeys(places) if os.path.exists(place)]


def clean_environment():
    """Removes most of the user's environment variables, and limits numeric packages to one thread."""
    kept = {name: os.environ[name] for name in ("PATH", "TZ", "VIRTUAL_ENV") if name in os.environ}
    os.environ.clear()
    os.environ.update(kept)
    for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM", "BLIS", "RAYON"):
        os.environ[f"{library}_NUM_THREADS"] = "1"


site.sethelper()
site.setcopyright()
builtins.exit = Exit("exit")
builtins.quit = Exit("quit")
stdin = NoInput()
