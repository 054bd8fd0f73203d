# fault: exception (starts_a_bare_thread.py, line 3)
import _thread
_thread.start_new_thread(print, ("later",))
