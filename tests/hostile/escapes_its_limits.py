# fault: none
import ctypes, os, resource
for what in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
    try:
        resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print("KEPT a limit open")
    except (OSError, ValueError):
        pass
c = ctypes.CDLL(None, use_errno=True)
assert c.prctl(1, 0, 0, 0, 0) == -1  # outlive the engine
for call in (c.setsid, c.setpgid, c.unshare, c.setns, c.mount, c.chroot, c.personality, c.sched_setaffinity):
    assert call(0, 0, 0, 0, 0) == -1, call
