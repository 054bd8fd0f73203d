"""Games for two, and players for them.

Two players move in turn, nothing is hidden, and there are no dice. Players and games are separate classes: a player uses
only the four methods that every game has,

    valid_moves()     returns the moves that may be chosen now, a list in a fixed order
    make_move(move)   makes the move for the player whose turn it is
    has_ended()       returns whether the game is over
    winner()          returns the winner, a player or None for a draw; called when the game is over

and a game uses only the method `select_move()` of a player. So any player can play any game, also those that you write:

    from two_player_games import RandomPlayer, SimpleNim
    SimpleNim(RandomPlayer("Alice"), RandomPlayer("Bob"), 21).play()

Players: RandomPlayer, Human, MinimaxPlayer, AlphaBetaPlayer, PerfectPlayer, NimPlayer.
Games: SimpleNim, Nim, TicTacToe, ConnectFour (also called VierGewinnt), Reversi.
To let players compete: play_match, tournament.
"""

import contextlib
import copy
import io
import math
import random
import signal
import threading
import time
import traceback

__all__ = [
    "Player",
    "Game",
    "SimpleNim",
    "Nim",
    "TicTacToe",
    "ConnectFour",
    "VierGewinnt",
    "Reversi",
    "RandomPlayer",
    "Human",
    "MinimaxPlayer",
    "AlphaBetaPlayer",
    "PerfectPlayer",
    "NimPlayer",
    "Resigned",
    "MatchRecord",
    "play_match",
    "Standing",
    "Table",
    "tournament",
]


# ---------------------------------------------------------------------------------------------------------------------
# The base classes of players and games
# ---------------------------------------------------------------------------------------------------------------------


class Player:
    """A player with a name. Subclasses add `select_move()`, which returns one of the moves of
    `self.game.valid_moves()`."""

    def __init__(self, name):
        self.name = name

    def set_game(self, game):
        """Tells the player which game it plays. Games call this when they are created."""
        self.game = game

    def __str__(self):
        return self.name


class Game:
    """A game of two players; the first one begins. Subclasses add `valid_moves()`, `make_move(move)`, `has_ended()`
    and `winner()`."""

    def __init__(self, player1, player2):
        player1.set_game(self)
        player2.set_game(self)
        self.current_player = player1
        self.waiting_player = player2

    def next_turn(self):
        """Gives the turn to the other player."""
        self.current_player, self.waiting_player = self.waiting_player, self.current_player

    def play(self):
        """Plays the game to its end and prints it before each move and after the last one."""
        while not self.has_ended():
            print(self)
            move = self.current_player.select_move()
            self.make_move(move)
            self.next_turn()
        print(self)

    def __str__(self):
        if not self.has_ended():
            return f"{self.current_player}'s turn"
        winner = self.winner()
        # `is`, not `==`: a class of players may define its own equality.
        return "draw" if winner is None else f"{winner} won"


# ---------------------------------------------------------------------------------------------------------------------
# Games
# ---------------------------------------------------------------------------------------------------------------------


# The maximum side of a board, and the maximum number of matches where a player may take any number of them.
SIDE_MAX = 100
MATCHES_MAX = 1000


def _whole_number(what, number, least, most):
    """Returns the number if it is valid for a game."""
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"{what} must be a whole number from {least} to {most}, not {number!r}")
    return number


class SimpleNim(Game):
    """One heap of matches. Each turn takes one, two or three; whoever takes the last one loses."""

    _usual = {"count": 21}  # for the engine, which starts games without arguments

    def __init__(self, player1, player2, count):
        super().__init__(player1, player2)
        self.count = _whole_number("the number of matches", count, 0, MOVES_MAX)

    def __str__(self):
        return f"{self.count}\tmatches, {super().__str__()}"

    def has_ended(self):
        return self.count == 0

    def make_move(self, number):
        self.count -= number

    def winner(self):
        # The turn has passed on since the last match was taken.
        return self.current_player

    def valid_moves(self):
        return list(range(1, min(3, self.count) + 1))


