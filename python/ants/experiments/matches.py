"""Matches that the program itself plays. What has been played is kept in a file, a line a match, so that an interrupted run goes on."""

import json
import os
import sys
import tempfile

PLAYER, PROFILES = "Colony", ("default", "aggressive", "defensive", "expansive")


def entrant(profile):
    """The word for our player with this profile, under the profile's name."""
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
        """The result of a match, as `wag play --json` has it: played, or found in the file if what it leaves, lasting, is there, too.

        words: further ones of `wag play ants`."""
        command = [*players, "--map", map, "--turns", str(turns), "--seed", str(seed), *words]
        key = json.dumps([self.version, *command])
        if key not in self.known or lasting and not os.path.exists(lasting):
            self.known[key] = self.played(command)
            os.makedirs(self.report.folder, exist_ok=True)
            with open(self.file, "a", encoding="utf-8") as file:
                file.write(json.dumps({"match": json.loads(key), "result": self.known[key]}) + "\n")
        return self.known[key]

    def played(self, command):
        replay = [] if "--replay" in command else ["--no-replay"]
        with tempfile.TemporaryDirectory() as logs:
            told = self.report.wag("play", "ants", *command, *replay, "--log-dir", logs, "--json", "--quiet")
        return json.loads(told)

    def series(self, players, map, turns, games):
        """The results of some matches, with the next seed and everybody a seat further on each time."""
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
    """The matches of a file. A line that is not whole is of a run that was interrupted, and left out."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                told = json.loads(line)
                yield json.dumps(told["match"]), told["result"]
            except (ValueError, KeyError, TypeError):
                # The next line that is written begins in a line of its own.
                if not line.endswith("\n"):
                    end_line(path)


def end_line(path):
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n")


def record(results, name):
    """How a player fared: wins (alone first), draws (shared first), losses, own points, all others' points, lost turns."""
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
