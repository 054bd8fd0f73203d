# fault: timeout (hangs_in_c.py, line 2)
sum(iter(int, 1))