class Nim(Game):
    """Several heaps of matches. Each turn takes any number from one heap; whoever takes the last match loses.

    A move is a pair: the index of the heap, counted from 0, and how many matches to take.
    """

    _usual = {"heaps": [1, 3, 5, 7]}  # for the engine, which starts games without arguments

    def __init__(self, player1, player2, heaps):
        super().__init__(player1, player2)
        self.heaps = [_whole_number("the number of matches in a heap", count, 0, MATCHES_MAX) for count in heaps]
        _whole_number("the number of matches in all heaps", sum(self.heaps), 0, MATCHES_MAX)

    def __str__(self):
        lines = []
        choice = 0
        for count in self.heaps:
            numbers = [str(choice + taken) for taken in range(1, count + 1)]
            lines.append(" ".join(numbers) or "-")
            choice += count
        return "\n".join(lines + [super().__str__()])

    def has_ended(self):
        return not any(self.heaps)

    def make_move(self, move):
        heap, number = move
        self.heaps[heap] -= number

    def winner(self):
        return self.current_player

    def valid_moves(self):
        return [(heap, number) for heap, count in enumerate(self.heaps) for number in range(1, count + 1)]


class TicTacToe(Game):
    """Three in a row. The first player draws X, the second O. A move is the index of a free cell, from 0 to 8, row
    by row; `board` holds for each cell the player who has drawn there."""

    LINES = [
        (0, 1, 2), (3, 4, 5), (6, 7, 8),  # rows
        (0, 3, 6), (1, 4, 7), (2, 5, 8),  # columns
        (0, 4, 8), (2, 4, 6),  # diagonals
    ]  # fmt: skip

    def __init__(self, player1, player2):
        super().__init__(player1, player2)
        self.first_player = player1
        self.board = [None] * 9

    def __str__(self):
        choice = 0
        signs = []
        for owner in self.board:
            if owner is None:
                choice += 1
                signs.append(str(choice))
            else:
                signs.append("X" if owner is self.first_player else "O")
        rows = [" ".join(signs[start : start + 3]) for start in (0, 3, 6)]
        return "\n".join(rows + [super().__str__()])

    def has_ended(self):
        return self.winner() is not None or all(owner is not None for owner in self.board)

    def make_move(self, cell):
        self.board[cell] = self.current_player

    def winner(self):
        board = self.board
        for first, second, third in self.LINES:
            owner = board[first]
            if owner is not None and owner is board[second] and owner is board[third]:
                return owner
        return None

    def valid_moves(self):
        return [cell for cell, owner in enumerate(self.board) if owner is None]


