"""The classes with which you write a game for Wag.

A game is one class that derives from `Game`. It describes itself by attributes, and its rules are methods:

    from wag.game import Ask, Game, Over

    class Race(Game):
        title, seats = "Race", range(2, 5)

        def start(self, options, seats, random):
            return {"seats": seats, "next": 0, "totals": [0] * seats}

        def phase(self, state):
            if max(state["totals"]) >= 10:
                return Over()
            return Ask(sum(state["totals"]) + 1, state["next"])

        def view(self, state, seat):
            return {"seat": seat, "totals": state["totals"]}

        def moves(self, state, seat):
            return [1, 2]

        def apply(self, state, orders, random):
            for seat, step in orders.items():
                state["totals"][seat] += step or 0
                state["next"] = (seat + 1) % state["seats"]

        def standings(self, state):
            return state["totals"]

This file needs nothing else of Wag, so a game can also be imported and tested in plain Python.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    AnyDict = dict[Any, Any]
else:
    AnyDict = dict

__all__ = ["Ask", "Board", "Game", "Illegal", "Option", "Over", "Piece", "Planes", "Tile", "View", "Wall"]


class Game:
    """The base class of games. A game has these methods:

    | method | returns |
    |---|---|
    | `start(options, seats, random)` | the state of a new match: any value that `pickle` can store |
    | `phase(state)` | `Ask(round, seats)`, or `Over()` at the end |
    | `view(state, seat)` | what a seat may know: None, numbers, text, lists, tuples, dicts, or a dataclass of these |
    | `apply(state, orders, random)` | changes the state by the orders, a dict of seats; returns a list of events or None |
    | `standings(state)` | for each seat a whole number, or a list with one for each name in `figures`; the highest is best |

    And it may have these:

    | method | returns | needed by |
    |---|---|---|
    | `moves(state, seat)` | a list of all legal orders | people; `random`, `greedy`, `minimax`, `mcts` |
    | `board(state)` | text, rows of keys of `tiles`, or a `Board` | the pages, replays |
    | `is_out(state, seat)` | whether a seat has lost and is no longer asked | |
    | `guess(state, seat, random)` | a state that `seat` cannot tell from `state` | games with `hidden = True` |
    | `show(view)` | text or a `Board` for a person who plays | people, if `hidden` |
    | `observe(view)` | numbers for learners, as `observation` declares | `wag.env` |
    | `actions(options, seats)` | all orders that may ever be legal | `wag.env` |
    | `value(state, seat)` | how good the position is for a seat | `minimax`, `explain` |

    The methods must not keep anything in `self`: what changes during a match belongs to the state.
    """

    #: The name of the game, and one sentence about it.
    title: str = ""
    about: str = ""
    #: A number that you raise when you change the rules.
    version: int = 1
    #: The numbers of players: a number, a range, or a list.
    seats: int | range | Sequence[int] = 2
    #: What can be chosen for a match: a list of `Option`.
    options: Sequence[Option] = []
    #: The names of the numbers that `standings` returns, the deciding one first.
    figures: Sequence[str] = ["points"]
    #: For each figure the keys of events under which `explain` books changes of it.
    accounts: Mapping[str, Any] = {}
    #: Whether seats know different things.
    hidden: bool = False
    #: Whether several seats are asked at once, so that their players may compute at the same time.
    simultaneous: bool = False
    #: What happens if a player gives no legal order: "none" (`apply` gets None), "lose", "random" or "first".
    without_order = "none"
    #: What `board` may contain: a `Tile` for each key.
    tiles: Mapping[Any, Tile] = {}
    #: The maximum number of steps of a match.
    steps_max = 10_000
    #: The built-in players: functions of (view), (view, moves) or (view, moves, random), or classes with such a `choose`.
    bots: Mapping[str, Callable[..., Any]] = {}
    #: The planes of `observe`: `Planes(names, rows, columns)`.
    observation: Planes | None = None

    def __setattr__(self, name: str, value: Any) -> None:
        if self.__dict__.get("_is_fixed"):
            raise AttributeError(f"self.{name} cannot be changed during a match; put it into the state")
        object.__setattr__(self, name, value)


class Ask:
    """The seats whose orders the match needs now. `round` counts from 1 and never goes back; `seats` is a number or a
    list of numbers, counted from 0."""

    __slots__ = "round", "seats"

    def __init__(self, round: int, seats: int | Iterable[int]) -> None:
        self.round: int = round
        self.seats: int | Iterable[int] = seats

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ask) and (self.round, self.seats) == (other.round, other.seats)

    def __repr__(self) -> str:
        return f"Ask({self.round!r}, {self.seats!r})"


class Over:
    """The end of the match."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Over)

    def __repr__(self) -> str:
        return "Over()"


