# Runs once in the process of an AI that an editor debugs.

import os
import sys


def attach(port):
    # Otherwise debugpy prints warnings about Python's own frozen modules.
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    import debugpy

    # Another process for the adapter would outlive the turn.
    debugpy.listen(("127.0.0.1", port), in_process_debug_adapter=True)
    debugpy.wait_for_client()
    sys.breakpointhook = sys.__breakpointhook__ = debugpy.breakpoint
