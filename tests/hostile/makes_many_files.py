# fault: timeout memory
import os, tempfile
folder = tempfile.gettempdir()
for number in range(5000):
    open(os.path.join(folder, str(number)), "w").close()
