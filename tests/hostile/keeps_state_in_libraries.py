# fault: none
import codecs, collections, copyreg, encodings, functools, heapq, io, json, logging, os, random, re, sys, threading, types, warnings


class Mark(str):
    pass


def told(way):
    print("KEPT in", way)


def check(way, found):
    try:
        if found():
            told(way)
    except (AttributeError, KeyError, IndexError, TypeError):
        pass


thread = threading.main_thread()
check("an attribute of sys", lambda: sys.kept)
check("an attribute of a library", lambda: json.kept)
check("an attribute of a module in C", lambda: sys.modules["_json"].kept)
check("an attribute of random", lambda: random.kept)
check("the dice of random", lambda: random._inst.kept)
check("a function's defaults", lambda: "kept" in (heapq.merge.__defaults__ or ()))
check("a function's named defaults", lambda: "kept" in str(json.dumps.__kwdefaults__))
check("the dictionary of named defaults", lambda: "kept" in heapq.merge.__kwdefaults__)
check("a function's attribute", lambda: json.loads.kept)
check("a function's dictionary", lambda: json.load.__dict__["kept"])
check("a function's name", lambda: "kept" in json.load.__name__)
check("a function's documentation", lambda: "kept" in (json.load.__doc__ or ""))
check("a function's annotations", lambda: "kept" in json.load.__annotations__)
check("a function's code", lambda: "kept" in json.detect_encoding.__code__.co_consts)
check("a class of a library", lambda: json.JSONEncoder.kept)
check("a method of a library's class", lambda: json.JSONDecoder.decode.kept)
check("a replaced method", lambda: "kept" in json.JSONEncoder.iterencode.__qualname__)
check("a class of a class", lambda: collections.Counter.kept)
check("sys.modules", lambda: sys.modules["kept"])
check("a replaced module", lambda: sys.modules["heapq"].kept)
check("a module taken away", lambda: "colorsys" not in sys.modules and sys.modules["colorsys_kept"])
check("sys.meta_path", lambda: "kept" in map(str, sys.meta_path))
check("sys.path_hooks", lambda: "kept" in map(str, sys.path_hooks))
check("sys.path_importer_cache", lambda: "kept" in sys.path_importer_cache)
check("sys.path", lambda: "kept" in sys.path)
check("sys.argv", lambda: "kept" in sys.argv)
check("sys.stdin", lambda: sys.stdin.kept)
check("sys.__stdin__", lambda: sys.__stdin__.kept)
check("sys.warnoptions", lambda: "kept" in sys.warnoptions)
check("sys.displayhook", lambda: sys.displayhook.kept)
check("warnings.filters", lambda: "kept" in str(warnings.filters))
check("warnings.onceregistry", lambda: "kept" in warnings.onceregistry)
check("copyreg.dispatch_table", lambda: "kept" in map(str, copyreg.dispatch_table.values()))
check("copyreg's extensions", lambda: ("kept", "kept") in copyreg._extension_registry)
check("the cache of codecs", lambda: "kept" in encodings._cache)
check("the aliases of codecs", lambda: "kept" in encodings.aliases.aliases)
check("the cache of re", lambda: "kept" in re._cache)
check("logging's level", lambda: logging.root.level == 17)
check("logging's handlers", lambda: "kept" in map(str, logging.root.handlers))
check("logging's loggers", lambda: "kept" in logging.root.manager.loggerDict)
check("logging's level names", lambda: "kept" in logging._levelToName.values())
check("the main thread", lambda: thread.kept)
check("the main thread's name", lambda: thread.name == "kept")
check("the main thread's class", lambda: threading.Thread.kept)
check("the exit function", lambda: exit.kept)
check("the class of the exit function", lambda: type(exit).kept)
check("gc.callbacks", lambda: "kept" in map(str, sys.modules["gc"].callbacks))
check("gc.garbage", lambda: "kept" in sys.modules["gc"].garbage)
check("os.environ's class", lambda: type(os.environ).kept)
check("a class of a module", lambda: type(json) is not types.ModuleType)
check("an object's dictionary", lambda: logging.lastResort.__dict__["kept"])
check("a list of names", lambda: "kept" in json.__all__)
check("a closure", lambda: "kept" in str(functools.singledispatch.__closure__))
check("what a late module was given", lambda: sys.modules["bisect"].kept)

try:
    import colorsys
    print("KEPT in colorsys") if hasattr(colorsys, "kept") else None
except ImportError:
    print("KEPT as a module that is not there")

import bisect, gc

bisect.kept = json.kept = sys.kept = random.kept = sys.modules["_json"].kept = random._inst.kept = 1
heapq.merge.__defaults__ = ("kept",)
json.dumps.__kwdefaults__ = {"kept": 1}
heapq.merge.__kwdefaults__["kept"] = 1
json.loads.kept = 1
json.load.__dict__["kept"] = 1
json.load.__name__ = "kept"
json.load.__doc__ = "kept"
json.load.__annotations__["kept"] = 1
json.detect_encoding.__code__ = (lambda b: "kept").__code__
json.JSONEncoder.kept = json.JSONDecoder.decode.kept = collections.Counter.kept = 1


def kept(self, *words, **named):
    return iter("kept")


json.JSONEncoder.iterencode = kept
sys.modules["kept"] = 1
sys.modules["colorsys_kept"] = sys.modules.pop("colorsys")
other = types.ModuleType("heapq")
other.kept = 1
sys.modules["heapq"] = other
colorsys.kept = 1
sys.path_importer_cache["kept"] = None
sys.argv.append("kept")
sys.path.append("kept")
sys.stdin.kept = sys.__stdin__ = Mark("kept")
sys.warnoptions.append("kept")
warnings.filters.append(("kept",))
warnings.onceregistry["kept"] = 1
copyreg.dispatch_table[Mark] = "kept"
copyreg._extension_registry["kept", "kept"] = 1
encodings._cache["kept"] = encodings.aliases.aliases["kept"] = None
re._cache["kept"] = 1
logging.root.setLevel(17)
logging.root.handlers.append(Mark("kept"))
logging.getLogger("kept")
logging.addLevelName(17, "kept")
thread.kept = threading.Thread.kept = 1
thread.name = "kept"
exit.kept = type(exit).kept = type(os.environ).kept = 1
gc.callbacks.append(Mark("kept"))
gc.garbage.append("kept")


class Other(types.ModuleType):
    pass


json.__class__ = Other
logging.lastResort.__dict__ = {"kept": 1}
json.__all__.append("kept")
sys.displayhook = kept
kept.kept = 1
sys.meta_path.append(Mark("kept"))
sys.path_hooks.append(Mark("kept"))