class ConnectFour(Game):
    """Discs fall into columns; four of your own in a line win: side by side, on top of each other, or diagonally. A
    move is the index of a column that is not full, counted from 0.

    `stacks` holds a list per column: the owners of its discs, the lowest first.
    """

    def __init__(self, player1, player2, columns=7, rows=6, connect=4):
        super().__init__(player1, player2)
        self.first_player = player1
        self.columns = _whole_number("the number of columns", columns, 1, SIDE_MAX)
        self.rows = _whole_number("the number of rows", rows, 1, SIDE_MAX)
        self.connect = connect
        self.stacks = [[] for _ in range(columns)]
        self.line_of = None  # the player who has a line, once there is one

    def __str__(self):
        width = len(str(self.columns))
        lines = [[self._sign(column, row) for column in range(self.columns)] for row in reversed(range(self.rows))]
        numbers = {column: str(choice) for choice, column in enumerate(self.valid_moves(), 1)}
        lines.append([numbers.get(column, "") for column in range(self.columns)])
        text = [" ".join(sign.rjust(width) for sign in line).rstrip() for line in lines]
        return "\n".join(text + [super().__str__()])

    def has_ended(self):
        return self.line_of is not None or all(len(stack) == self.rows for stack in self.stacks)

    def make_move(self, column):
        self.stacks[column].append(self.current_player)
        if self._completes_a_line(column):
            self.line_of = self.current_player

    def winner(self):
        return self.line_of

    def valid_moves(self):
        return [column for column, stack in enumerate(self.stacks) if len(stack) < self.rows]

    def _sign(self, column, row):
        owner = self._owner(column, row)
        if owner is None:
            return "."
        return "X" if owner is self.first_player else "O"

    def _owner(self, column, row):
        """The owner of the disc there, or None if there is none."""
        if 0 <= column < self.columns and 0 <= row < len(self.stacks[column]):
            return self.stacks[column][row]
        return None

    def _completes_a_line(self, column):
        """Whether the disc on top of the column is part of a line that is long enough."""
        row = len(self.stacks[column]) - 1
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1 + self._run(column, row, right, up) + self._run(column, row, -right, -up)
            if length >= self.connect:
                return True
        return False

    def _run(self, column, row, right, up):
        """The number of discs of the same owner that follow a disc in one direction."""
        owner = self._owner(column, row)
        length = 0
        while self._owner(column + (length + 1) * right, row + (length + 1) * up) is owner:
            length += 1
        return length


VierGewinnt = ConnectFour


class Reversi(Game):
    """Discs with two sides. A new disc must enclose a line of the other's discs, which are turned over. Whoever has more
    discs wins when neither can move.

    A move is a pair (row, column), row 0 at the top; or None, to pass, which is the only move of a player who can't enclose
    anything while the other can. `board` is a list of rows, each a list of players and None.
    """

    DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

    def __init__(self, player1, player2, size=8):
        super().__init__(player1, player2)
        if _whole_number("the side of the board", size, 4, SIDE_MAX) % 2 != 0:
            raise ValueError(f"the side of the board must be an even number, not {size}")
        self.first_player = player1
        self.size = size
        self.board = [[None] * size for _ in range(size)]
        middle = size // 2
        self.board[middle - 1][middle] = self.board[middle][middle - 1] = player1
        self.board[middle - 1][middle - 1] = self.board[middle][middle] = player2

    def __str__(self):
        moves = self.valid_moves()
        numbers = {move: str(choice) for choice, move in enumerate(moves, 1)}
        width = len(str(len(moves)))
        lines = []
        for row in range(self.size):
            signs = [self._sign(row, column, numbers).rjust(width) for column in range(self.size)]
            lines.append(" ".join(signs))
        if moves == [None]:
            lines.append("1: pass")
        return "\n".join(lines + [super().__str__()])

    def has_ended(self):
        return not self._can_capture(self.current_player) and not self._can_capture(self.waiting_player)

    def make_move(self, move):
        if move is None:
            return
        row, column = move
        for turned_row, turned_column in self._captures(row, column, self.current_player):
            self.board[turned_row][turned_column] = self.current_player
        self.board[row][column] = self.current_player

    def winner(self):
        mine, others = self.discs(self.current_player), self.discs(self.waiting_player)
        if mine == others:
            return None
        return self.current_player if mine > others else self.waiting_player

    def valid_moves(self):
        moves = [
            (row, column)
            for row in range(self.size)
            for column in range(self.size)
            if self._captures(row, column, self.current_player)
        ]
        if not moves and self._can_capture(self.waiting_player):
            return [None]
        return moves

    def discs(self, player):
        """The number of discs of a player."""
        return sum(owner is player for row in self.board for owner in row)

    def _sign(self, row, column, numbers):
        owner = self.board[row][column]
        if owner is None:
            return numbers.get((row, column), ".")
        return "X" if owner is self.first_player else "O"

    def _can_capture(self, player):
        cells = range(self.size)
        return any(self._captures(row, column, player) for row in cells for column in cells)

    def _captures(self, row, column, player):
        """The cells whose discs would be turned over by a disc of `player` there."""
        board, size = self.board, self.size
        if board[row][column] is not None:
            return []
        captured = []
        for down, right in self.DIRECTIONS:
            line = []
            y, x = row + down, column + right
            while 0 <= y < size and 0 <= x < size and board[y][x] is not None and board[y][x] is not player:
                line.append((y, x))
                y, x = y + down, x + right
            if line and 0 <= y < size and 0 <= x < size and board[y][x] is player:
                captured += line
        return captured


