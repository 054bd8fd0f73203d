"""Games of the two-player course (`two_player_games`) as games of the engine, and the course's players.

A class with the methods `valid_moves`, `make_move`, `has_ended` and `winner` becomes a `Game` with two seats. The players'
classes search on copies of the game, so each player has its own game, in which the moves made so far are repeated.
"""

from wag._game_declaration import fault_of
from wag.game import Ask, Game, Option, Over

PASS = "pass"


class StandIn:
    """A player who has only a name, where the module `two_player_games` is not the course's."""

    def __init__(self, name):
        self.name = name

    def set_game(self, game):
        self.game = game

    def __str__(self):
        return self.name


def stand_in(name):
    """Returns a player that is never asked for a move."""
    try:
        from two_player_games import Player

        return Player(name)
    except Exception:
        return StandIn(name)


class CourseState:
    """A match: the object of the learner's class, its players, and the numbers of the moves made so far."""

    def __init__(self, game, players):
        self.game = game
        self.players = players
        self.made = []

    def moves(self):
        return list(self.game.valid_moves())

    def seat(self):
        current = self.game.current_player
        return next((seat for seat, player in enumerate(self.players) if player is current), None)

    def make(self, number):
        """Makes the valid move with this number, and gives the turn to the other player."""
        self.game.make_move(self.moves()[number])
        self.game.next_turn()
        self.made.append(number)


class CourseGame(Game):
    """A game class of the course as a game of the engine."""

    seats = 2
    without_order = "lose"

    def __init__(self, game_class):
        if getattr(game_class, "hidden", False):
            why = "its players have copies of the whole game; derive from wag.game.Game instead"
            raise fault_of(game_class, "hidden", f"a game with valid_moves() cannot have hidden information: {why}")
        self.game_class = game_class
        self.title = game_class.__name__
        self.about = (game_class.__doc__ or "").strip().split("\n")[0]
        self.steps_max = 10_000
        self.options = options_of(game_class)
        self.bots = {name: about for name, (_, _, about) in PLAYERS.items()}

    def start(self, options, seats, random):
        return self.begin(options, ["Player 1", "Player 2"][:seats])

    def begin(self, options, names):
        players = [stand_in(name) for name in names]
        return CourseState(create(self.game_class, players, options), players)

    def phase(self, state):
        if state.game.has_ended():
            return Over()
        seat = state.seat()
        if seat is None:
            rule = "current_player is neither of the two players that the constructor got"
            raise fault_of(self.game_class, "make_move", f"{self.title}: {rule}")
        return Ask(len(state.made) + 1, seat)

    def view(self, state, seat):
        return {"seat": seat, "text": str(state.game), "made": len(state.made)}

    def moves(self, state, seat):
        return in_words(state.moves())

    def apply(self, state, orders, random):
        ((seat, order),) = orders.items()
        if order is None:
            return None
        moves = self.moves(state, seat)
        state.make(moves.index(order))
        return [{"type": "move", "seat": seat, "text": f"{state.players[seat].name}: {order}"}]

    def standings(self, state):
        if not state.game.has_ended():
            return [0, 0]
        winner = state.game.winner()
        if winner is not None and all(winner is not player for player in state.players):
            what = f"winner() returned {winner!r}, which is neither of the two players nor None"
            raise fault_of(self.game_class, "winner", what)
        return [int(winner is player) for player in state.players]

    def board(self, state):
        return str(state.game)


def in_words(moves):
    """Returns the moves as plain data: what is no data as text."""
    words = [move if _is_plain(move) else PASS if move is None else repr(move) for move in moves]
    texts = [word for word, move in zip(words, moves) if word is not move]
    if len(set(texts)) < len(texts):
        return [
            f"{number}: {word}" if word is not move else word
            for number, (word, move) in enumerate(zip(words, moves), 1)
        ]
    return words


def _is_plain(move, depth=0):
    if isinstance(move, (list, tuple)):
        return depth < 8 and all(item is None or _is_plain(item, depth + 1) for item in move)
    return type(move) in (bool, int, float, str)


# Options


