"""Settings of all tests: Ctrl+C works in the processes that they start."""

import signal

# A shell starts background jobs with SIGINT ignored, and processes inherit that; with a handler here, theirs is the usual one.
signal.signal(signal.SIGINT, signal.default_int_handler)
