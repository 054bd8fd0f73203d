# fault: exception (keeps_state_in_a_thread.py, line 3)
import threading, time
threading.Thread(target=time.sleep, args=(1000,)).start()