def options_of(game_class):
    """Returns an option for each parameter of the constructor after the two players."""
    usual = getattr(game_class, "_usual", {})
    options = []
    for parameter in _parameters(game_class):
        default = usual.get(parameter.name, parameter.default)
        if default is False:
            options.append(Option.flag(parameter.name))
        else:
            text = "" if default is parameter.empty else _written(default)
            options.append(Option.text(parameter.name, text))
    return options


def _parameters(game_class):
    # Other games need not wait for this import.
    import inspect

    try:
        parameters = list(inspect.signature(game_class).parameters.values())
    except (TypeError, ValueError):
        return []
    positional = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    if len(positional) < 2 and not any(each.kind == each.VAR_POSITIONAL for each in parameters):
        raise fault_of(game_class, "__init__", f"{game_class.__name__}(...) must take two players first")
    return positional[2:] + [each for each in parameters if each.kind == each.KEYWORD_ONLY]


def _written(value):
    if type(value) is str:
        return value
    return ",".join(map(repr, value)) if type(value) is list and value else repr(value)


def create(game_class, players, options):
    """Creates the learner's game. Options are texts: a literal of Python, else the text itself."""
    arguments = {}
    for parameter in _parameters(game_class):
        value = options.get(parameter.name, "")
        if type(value) is str:
            default = getattr(game_class, "_usual", {}).get(parameter.name, parameter.default)
            if default is not parameter.empty and value == _written(default):
                value = default
            elif value == "":
                name = parameter.name
                fix = f"give the parameter a default, or choose one with --{name} VALUE"
                raise fault_of(game_class, "__init__", f"{game_class.__name__}(...) needs a value for {name}: {fix}")
            else:
                value = _literal(value)
        arguments[parameter.name] = value
    positional = [arguments.pop(each.name) for each in _parameters(game_class) if each.kind is each.POSITIONAL_ONLY]
    return game_class(*players, *positional, **arguments)


def _literal(text):
    import ast

    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError):
        return text


# Players


class CoursePlayer:
    """A player of a game of the course, with its own copy of the game: what it changes there, nobody else notices.

    `make_player(name)` returns an object with `set_game` and `select_move`.
    """

    def __init__(self, game_class, make_player, seat, names, options):
        self.game_class = game_class
        self.make_player = make_player
        self.seat = seat
        self.names = names
        self.options = options
        self.state = None

    def choose(self, made, count):
        """Returns the number of the move that the player chooses; None if what it chooses is no valid move. `made` are the
        numbers of the moves made so far, `count` the number of valid moves now."""
        if self.state is None or self.state.made != made[: len(self.state.made)]:
            self._begin()
        for number in made[len(self.state.made) :]:
            self.state.make(number)
        moves = self.state.moves()
        if len(moves) != count:
            what = f"there are {len(moves)} valid moves after the same moves that gave {count} before"
            message = f"{self.game_class.__name__}: {what}; a game must depend on nothing but its moves"
            fault = fault_of(self.game_class, "valid_moves", message)
            # The engine finds out whether the game or the player is to blame.
            fault.copy_differs = True
            raise fault
        move = self.state.players[self.seat].select_move()
        return moves.index(move) if move in moves else None

    def _begin(self):
        players = [stand_in(name) for name in self.names]
        players[self.seat] = self.make_player(self.names[self.seat])
        self.state = CourseState(create(self.game_class, players, self.options), players)


#: The players of the course: the class in `two_player_games`, the parameter that a number sets, and a description.
PLAYERS = {
    "Random": ("RandomPlayer", None, "Chooses any move."),
    "Minimax": ("MinimaxPlayer", "depth", "Looks ahead; Minimax:3 looks three moves ahead."),
    "AlphaBeta": ("AlphaBetaPlayer", "depth", "Chooses as Minimax does, but is faster."),
    "Perfect": ("PerfectPlayer", None, "Plays small games without a mistake."),
    "Nim": ("NimPlayer", None, "Knows the theory of SimpleNim and Nim."),
}


def player_maker(word):
    """Returns a function that makes the course's player of this name, such as `Minimax:3`; None if there is none."""
    name, _, number = word.partition(":")
    if name not in PLAYERS or (number and not number.isdecimal()):
        return None
    import two_player_games

    class_name, parameter, _ = PLAYERS[name]
    settings = {parameter: int(number)} if number and parameter else {}
    return lambda own_name: getattr(two_player_games, class_name)(own_name, **settings)
