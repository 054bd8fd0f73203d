# fault: memory timeout (fills_the_disk_with_files.py, line 3)
import itertools, os, tempfile
for number in itertools.count(): open(os.path.join(tempfile.gettempdir(), str(number)), "wb").write(b"x" * (1 << 20))
