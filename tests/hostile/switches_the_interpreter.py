# fault: none exception
import gc, sys
sys.setrecursionlimit(60)
gc.disable()
sys.setswitchinterval(1000)
sys.set_int_max_str_digits(0)
