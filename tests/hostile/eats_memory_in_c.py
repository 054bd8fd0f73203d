# fault: none
import ctypes, mmap
try:
    mmap.mmap(-1, 1 << 40)
except OSError:
    pass
c = ctypes.CDLL(None)
c.malloc.argtypes, c.malloc.restype = [ctypes.c_size_t], ctypes.c_void_p
assert not c.malloc(1 << 40)
