"""The conformance suite of games that are written in Python: it plays matches and looks for mistakes that only show later.

`Checker(session).run()` checks a game. Its report has `records`: what happened in the matches. `Checker(other).compare(records)`
in another process plays the same matches again, and reports where they differ.
"""

import hashlib
import pickle
import random
import sys
import time

from wag._game_declaration import METHODS, OPTIONAL, GameFault, default_options
from wag.game import Game, Illegal

MATCHES = 20
DEPTH_MAX = 32
BYTES_MAX = 256 << 10
#: How many steps lie between two steps that are examined closely, and how many such steps a match has at most.
INTERVAL, CLOSE_MAX = 10, 12
MOVES_TRIED = 12
SLOW_US = 1000
#: How many bytes of saved states the records may have.
SAVED_MAX = 64 << 10

FIXES = {
    "declares itself": "correct the class's attributes and the parameters of its methods",
    "random play ends": "make sure that phase(...) returns Over() at some time, or raise steps_max",
    "same seed, same game": "draw only from `random`, the parameter; keep everything in the state, not in globals or self; "
    "sort sets before you go through them; do not use id(), hash() or the time",
    "seeds matter": "use the parameter `random`, and not an own generator with a fixed seed",
    "survives saving": "keep everything in the state, and nothing in globals, class attributes or open files",
    "views change nothing": "only `start` and `apply` may change the state; change a copy, such as list(state['hand'])",
    "copies are apart": "do not share lists or dicts between states, for example through class attributes or globals",
    "hides what it hides": "let guess(...) deal anew what the seat does not see, and leave what it sees",
    "moves are legal": "let moves(...) return exactly the orders that apply(...) accepts",
    "nonsense": "check each order before you use it; raise Illegal('why') before anything has changed",
    "standings are total": "return a whole number for each seat at any time; a seat that is out stays out",
    "data": "use only None, bool, int, finite float, str, list, tuple, dict and dataclasses",
    "bots play": "correct the bot",
    "speed": "compute less in each call, or keep results in the state",
}
#: The checks to which faults of methods belong that show in any match.
CHECK_OF = {
    "standings": "standings are total",
    "is_out": "standings are total",
    "moves": "moves are legal",
    "apply": "data",
    "board": "data",
    "observe": "data",
    "show": "data",
}
NONSENSE = [None, True, -1, 10**18, 0.5, "", "nonsense", [], [[]], [None, None], {}, {"x": [1]}, [[[[[["deep"]]]]]]]


class Keyed:
    """The numbers of a match, for tests: each call of the game gets other ones, which depend only on the seed."""

    def __init__(self, seed):
        self.seed = seed
        self.is_used = False

    def __call__(self, purpose, step, seat):
        text = f"{self.seed}/{purpose}/{step}/{seat}"
        seed_module(text)
        return _Watched(self, text, purpose in ("start", "apply"))


class _Watched(random.Random):
    """Random numbers that report that they are used."""

    def __new__(cls, *_):
        return super().__new__(cls)

    def __init__(self, owner, text, counts):
        super().__init__(text)
        self._owner, self._counts = owner, counts

    def random(self):
        self._owner.is_used |= self._counts
        return super().random()

    def getrandbits(self, k):
        self._owner.is_used |= self._counts
        return super().getrandbits(k)


def seed_module(text):
    """Seeds the functions of the module `random`, as the engine does. The game may have another copy of the module."""
    random.seed(text)
    own = sys.modules.get("random", random)
    if own is not random:
        own.seed(text)


class _Stop(Exception):
    """A finding after which the check cannot go on."""


