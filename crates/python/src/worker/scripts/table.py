# Plays a two-player game or tournament for a web page: reports each position, and asks the person who takes part.
#
# Each event to the engine is a JSON object: {"line": ...} is for the pages; {"thinking": ...}, {"where": ...}, {"result": ...}
# and {"user_error": ...} are for the engine; {"ask": ...} is for both, and the only one with an answer.

import contextlib
import io
import json
import os
import random
import sys
import time

import _wag_two_player as course
from _wag_two_player import WORDS_MAX, fit

# The maximum number of characters of a position, and of the output between two positions, and the maximum number of moves
# in a person's choice.
TEXT_MAX = 8000
OUTPUT_MAX = 16000
CHOICES_MAX = 400
# The minimum time between two reports of a tournament's progress, in seconds.
PAUSE = 0.1
# The maximum number of characters of one game that can be opened, and of all such games of a tournament.
GAME_MAX = 30_000
GAMES_MAX = 3_000_000
# The games that a page may be able to draw and describe.
KINDS = ["SimpleNim", "Nim", "TicTacToe", "ConnectFour", "Reversi"]


class Printed(io.TextIOBase):
    """A stream that keeps the players' output, up to a limit."""

    def __init__(self):
        self.parts = []
        self.left = OUTPUT_MAX
        self.dropped = 0

    def writable(self):
        return True

    def write(self, text):
        kept = text[: self.left]
        self.parts.append(kept)
        self.left -= len(kept)
        self.dropped += len(text) - len(kept)
        return len(text)

    def take(self):
        """Returns the output since the last call."""
        text, dropped = "".join(self.parts), self.dropped
        self.parts, self.left, self.dropped = [], OUTPUT_MAX, 0
        return fit(without_folder(text)) + (f"\n… and {dropped} characters more\n" if dropped else "")


def without_folder(text):
    """Shortens paths of files to those that the user writes."""
    return text.replace(os.getcwd() + os.sep, "")


def place(frames):
    """Returns the innermost of these frames and lines in the user's own files, such as `race.py:12`."""
    folder = os.getcwd() + os.sep
    for frame, line in frames:
        file = frame.f_code.co_filename
        if file.startswith(folder):
            return fit(f"{file[len(folder):]}:{line}", WORDS_MAX)
    return None


def place_of(fault):
    """Returns the place where an exception was raised."""
    frames, trace = [], fault.__traceback__ if fault else None
    while trace:
        frames.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    return place(reversed(frames))


def running(frame):
    """Yields a frame and its callers, with their lines."""
    while frame:
        yield frame, frame.f_lineno
        frame = frame.f_back


# ---- A game ---------------------------------------------------------------------------------------------------------


def person_class(games, ask):
    """Returns the class of a player who is a person at the page."""

    class You(games.Human):
        def select_move(self):
            moves = list(self.game.valid_moves())
            shown = [fit(games._shown(move), WORDS_MAX) for move in moves[:CHOICES_MAX]]
            while True:
                answer = ask({"kind": "ask", "moves": shown, "count": len(moves)})
                if answer == "resign":
                    raise games.Resigned
                if answer.isdecimal() and 1 <= int(answer) <= len(moves):
                    return moves[int(answer) - 1]

    return You


def interruption_class(games, tell):
    """Returns an exception class that reports where it interrupts a player, in case the player catches it."""

    class TimeOut(games._TimeOut):
        def __init__(self):
            super().__init__()
            tell({"where": place(running(sys._getframe()))})

    return TimeOut


def play(order, games, tell, ask, printed):
    names, players, game = seated(order, games, ask)
    record = games.MatchRecord()
    people = [games._is_human(player) for player in players]
    start = {"kind": "start", "game": fit(type(game).__name__, WORDS_MAX), "players": names, "people": people}
    tell({"line": start | {"seed": str(order["seed"]), "family": family(game)}})
    watch = watcher(games, names, players, record, tell, printed)
    where = None
    try:
        games._referee(game, order["time_limit"], printed, watch, record)
    except games._Over as over:
        record.winner, record.reason, record.explanation = over.args
        where = place_of(over.__context__)
    record.explanation = without_folder(record.explanation)
    result = course.result_of(0, index(players, record.winner), record)
    told = {key: result[key] for key in ("winner", "reason", "explanation")}
    tell({"line": {"kind": "result", "output": printed.take(), "where": where, **told}})
    tell({"result": result})


def seated(order, games, ask):
    """Returns the names, the players, and their game."""
    person = person_class(games, ask)
    makers = course.player_makers(order["players"], games, {"You": person, "Human": person})
    make_game = course.game_maker(order["game"], games)
    random.seed(order["seed"])
    players = [make() for make in makers.values()]
    return [fit(name, WORDS_MAX) for name in makers], players, make_game(*players)


def family(game):
    """Returns the name of the built-in game that a game's class is or extends; None for others."""
    return next((base.__name__ for base in type(game).__mro__ if base.__name__ in KINDS), None)


def index(players, player):
    return next((number for number, other in enumerate(players) if other is player), None)