# ---------------------------------------------------------------------------------------------------------------------
# Players
# ---------------------------------------------------------------------------------------------------------------------


class RandomPlayer(Player):
    """Chooses at random. `random.seed(number)` before a game makes it repeatable."""

    def select_move(self):
        moves = self.game.valid_moves()
        random.shuffle(moves)
        return moves[0]


class Human(Player):
    """Asks the person at the keyboard for the number of a move: 1 is the first of `valid_moves()`."""

    def select_move(self):
        moves = self.game.valid_moves()
        if not moves:
            raise ValueError("there is no move to choose from")
        while True:
            try:
                answer = input("Your choice: ")
            except (EOFError, KeyboardInterrupt):
                raise Resigned(f"{self} resigned") from None
            try:
                number = int(answer)
            except ValueError:
                continue
            if 1 <= number <= len(moves):
                return moves[number - 1]


class Resigned(Exception):
    """Raised in `select_move()` by a player who gives up the game."""


class MinimaxPlayer(Player):
    """Tries all moves, all replies to them, all replies to those, and so on; chooses the move that is best if the other
    one also plays as well as possible. Of equally good moves it takes the first.

    A won game counts 1000 minus the number of moves until then, a lost one the negative of that, a draw 0: quick wins
    and late losses are preferred. With `depth`, the search ends after that many moves and values the position by
    `evaluate(game, player)`, or else by the game's own method `evaluate(player)`, or else as 0. Large numbers are good
    for the player.

    After a move, `last_value` is the value of the move, and `nodes` the number of positions that were examined.
    """

    def __init__(self, name, depth=None, evaluate=None):
        super().__init__(name)
        if depth is not None and depth < 1:
            raise ValueError(f"a search must be at least one move deep, not {depth}")
        self.depth = depth
        self.evaluate = evaluate
        self.last_value = None
        self.nodes = 0

    def select_move(self):
        game = self.game
        players = [game.current_player, game.waiting_player]
        their_games = [getattr(player, "game", None) for player in players]
        try:
            return self._best_move(game)
        finally:
            # A game whose copy() creates a new game has called set_game() of the players with that one.
            for player, their_game in zip(players, their_games):
                if getattr(player, "game", None) is not their_game:
                    player.game = their_game

    def _best_move(self, game):
        self._side = game.current_player
        self.nodes = 1
        best_move, best = None, -math.inf
        for move in game.valid_moves():
            value = self._value(_after(game, move), 1, best, math.inf)
            if value > best:
                best_move, best = move, value
        if best == -math.inf:
            raise ValueError("there is no move to choose from")
        self.last_value = best
        return best_move

    def _value(self, game, ply, alpha, beta):
        """The value of a position for this player, `ply` moves after the start of the search. `alpha` and `beta` are
        the values that the two players have already secured elsewhere; plain minimax does not use them."""
        self.nodes += 1
        value = self._value_at_end(game, ply)
        if value is not None:
            return value
        values = [self._value(_after(game, move), ply + 1, alpha, beta) for move in game.valid_moves()]
        if not values:
            return 0
        return max(values) if game.current_player is self._side else min(values)

    def _value_at_end(self, game, ply):
        """The value of a position where the search ends, or None where it goes on."""
        if game.has_ended():
            winner = game.winner()
            if winner is None:
                return 0
            return 1000 - ply if winner is self._side else ply - 1000
        if ply == self.depth:
            if self.evaluate is not None:
                return self.evaluate(game, self._side)
            if hasattr(game, "evaluate"):
                return game.evaluate(self._side)
            return 0
        return None


