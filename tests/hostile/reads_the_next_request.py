# fault: none
import os, stat
for number in range(3, 1024):
    try:
        if stat.S_ISFIFO(os.fstat(number).st_mode):
            os.read(number, 1)
            print("KEPT: the channel can be read")
    except OSError:
        pass
