"""Players of a game that is written in Python: the file's own bots, and those that can play any game."""

import math
import pickle

from wag._course_game import CoursePlayer
from wag._game_declaration import GameFault, fault_of
from wag.game import Ask, Over, View

PLAYOUT_STEPS_MAX = 500
WIN = 10**9


class CourseBot:
    """A player of the course that plays in the game's process."""

    is_class = False

    def __init__(self, game, make_player, seat, setup, options):
        self.player = CoursePlayer(game.game_class, make_player, seat, setup["names"], options)

    def order(self, session, match, step, seat, view, moves):
        number = self.player.choose(match.state.made, len(moves))
        return None if number is None else moves[number]


class Bot:
    """A bot that plays in the game's process."""

    def __init__(self, game, name):
        self.name = name
        self.bot = game.bots.get(name)
        if self.bot is None and name not in CHOOSE:
            known = ", ".join([*game.bots, *CHOOSE])
            raise GameFault(f"the game has no bot {name}; there are: {known}")
        self.generic = CHOOSE.get(name) if self.bot is None else None
        self.is_class = isinstance(self.bot, type)
        called = getattr(self.bot, "choose", None) if self.is_class else self.bot
        code = getattr(called, "__code__", None)
        names = code.co_varnames[self.is_class : code.co_argcount] if code else ("view",)
        self.has_moves = any(name != "random" for name in names[1:])
        self.has_random = "random" in names[1:]

    def order(self, session, match, step, seat, view, moves):
        """Returns the order of the bot for a seat; None for no order."""
        if self.generic is not None:
            return self.generic(session, match, step, seat, moves)
        bot = match.memory[seat].choose if self.is_class else self.bot
        if type(view) is dict:
            view = View(view)
        random = session.key("bot", step, seat)
        if not self.has_moves:
            return bot(view, random=random) if self.has_random else bot(view)
        return bot(view, moves, random=random) if self.has_random else bot(view, moves)


def memory(bots):
    """Returns the objects of the bots that are classes, by seat."""
    return {seat: bot.bot() for seat, bot in enumerate(bots) if bot is not None and bot.is_class}


def _random(session, match, step, seat, moves):
    _need_moves(session, moves, "random")
    return session.key("random", step, seat).choice(moves)


def _greedy(session, match, step, seat, moves):
    _need_moves(session, moves, "greedy")
    if len(match.asked) > 1:
        # It is the wrong player for this phase, which is no fault of the game.
        return None
    state = match.state
    if session.game.hidden:
        state = session.game.guess(state, seat, session.key("guess", step, seat))
    search = Search(session.game, match.seats, session.key("greedy", step, seat))
    return search.greedy(state, seat, moves)


CHOOSE = {"random": _random, "greedy": _greedy}


def _need_moves(session, moves, name):
    if moves is None:
        raise session.fault("moves", f"the player {name} needs the method moves(state, seat), which this game lacks")