class AlphaBetaPlayer(MinimaxPlayer):
    """Chooses the same moves as MinimaxPlayer, but examines far fewer positions: once a reply shows that a move is
    worse than one that is already known, its other replies do not matter any more."""

    def _value(self, game, ply, alpha, beta):
        self.nodes += 1
        value = self._value_at_end(game, ply)
        if value is not None:
            return value
        moves = game.valid_moves()
        if not moves:
            return 0
        return self._best_value(game, moves, ply, alpha, beta)

    def _best_value(self, game, moves, ply, alpha, beta):
        """Returns the exact value if it is from `alpha` to `beta`, otherwise a value that is also too small or too
        large."""
        is_mine = game.current_player is self._side
        best = -math.inf if is_mine else math.inf
        for move in moves:
            value = self._value(_after(game, move), ply + 1, alpha, beta)
            if is_mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


class PerfectPlayer(AlphaBetaPlayer):
    """Looks ahead to the end of the game and remembers the positions it has solved, so it never makes a mistake. For
    small games; in a large one the first move takes longer than you live.

    Positions are distinguished by the game's method `key()`, if it has one, otherwise by all of its attributes and the
    player whose turn it is.
    """

    def __init__(self, name):
        super().__init__(name)
        self._solved = {}
        self._solved_game = None

    def _best_move(self, game):
        if self._solved_game is not game:
            self._solved = {}
            self._solved_game = game
        return super()._best_move(game)

    def _best_value(self, game, moves, ply, alpha, beta):
        key = _key(game)
        if key is None:
            return super()._best_value(game, moves, ply, alpha, beta)
        # Solved values count moves from the position itself; here they are counted from the start of the search.
        low, high = self._solved.get(key, (-math.inf, math.inf))
        low_here, high_here = _shifted(low, -ply), _shifted(high, -ply)
        if low_here >= beta or low == high:
            return low_here
        if high_here <= alpha:
            return high_here
        value = super()._best_value(game, moves, ply, max(alpha, low_here), min(beta, high_here))
        if value > max(alpha, low_here):
            low = _shifted(value, ply)
        if value < min(beta, high_here):
            high = _shifted(value, ply)
        self._solved[key] = (low, high)
        return value


class NimPlayer(Player):
    """Knows the winning strategies of SimpleNim and Nim."""

    def select_move(self):
        if hasattr(self.game, "heaps"):
            return self._from_heaps(self.game.heaps)
        if hasattr(self.game, "count"):
            return (self.game.count - 1) % 4 or 1
        raise TypeError(f"{self} plays Nim and SimpleNim, not {type(self.game).__name__}")

    def _from_heaps(self, heaps):
        moves = self.game.valid_moves()
        for heap, number in moves:
            left = list(heaps)
            left[heap] -= number
            if self._is_lost(left):
                return heap, number
        return moves[0]

    @staticmethod
    def _is_lost(heaps):
        """Whether the player to move loses. While a heap is larger than 1, that is the case if each binary digit is
        1 in an even number of heaps."""
        if max(heaps) <= 1:
            return sum(heaps) % 2 == 1
        nim_sum = 0
        for count in heaps:
            nim_sum ^= count
        return nim_sum == 0


# ---------------------------------------------------------------------------------------------------------------------
# Helpers of the searching players
# ---------------------------------------------------------------------------------------------------------------------

# Types that cannot change and need not be copied.
_CONSTANT = {int, float, complex, bool, str, bytes, type(None)}


def _after(game, move):
    """The game after a move; the game itself does not change."""
    next_game = _copy_of(game)
    next_game.make_move(move)
    next_game.next_turn()
    return next_game


