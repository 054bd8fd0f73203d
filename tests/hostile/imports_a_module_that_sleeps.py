# fault: timeout (sleeping_module.py, line 4)
import sleeping_module
