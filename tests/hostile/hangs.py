# fault: timeout (hangs.py, line 2)
while True: pass