def _copy_of(game):
    """A deep copy that shares only the players. Games may have a method `copy()` that is faster."""
    if hasattr(game, "copy"):
        return game.copy()
    twin = object.__new__(type(game))
    attributes = vars(game)
    known = {id(game): twin}
    for value in attributes.values():
        if isinstance(value, Player) or value is game.current_player or value is game.waiting_player:
            known[id(value)] = value
    for name, value in attributes.items():
        twin.__dict__[name] = _deep_copy(value, known)
    return twin


def _deep_copy(value, known):
    """Like `copy.deepcopy(value, known)`, but faster for numbers and lists."""
    if type(value) in _CONSTANT:
        return value
    if id(value) in known:
        return known[id(value)]
    if type(value) is not list:
        return copy.deepcopy(value, known)
    known[id(value)] = new = []
    for element in value:
        new.append(_deep_copy(element, known))
    return new


def _key(game):
    """A key that identifies a position of the game, or None if there is none."""
    try:
        position = game.key() if hasattr(game, "key") else _frozen(vars(game), game)
        key = (position, id(game.current_player))
        hash(key)
    except TypeError:
        return None
    return key


def _frozen(value, game):
    """A hashable version of a value; lists, dictionaries and sets are compared by their contents."""
    if type(value) in _CONSTANT:
        return value
    if value is game.current_player or value is game.waiting_player:
        # Not the player itself: its class may define that it equals others.
        return "player", id(value)
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(element, game) for element in value])
    if isinstance(value, dict):
        return tuple(sorted((name, _frozen(element, game)) for name, element in value.items()))
    if isinstance(value, set):
        return frozenset(value)
    return value


def _shifted(value, plies):
    """A value seen from that many moves earlier (or later, if negative): wins and losses move away from zero."""
    if value > 0:
        return value + plies
    return value - plies if value < 0 else value


# ---------------------------------------------------------------------------------------------------------------------
# The referee
# ---------------------------------------------------------------------------------------------------------------------

MOVES_MAX = 10000


class MatchRecord:
    """The result of a game.

    `winner` is a player or None; `moves` is the list of the moves made, `number_of_moves` their number. `reason` is one
    of "won", "draw"; "invalid move", "exception", "time-out", "resigned" (the other player won); "void" (the game
    itself is wrong). `explanation` is a sentence. `output` is what was printed during the game, with the tracebacks of
    exceptions.
    """

    def __init__(self):
        self.winner = None
        self.reason = None
        self.explanation = ""
        self.moves = []
        self.output = ""

    @property
    def number_of_moves(self):
        return len(self.moves)

    def __str__(self):
        return self.explanation


def play_match(game, time_limit=None, log=None, watch=None):
    """Plays a game as `play()` does, but prints nothing and enforces the rules: a player who chooses an invalid move,
    raises an exception, thinks longer than `time_limit` seconds or raises `Resigned` loses. Returns a MatchRecord.

    The output of the game and its players goes to `log`, a file or the like, or else into the record. `watch(game)` is
    called before each move and after the last one, so `watch=print` shows the game. For a Human the output is not
    redirected and there is no time limit.
    """
    record = MatchRecord()
    output = io.StringIO() if log is None else log
    try:
        _referee(game, time_limit, output, watch, record)
    except _Over as over:
        record.winner, record.reason, record.explanation = over.args
    if log is None:
        record.output = output.getvalue()
    return record


class _Over(Exception):
    """The end of a match: winner, reason, explanation."""


class _TimeOut(BaseException):
    """Raised in a player who thinks too long. Not an Exception: a player's `except Exception` must not catch it."""


def _referee(game, time_limit, output, watch, record):
    """Plays the match, adds the moves to the record, and ends with an _Over."""
    players = [game.current_player, game.waiting_player]
    while True:
        with _questions(game, output):
            ended = game.has_ended()
            moves = [] if ended else list(game.valid_moves())
        if watch is not None:
            watch(game)
        if ended:
            with _questions(game, output):
                winner = game.winner()
            _tell_end(game, players, winner)
        if not moves:
            raise _void(game, "has not ended, but valid_moves() is empty")
        if len(record.moves) == MOVES_MAX:
            raise _void(game, f"has not ended after {MOVES_MAX} moves")
        mover, other = game.current_player, game.waiting_player
        if watch is None and _is_human(mover):
            print(game)
        move = _chosen(mover, other, moves, time_limit, output)
        with _questions(game, output):
            game.make_move(move)
            game.next_turn()
        record.moves.append(move)


