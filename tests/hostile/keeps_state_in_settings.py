# fault: none
import abc, atexit, codecs, collections.abc, contextvars, decimal, faulthandler, fcntl, gc, locale, os, signal, sys, threading, time, warnings


def check(way, found):
    try:
        if found():
            print("KEPT in", way)
    except (AttributeError, KeyError, LookupError, OSError, TypeError):
        pass


def mark(way, leave):
    """Leaves a mark. An operation that the AI is not allowed to do leaves nothing."""
    try:
        leave()
    except (AttributeError, OSError, ValueError) as refused:
        print(way, "is refused:", type(refused).__name__)


def ours(*words, **named):
    return None


check("the switch interval", lambda: sys.getswitchinterval() != 0.005)
check("the digits of a number", lambda: sys.get_int_max_str_digits() != 4300)
check("the profile function", sys.getprofile)
check("the trace function", sys.gettrace)
check("the profile function of threads", lambda: threading._profile_hook)
check("the recursion limit", lambda: sys.getrecursionlimit() == 555)
check("the thresholds of the collector", lambda: gc.get_threshold()[0] == 555)
check("the collector's switch", lambda: not gc.isenabled())
check("the collector's debugging", gc.get_debug)
check("what the collector leaves out", lambda: gc.get_freeze_count() > 100_000)
check("faulthandler", lambda: not faulthandler.is_enabled())
check("atexit", lambda: atexit._ncallbacks() > 5)
check("a codec", lambda: codecs.lookup("kept"))
check("a handler of codecs' errors", lambda: codecs.lookup_error("kept"))
check("decimal", lambda: decimal.getcontext().prec == 17)
check("a context variable", lambda: decimal.getcontext().Emax == 555)
check("the locale", lambda: locale.setlocale(locale.LC_ALL) != "C.UTF-8" and "POSIX" in locale.setlocale(locale.LC_CTYPE))
check("a handler of a signal", lambda: signal.getsignal(signal.SIGUSR1) is not signal.SIG_DFL)
check("an ignored signal", lambda: signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)
check("the signal mask", lambda: signal.SIGUSR2 in signal.pthread_sigmask(signal.SIG_BLOCK, []))
check("a signal that waits", lambda: signal.SIGUSR2 in signal.sigpending())
check("a timer", lambda: signal.getitimer(signal.ITIMER_VIRTUAL)[0])
check("an alarm", lambda: signal.getitimer(signal.ITIMER_REAL)[0])
check("the wakeup descriptor", lambda: signal.set_wakeup_fd(-1) != -1)
check("the time zone", lambda: "KEPT" in time.strftime("%Z", (2000, 1, 1, 0, 0, 0, 0, 1, 0)))
check("the time zone's name", lambda: "KEPT" in time.tzname)
check("the flags of shared libraries", lambda: sys.getdlopenflags() == 258)
check("the hooks of generators", lambda: sys.get_asyncgen_hooks().firstiter)
check("the tracking of coroutines", sys.get_coroutine_origin_tracking_depth)
check("a virtual class", lambda: issubclass(decimal.Decimal, collections.abc.Sequence))
check("the count of virtual classes", lambda: abc.get_cache_token() > 10_000)
check("the current directory", lambda: not os.path.samefile(".", os.path.dirname(__file__)))
check("whether input waits", lambda: fcntl.fcntl(0, fcntl.F_GETFL) & os.O_NONBLOCK)
check("whether output waits", lambda: not os.get_blocking(1))
check("where input comes from", lambda: os.read(0, 4))
check("an open descriptor", lambda: os.read(77, 4) == b"kept")
check("a file that is open", lambda: os.pread(3, 4, 0) == b"kept")
check("the mask of new files", lambda: os.umask(0o22) == 0o77)
check("a hook of audits", lambda: sys.audit("kept.asks"))
check("the tools that watch", lambda: sys.monitoring.get_tool(3))
check("bytecode", lambda: not sys.dont_write_bytecode)

mark("switch interval", lambda: sys.setswitchinterval(0.01))
mark("digits", lambda: sys.set_int_max_str_digits(5000))
sys.setrecursionlimit(555)
gc.set_threshold(555)
gc.set_debug(gc.DEBUG_UNCOLLECTABLE)
gc.disable()
decimal.getcontext().prec = 17
decimal.getcontext().Emax = 555
mark("locale", lambda: locale.setlocale(locale.LC_ALL, "POSIX"))
mark("signals", lambda: signal.signal(signal.SIGUSR1, ours))
mark("signals", lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
mark("signal mask", lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2]))
mark("signals to itself", lambda: signal.raise_signal(signal.SIGUSR2))
mark("timers", lambda: signal.setitimer(signal.ITIMER_VIRTUAL, 1000))
mark("alarms", lambda: signal.alarm(1000))
os.environ["TZ"] = "KEPT"
time.tzset()
mark("flags of libraries", lambda: sys.setdlopenflags(258))
sys.set_asyncgen_hooks(ours, ours)
sys.set_coroutine_origin_tracking_depth(3)
os.chdir("/")
mark("flags", lambda: fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK))
mark("blocking", lambda: os.set_blocking(1, False))
mark("umask", lambda: os.umask(0o77))
path = os.path.join(os.environ["TMPDIR"], "kept")
with open(path, "w+b", buffering=0) as file:
    file.write(b"kept")
    kept = os.open(path, os.O_RDWR)
    mark("descriptors", lambda: os.dup2(kept, 77))
    mark("input", lambda: os.dup2(kept, 0))
sys.dont_write_bytecode = False
sys.setprofile(ours)
threading.setprofile(ours)
sys.settrace(ours)
if roundState.getRoundNumber() % 2:
    # These settings cannot be restored, so the process is replaced.
    gc.freeze()
    faulthandler.disable()
    for _ in range(10):
        atexit.register(ours)
    codecs.register(lambda name: codecs.lookup("utf-8") if name == "kept" else None)
    codecs.register_error("kept", ours)
    collections.abc.Sequence.register(decimal.Decimal)
    sys.addaudithook(lambda event, _: print("KEPT in a hook of audits") if event == "kept.asks" else None)
    if hasattr(sys, "monitoring"):
        sys.monitoring.use_tool_id(3, "kept")