class Illegal(Exception):
    """Raised by `apply` for an order that the rules do not allow, before it has changed anything. `seat` says whose order
    it is; it may be missing if only one seat was asked."""

    def __init__(self, why: str = "illegal order", seat: int | None = None) -> None:
        super().__init__(why)
        self.seat: int | None = seat


class Option:
    """A choice for a match, on the command line and on the page."""

    def __init__(self, name: str, kind: str, about: str = "", **values: Any) -> None:
        self.name: str = name
        self.kind: str = kind
        self.about: str = about
        self.values: dict[str, Any] = values

    @classmethod
    def number(cls, name: str, default: int, least: int, most: int, about: str = "") -> Option:
        """A whole number from `least` to `most`."""
        return cls(name, "number", about, usual=default, least=least, most=most)

    @classmethod
    def choice(cls, name: str, words: Iterable[str], about: str = "") -> Option:
        """One of several words; the first one is the default."""
        return cls(name, "choice", about, words=list(words))

    @classmethod
    def flag(cls, name: str, about: str = "") -> Option:
        """True or False; False is the default."""
        return cls(name, "flag", about)

    @classmethod
    def file(cls, name: str, ending: str, about: str = "") -> Option:
        """The text of a file whose name has this ending, such as "map"; None is the default."""
        return cls(name, "file", about, ending=ending)

    @classmethod
    def text(cls, name: str, default: str = "", about: str = "") -> Option:
        """A text."""
        return cls(name, "text", about, usual=default)

    @property
    def default(self) -> Any:
        """The value if nobody chooses one."""
        if self.kind == "choice":
            return self.values["words"][0]
        return {"flag": False, "file": None}.get(self.kind, self.values.get("usual"))

    def __repr__(self) -> str:
        return f"<Option {self.name}: {self.kind}>"


class Tile:
    """A kind of cell: one or two characters, and its color. `tone` is "ground", "fertile", "water", "wall", "goods",
    "home", "piece", "red", "yellow", "green", "blue" or "lilac"; with `seat`, the cell has the color of that seat."""

    __slots__ = "sign", "tone", "seat", "text"

    def __init__(self, sign: str, tone: str = "", seat: int | None = None, text: str = "") -> None:
        self.sign: str = sign
        self.tone: str = tone
        self.seat: int | None = seat
        self.text: str = text


class Piece:
    """Something above the cell in column `x` and row `y`, counted from 0. Pieces with an `id` move smoothly."""

    __slots__ = "x", "y", "sign", "seat", "text", "id"

    def __init__(self, x: int, y: int, sign: str, seat: int | None = None, text: str = "", id: int | None = None) -> None:
        self.x: int = x
        self.y: int = y
        self.sign: str = sign
        self.seat: int | None = seat
        self.text: str = text
        self.id: int | None = id


class Wall:
    """A wall between a cell and its neighbor to the right, or, with `south`, its neighbor below."""

    __slots__ = "x", "y", "south"

    def __init__(self, x: int, y: int, south: bool = False) -> None:
        self.x: int = x
        self.y: int = y
        self.south: bool = south


class Board:
    """A picture of a position: rows of keys of `tiles`, pieces above them, walls, and text."""

    __slots__ = "rows", "pieces", "walls", "hexagons", "text"

    def __init__(
        self,
        rows: Sequence[Sequence[Any]] = (),
        pieces: Sequence[Piece] = (),
        walls: Sequence[Wall] = (),
        hexagons: bool = False,
        text: str = "",
    ) -> None:
        self.rows: Sequence[Sequence[Any]] = rows
        self.pieces: Sequence[Piece] = pieces
        self.walls: Sequence[Wall] = walls
        self.hexagons: bool = hexagons
        self.text: str = text


class Planes:
    """The shape of what `observe` returns: for each name a plane of rows and columns of numbers."""

    __slots__ = "names", "rows", "columns"

    def __init__(self, names: Sequence[str], rows: int, columns: int) -> None:
        self.names: Sequence[str] = names
        self.rows: int = rows
        self.columns: int = columns


class View(AnyDict):
    """A dict whose keys are also attributes: `view.walls` is `view["walls"]`."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            value = self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r}; there are: {', '.join(map(str, self))}") from None
        return View(value) if type(value) is dict else value
