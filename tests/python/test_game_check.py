"""Tests that each check of games finds the mistake that it is for, in a broken twin of a sound game."""

import os
import subprocess
import sys
import unittest

from game_files import HEAD, RACE, ROOT, module_at, module_of, session_of
from wag._game_check import Checker

CARDS = (
    HEAD
    + '''
class Cards(Game):
    """Two players lay cards; the higher one wins."""

    title, hidden = "Cards", True

    def start(self, options, seats, random):
        deck = random.sample(range(10), 10)
        return {"hands": [sorted(deck[:4]), sorted(deck[4:8])], "won": [0, 0], "round": 1}

    def phase(self, state):
        return Ask(state["round"], [0, 1]) if state["hands"][0] else Over()

    def view(self, state, seat):
        return {"hand": list(state["hands"][seat]), "won": list(state["won"]), "round": state["round"]}

    def moves(self, state, seat):
        return list(state["hands"][seat])

    def apply(self, state, orders, random):
        cards = [state["hands"][seat][0] if orders[seat] is None else orders[seat] for seat in (0, 1)]
        for seat in (0, 1):
            state["hands"][seat].remove(cards[seat])
        state["won"][cards.index(max(cards))] += 1
        state["round"] += 1

    def standings(self, state):
        return state["won"]

    def guess(self, state, seat, random):
        other = 1 - seat
        free = [card for card in range(10) if card not in state["hands"][seat]]
        hands = list(state["hands"])
        hands[other] = sorted(random.sample(free, len(hands[other])))
        return {**state, "hands": hands}
'''
)
#: A game without moves: `apply` judges the orders.
JUDGED = (
    RACE.replace("    def moves", "    def own_moves")
    .replace('"Last": lambda view, moves: moves[-1]', '"Two": lambda view: (2,)')
    .replace("order not in [(1,), (2,)]", "order not in ([1], (1,), [2], (2,))")
)

#: The check, what it must say, the sound game, and what is replaced.
BROKEN = [
    ("declares itself", "seats is 'two'", RACE, "range(2, 5)", "'two'"),
    ("declares itself", "has neither moves", JUDGED, "    bots = ", "    others = "),
    (
        "random play ends",
        "has not ended",
        RACE,
        'if max(state["totals"]) >= state["goal"]',
        "self.steps_max\n        if False",
    ),
    ("moves are legal", "apply(...) raised IndexError", RACE, "order[0] if order", "order[1] if order"),
    ("same seed, same game", "in the same process", RACE, "bots =", "count = [0]\n    bots ="),
    ("seeds matter", "the same match", RACE, "random.randrange(seats)", "random.randrange(seats) * 0"),
    ("survives saving", "state['deck']", RACE, '"goal": options.goal', '"goal": options.goal, "deck": (x for x in [])'),
    ("survives saving", "went on differently", RACE, "bots =", "saved = None\n    bots ="),
    (
        "views change nothing",
        "view(...) changes the state",
        RACE,
        'return {"seat": seat,',
        'state["x"] = state.get("x", 0) + 1\n        return {"seat": seat,',
    ),
    ("copies are apart", "on a copy", RACE, "bots =", "shared = None\n    bots ="),
    ("hides what it hides", "what this seat itself sees", CARDS, "hands[other] = ", "hands[seat] = "),
    ("hides what it hides", "never changes", CARDS, "hands[other] = ", "hands[other] = hands[other] or "),
    ("declares itself", "needs `def guess", CARDS, "def guess", "def guessed"),
    ("moves are legal", "moves(...) lists (3,)", RACE, "return [(1,), (2,)]", "return [(1,), (2,), (3,)]"),
    ("moves are legal", "moves(...) is empty", RACE, "return [(1,), (2,)]", "return []"),
    ("nonsense", "TypeError for no order", RACE, "order[0] if order else 0", "order[0]"),
    (
        "nonsense",
        "for the order",
        JUDGED,
        "if order is not None and order not in ([1], (1,), [2], (2,)):",
        "if order and order[0] > 9:",
    ),
    (
        "nonsense",
        "after it has changed",
        JUDGED,
        "            if order is not None",
        "            state['goal'] += 1\n            if order is not None",
    ),
    (
        "standings are total",
        "figures are whole numbers",
        RACE,
        'return state["totals"]',
        'return [total / 2 for total in state["totals"]]',
    ),
    (
        "standings are total",
        "is not any more",
        RACE,
        "bots =",
        "is_out = lambda self, state, seat: state['totals'][seat] % 2 == 1 and state['next'] != seat\n    bots =",
    ),
    ("data", "view(...)['totals'] is a set", RACE, 'list(state["totals"]), "goal"', 'set(state["totals"]), "goal"'),
    ("data", "5 x 2 cells once", RACE, "for x in range(1, 6)]", "for x in range(1, 6 + (max(state['totals']) > 4))]"),
    ("bots play", "raised ZeroDivisionError", RACE, "lambda view: (1,)", "lambda view: (1 // 0,)"),
    ("bots play", "refuses an order", RACE, "lambda view: (1,)", "lambda view: (7,)"),
    ("speed", "takes", RACE, 'return {"seat": seat,', 'sum(range(300_000))\n        return {"seat": seat,'),
]
#: What else the twins of some checks need.
MORE = {
    "count = [0]": (
        'return [{"type"',
        'self.count[0] += 1\n        return [{"type": "at", "at": self.count[0]}] + [{"type"',
    ),
    "saved = None": (
        '"next": random',
        '"saved": Saved(), "next": random',
    ),
    "self.steps_max": ("    bots = ", "    steps_max = 300\n    bots = "),
    "sum(range": ('"goal", 10, 1, 100', '"goal", 10, 1, 12'),
    "shared = None": (
        '"totals": [0] * seats}',
        '"totals": Shared([0] * seats)}',
    ),
}
CLASSES = '''
class Saved:
    """Loses a number when it is saved."""

    count = 0

    def __reduce__(self):
        return Saved, ()


class Shared(list):
    """Is the same list again after loading."""

    all = []

    def __init__(self, items):
        super().__init__(items)
        Shared.all.append(self)

    def __reduce__(self):
        return shared, (next(n for n, each in enumerate(Shared.all) if each is self),)


def shared(number):
    return Shared.all[number]
'''


