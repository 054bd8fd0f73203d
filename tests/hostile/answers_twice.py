# fault: crash
import os
for number in range(200, 210):
    try:
        other = os.open(f"/proc/self/fd/{number}", os.O_WRONLY)
        os.write(other, b"\x20\0\0\0" + bytes(32))
    except OSError:
        pass
