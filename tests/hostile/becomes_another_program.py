# fault: exception (becomes_another_program.py, line 3)
import os
os.execv("/bin/true", ["true"])
