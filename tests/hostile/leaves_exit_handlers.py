# fault: none
import atexit, sys, threading, weakref


def later(*_):
    print("KEPT: later")
    while True:
        pass


atexit.register(later)
sys.settrace(None)
sys.setprofile(None)
