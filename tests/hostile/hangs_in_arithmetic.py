# fault: timeout (hangs_in_arithmetic.py, line 2)
10 ** 10 ** 8
