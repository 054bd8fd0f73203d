"""Runs the matches of a game that is written in Python.

The engine calls a `Session` in the game's own process, once for each step of a match. States of matches are kept by
number. A step is a dict with all that the engine and the players know until the next one.
"""

import pickle

from wag import _game_bots
from wag._course_game import CourseGame, player_maker
from wag._game_board import encoded
from wag._game_declaration import GameFault, declare, default_options, fault_of, find_game
from wag.game import Ask, Game, Illegal, Over, View

__all__ = ["GameFault", "Session"]

EVENTS_MAX = 1000
#: Version 4 is known to all supported versions of Python, and pickles of a match stay on one computer or its like.
PICKLE = 4


class _Match:
    """A match in a session: the state and the memory of bots, and what stays the same during a match."""

    __slots__ = "state", "memory", "options", "seats", "setup", "bots", "actions", "asked", "moves"

    def twin(self):
        """Returns a copy that shares nothing that changes."""
        new = _Match()
        for name in _Match.__slots__:
            setattr(new, name, getattr(self, name))
        new.state, new.memory = pickle.loads(pickle.dumps((self.state, self.memory), PICKLE))
        return new


class Session:
    """The game of an executed module. `key(purpose, step, seat)` returns the object `random` for one call."""

    def __init__(self, module, class_name, key):
        self.game_class = find_game(module, class_name)
        self.is_course_game = not issubclass(self.game_class, Game)
        if self.is_course_game:
            self.game = CourseGame(self.game_class)
        else:
            self.game = self.game_class()
        self.key = key
        self.matches = {}
        #: The players of the course that search in this process, by seat and word.
        self.searching = {}
        self.declared = None
        has = {
            name: callable(getattr(self.game, name, None)) for name in ("moves", "board", "is_out", "show", "observe")
        }
        self.has_moves, self.has_board, self.has_out, self.has_show, self.has_observe = has.values()

    def declare(self):
        """Returns what the game says about itself."""
        if self.declared is None:
            self.declared = declare(self.game, self.game_class)
            self.figures = len(self.game.figures)
            self.tiles = {key: index for index, key in enumerate(self.game.tiles)}
            self.game.__dict__["_is_fixed"] = True
        return self.declared

    def start(self, to, setup, seed):
        """Starts a match. Returns its first step."""
        match = self._new_match(setup)
        if self.is_course_game:
            match.state = self.game.begin(match.options, setup["names"])
        else:
            match.state = self.game.start(match.options, match.seats, self.key("start", 0, None))
        match.memory = _game_bots.memory(match.bots)
        self.matches[to] = match
        return self._step(match, 0, [], [])

    def apply(self, on, to, seed, step, orders):
        """Applies orders to the match `on`, or to a copy of it if `to` is another number. Returns the next step."""
        match = self.matches[on]
        if on != to:
            match = self.matches[to] = self._twin(match)
        orders = self._own_orders(match, orders)
        refused = []
        while True:
            try:
                events = self.game.apply(match.state, orders, self.key("apply", step, None))
                break
            except Illegal as illegal:
                self._refuse(illegal, orders, refused)
        return self._step(match, step + 1, self._checked(events) if events else [], refused)

    def save(self, on):
        """Returns the match as bytes that only a session of the same game file reads."""
        match = self.matches[on]
        try:
            return pickle.dumps((match.state, match.memory), PICKLE)
        except Exception as error:
            raise self._unsaved(match.state, error) from None

    def load(self, to, setup, data):
        """Restores a saved match."""
        match = self._new_match(setup)
        match.state, match.memory = pickle.loads(data)
        match.asked = self._asked(match.state)[1]
        self.matches[to] = match

    def search(self, on, seat, kind, bound, seed):
        """Returns the order that a searching player chooses for a seat. `kind` is "minimax" or "mcts", `bound` its depth or
        its number of playouts; for a game of the course `kind` is the word of a player of the course."""
        match = self.matches[on]
        state = match.state
        if self.is_course_game:
            player = self.searching.get((seat, kind)) or self._bot(match, seat, kind)
            self.searching[seat, kind] = player
            return player.order(self, match, 0, seat, None, self._moves(state, seat))
        if self.game.hidden:
            state = self.game.guess(state, seat, self.key("guess", 0, seat))
        search = _game_bots.Search(self.game, match.seats, self.key(kind, 0, seat))
        return search.choose(state, seat, kind, bound)

    def check(self, seconds, records):
        """Checks the game; see `_game_check`. `records` are those of another process, or None."""
        from wag._game_check import Checker

        checker, key = Checker(self, seconds), self.key
        try:
            return checker.run() if records is None else checker.compare(records)
        finally:
            self.key = key

    def release(self, ids):
        """Forgets matches."""
        for number in ids:
            self.matches.pop(number, None)

    def _new_match(self, setup):
        self.declare()
        match = _Match()
        match.setup = setup
        match.seats = len(setup["names"])
        match.options = default_options(self.game)
        match.options.update(setup["options"])
        bots = setup["bots"] or [None] * match.seats
        match.bots = [None if name is None else self._bot(match, seat, name) for seat, name in enumerate(bots)]
        match.asked, match.moves, match.actions = [], {}, None
        if setup["has_observations"] and callable(getattr(self.game, "actions", None)):
            match.actions = [frozen(action) for action in self.game.actions(match.options, match.seats)]
        return match

    def _bot(self, match, seat, name):
        maker = player_maker(name) if self.is_course_game else None
        if maker is not None:
            return _game_bots.CourseBot(self.game, maker, seat, match.setup, match.options)
        return _game_bots.Bot(self.game, name)

    def _twin(self, match):
        try:
            return match.twin()
        except Exception as error:
            raise self._unsaved(match.state, error) from None

    # Orders and events

    def _own_orders(self, match, orders):
        """Returns an order or None for each seat that is asked. A list that stands for one of the game's moves becomes that
        move, so that the game needs not tell lists from tuples."""
        own = {}
        for seat in match.asked:
            order = orders.get(seat)
            if self.has_moves and type(order) in (list, dict):
                order = self._own_move(match, seat, order)
            own[seat] = order
        return own

    def _own_move(self, match, seat, order):
        moves = match.moves.get(seat)
        if moves is None:
            moves = self.game.moves(match.state, seat)
        meant = frozen(order)
        return next((move for move in moves if frozen(move) == meant), order)

    def _refuse(self, illegal, orders, refused):
        """Removes the order that the game refused."""
        given = [seat for seat, order in orders.items() if order is not None]
        seats = given if illegal.seat is None else [illegal.seat]
        if not given or not set(seats) <= set(given):
            raise illegal
        for seat in seats:
            refused.append((seat, str(illegal)))
            orders[seat] = None

    def _checked(self, events):
        if type(events) not in (list, tuple):
            kind = type(events).__name__
            raise self.fault("apply", f"apply(...) returned a {kind}; return a list of events, or nothing")
        for event in events:
            if type(event) is not dict or type(event.get("type")) is not str:
                what = f'an event is {_short(event)}; it must be a dict with a word under "type"'
                raise self.fault("apply", f"apply(...): {what}")
        if len(events) > EVENTS_MAX:
            raise self.fault("apply", f"apply(...) returned {len(events)} events; at most {EVENTS_MAX} are possible")
        return list(events)

    # Steps

    def _step(self, match, number, events, refused):
        state, game, setup = match.state, self.game, match.setup
        round, asked = self._asked(state)
        match.asked, match.moves = asked, {}
        has_boards, has_observations = setup["has_boards"], setup["has_observations"]
        seats = [None] * match.seats
        for seat in range(match.seats) if has_observations else asked:
            if 0 <= seat < match.seats:
                seats[seat] = self._seat(match, number, seat, seat in asked)
        return {
            "round": round,
            "ask": asked,
            "out": [seat for seat in range(match.seats) if game.is_out(state, seat)] if self.has_out else [],
            "figures": self._figures(state, match.seats),
            "seats": seats,
            "board": encoded(self, "board", game.board(state)) if has_boards and self.has_board else None,
            "events": events,
            "refused": refused,
        }

    def _seat(self, match, number, seat, is_asked):
        game, state, setup = self.game, match.state, match.setup
        view = game.view(state, seat)
        moves = bot = None
        if is_asked:
            if self.has_moves:
                moves = match.moves[seat] = self._moves(state, seat)
            if match.bots[seat] is not None:
                bot = (match.bots[seat].order(self, match, number, seat, view, moves),)
        observation = mask = None
        if setup["has_observations"]:
            observation = self._observation(view) if self.has_observe else None
            mask = self._mask(match, moves)
        return {
            "view": view,
            "moves": moves,
            "made": state.made if self.is_course_game else None,
            "shown": encoded(self, "show", game.show(View(view) if type(view) is dict else view)) if self.has_show and setup["has_boards"] else None,
            "observation": observation,
            "mask": mask,
            "bot": bot,
        }

    def _asked(self, state):
        """Returns the round and the seats that are asked; 0 and none at the end."""
        phase = self.game.phase(state)
        if type(phase) is Ask:
            seats = phase.seats
            if type(phase.round) is int and 0 < phase.round < 2**32:
                if type(seats) is int:
                    return phase.round, [seats]
                seats = sorted(seats) if isinstance(seats, (list, tuple, range, set, frozenset)) else None
                if seats and all(type(seat) is int for seat in seats):
                    return phase.round, seats
        if isinstance(phase, Over):
            return 0, []
        raise self._wrong_phase(phase)

    def _wrong_phase(self, phase):
        if not isinstance(phase, Ask):
            kind = "Over; add the brackets: Over()" if phase is Over else f"a {type(phase).__name__}"
            kind = "nothing" if phase is None else kind
            return self.fault("phase", f"phase(...) returned {kind}; return Ask(round, seats) or Over()")
        if phase.seats == [] or phase.seats == ():
            return self.fault("phase", "phase(...) asks nobody; return Over() at the end of the match")
        rule = "the round counts from 1, and the seats are a number or a list of numbers, counted from 0"
        return self.fault("phase", f"phase(...) returned {phase!r}; {rule}")

    def _figures(self, state, seats):
        standings = self.game.standings(state)
        if not isinstance(standings, (list, tuple)) or len(standings) != seats:
            raise self.fault(
                "standings",
                f"standings(...) returned {_short(standings)}; it must be a list of {seats} items, one for each seat",
            )
        if self.figures == 1:
            figures = [value if isinstance(value, (list, tuple)) else (value,) for value in standings]
        else:
            figures = standings
        for seat, values in enumerate(figures):
            if not isinstance(values, (list, tuple)) or len(values) != self.figures:
                names = ", ".join(self.game.figures)
                raise self.fault(
                    "standings",
                    f"standings(...)[{seat}] is {_short(values)}; it must be a list of {self.figures} numbers: {names}",
                )
            for value in values:
                if type(value) is not int or not -(2**63) <= value < 2**63:
                    raise self.fault(
                        "standings", f"standings(...)[{seat}] is {_short(value)}; figures are whole numbers"
                    )
        return figures

    def _moves(self, state, seat):
        moves = self.game.moves(state, seat)
        if type(moves) is not list:
            if not isinstance(moves, (tuple, range, set, frozenset, dict)) and not hasattr(moves, "__next__"):
                raise self.fault("moves", f"moves(...) returned {_short(moves)}; it must be a list of all legal orders")
            moves = list(moves)
        if not moves:
            raise self.fault(
                "moves",
                f"moves(...) is empty for seat {seat}, which phase(...) asks; a seat that can only pass needs a move for that",
            )
        return moves

    def _observation(self, view):
        planes = self.game.observation
        numbers = _flat(self.game.observe(view))
        expected = len(planes.names) * planes.rows * planes.columns
        if len(numbers) != expected:
            raise self.fault(
                "observe",
                f"observe(...) returned {len(numbers)} numbers; {len(planes.names)} planes of {planes.rows} x {planes.columns} have {expected}",
            )
        return numbers

    def _mask(self, match, moves):
        if moves is None:
            return None
        if match.actions is None:
            return [True] * len(moves)
        try:
            legal = set(moves)
        except TypeError:
            legal = set(map(frozen, moves))
        return [action in legal for action in match.actions]

    # Faults

    def fault(self, name, message):
        """Returns a fault at a method of the game."""
        return fault_of(self.game_class, name, message)

    def _unsaved(self, state, error):
        path, value = _unpicklable(state, "state")
        what = f"the state cannot be pickled: {path} is a {type(value).__name__}" if path else "a bot cannot be pickled"
        return self.fault("start", f"{what} ({error})")


def frozen(value):
    """Returns a value that can be compared and hashed, in which lists and tuples are the same."""
    if type(value) in (list, tuple):
        return tuple([frozen(item) for item in value])
    if type(value) is dict:
        return frozenset((key, frozen(item)) for key, item in value.items())
    return value


def _flat(value):
    """Returns the numbers in nested lists, or in an array of numpy."""
    if hasattr(value, "ravel"):
        return [float(number) for number in value.ravel()]
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in _flat(item)]
    return [float(value)]


def _unpicklable(value, path):
    """Returns the path and the value of the innermost part that cannot be pickled; no path if all can."""
    try:
        pickle.dumps(value, PICKLE)
        return "", None
    except Exception:
        pass
    parts = []
    if isinstance(value, dict):
        parts = [(f"{path}[{key!r}]", item) for key, item in value.items()]
    elif isinstance(value, (list, tuple)):
        parts = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    elif hasattr(value, "__dict__"):
        parts = [(f"{path}.{name}", item) for name, item in vars(value).items()]
    for name, item in parts:
        found = _unpicklable(item, name)
        if found[0]:
            return found
    return path, value


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
