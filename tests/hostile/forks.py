# fault: exception (forks.py, line 4)
import os
while True:
    os.fork()
