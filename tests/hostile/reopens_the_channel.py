# fault: none
import os
import stat

for number in range(200, 216):
    try:
        if not stat.S_ISFIFO(os.fstat(number).st_mode):
            continue
    except OSError:
        continue
    # The worker has already read the engine's only request, so the nonce in it cannot be read again.
    try:
        other = os.open(f"/proc/self/fd/{number}", os.O_RDONLY | os.O_NONBLOCK)
        if os.read(other, 1):
            print("KEPT: the channel can be read:", number)
        os.close(other)
    except OSError:
        pass
    for copy in (lambda: os.dup2(0, number), lambda: os.dup2(number, 100)):
        try:
            copy()
            print("KEPT: the channel can be copied, or its place taken:", number)
        except OSError:
            pass
