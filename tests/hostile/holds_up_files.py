# fault: none
import fcntl, os
file = os.open(os.__file__, os.O_RDONLY)
for command, argument in ((1024, 0), (1024, 1), (8, os.getpid()), (10, 9), (4, 0o20000), (1031, 1 << 20), (1026, 1)):
    try:
        fcntl.fcntl(file, command, argument)
        print("KEPT: fcntl", command)
    except OSError:
        pass
try:
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    print("KEPT: flock")
except OSError:
    pass
os.close(file)
import ctypes
if ctypes.CDLL(None).inotify_init1(0) >= 0:
    print("KEPT: it can ask to be told of files")
try:
    os.getxattr("/etc/passwd", "user.note")
    print("KEPT: getxattr")
except PermissionError:
    pass
except OSError as fault:
    print("KEPT: getxattr is asked:", fault)
for name in ("/proc/self/net/tcp", "/proc/net/unix", "/proc/self/mountinfo", "/proc/1/cmdline"):
    try:
        open(name).close()
        print("KEPT: it can read", name)
    except OSError:
        pass
