# fault: crash timeout
import ctypes
for place in range(id(object), id(object) + (1 << 24), 8):
    ctypes.memset(place, 0xff, 8)