def _tell_end(game, players, winner):
    if winner is None:
        raise _Over(None, "draw", "draw")
    if all(winner is not player for player in players):
        raise _void(game, f"has the winner {_shown(winner)}, who is neither of the two players nor None")
    raise _Over(winner, "won", f"{_name(winner)} won")


def _void(game, what):
    return _Over(None, "void", f"void: {type(game).__name__} {what}")


@contextlib.contextmanager
def _questions(game, output):
    """Context of calls to the game's methods: if the game itself fails, neither player loses."""
    try:
        with contextlib.redirect_stdout(output):
            yield
    except Exception as fault:
        _print_failure(fault, output)
        raise _void(game, f"failed with {_in_words(fault)}") from None


def _is_human(player):
    """Whether a person chooses: an instance of Human, or of a class with that name that a learner has written."""
    return any(base.__name__ == "Human" for base in type(player).__mro__)


def _chosen(mover, other, moves, time_limit, output):
    """Returns the move that the player chooses, one of `moves`; raises an _Over if there is none."""
    if _is_human(mover):
        # People use the terminal and have no time limit.
        stream, time_limit = contextlib.nullcontext(), None
    else:
        stream = contextlib.redirect_stdout(output)
    try:
        with stream:
            move = _within(time_limit, mover.select_move)
            position = moves.index(move) if move in moves else None
    except Resigned:
        raise _Over(other, "resigned", f"{_name(other)} won: {_name(mover)} resigned") from None
    except _TimeOut:
        words = f"{_name(other)} won: {_name(mover)} thought longer than {time_limit:g} seconds"
        raise _Over(other, "time-out", words) from None
    except (Exception, SystemExit, KeyboardInterrupt) as fault:
        if _is_human(mover) and isinstance(fault, (EOFError, KeyboardInterrupt)):
            raise _Over(other, "resigned", f"{_name(other)} won: {_name(mover)} resigned") from None
        if isinstance(fault, KeyboardInterrupt):
            raise
        _print_failure(fault, output)
        raise _Over(other, "exception", f"{_name(other)} won: {_name(mover)} failed with {_in_words(fault)}") from None
    if position is None:
        words = f"{_name(other)} won: {_name(mover)} chose {_shown(move)}, which is not a valid move"
        raise _Over(other, "invalid move", words)
    return moves[position]


