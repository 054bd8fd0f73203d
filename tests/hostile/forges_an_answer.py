# fault: none
import ctypes, os, stat, struct
c = ctypes.CDLL(None, use_errno=True)
reached = []
pair = (ctypes.c_int * 2)()
assert c.socketpair(1, 1, 0, pair) == 0
for number in range(200, 210):
    try:
        if not stat.S_ISFIFO(os.fstat(number).st_mode):
            continue
    except OSError:
        continue
    frame = struct.pack("<I", 40) + bytes(40)
    reached += [c.write(number, frame, len(frame)), c.read(number, frame, 1), c.dup(number), c.fcntl(number, 0, 3)]
    reached += [c.dup2(number, 100), c.syscall(1, number, frame, len(frame))]
    message = ctypes.create_string_buffer(64)
    reached += [c.sendmsg(pair[0], message, 0), c.sendfile(number, 0, 0, 10), c.splice(number, 0, pair[0], 0, 1, 0)]
    reached += [c.tee(number, pair[0], 1, 0), c.vmsplice(number, message, 1, 0)]
os.closerange(3, 200)
assert reached and set(reached) == {-1}, reached
