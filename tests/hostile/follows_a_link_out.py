# fault: none
import os, tempfile
folder = tempfile.gettempdir()
for make in (os.symlink, os.link):
    try:
        make("/etc/passwd", os.path.join(folder, "link"))
        print("KEPT a link")
    except OSError:
        pass
for name in ("deep", "deep/deeper"):
    try:
        os.mkdir(os.path.join(folder, name))
        print("KEPT a folder")
    except OSError:
        pass
