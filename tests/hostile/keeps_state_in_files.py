# fault: none
import os, tempfile
print("KEPT" if os.listdir(tempfile.gettempdir()) else "nothing there")
with open(os.path.join(tempfile.gettempdir(), "state"), "w") as file:
    file.write("kept")
for name in ("state", __file__, "/tmp/state", "/dev/shm/state", os.path.expanduser("~/../state"), "../witness.log"):
    try:
        open(name, "a").close()
        print("KEPT in", name)
    except OSError:
        pass
for number in range(3, 1024):
    try:
        if os.pread(number, 4, 0) == b"kept":
            print("KEPT in descriptor", number)
        os.pwrite(number, b"kept", 0)
    except OSError:
        pass
