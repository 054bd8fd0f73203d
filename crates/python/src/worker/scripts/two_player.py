# Plays the games of `wag two-player`, and tells the engine which player is thinking, so that it can end a player that hangs.
#
# The request is JSON in sys.argv[1]. Each event is a line of JSON: {"thinking": ...}, {"result": ...}, {"user_error": ...}.

import ast
import io
import json
import os
import random
import sys
import traceback

import _wag_import_roots as roots
import two_player_games


# The maximum length of a name, a move or a reason, in characters.
WORDS_MAX = 120


class Mistake(Exception):
    """An error of the user, described in a sentence."""


class Indented(io.TextIOBase):
    """A stream that indents the players' output, to set it apart from the game's."""

    def __init__(self, stream):
        self.stream = stream
        self.begins = True

    def write(self, text):
        for line in text.splitlines(keepends=True):
            self.stream.write("    | " + line if self.begins else line)
            self.begins = line.endswith("\n")
        return len(text)

    def end_line(self):
        if not self.begins:
            self.write("\n")


# ---- Events for the terminal ----------------------------------------------------------------------------------------


def as_json(event):
    """Returns valid JSON: half of a surrogate pair becomes a question mark."""
    return json.dumps(event, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")


def fit(text, limit=None):
    """Returns text that is valid in JSON and at most `limit` characters long."""
    text = str(text)
    if limit is not None and len(text) > limit:
        text = text[:limit] + "…"
    return text.encode("utf-8", "replace").decode("utf-8")


def result_of(number, winner, record):
    """Returns the result event of a finished game."""
    explanation = fit(record, 2 * WORDS_MAX)
    return {"number": number, "winner": winner, "reason": fit(record.reason, WORDS_MAX), "explanation": explanation}


# ---- Finding the classes --------------------------------------------------------------------------------------------


def load_games(order, warn):
    """Returns the module with the referee, and makes the user's files importable, each from its own folder. A file finds a
    two_player_games in its own folder first."""
    game_folder, *_ = [*folders_of([order["game"]]), None]
    roots.install(folders_of([order["game"], *order["players"]]), game_folder, warn)
    return two_player_games


def named(word):
    """Splits `NAME=PLAYER` into the name, or "", and the rest."""
    name, equals, rest = word.partition("=")
    return (name, rest) if equals else ("", word)


def folders_of(words):
    """Returns the folders of all files among `file.py:Class`, from which these files can import."""
    files = [named(word)[1].partition(".py:") for word in words]
    return list(dict.fromkeys(os.path.dirname(os.path.abspath(file)) for file, dot, _ in files if dot))


files = {}


def load_file(path):
    """Runs a user's file as a module, once."""
    path = os.path.abspath(path)
    if path not in files:
        if not os.path.isfile(path):
            raise Mistake(f"{os.path.relpath(path)}: there is no such file")
        try:
            files[path] = roots.load(path)
        except (Exception, SystemExit) as fault:
            show(fault)
            raise Mistake(f"cannot use {os.path.relpath(path)}: it fails with {type(fault).__name__}") from None
    return files[path]


root_by_class = {}


def root_of_class(cls):
    """Returns the import root of the file that the user has named for a class; None for built-in classes."""
    return root_by_class.get(cls)


def begin_move(game):
    """Makes imports during the next move find the modules of the moving player."""
    roots.activate(root_of_class(type(game.current_player)))


def show(fault):
    """Prints a traceback without the frames of the engine and of the import system."""
    trace = fault.__traceback__
    while trace and trace.tb_frame.f_code.co_filename.startswith("<"):
        trace = trace.tb_next
    if trace is None and not isinstance(fault, SyntaxError):
        return
    traceback.print_exception(type(fault), fault, trace)


def find_class(word, built_in, kind):
    """Returns the class and the arguments of `Class`, `Class:1,2`, `file.py:Class` or `file.py:Class:1,2`."""
    file, dot, rest = word.partition(".py:")
    name, _, arguments = (rest if dot else word).partition(":")
    if dot:
        found = getattr(load_file(file + ".py"), name, None)
        if not isinstance(found, type):
            raise Mistake(f"{file}.py has no class {name}")
        root_by_class[found] = roots.root_of_file(os.path.abspath(file + ".py"))
    elif word.endswith(".py"):
        raise Mistake(f"{word} is a file; name a class in it: {word}:Clever")
    elif name.removesuffix("Player") in built_in:
        found = built_in[name.removesuffix("Player")]
    else:
        known = ", ".join(built_in)
        if kind == "game":
            raise Mistake(f"there is no game {name}; the built-in games are {known}; for your own game, write my_file.py:Race")
        raise Mistake(f"there is no player {name}; the built-in players are {known}; for your own player, write my_file.py:Clever")
    try:
        return found, list(ast.literal_eval(f"[{arguments}]"))
    except (SyntaxError, ValueError):
        raise Mistake(f"{word}: only numbers may follow the colon, such as SimpleNim:21") from None


def game_maker(word, games):
    """Returns a function that creates the game."""
    names = ["SimpleNim", "Nim", "TicTacToe", "ConnectFour", "VierGewinnt", "Reversi"]
    game_class, arguments = find_class(word, {name: getattr(games, name) for name in names}, "game")
    if game_class is games.Nim and arguments and all(isinstance(count, int) for count in arguments):
        arguments = [arguments]
    if game_class is games.SimpleNim and not arguments:
        arguments = [21]
    if game_class is games.Nim and not arguments:
        arguments = [[1, 3, 5, 7]]
    return lambda first, second: made(word, game_class, first, second, *arguments)


def player_makers(words, games, more={}):
    """Returns a unique name for each player, and a function that creates the player. `more` are further classes."""
    names = ["Human", "Random", "Minimax", "AlphaBeta", "Perfect", "Nim"]
    built_in = {name: getattr(games, name if name == "Human" else name + "Player") for name in names} | more
    makers = {}
    for word in words:
        given, word = named(word)
        player_class, arguments = find_class(word, built_in, "player")
        name = given or player_class.__name__.removesuffix("Player") or "Player"
        plain, number = name, 1
        while name in makers:
            number += 1
            name = f"{plain} ({number})"
        makers[name] = lambda word=word, cls=player_class, name=name, more=arguments: made(word, cls, name, *more)
    return makers


def made(word, cls, *arguments):
    try:
        with roots.within(root_of_class(cls)):
            return cls(*arguments)
    except Exception as fault:
        show(fault)
        raise Mistake(f"cannot create {word}: {type(fault).__name__}: {fault}") from None


# ---- Playing --------------------------------------------------------------------------------------------------------


def watcher(games, order, tell, log=None):
    """Returns a function that tells the engine before each move who wins if the mover hangs, and prints the game to the log."""
    movers = []

    def watch(game):
        begin_move(game)
        movers.append(game.current_player)
        if isinstance(log, Indented):
            log.end_line()
        if log is not None:
            print(game, flush=True)
        mover, other = game.current_player, game.waiting_player
        limit = None if games._is_human(mover) else order["time_limit"]
        names = {"mover": fit(games._name(mover), WORDS_MAX), "other": fit(games._name(other), WORDS_MAX)}
        winner = 1 if mover is movers[0] else 0
        tell({"thinking": {"number": len(movers) - 1, "winner": winner, "limit": limit, **names}})

    return watch


def play(order, games, tell):
    makers = player_makers(order["players"], games)
    make_game = game_maker(order["game"], games)
    if order["seed"] is not None:
        random.seed(order["seed"])
    first, second = [make() for make in makers.values()]
    game = make_game(first, second)
    log = opened(order["log"], "w") if order["log"] else Indented(sys.stdout)
    record = games.play_match(game, order["time_limit"], log, watcher(games, order, tell, log))
    if order["log"]:
        log.close()
    else:
        log.end_line()
    tell({"result": result_of(0, None, record)})


def opened(file, mode):
    """Opens a log that accepts any text."""
    return open(file, mode, encoding="utf-8", errors="backslashreplace")


def tournament(order, games, tell):
    log = opened(order["log"], "a") if order["log"] else io.StringIO()
    tell({"standings": standings_of(play_schedule(order, games, tell, log))})


def play_schedule(order, games, tell, log, watched=watcher, over=lambda number, names, told, record: None):
    """Plays the games of a tournament that have no result yet; returns the table of all. `watched` creates the observer of a
    game, and `over` is called after each game with its number, both names, its result event, and the record."""
    makers = player_makers(order["players"], games)
    make_game = game_maker(order["game"], games)
    names, functions = list(makers), list(makers.values())
    if any(games._is_human(make()) for make in functions):
        raise Mistake("only programs can take part in a tournament; to play against them yourself, use `wag two-player play`")
    table = games.Table(names)
    schedule = list(games._schedule(len(names), order["rounds"], order["seed"] or 0))
    for number, (first, second, seed) in enumerate(schedule):
        if number < len(order["results"]):
            told = order["results"][number]
        else:
            log.write(f"=== {names[first]} against {names[second]}\n")
            log.flush()
            watch = watched(games, order, tell)
            makers_of_both = functions[first], functions[second]
            winner, record = games._tournament_game(*makers_of_both, make_game, seed, order["time_limit"], log, watch)
            told = result_of(number, winner, record)
            log.write(f"{record}\n")
            tell({"result": told})
            over(number, [names[first], names[second]], told, record)
        record = games.MatchRecord()
        record.reason, record.explanation = told["reason"], told["explanation"]
        table.add(first, second, (told["winner"], record))
    return table


def standings_of(table):
    """Returns the rows of the standings, for the engine."""
    columns = ("points", "wins", "draws", "losses", "void")
    return [{"name": fit(row.name, WORDS_MAX)} | {name: getattr(row, name) for name in columns} for row in table.standings]


def main():
    order = json.loads(sys.argv[1])
    sys.argv[:] = [""]
    # A player's name or message may have unprintable characters, which must not end a tournament.
    sys.stdout.reconfigure(errors="backslashreplace")
    os.set_inheritable(order["pipe"], False)
    engine = os.fdopen(order["pipe"], "w", encoding="utf-8")

    def tell(event):
        sys.stdout.flush()
        engine.write(as_json(event) + "\n")
        engine.flush()

    try:
        games = load_games(order, lambda warning: tell({"warning": warning}))
        (tournament if "rounds" in order else play)(order, games, tell)
    except Mistake as mistake:
        tell({"user_error": str(mistake)})
        sys.exit(2)
    except OSError as fault:
        why = f"{fault.strerror} (os error {fault.errno})"
        tell({"user_error": f"{order['log']} cannot be written: {why}" if order["log"] else why})
        sys.exit(2)
    except Exception as fault:
        show(fault)
        tell({"user_error": f"the game cannot continue: {type(fault).__name__}: {fault}"})
        sys.exit(2)


if __name__ == "__main__":
    main()
