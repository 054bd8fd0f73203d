# fault: timeout
import threading
threading.Event().wait()
