# fault: exception (fills_the_disk.py, line 5)
import tempfile
with tempfile.NamedTemporaryFile(delete=False) as file:
    while True:
        file.write(b"x" * (1 << 20))