def watcher(games, names, players, record, tell, printed):
    """Returns a function that reports each position to the pages, and the thinking player to the engine."""
    movers = []

    def watch(game):
        with games._questions(game, printed):
            text = fit(game, TEXT_MAX)
        mover = index(players, game.current_player)
        move = fit(games._shown(record.moves[-1]), WORDS_MAX) if record.moves else None
        line = {"kind": "position", "number": len(record.moves), "text": text, "move": move, "to_move": mover}
        tell({"line": line | {"by": movers[-1] if movers else None, "output": printed.take()}})
        movers.append(mover)
        course.begin_move(game)
        if mover is not None:
            thinking = {"number": len(record.moves), "winner": 1 - mover, "limit": None}
            tell({"thinking": thinking | {"mover": names[mover], "other": names[1 - mover]}})

    return watch


# ---- A tournament ---------------------------------------------------------------------------------------------------


def tournament(order, games, tell, printed):
    players = len(order["players"])
    all_games = players * (players - 1) * order["rounds"]
    tell({"line": {"kind": "tournament", "players": order["players"], "games": all_games}})
    played, told = len(order["results"]), 0

    def tell_progress(event):
        nonlocal played, told
        tell(event)
        if "result" not in event:
            return
        played += 1
        if played == all_games or time.monotonic() - told > PAUSE:
            told = time.monotonic()
            tell({"line": {"kind": "progress", "played": played, "output": printed.take()}})

    films = Films(tell)
    if order["results"]:
        # The engine ended the last game, so its result was not reported.
        names = list(course.player_makers(order["players"], games))
        first, second, _ = list(games._schedule(len(names), order["rounds"], 0))[played - 1]
        last = [fit(name, WORDS_MAX) for name in (names[first], names[second])]
        films.tell_result(played - 1, order["results"][-1], players=last)
    table = course.play_schedule(order, games, tell_progress, printed, films.watch, films.over)
    rows = [list(row.values()) for row in course.standings_of(table)]
    tell({"line": {"kind": "standings", "rows": rows, "played": played, "output": printed.take()}})


def text_of(game):
    """Returns a position as text; None if that fails. Leaves the random numbers unchanged and prints nothing."""
    dice = random.getstate()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return fit(game, TEXT_MAX)
    except (Exception, SystemExit):
        return None
    finally:
        random.setstate(dice)


class Films:
    """The positions of a tournament's games, up to a limit."""

    def __init__(self, tell):
        self.tell = tell
        self.left = GAMES_MAX

    def watch(self, games, order, tell):
        """Returns an observer of a new game that also records each position."""
        self.positions, self.movers, self.family, self.room = [], [], None, min(GAME_MAX, self.left)
        self.shown = games._shown
        players = []
        think = course.watcher(games, order, tell)

        def watch(game):
            if not players:
                players.extend([game.current_player, game.waiting_player])
                self.family = family(game)
            if self.room > 0:
                text = text_of(game)
                self.room -= GAME_MAX if text is None else len(text) + 1
                self.positions.append(text)
                self.movers.append(index(players, game.current_player))
            think(game)

        return watch

    def over(self, number, names, told, record):
        positions = []
        if self.room > 0:
            moves = [None] + [fit(self.shown(move), WORDS_MAX) for move in record.moves]
            positions = list(zip(self.positions, moves, self.movers))
        length = len(course.as_json(positions))
        if length > min(GAME_MAX, self.left):
            positions = []
        else:
            self.left -= length
        players = [fit(name, WORDS_MAX) for name in names]
        self.tell_result(number, told, players=players, family=self.family, positions=positions)

    def tell_result(self, number, told, **more):
        line = {"kind": "game", "number": number, "winner": told["winner"], "reason": told["reason"]}
        explanation = without_folder(told["explanation"])
        self.tell({"line": line | {"explanation": explanation, "positions": []} | more})


# ---- To and from the engine ----------------------------------------------------------------------------------------


def main(text, engine):
    order = json.loads(text)
    sys.argv[:] = [""]
    printed = Printed()
    sys.stdout = sys.stderr = printed

    def tell(event):
        engine.tell(course.as_json(event))

    def ask(line):
        tell({"ask": line | {"output": printed.take()}})
        answer = engine.hear()
        return "resign" if answer is None else answer

    def give_up(words):
        tell({"line": {"kind": "output", "output": printed.take()}})
        tell({"user_error": fit(without_folder(words), 4 * WORDS_MAX)})

    try:
        games = course.load_games(order, lambda words: tell({"line": {"kind": "warning", "text": fit(words)}}))
        games._TimeOut = interruption_class(games, tell)
        if "rounds" in order:
            tournament(order, games, tell, printed)
        else:
            play(order, games, tell, ask, printed)
    except course.Mistake as mistake:
        give_up(str(mistake))
    except BaseException as fault:
        course.show(fault)
        give_up(f"the game can't go on: {in_words(fault)}")


def in_words(fault):
    try:
        return f"{type(fault).__name__}: {fault}"
    except Exception:
        return type(fault).__name__
