# fault: none
import os, sys


class Trap:
    def write(self, words):
        os._exit(1)

    flush = write


sys.stdout = sys.__stdout__ = Trap()
sys.stderr = None
sys.excepthook = sys.displayhook = print
