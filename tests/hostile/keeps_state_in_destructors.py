# fault: none
import builtins, weakref

if hasattr(builtins, "turn"):
    print("KEPT in the built-ins")
builtins.turn = roundState.getRoundNumber()


class Circle:
    """Is destroyed by the garbage collector, perhaps in a later turn."""

    def __init__(self):
        self.me = self
        self.turn = roundState.getRoundNumber()

    def __del__(self, builtins=builtins, print=print):
        now = getattr(builtins, "turn", self.turn)
        if now != self.turn:
            print("KEPT in a destructor")


def generator(builtins=builtins, print=print):
    here = yield
    turn = roundState.getRoundNumber()
    try:
        yield here
    finally:
        if getattr(builtins, "turn", turn) != turn:
            print("KEPT in a generator")


for _ in range(10):
    Circle()
waiting = generator()
next(waiting)
waiting.send([waiting])
watched = Circle()
watched.reference = weakref.ref(watched, lambda _, builtins=builtins, turn=builtins.turn: getattr(builtins, "turn", turn) != turn and print("KEPT in a callback"))
if roundState.getRoundNumber() > 2:
    import gc
    gc.collect()
