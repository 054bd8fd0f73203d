# fault: none
import os
for number in range(1024):
    try:
        os.write(number, b"\1\0\0\0")
    except OSError:
        pass
