# fault: none
# A timer calls a C signal handler 5,000 times a second, also in other players' turns. It counts in a C variable.
import ctypes
import signal

C = ctypes.CDLL(None)
ticks = ctypes.c_int.in_dll(ctypes.CDLL("libm.so.6"), "signgam")
IN_ITS_OWN_TURN = 8


def tick(number, ticks=ticks):
    ticks.value += 1


if ticks.value > IN_ITS_OWN_TURN:
    print("KEPT: ticks while others thought:", ticks.value)
handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(tick)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(handler))
C.signal(int(signal.SIGALRM), handler)
signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
ticks.value = 0
