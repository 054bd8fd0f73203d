# fault: none
import os
for name in ("/etc/passwd", "/etc/shadow", "../witness/witness.py", "../secret", "/proc/1/environ", "/root", "/home", "/"):
    try:
        open(name).read() if not os.path.isdir(name) else os.listdir(name)
        print("KEPT: it could read", name)
    except OSError:
        pass
if "WAG_TEST_SECRET" in os.environ or "WAG_TEST_SECRET" in str(os.environb):
    print("KEPT a secret")