def _print_failure(fault, output):
    """Prints the traceback without the referee's own lines."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == _in_words.__code__.co_filename:
        trace = trace.tb_next
    traceback.print_exception(type(fault), fault, trace, file=output)


def _in_words(fault):
    name = type(fault).__name__
    try:
        text = str(fault)
    except Exception:
        text = ""
    return f"{name}: {text}" if text else name


def _name(player):
    try:
        return str(player)
    except Exception:
        return type(player).__name__


def _shown(move):
    try:
        return repr(move)
    except Exception:
        return f"a {type(move).__name__}"


def _within(time_limit, choose):
    """Calls `choose`; raises _TimeOut when the time is over, or afterwards if the system cannot interrupt it."""
    if time_limit is None:
        return choose()
    begin = time.monotonic()
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        answer = _interrupted_after(time_limit, choose)
    else:
        answer = choose()
    if time.monotonic() - begin > time_limit:
        raise _TimeOut
    return answer


def _interrupted_after(seconds, choose):
    is_thinking = True

    def ring(*_):
        if is_thinking:
            raise _TimeOut

    former = signal.signal(signal.SIGALRM, ring)
    # The signal repeats in case the player catches the first exception.
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        try:
            return choose()
        finally:
            is_thinking = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


# ---------------------------------------------------------------------------------------------------------------------
# Tournaments
# ---------------------------------------------------------------------------------------------------------------------


def tournament(players, make_game, rounds=1, seed=0, time_limit=None):
    """Lets all players play against each other, `rounds` times, two games each time, so that both begin once. Returns a
    Table: 3 points for a win, 1 for a draw.

    `players` are not players but functions that create one, because each game needs new ones: `lambda:
    RandomPlayer("Anna")`. A class of players is possible, too; its name becomes the player's name. `make_game(player1,
    player2)` creates a game; it may also be a class. Before each game `random.seed` is called with a value derived from
    `seed` and the game, so that the same call gives the same table.
    """
    table = Table(_names(players, seed))
    for first, second, game_seed in _schedule(len(players), rounds, seed):
        table.add(first, second, _tournament_game(players[first], players[second], make_game, game_seed, time_limit))
    return table


def _names(players, seed):
    """A unique name for each player."""
    random.seed(str(seed))
    names = []
    for make_player in players:
        name = str(_made(make_player))
        same = sum(former == name or former.startswith(f"{name} (") for former in names)
        names.append(f"{name} ({same + 1})" if same else name)
    return names


def _made(make_player):
    """Creates a player."""
    if isinstance(make_player, type):
        return make_player(make_player.__name__)
    return make_player()


def _schedule(number_of_players, rounds, seed):
    """All games in order: the player who begins, the other one, and the seed for `random`."""
    for one in range(number_of_players):
        for other in range(one + 1, number_of_players):
            for number in range(2 * rounds):
                first, second = (one, other) if number % 2 == 0 else (other, one)
                yield first, second, f"{seed}/{one}-{other}/{number}"


def _tournament_game(make_first, make_second, make_game, seed, time_limit):
    """Plays one game; returns the winner (0, 1, or None) and the record."""
    random.seed(seed)
    first, second = _made(make_first), _made(make_second)
    record = play_match(make_game(first, second), time_limit)
    winner = {id(first): 0, id(second): 1}.get(id(record.winner))
    return winner, record


class Standing:
    """A player's row of the table."""

    def __init__(self, name):
        self.name = name
        self.wins = 0
        self.draws = 0
        self.losses = 0
        self.void = 0

    @property
    def points(self):
        return 3 * self.wins + self.draws

    def __repr__(self):
        return f"{self.name}: {self.points} points, {self.wins} won, {self.draws} drawn, {self.losses} lost"


class Table:
    """The result of a tournament. `standings` has a Standing per player, the best first: by points, then by wins,
    then by name. `games` has a tuple per game: the names of the first and the second player, and the MatchRecord."""

    def __init__(self, names):
        self._rows = [Standing(name) for name in names]
        self.games = []

    @property
    def standings(self):
        return sorted(self._rows, key=lambda row: (-row.points, -row.wins, row.name))

    def add(self, first, second, result):
        """Adds a game of two players, given by their indices; the result is the winner (0, 1, None) and the record."""
        winner, record = result
        rows = self._rows[first], self._rows[second]
        self.games.append((rows[0].name, rows[1].name, record))
        if record.reason == "void":
            for row in rows:
                row.void += 1
        elif winner is None:
            for row in rows:
                row.draws += 1
        else:
            rows[winner].wins += 1
            rows[1 - winner].losses += 1

    def __str__(self):
        width = max([len("Player")] + [len(row.name) for row in self._rows])
        lines = [f"{'Player':{width}}  Points  Won  Drawn  Lost"]
        for row in self.standings:
            void = f"  ({row.void} void)" if row.void else ""
            numbers = f"{row.points:6}  {row.wins:3}  {row.draws:5}  {row.losses:4}"
            lines.append(f"{row.name:{width}}  {numbers}{void}")
        return "\n".join(lines)
