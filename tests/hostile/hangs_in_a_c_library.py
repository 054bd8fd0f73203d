# fault: timeout (hangs_in_a_c_library.py, line 3)
import ctypes
ctypes.CDLL(None).pause()
