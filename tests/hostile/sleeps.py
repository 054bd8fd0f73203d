# fault: timeout (sleeps.py, line 3)
import time
time.sleep(1000)
