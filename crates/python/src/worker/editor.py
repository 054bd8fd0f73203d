# Runs once in the process of an AI that an editor debugs.

import os
import socket
import sys


def attach(descriptor):
    # Otherwise debugpy prints warnings about Python's own frozen modules.
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
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
