# Runs once in the process of an AI that an editor debugs.

import importlib.machinery
import importlib.util
import os
import socket
import sys


class Debugger:
    """Finds the modules of the debugger where they are installed, whatever files are beside the AI."""

    def __init__(self):
        installed = importlib.machinery.PathFinder.find_spec("debugpy")
        if installed is None:
            raise ModuleNotFoundError("No module named 'debugpy'", name="debugpy")
        package = os.path.dirname(installed.origin)
        vendored = os.path.join(package, "_vendored", "pydevd")
        files = os.listdir(vendored) if os.path.isdir(vendored) else []
        self.folders = {name.partition(".")[0]: vendored for name in files}
        self.folders["debugpy"] = os.path.dirname(package)

    def find_spec(self, name, path=None, target=None):
        if path is not None or name not in self.folders:
            return None
        return importlib.machinery.PathFinder.find_spec(name, [self.folders[name]])


def attach(descriptor):
    # Otherwise debugpy prints warnings about Python's own frozen modules.
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    sys.meta_path.insert(0, Debugger())
    import debugpy.server.api
    import pydevd

    # The engine has made the connection, so this process listens at no port. Nothing can be connected to port 0: if a version
    # of debugpy does not use this function, it raises an exception.
    connection = socket.socket(fileno=descriptor)
    pydevd.start_client = lambda host, port: connection
    debugpy.configure(subProcess=False)
    debugpy.connect(("127.0.0.1", 0))
    debugpy.wait_for_client()
    sys.breakpointhook = sys.__breakpointhook__ = debugpy.breakpoint
