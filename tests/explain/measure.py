#!/usr/bin/env python3
"""Measures how often `wag explain` finds the start and the cause of a mistake that is known.

    tests/explain/measure.py --wag target/quick/wag [--only WORD] [--folder DIR] [--jobs N] [--check-faults]

`cases.json` lists matches with one planted mistake each, and matches without one. The players are the Python files in the
folders of the games; FAULT is the round in which a mistake begins. The script records the matches, explains them, prints a
table, and exits with status 1 if the explanations miss the required figures. With --check-faults it plays 12 pairs of
matches of each case instead, with and without the mistake, and exits with status 1 if one of them costs nothing.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = 0.05  # of the rounds of the match
PAIRS = 12
QUIET_CARDS, QUIET_CAUSES, WRONG = 2, 1, 1


class Lab:
    """A folder with the players' files, the recorded matches and an unlocked ladder."""

    def __init__(self, wag, folder):
        self.wag, self.folder = os.path.abspath(wag), pathlib.Path(folder).resolve()
        self.environment = dict(os.environ, WAG_HOME=str(self.folder / "home"), LC_ALL="C.UTF-8")
        (self.folder / "home").mkdir(parents=True, exist_ok=True)
        self.run("unlock", "--all")

    def run(self, *words):
        done = subprocess.run([self.wag, *words], cwd=self.folder, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"wag {' '.join(words)}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def players(self, case, file):
        """Returns the players in the order of their seats."""
        others = case["others"].split()
        others.insert(case["position"], str(file))
        return others

    def replay(self, case):
        """Records a match, unless it is there already, and returns its replay."""
        path = self.folder / f"{case['name']}.wag"
        # A match of several games has a replay for each.
        first = path.with_name(f"{path.stem}-1.wag") if case["game"] == "gems" else path
        if not first.exists():
            players = self.players(case, player_file(case))
            self.run("play", case["game"], *players, "--seed", str(case["seed"]), "--quiet", "--log-dir",
                     str(self.folder / "logs"), "--replay", str(path), *case["options"].split())
        return first

    def explain(self, case):
        """Returns the explanation of a match, with its rounds and the seconds that it took."""
        replay = self.replay(case)
        rounds = json.loads(self.run("replay", "show", str(replay), "--json"))["rounds_played"]
        start = time.monotonic()
        answer = self.run("explain", str(replay), "--player", case["file"], "--futures", "60", "--json")
        return json.loads(answer) | {"rounds": rounds, "seconds": time.monotonic() - start}

    def figures(self, case, fault):
        """Plays a case with a mistake, or without it, with other seeds, and returns the player's figures."""
        folder = self.folder / "pairs" / case["name"] / ("with" if fault else "without")
        shutil.copytree(HERE / case["game"], folder, dirs_exist_ok=True)
        file = folder / f"{case['file']}.py"
        if not fault:
            text, count = re.subn(r"\bFAULT = \d+", "FAULT = 10000", file.read_text())
            assert count == 1, file
            file.write_text(text)
        name = f"persistent:{file}" if case["game"] == "gems" else file
        if case["game"] == "tron":  # Without random numbers, the boards differ instead.
            matches = [self.series(case, name, 1, 1, board(case["options"], number)) for number in range(PAIRS)]
            matches = [match[0] for match in matches]
        else:
            matches = self.series(case, name, case["seed"] + 10_000, PAIRS, case["options"])
        seats = [match["seats"].index(case["file"]) for match in matches]
        return [value(case["game"], match, seat) for match, seat in zip(matches, seats)]

    def series(self, case, file, seed, games, options):
        answer = self.run("series", case["game"], *self.players(case, file), "--seed", str(seed), "--games",
                          str(games), "--fixed-seats", "--jobs", "1", "--json", "--quiet", *options.split())
        return json.loads(answer)["played"]


def player_file(case):
    file = HERE / case["game"] / f"{case['file']}.py"
    return f"persistent:{file}" if case["game"] == "gems" else file


def board(options, number):
    """Returns the options of a board of another size."""
    width, height = map(int, re.findall(r"\d+", options))
    return f"--width {width + number % 4} --height {height + number // 4}"


def value(game, match, seat):
    """Returns the value in which a loss is measured; for duels, the won part of the match."""
    figures, places = match["figures"], match["places"]
    if game in ("warriors", "flowers"):
        return figures[seat][0]
    if game == "ants":
        score, ants = figures[seat][:2]
        others = figures[:seat] + figures[seat + 1:]
        share = ants / (ants + max(other[1] for other in others) or 1)
        return 100 * share + 10 * (score - max(other[0] for other in others))
    return 0 if places[seat] > 1 else 1 / places.count(1)


def check_fault(lab, case):
    """Prints what a mistake costs in paired matches. Returns whether it certainly costs something."""
    with_it, without = lab.figures(case, True), lab.figures(case, False)
    costs = [healthy - faulty for healthy, faulty in zip(without, with_it)]
    mean = statistics.mean(costs)
    # 2.201: Student's t for 11 degrees of freedom.
    margin = 2.201 * statistics.stdev(costs) / math.sqrt(len(costs))
    print(f"{case['name']:22} without {statistics.mean(without):<10.4g} with {statistics.mean(with_it):<10.4g} "
          f"cost {mean:.4g} ± {margin:.2g}, {sum(cost > 0 for cost in costs)} of {PAIRS}", flush=True)
    return mean > margin


def stated(card):
    return [cause["name"] for cause in card["causes"] if cause["stated"]]


def judge(case, explanation):
    """Returns whether the start and the cause on the first card are right, and the wrong causes on all cards."""
    cards = explanation["cards"]
    slack = TOLERANCE * explanation["rounds"]
    first, last = case["window"]
    start = bool(cards) and first - slack <= cards[0]["onset"] <= last + slack
    cause = bool(cards) and stated(cards[0])[:1] != [] and stated(cards[0])[0] in case["causes"]
    wrong = [name for card in cards for name in stated(card) if name not in case["causes"]]
    return start, cause, wrong


def describe(card):
    causes = ", ".join(f"{cause['name']} {cause['share']:.2f}{'' if cause['stated'] else '?'}" for cause in card["causes"][:3])
    return f"{card['onset']}: -{card['loss']:.4g} ({causes})"


def print_table(head, rows):
    widths = [max(len(str(row[column])) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip(), flush=True)


def measure(lab, cases, quiet, jobs):
    """Explains all matches, prints the table, and returns whether the figures are reached."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        answers = list(pool.map(lab.explain, cases + quiet))
    rows, starts, causes, wrongs = [], 0, 0, 0
    for case, explanation in zip(cases, answers):
        start, cause, wrong = judge(case, explanation)
        starts, causes, wrongs = starts + start, causes + cause, wrongs + bool(wrong)
        marks = ["yes" if good else "NO" for good in (start, cause)]
        expected = f"{case['window'][0]}: {case['causes'][0]}"
        cards = "; ".join(map(describe, explanation["cards"])) or "no card"
        rows.append([case["name"], expected, *marks, ", ".join(wrong) or "-", f"{explanation['seconds']:.1f}", cards])
    print_table(["mistake", "expected", "start", "cause", "wrong", "seconds", "cards"], rows)
    rows, quiet_cards, quiet_causes = [], 0, 0
    for case, explanation in zip(quiet, answers[len(cases):]):
        cards = explanation["cards"]
        quiet_cards += len(cards)
        quiet_causes += sum(len(stated(card)) for card in cards)
        rows.append([case["name"], len(cards), f"{explanation['seconds']:.1f}", "; ".join(map(describe, cards)) or "no card"])
    print()
    print_table(["no mistake", "cards", "seconds", "cards"], rows)
    required = len(cases) - len(cases) // 12
    print(f"\nright start {starts} of {len(cases)}, right cause {causes} (required: {required} each); "
          f"wrong causes in {wrongs} (at most {WRONG}); without a mistake: {quiet_cards} cards (at most {QUIET_CARDS}), "
          f"{quiet_causes} stated causes (at most {QUIET_CAUSES})")
    return (min(starts, causes) >= required and wrongs <= WRONG
            and quiet_cards <= QUIET_CARDS and quiet_causes <= QUIET_CAUSES)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wag", required=True, help="the program to measure")
    parser.add_argument("--only", default="", help="only cases with this word in their name")
    parser.add_argument("--folder", help="folder for the matches [default: a temporary one]")
    parser.add_argument("--jobs", type=int, default=1, help="number of matches to explain in parallel")
    parser.add_argument("--check-faults", action="store_true", help="check that each mistake costs something")
    options = parser.parse_args()
    table = json.loads((HERE / "cases.json").read_text())
    cases, quiet = ([case for case in table[kind] if options.only in case["name"]] for kind in ("cases", "quiet"))
    with tempfile.TemporaryDirectory(prefix="wag-explain-") as temporary:
        lab = Lab(options.wag, options.folder or temporary)
        if not options.check_faults:
            sys.exit(not measure(lab, cases, quiet, options.jobs))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            certain = list(pool.map(lambda case: check_fault(lab, case), cases))
        sys.exit(not all(certain))


if __name__ == "__main__":
    main()
