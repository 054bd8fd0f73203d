# fault: crash (crashes.py, line 3)
import ctypes
ctypes.string_at(8)
