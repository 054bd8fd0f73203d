//! Libraries work in every turn, although changes by an AI are undone after each turn.

use super::kit::Case;

/// Runs the statements in each of five turns. They must work in every turn as in the first.
#[track_caller]
fn works(statements: &str) {
    let played = Case::new(&format!("{statements}\nprint('worked')\n")).rounds(5).passes();
    for round in 1..=5 {
        assert!(played.round(round).contains("worked"), "{}", played.log());
    }
}

#[test]
fn collections_and_functions() {
    works(
        "import collections, functools, heapq, itertools, bisect, operator, copy, string, textwrap, pprint
counter = collections.Counter('words of words')
assert counter.most_common(1)[0][1] == 2 + 1 - 1 or counter
ordered = collections.OrderedDict(a=1); ordered.move_to_end('a')
Point = collections.namedtuple('Point', 'x y')
assert Point(1, 2)._replace(x=3).x == 3
heap = [3, 1, 2]; heapq.heapify(heap); assert heapq.heappop(heap) == 1
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
assert fib(50) == 12586269025
@functools.singledispatch
def kind(value): return 'any'
@kind.register(int)
def _(value): return 'int'
assert (kind(1), kind('')) == ('int', 'any')
@functools.wraps(heapq.merge)
def merge(*words): return heapq.merge(*words)
assert list(merge([1, 3], [2])) == [1, 2, 3] and merge.__name__ == 'merge'
assert copy.deepcopy([{1: {2}}]) == [{1: {2}}]
assert pprint.pformat({'b': 1, 'a': 2}) == \"{'a': 2, 'b': 1}\"",
    );
}

#[test]
fn classes_that_libraries_make() {
    works(
        "import abc, dataclasses, enum, typing, types, inspect, contextlib, numbers
@dataclasses.dataclass(order=True)
class Move:
    x: int
    y: int = 0
    path: list = dataclasses.field(default_factory=list)
assert Move(1) < Move(2) and dataclasses.asdict(Move(1))['path'] == []
class Way(enum.Enum):
    NORTH = 1
    SOUTH = enum.auto()
class Flags(enum.IntFlag):
    A = 1
    B = 2
assert Way(2) is Way.SOUTH and Flags(3) == Flags.A | Flags.B
T = typing.TypeVar('T')
class Box(typing.Generic[T]): pass
assert typing.get_args(Box[int]) == (int,) and typing.Optional[int] and typing.get_type_hints(Move)['x'] is int
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
class Square(Shape):
    def area(self): return 1
assert Square().area() == 1 and isinstance(1, numbers.Number) and str(inspect.signature(Move))
@contextlib.contextmanager
def given(): yield 1
with given() as one: assert one == 1",
    );
}

#[test]
fn texts_numbers_and_dates() {
    works(
        "import json, re, decimal, fractions, statistics, random, math, datetime, copy, pickle, base64, hashlib, struct, csv, io
assert json.loads(json.dumps({'a': [1, 2.5, None]}, indent=1)) == {'a': [1, 2.5, None]}
pattern = re.compile(r'(\\d+)-(?P<b>\\w+)')
assert pattern.sub(r'\\g<b>', '12-ab') == 'ab' and copy.deepcopy(pattern) is not None
with decimal.localcontext() as context:
    context.prec = 5
    assert str(decimal.Decimal(1) / 3) == '0.33333'
assert decimal.getcontext().prec == 28
decimal.getcontext().prec = 6
assert fractions.Fraction('1/3') + 1 == fractions.Fraction(4, 3)
assert statistics.mean([1, 2, 3]) == 2 and random.sample(range(9), 3) and math.comb(5, 2) == 10
assert datetime.date(2026, 1, 1) + datetime.timedelta(1) == datetime.date(2026, 1, 2)
assert pickle.loads(pickle.dumps(fractions.Fraction(1, 3))) == fractions.Fraction(1, 3)
assert hashlib.sha256(base64.b64encode(struct.pack('<I', 1))).hexdigest()
assert next(csv.reader(io.StringIO('a,b'))) == ['a', 'b']",
    );
}

#[test]
fn asyncio_and_logging() {
    works(
        "import asyncio, logging, queue, warnings, contextvars, weakref, tempfile, pathlib
name = contextvars.ContextVar('name', default='none')
assert name.get() == 'none'
name.set('set')
async def one(value):
    await asyncio.sleep(0)
    return value
async def all_of():
    return await asyncio.gather(one(1), one(2))
assert asyncio.run(all_of()) == [1, 2]
logging.basicConfig(level=logging.INFO, format='%(message)s')
logging.getLogger('mine').info('told')
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try:
        warnings.warn('words')
        raise AssertionError
    except UserWarning:
        pass
with tempfile.TemporaryFile() as file: file.write(b'words')
assert pathlib.PurePath('a') / 'b' == pathlib.PurePath('a/b')
cache = weakref.WeakValueDictionary()",
    );
}

#[test]
fn thread_local_state_does_not_survive_the_turn() {
    works(
        "import asyncio, threading, _threading_local
assert asyncio._get_running_loop() is None and not hasattr(asyncio.events._running_loop, 'kept')
asyncio._set_running_loop(asyncio.new_event_loop())
asyncio.events._running_loop.kept = 1",
    );
}

#[test]
fn availability_of_libraries_can_be_tested() {
    works(
        "import json, xml.dom\nassert not json.__spec__._initializing and not xml.dom.__spec__._initializing\nassert json.__spec__.loader is json.__loader__",
    );
}

#[test]
fn late_submodule_import_works() {
    works(
        "import xml
if roundState.getRoundNumber() > 1:
    import xml.dom.minidom, concurrent.futures
    assert xml.dom.minidom.parseString('<a/>').documentElement.tagName == 'a'
import os.path, collections.abc, importlib
importlib.reload(collections.abc)
assert importlib.import_module('xml.sax.saxutils').escape('<') == '&lt;'",
    );
}

#[test]
fn opened_files_are_closed_and_needed_ones_stay_open() {
    works(
        "import os, socket, asyncio
assert os.dup(0) == 3
left, right = socket.socketpair()
left.send(b'a'); assert right.recv(1) == b'a'
loop = asyncio.new_event_loop(); asyncio.set_event_loop(loop); assert loop.run_until_complete(asyncio.sleep(0)) is None
class Cycle: pass
cycle = Cycle(); cycle.me = cycle; cycle.file = open(__file__)",
    );
}

#[test]
fn numpy_where_it_is_installed() {
    works(
        "try:
    import numpy as np
except ImportError:
    np = None
if np:
    assert np.arange(6).reshape(2, 3).sum() == 15 and np.linalg.norm([3, 4]) == 5
    assert np.random.default_rng().integers(5) < 5 and str(np.array([1.5])) == '[1.5]'
    np.set_printoptions(precision=2)
    np.seterr(all='raise')",
    );
}
