# fault: none
import fcntl, os, resource, socket
most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] * (320 << 10)
held, ends, words = 0, [], bytes(1 << 16)
one, other = socket.socketpair()
for option in (socket.SO_SNDBUF, socket.SO_RCVBUF, 32, 33):
    try:
        one.setsockopt(socket.SOL_SOCKET, option, 1 << 24)
        print("KEPT: setsockopt", option)
    except OSError:
        pass
into, out = os.pipe()
try:
    fcntl.fcntl(out, 1031, 1 << 20)
    print("KEPT: a larger pipe")
except OSError:
    pass
try:
    while True:
        ends += socket.socketpair()
        for end in ends[-2:]:
            end.setblocking(False)
            try:
                while True:
                    held += end.send(words)
            except BlockingIOError:
                pass
except OSError:
    pass
if held > most:
    print("KEPT:", held, "bytes")
for end in ends + [one, other]:
    end.close()
os.close(into)
os.close(out)