class Search:
    """Chooses orders by trying the rules out. `random` decides what is random in the rules and among equal moves."""

    def __init__(self, game, seats, random):
        self.game = game
        self.game_class = getattr(game, "game_class", type(game))
        self.seats = seats
        self.random = random
        self.has_value = callable(getattr(game, "value", None))

    def choose(self, state, seat, kind, bound):
        """Returns the order that `minimax` or `mcts` chooses for a seat."""
        self.need(kind)
        asked = self.asked(state)
        if asked != [seat]:
            raise fault_of(self.game_class, "phase", f"seat {seat} is not the only one that phase(...) asks")
        moves = list(self.game.moves(state, seat))
        if len(moves) == 1:
            return moves[0]
        if kind == "minimax":
            return self.minimax(state, seat, moves, bound)
        return self.mcts(state, seat, moves, bound)

    def need(self, kind):
        if not callable(getattr(self.game, "moves", None)):
            raise fault_of(self.game_class, "moves", f"the player {kind} needs the method moves(state, seat)")

    def asked(self, state):
        """Returns the asked seats; none at the end."""
        phase = self.game.phase(state)
        if isinstance(phase, Over):
            return []
        if not isinstance(phase, Ask):
            raise fault_of(self.game_class, "phase", "phase(...) must return Ask(round, seats) or Over()")
        return [phase.seats] if type(phase.seats) is int else sorted(phase.seats)

    def after(self, packed, seat, move):
        """Returns the state after a move. `packed` is the pickled state."""
        state = pickle.loads(packed)
        self.game.apply(state, {seat: move}, self.random)
        return state

    def one_of(self, asked, kind):
        if len(asked) > 1:
            rule = f"the player {kind} needs phases that ask one seat; this one asks {len(asked)}"
            raise fault_of(self.game_class, "phase", rule)
        return asked[0]

    def figures(self, state):
        return [tuple(value) if type(value) in (list, tuple) else (value,) for value in self.game.standings(state)]

    def result(self, state, seat):
        """Returns 1 if the seat is alone at the top of the standings, 0 if it shares it, else -1."""
        figures = self.figures(state)
        best = max((values for other, values in enumerate(figures) if other != seat), default=figures[seat])
        return (figures[seat] > best) - (figures[seat] < best)

    def worth(self, state, seat):
        """Returns how good a position that is not the end is for a seat."""
        if self.has_value:
            return self.game.value(state, seat)
        figures = self.figures(state)
        others = [values[0] for other, values in enumerate(figures) if other != seat]
        return figures[seat][0] - max(others, default=0)

    def greedy(self, state, seat, moves):
        """Returns a move after which the seat's first figure is highest; among equal ones a random one."""
        packed = pickle.dumps(state, 4)
        values = []
        for move in moves:
            next_state = self.after(packed, seat, move)
            values.append(
                (self.figures(next_state)[seat][0], 0 if self.asked(next_state) else self.result(next_state, seat))
            )
        best = max(values)
        return self.random.choice([move for move, value in zip(moves, values) if value == best])

    # Minimax

    def minimax(self, state, seat, moves, depth):
        """Returns the first of the best moves if all other seats play against this one."""
        best_move, best = moves[0], -math.inf
        packed = pickle.dumps(state, 4)
        for move in moves:
            value = self.minimax_value(self.after(packed, seat, move), seat, depth - 1, best, math.inf)
            if value > best:
                best_move, best = move, value
        return best_move

    def minimax_value(self, state, seat, depth, low, high):
        asked = self.asked(state)
        if not asked:
            # Quick wins and late losses are better.
            return self.result(state, seat) * (WIN + depth)
        if depth <= 0:
            return self.worth(state, seat)
        mover = self.one_of(asked, "minimax")
        packed = pickle.dumps(state, 4)
        for move in self.game.moves(state, mover):
            value = self.minimax_value(self.after(packed, mover, move), seat, depth - 1, low, high)
            if mover == seat:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return low if mover == seat else high

    # Monte Carlo tree search

    def mcts(self, state, seat, moves, playouts):
        """Returns the move that was tried most often in a number of playouts."""
        root = _Node(pickle.dumps(state, 4), seat, list(moves))
        for _ in range(max(playouts, len(moves))):
            self.playout(root)
        return max(zip(root.tried, moves), key=lambda pair: pair[0].visits)[1]

    def playout(self, root):
        path, node = [root], root
        while node.mover is not None and len(node.tried) == len(node.moves):
            node = max(node.tried, key=lambda child: child.bound(math.log(path[-1].visits)))
            path.append(node)
        if node.mover is not None:
            move = node.moves[len(node.tried)]
            state = self.after(node.packed, node.mover, move)
            asked = self.asked(state)
            mover = self.one_of(asked, "mcts") if asked else None
            moves = list(self.game.moves(state, mover)) if asked else []
            child = _Node(pickle.dumps(state, 4), mover, moves)
            child.by = node.mover
            node.tried.append(child)
            path.append(child)
        results = self.played_out(pickle.loads(path[-1].packed))
        for each in path:
            each.visits += 1
            each.sum += results[each.by]

    def played_out(self, state):
        """Returns each seat's result after random moves."""
        for _ in range(PLAYOUT_STEPS_MAX):
            asked = self.asked(state)
            if not asked:
                break
            orders = {seat: self.random.choice(list(self.game.moves(state, seat))) for seat in asked}
            self.game.apply(state, orders, self.random)
        return [self.result(state, seat) for seat in range(self.seats)]


class _Node:
    """A position in the tree of `mcts`: `by` is the seat that moved last, `mover` the one that moves now."""

    __slots__ = "packed", "mover", "moves", "by", "tried", "visits", "sum"

    def __init__(self, packed, mover, moves):
        self.packed = packed
        self.mover = mover
        self.moves = moves
        self.by = mover
        self.tried = []
        self.visits = 0
        self.sum = 0

    def bound(self, log):
        return self.sum / self.visits + 1.4 * math.sqrt(log / self.visits)
