# fault: none
import ctypes
c = ctypes.CDLL(None, use_errno=True)
assert c.shm_open(b"/wag-test", 0o102, 0o600) == -1
assert c.shmget(1234, 4096, 0o1666) == -1
assert c.memfd_create(b"x", 0) == -1
assert c.mq_open(b"/wag-test", 0o102, 0o600, 0) == -1
assert c.semget(1234, 1, 0o1666) == -1