class Checker:
    """The checks of one game."""

    def __init__(self, session, seconds=30, matches=MATCHES):
        self.session = session
        self.matches = matches
        self.game = session.game
        self.end = time.perf_counter() + seconds
        self.findings = []
        self.sizes = {}
        self.lengths = []
        self.records = {"matches": [], "saved": []}
        self.guess_differs = None
        self.slow = {}

    def run(self):
        """Plays the matches. Returns the report: findings, records for `compare`, and figures."""
        try:
            self.examine("declares itself", "start", self.session.declare)
            self.check_names()
            self.check_players()
            self.play_all()
            self.check_seeds()
            self.check_bots()
            if all(finding["is_warning"] for finding in self.findings):
                self.check_speed()
        except _Stop:
            pass
        if self.guess_differs is False:
            self.add("hides what it hides", "guess", "guess(...) never changes anything that other seats know")
        lengths = sorted(self.lengths)
        return {
            "findings": self.findings,
            "records": self.records,
            "matches": len(lengths),
            "steps": lengths[len(lengths) // 2] if lengths else 0,
            "speed": sorted(self.slow.items(), key=lambda item: -item[1]),
        }

    def compare(self, records):
        """Plays the matches of another process's records again. Returns a report with the findings."""
        try:
            self.session.declare()
            for record in records["matches"]:
                digests = self.digests_of(record["seats"], record["options"], record["seed"])
                self.report_difference(record["digests"], digests, "in another process")
            for saved in records["saved"]:
                self.play_on(saved)
        except _Stop:
            pass
        return {
            "findings": self.findings,
            "records": {"matches": [], "saved": []},
            "matches": 0,
            "steps": 0,
            "speed": [],
        }

    # Findings

    def add(self, check, method, message, file=None, line=None, is_warning=False, fix=None):
        """Adds a finding, unless there is one of this check at this place. `fix` is how to mend it, by default the usual
        cure of this check; empty if the message says enough."""
        if file is None:
            fault = self.session.fault(method, message)
            file, line = fault.file, fault.line
        place = (check, file, line)
        if all((each["check"], each["file"], each["line"]) != place for each in self.findings):
            self.findings.append(
                {
                    "check": check,
                    "message": message,
                    "file": file,
                    "line": line,
                    "fix": FIXES[check] if fix is None else fix,
                    "is_warning": is_warning,
                }
            )

    def examine(self, check, method, call, *arguments):
        """Calls a method of the session or the game. An exception becomes a finding and ends the match."""
        try:
            return call(*arguments)
        except GameFault as fault:
            own = CHECK_OF.get(fault.method, check) if check == "random play ends" else check
            fix = FIXES[check] if check == "survives saving" else ""
            self.add(own, method, fault.message, fault.file, fault.line, fix=fix)
        except Exception as error:
            self.add_exception(check, method, error)
        raise _Stop

    def add_exception(self, check, method, error):
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        method, file, line = self.place_of(error, method)
        fix = FIXES[check] if check == "nonsense" else ""
        self.add(check, method, f"{method}(...) raised {text}", file, line, fix=fix)

    def place_of(self, error, method):
        """Returns the function of the game's file that the engine called, and the file and the line where the exception was
        raised; `method` if the exception comes from elsewhere."""
        own = self.session.fault(method, "").file
        trace, called, place = error.__traceback__, method, (None, None)
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename == own:
                called = code.co_name if place == (None, None) else called
                place = own, trace.tb_lineno
            trace = trace.tb_next
        return called, *place

    # Matches

    def check_players(self):
        if not self.session.has_moves and not self.game.bots:
            message = "the game has neither moves(state, seat) nor bots, so no match could be tried"
            fix = "add moves(state, seat), which returns the legal orders, or bots"
            self.add("declares itself", "start", message, is_warning=True, fix=fix)
            raise _Stop

    def check_names(self):
        """Warns of names in the class that look like a misspelled attribute or method of games."""
        if self.session.is_course_game:
            return
        from difflib import get_close_matches

        known = {name for name in vars(Game) if not name.startswith("_")} | set(METHODS) | set(OPTIONAL)
        own = vars(type(self.game))
        for name in own:
            meant = [] if name in known or name.startswith("_") else get_close_matches(name, known - set(own), 1, 0.75)
            if meant:
                code = getattr(own[name], "__code__", None)
                fault = self.session.fault(name, "")
                line = code.co_firstlineno if code else fault.line
                self.add("declares itself", name, f"{name}: did you mean {meant[0]}?", fault.file, line, True, "")

    def setups(self):
        """Returns the numbers of players and the options of the matches: at first all defaults."""
        least, most = self.session.declare()["seats"]
        levels = [default_options(self.game), {}, {}]
        for option in self.game.options:
            low = high = option.default
            if option.kind == "number":
                low, high = option.values["least"], option.values["most"]
            elif option.kind == "choice":
                low, high = option.values["words"][len(option.values["words"]) // 2], option.values["words"][-1]
            elif option.kind == "flag":
                high = True
            levels[1][option.name], levels[2][option.name] = low, high
        kinds = [(seats, dict(level)) for level in levels for seats in range(least, most + 1)]
        if len(kinds) > self.matches:
            kinds = kinds[: self.matches // 2] + kinds[-(self.matches // 2) :]
        return [(*kinds[number % len(kinds)], number // len(kinds) + 1) for number in range(self.matches)]

    def setup(self, seats, options, bots=None):
        own = [list(self.game.bots)[seat % len(self.game.bots)] for seat in range(seats)] if self.game.bots else []
        return {
            "options": options,
            "names": [f"Player {seat + 1}" for seat in range(seats)],
            "bots": bots or ([None] * seats if self.session.has_moves else own),
            "has_boards": True,
            "has_observations": self.session.has_observe,
        }

    def play_all(self):
        for seats, options, seed in self.setups():
            if time.perf_counter() > self.end:
                break
            try:
                match = self.play_closely(seats, options, seed)
                self.records["matches"].append({"seats": seats, "options": options, "seed": seed, "digests": match})
                again = self.digests_of(seats, options, seed)
                self.report_difference(match, again, "in the same process")
            except _Stop:
                if not self.lengths:
                    raise

    def play_closely(self, seats, options, seed):
        """Plays a match and examines some of its steps. Returns the digest of each step."""
        settings, keyed = self.setup(seats, options), Keyed(seed)
        digests, close, out, loaded = [], 0, set(), None
        for count, step in enumerate(self.steps(settings, seed, keyed)):
            digests.append(digest(step))
            if loaded not in (None, digests[-1]):
                message = f"after step {count - 1}, a saved and loaded match went on differently"
                self.add("survives saving", "apply", message)
            loaded = None
            self.check_step(step, seats, options, out)
            if count % INTERVAL in (0, 1, 2) and close < CLOSE_MAX and step["ask"]:
                close += 1
                loaded = self.check_position(step, count, settings, keyed)
        self.lengths.append(len(digests) - 1)
        return digests[:400] + digests[-1:]

    def digests_of(self, seats, options, seed):
        digests = [digest(step) for step in self.steps(self.setup(seats, options), seed, Keyed(seed))]
        return digests[:400] + digests[-1:]

    def steps(self, settings, seed, keyed):
        """Plays the match 0. Generates its steps."""
        session, session.key = self.session, keyed
        step = self.examine("random play ends", "start", session.start, 0, settings, seed)
        yield step
        for count in range(1, self.game.steps_max + 1):
            if not step["ask"]:
                return
            orders = self.orders(step, keyed, count)
            session.key = keyed
            step = self.examine("random play ends", "apply", session.apply, 0, 0, seed, count, orders)
            yield step
            if count % 100 == 0 and time.perf_counter() > self.end:
                message = f"a match had not ended after {count} steps when the time of the check was over"
                self.add(
                    "speed" if self.lengths else "random play ends", "phase", message, is_warning=bool(self.lengths)
                )
                raise _Stop
        if step["ask"]:
            kind = ", ".join(f"{name}={value}" for name, value in settings["options"].items())
            kind = f"{len(settings['names'])} players" + (f", {kind}" if kind else "")
            self.add("random play ends", "phase", f"a match of random moves has not ended after {count} steps ({kind})")
            raise _Stop

    def orders(self, step, keyed, count):
        """Returns an order for each seat that is asked: its bot's, or a random move."""
        orders = {}
        for seat in step["ask"]:
            known = step["seats"][seat]
            if known is None:
                self.add("data", "phase", f"phase(...) asks seat {seat}, which does not exist; seats count from 0")
                raise _Stop
            if known["bot"] is not None:
                orders[seat] = known["bot"][0]
            else:
                choice = random.Random(f"{keyed.seed}/choice/{count}/{seat}")
                orders[seat] = choice.choice(known["moves"])
        return orders

    def report_difference(self, one, other, where):
        if one == other:
            return
        first = next((n for n, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
        self.add(
            "same seed, same game",
            "apply" if first else "start",
            f"played again {where}, step {first} of a match was different",
        )

    # Steps and positions

    def check_step(self, step, seats, options, out):
        for seat, known in enumerate(step["seats"]):
            if known is not None:
                self.check_datum(known["view"], "view(...)", "view")
                self.check_datum(known["moves"], "moves(...)", "moves")
                self.check_datum(known["bot"], "a bot's order", "bots")
        self.check_datum(step["events"], "apply(...)", "apply")
        if set(step["ask"]) & set(step["out"]):
            self.add(
                "standings are total",
                "phase",
                f"phase(...) asks seat {min(set(step['ask']) & set(step['out']))}, which is out",
            )
        if not out <= set(step["out"]):
            self.add("standings are total", "is_out", f"seat {min(out - set(step['out']))} was out and is not any more")
        out.update(step["out"])
        board = step["board"]
        if board is not None and board["width"]:
            size = board["width"], len(board["cells"]) // board["width"]
            key = seats, repr(options)
            if self.sizes.setdefault(key, size) != size:
                first, second = (f"{width} x {height}" for width, height in (self.sizes[key], size))
                self.add(
                    "data",
                    "board",
                    f"board(...) has {first} cells once and {second} another time, with the same options",
                )

    def check_datum(self, value, name, method):
        found = no_datum(value, name, 0)
        if found:
            self.add("data", method, found)
        elif value is not None and len(repr(value)) > 2 * BYTES_MAX:
            self.add("data", method, f"{name} takes more than {BYTES_MAX >> 10} KiB")

    def check_position(self, step, count, settings, keyed):
        """Examines the match 0. Returns the digest of its next step, as a match has it that was saved and loaded."""
        session = self.session
        before = self.examine("survives saving", "start", session.save, 0)
        self.check_reading()
        if self.game.hidden:
            self.check_hidden(step)
        orders = self.orders(step, keyed, count + 1)
        if session.has_moves:
            self.check_moves(step, orders, count)
        self.check_nonsense(step, orders, count)
        session.key = keyed
        # A copy goes on, and the original must not notice.
        self.examine("copies are apart", "apply", session.apply, 0, 1, keyed.seed, count + 1, orders)
        now = self.examine(
            "copies are apart", "view", session._step, session.matches[0], count, step["events"], step["refused"]
        )
        if digest(now) != digest(step):
            self.add("copies are apart", "apply", "apply(...) on a copy of the state changed the original as well")
        session.load(2, settings, before)
        session.key = keyed
        loaded = self.examine("survives saving", "apply", session.apply, 2, 2, keyed.seed, count + 1, orders)
        self.keep_saved(before, settings, keyed, count, orders, loaded)
        session.release([1, 2])
        return digest(loaded)

    def check_reading(self):
        """Checks that the methods which only read the state do not change it."""
        match = self.session.matches[0]
        for method, call in self.readers(match):
            packed = pickle.dumps(match.state, 4)
            self.examine("views change nothing", method, call)
            if pickle.dumps(match.state, 4) != packed:
                self.add("views change nothing", method, f"{method}(...) changes the state")
                raise _Stop

    def readers(self, match):
        """Returns the methods that read the state, each with a call without arguments."""
        game, state, seats = self.game, match.state, range(match.seats)
        yield "phase", lambda: game.phase(state)
        yield "standings", lambda: game.standings(state)
        yield "view", lambda: [game.view(state, seat) for seat in seats]
        if self.session.has_moves:
            yield "moves", lambda: [game.moves(state, seat) for seat in match.asked]
        if self.session.has_board:
            yield "board", lambda: game.board(state)
        if self.session.has_out:
            yield "is_out", lambda: [game.is_out(state, seat) for seat in seats]
        if game.hidden:
            yield "guess", lambda: [game.guess(state, seat, random.Random(1)) for seat in seats]

    def check_hidden(self, step):
        game, match = self.game, self.session.matches[0]
        state, seats = match.state, range(match.seats)
        self.guess_differs = bool(self.guess_differs)
        for seat in step["ask"]:
            for number in range(3):
                guessed = game.guess(state, seat, random.Random(f"guess/{number}"))
                if game.view(guessed, seat) != game.view(state, seat):
                    self.add(
                        "hides what it hides", "guess", f"guess(...) for seat {seat} changes what this seat itself sees"
                    )
                if any(game.view(guessed, other) != game.view(state, other) for other in seats if other != seat):
                    self.guess_differs = True

    def check_moves(self, step, orders, count):
        for seat in step["ask"]:
            moves = step["seats"][seat]["moves"]
            chosen = random.Random(f"{count}/{seat}").sample(moves, min(MOVES_TRIED, len(moves)))
            for move in chosen:
                state = self.copied()
                try:
                    self.game.apply(state, {**orders, seat: move}, random.Random(1))
                except Illegal as illegal:
                    self.add("moves are legal", "moves", f"moves(...) lists {move!r}, but apply(...) says: {illegal}")
                except Exception as error:
                    self.add_exception("moves are legal", "apply", error)
                    raise _Stop from None

    def check_nonsense(self, step, orders, count):
        """Tries what players may send. The engine itself refuses orders that are not in `moves`."""
        if self.session.is_course_game or (self.session.has_moves and self.game.without_order != "none"):
            return
        for seat in step["ask"]:
            for order in [None] if self.session.has_moves else NONSENSE:
                state = self.copied()
                before = pickle.dumps(state, 4)
                try:
                    self.game.apply(state, {**orders, seat: order}, random.Random(1))
                except Illegal as illegal:
                    if pickle.dumps(state, 4) != before:
                        message = f"apply(...) raises Illegal({str(illegal)!r}) after it has changed the state"
                        self.add("nonsense", "apply", message)
                except Exception as error:
                    what = "no order" if order is None else f"the order {order!r}"
                    message = f"apply(...) raised {type(error).__name__} for {what}: {error}"
                    self.add("nonsense", "apply", message, *self.place_of(error, "apply")[1:])
                    raise _Stop from None

    def copied(self):
        return pickle.loads(pickle.dumps(self.session.matches[0].state, 4))

    # Other processes

    def keep_saved(self, before, settings, keyed, count, orders, next_step):
        """Keeps a saved match for `compare`."""
        saved = self.records["saved"]
        if sum(len(each["pickle"]) for each in saved) + 2 * len(before) <= SAVED_MAX and len(saved) < MATCHES:
            saved.append(
                {
                    "pickle": before.hex(),
                    "seats": len(settings["names"]),
                    "options": settings["options"],
                    "seed": keyed.seed,
                    "step": count,
                    "orders": list(orders.items()),
                    "digest": digest(next_step),
                }
            )

    def play_on(self, saved):
        session, session.key = self.session, Keyed(saved["seed"])
        session.load(3, self.setup(saved["seats"], saved["options"]), bytes.fromhex(saved["pickle"]))
        orders = dict(map(tuple, saved["orders"]))
        count = saved["step"] + 1
        step = self.examine("survives saving", "apply", session.apply, 3, 3, saved["seed"], count, orders)
        if digest(step) != saved["digest"]:
            self.add(
                "survives saving",
                "apply",
                f"after step {saved['step']}, a match that another process saved went on differently",
            )

    # The rest

    def check_seeds(self):
        """If the rules draw random numbers, another seed must make another match."""
        seats, options, seed = self.setups()[0]
        keyed, digests = Keyed(seed), set()
        list(self.steps(self.setup(seats, options), seed, keyed))
        if not keyed.is_used:
            return
        for other in range(5):
            steps = self.steps(self.setup(seats, options), seed, _OtherSeed(seed, other))
            digests.add(tuple(digest(step) for step in steps))
        if len(digests) == 1:
            self.add("seeds matter", "start", "the rules use random numbers, but five seeds gave the same match")

    def check_bots(self):
        if self.session.is_course_game:
            return
        seats = self.session.declare()["seats"][0]
        for name in self.game.bots:
            settings = self.setup(seats, default_options(self.game), [name] * seats)
            self.session.key = keyed = Keyed(1)
            try:
                step, count = self.session.start(0, settings, 1), 0
                while step["ask"] and count < self.game.steps_max and time.perf_counter() < self.end:
                    self.check_datum(
                        [known and known["bot"] for known in step["seats"]], f"the order of {name}", "bots"
                    )
                    count += 1
                    step = self.session.apply(0, 0, 1, count, self.orders(step, keyed, count))
                    if step["refused"]:
                        seat, why = step["refused"][0]
                        self.add("bots play", "bots", f"apply(...) refuses an order of the bot {name}: {why}")
            except GameFault as fault:
                self.add("bots play", "bots", fault.message, fault.file, fault.line)
            except Exception as error:
                self.add_exception("bots play", "bots", error)

    def check_speed(self):
        """Measures the methods in the middle of a match with default options."""
        seats, options, seed = self.setups()[0]
        middle = self.lengths[0] // 2 if self.lengths else 0
        keyed = Keyed(seed)
        for count, step in enumerate(self.steps(self.setup(seats, options), seed, keyed)):
            if count >= middle or not step["ask"]:
                break
        if not step["ask"]:
            return
        match = self.session.matches[0]
        orders, packed = self.orders(step, keyed, count + 1), pickle.dumps(match.state, 4)
        for method, call in self.readers(match):
            self.slow[method] = best_us(call)
        copying = best_us(lambda: pickle.loads(packed))
        applying = best_us(lambda: self.game.apply(pickle.loads(packed), orders, random.Random(1)))
        self.slow["apply"] = max(applying - copying, 0.0)
        for method, us in self.slow.items():
            if us > SLOW_US:
                message = f"{method}(...) takes {us / 1000:.1f} ms; a step should take less than 1 ms"
                self.add("speed", method, message, is_warning=True)


class _OtherSeed(Keyed):
    """Other random numbers for the rules, while the players choose as before."""

    def __init__(self, seed, other):
        super().__init__(seed)
        self.other = other

    def __call__(self, purpose, step, seat):
        text = f"{self.other}/{purpose}/{step}/{seat}"
        seed_module(text)
        return random.Random(text)


def best_us(call):
    """Returns the duration of a call, in microseconds: the shortest of some."""
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return min(times) * 1e6


def digest(step):
    """Returns a short text that differs if what the players and the spectators know differs."""
    known = [seat and (seat["view"], seat["moves"], seat["bot"], seat["observation"]) for seat in step["seats"]]
    board = step["board"] and [step["board"][name] for name in ("width", "cells", "pieces", "walls", "text")]
    parts = step["round"], step["ask"], step["out"], step["figures"], known, board, step["events"], step["refused"]
    return hashlib.sha256(repr(parts).encode("utf-8", "replace")).hexdigest()[:12]


def no_datum(value, name, depth):
    """Returns a sentence that says which part of a value is no plain data; None if all is."""
    if depth > DEPTH_MAX:
        return f"{name} is nested more than {DEPTH_MAX} deep"
    if value is None or isinstance(value, (bool, str)):
        return None
    if isinstance(value, int):
        return None if -(2**63) <= value < 2**63 else f"{name} is a number of more than 64 bits"
    if isinstance(value, float):
        return None if value - value == 0 else f"{name} is {value}; only finite numbers can be sent"
    if isinstance(value, (list, tuple)):
        parts = ((item, f"{name}[{index}]") for index, item in enumerate(value))
    elif isinstance(value, dict):
        parts = ((item, f"{name}[{key!r}]") for key, item in value.items())
    elif hasattr(type(value), "__dataclass_fields__"):
        parts = ((getattr(value, field), f"{name}.{field}") for field in value.__dataclass_fields__)
    else:
        return f"{name} is a {type(value).__name__}; only None, bool, int, float, str, list, tuple and dict can be sent"
    return next((found for item, part in parts if (found := no_datum(item, part, depth + 1))), None)
