# fault: exception (starts_a_program.py, line 3)
import subprocess
subprocess.run(["true"])
