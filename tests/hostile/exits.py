# fault: crash
import os
os._exit(0)
