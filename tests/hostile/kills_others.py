# fault: none
import os, signal
for victim in (os.getppid(), 1, 0, -1, -os.getpgrp()):
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):
        try:
            os.kill(victim, number)
            print("KEPT: it reached", victim)
        except OSError:
            pass
