# fault: crash
import signal
signal.setitimer(signal.ITIMER_REAL, 0.01)
while True:
    pass
