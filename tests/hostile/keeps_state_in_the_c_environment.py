# fault: none
import ctypes, os
getenv = ctypes.CDLL(None).getenv
getenv.restype = ctypes.c_char_p
if getenv(b"KEPT") or not getenv(b"TMPDIR"):
    print("KEPT behind Python's back")
os.putenv("KEPT", "kept")
os.unsetenv("TMPDIR")
