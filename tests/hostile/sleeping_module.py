# Imported by imports_a_module_that_sleeps.py.
import time

time.sleep(1000)
