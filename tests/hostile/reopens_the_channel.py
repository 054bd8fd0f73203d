# fault: none
import os
frame = b"\x20\0\0\0" + bytes(32)
for number in range(200, 210):
    for way in (os.O_WRONLY, os.O_RDONLY | os.O_NONBLOCK):
        try:
            other = os.open(f"/proc/self/fd/{number}", way)
        except OSError:
            continue
        # Reading finds nothing: the engine has sent one request, and the worker has taken it.
        try:
            if os.read(other, 1):
                print("KEPT: the channel can be read")
        except OSError:
            pass
        os.close(other)
    for copy in (lambda: os.dup2(0, number), lambda: os.dup2(number, 100)):
        try:
            copy()
            print("KEPT: the channel's place can be taken:", number)
        except OSError:
            pass