def broken(text, old, new):
    assert old in text, old
    text = text.replace(old, new)
    for word, (more_old, more_new) in MORE.items():
        if word in new:
            assert more_old in text, more_old
            text = text.replace(more_old, more_new)
    if "saved = None" in new:
        text = text.replace(
            'return [{"type"',
            'state["saved"].count += 1\n        return [{"type": "at", "at": state["saved"].count}] + [{"type"',
        )
    return text + CLASSES


class Checks(unittest.TestCase):
    maxDiff = None

    def test_sound_games_pass(self):
        # The engine seeds the module `random`, too.
        drawing = "import random as numbers\n" + RACE.replace(
            '"type": "moved"', '"type": "moved", "n": numbers.random()'
        )
        for text in (RACE, CARDS, JUDGED, drawing):
            module = module_of(text)
            report = Checker(session_of(module)).run()
            self.assertEqual((report["findings"], report["matches"]), ([], 20))
            self.assertEqual(Checker(session_of(module)).compare(report["records"])["findings"], [])

    def test_each_check_finds_its_broken_twin(self):
        for check, said, text, old, new in BROKEN:
            with self.subTest(check=check, said=said):
                findings = Checker(session_of(broken(text, old, new)), matches=3).run()["findings"]
                same = [each for each in findings if each["check"] == check and said in each["message"]]
                self.assertTrue(same, findings)
                self.assertEqual((same[0]["file"], same[0]["line"] > 1), ("game.py", True))
                # Faults and exceptions say themselves what to change.
                says_enough = any(sign in same[0]["message"] for sign in (";", "raised", "needs", "is 'two'"))
                self.assertTrue(same[0]["fix"] or says_enough, same)

    def test_misspelled_names_are_warned_of(self):
        for name, wrong in (("bots =", "botts ="), ("def board", "def bord")):
            findings = Checker(session_of(broken(RACE, name, wrong)), matches=1).run()["findings"]
            name, wrong = (each.removeprefix("def ").removesuffix(" =") for each in (name, wrong))
            said = [each["message"] for each in findings if each["is_warning"]]
            self.assertIn(f"{wrong}: did you mean {name}?", said)

    def test_exceptions_name_the_method_that_raised_them(self):
        text = RACE.replace("    def view(self, state, seat):", "    def view(self, state, seat):\n        [][1]")
        findings = Checker(session_of(module_of(text)), matches=1).run()["findings"]
        self.assertIn("view(...) raised IndexError", findings[0]["message"])

    def test_example_games_pass(self):
        for path in sorted((ROOT / "examples/games").glob("*.py")):
            module = module_at(path)
            if "from wag.game import" in path.read_text(encoding="utf-8"):
                findings = Checker(session_of(module), matches=9).run()["findings"]
                self.assertEqual([each for each in findings if not each["is_warning"]], [], path)

    def test_another_process_finds_the_hash_of_sets(self):
        text = RACE.replace('"type": "moved"', '"type": "moved", "text": ",".join(set("abcdef"))')
        code = (
            "import sys; sys.path.insert(0, sys.argv[1]); from game_files import *; from wag._game_check import Checker\n"
            f"module = module_of({text!r})\n"
            "checker = Checker(session_of(module))\n"
            "print(repr(checker.compare(eval(sys.argv[2]))['findings'] if sys.argv[2:] else checker.run()['records']))\n"
        )

        def run(seed, *arguments):
            environment = {**os.environ, "PYTHONHASHSEED": seed}
            command = [sys.executable, "-c", code, os.path.dirname(__file__), *arguments]
            return eval(subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout)

        records = run("1")
        records["matches"] = records["matches"][:3]
        self.assertEqual(run("1", repr(records)), [])
        self.assertIn("same seed, same game", [each["check"] for each in run("2", repr(records))])


if __name__ == "__main__":
    unittest.main()
