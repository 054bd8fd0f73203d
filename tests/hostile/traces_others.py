# fault: none
import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
assert c.ptrace(16, os.getppid(), 0, 0) == -1
assert c.process_vm_readv(os.getppid(), 0, 0, 0, 0, 0) == -1
assert c.syscall(438, 3, 0, 0) == -1  # pidfd_getfd
for name in ("mem", "environ", "maps", "fd/0"):
    try:
        open(f"/proc/{os.getppid()}/{name}", "rb").read(1)
        print("KEPT a look at", name)
    except OSError:
        pass
