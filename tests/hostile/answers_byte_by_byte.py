# fault: timeout
import os, time
pipes = []
for number in range(200, 210):
    try:
        pipes.append(os.open(f"/proc/self/fd/{number}", os.O_WRONLY))
        os.write(pipes[-1], b"\0\0\x10\0")
    except OSError:
        pass
while True:
    for pipe in pipes: os.write(pipe, b"\x01")
    time.sleep(0.005)
