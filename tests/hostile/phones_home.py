# fault: none
import ctypes, socket
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            socket.socket(family, kind)
            print("KEPT a socket")
        except OSError:
            pass
left, right = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
for place in ("/run/systemd/journal/socket", "/dev/log", "\0abstract"):
    try:
        left.sendto(b"hello", place)
        print("KEPT a way out")
    except OSError:
        pass
