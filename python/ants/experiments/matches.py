"""Matches played by the program itself. A file keeps the results, one line per match, so that an interrupted run can be resumed."""

import json
import os
import sys
import tempfile

from ants_experiments.bench import append

PLAYER, PROFILES = "Colony", ("default", "aggressive", "defensive", "expansive")


def entrant(profile):
    """Returns the spec of our player with this profile, named after the profile."""
    player = PLAYER if profile == "default" else f"{PLAYER}-{profile}"
    return f"{profile}={player}"


class Matches:
    """The matches of an experiment."""

    def __init__(self, report):
        self.report = report
        self.file = os.path.join(report.folder, f"{report.name}.jsonl")
        self.known = dict(kept(self.file))
        self.version = report.header["wag"]

    def play(self, players, map, turns, seed, *words, lasting=None):
        """Returns the result of a match in the form of `wag play --json`. Plays it unless the file has the result and `lasting`, its
        output, exists.

        words: further arguments of `wag play ants`."""
        command = [*players, "--map", map, "--turns", str(turns), "--seed", str(seed), *words]
        key = json.dumps([self.version, *command])
        if key not in self.known or lasting and not os.path.exists(lasting):
            self.known[key] = self.played(command)
            os.makedirs(self.report.folder, exist_ok=True)
            append(self.file, json.dumps({"match": json.loads(key), "result": self.known[key]}) + "\n")
        return self.known[key]

    def played(self, command):
        replay = [] if "--replay" in command else ["--no-replay"]
        with tempfile.TemporaryDirectory() as logs:
            told = self.report.wag("play", "ants", *command, *replay, "--log-dir", logs, "--json", "--quiet")
        return json.loads(told)

    def series(self, players, map, turns, games):
        """Returns the results of several matches; in each one the seed is one higher and all players move one seat on."""
        results = []
        for number in range(games):
            first = number % len(players)
            results.append(self.play(players[first:] + players[:first], map, turns, self.report.seed + number))
            if sys.stderr.isatty():
                print(f"\r{' '.join(players)}: {number + 1} of {games} matches", end="", file=sys.stderr)
        if sys.stderr.isatty():
            print(file=sys.stderr)
        return results


def kept(path):
    """Reads the matches of a file. An incomplete line is from an interrupted run and is ignored."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                told = json.loads(line)
                yield json.dumps(told["match"]), told["result"]
            except (ValueError, KeyError, TypeError):
                # The next result must start on its own line.
                if not line.endswith("\n"):
                    append(path, "\n")


def record(results, name):
    """Returns a player's record: wins (first alone), draws (first with others), losses, own points, all others' points, lost turns."""
    wins = draws = losses = own = others = faults = 0
    for result in results:
        firsts = sum(player["place"] == 1 for player in result["players"])
        for player in result["players"]:
            if player["name"] != name:
                others += player["score"]
                continue
            own += player["score"]
            faults += player["faults_total"]
            is_first = player["place"] == 1
            wins += is_first and firsts == 1
            draws += is_first and firsts > 1
            losses += not is_first
    return wins, draws, losses, own, others, faults
