# fault: timeout none exception
import sys


def hang(*_):
    while True:
        pass


sys.setprofile(hang)
