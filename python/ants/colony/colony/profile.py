"""Profiles: text files with eleven numbers that determine how Colony plays.

A line is `name = number`; `#` begins a comment. Missing numbers have the default profile's values."""

import difflib
import os

SHARES = ("gatherFood", "explore", "attackHills", "defendHills")
"""The tasks that share the ants, in the order in which shares are listed."""

DEFAULTS = {
    "defaultAllocation.gatherFood": 25,
    "defaultAllocation.explore": 25,
    "defaultAllocation.attackHills": 25,
    "defaultAllocation.defendHills": 25,
    "defendHills.startTurn": 30,
    "defendHills.minControlRadius": 8,
    "explore.forceThresholdPercent": 80,
    "explore.forceGain": 0.25,
    "explore.dominantPositionBoost": 5,
    "attackHills.dominantPositionBoost": 2,
    "attackHills.halfTimeBoost": 20,
}
"""All parameters with their default values."""

_HIGHEST = {"defendHills.startTurn": 100000, "defendHills.minControlRadius": 100, "explore.forceGain": 1}
"""The maximum values of parameters that are not percentages."""


class ProfileError(ValueError):
    """An error in a profile: the file, the line, and what to write instead."""


class Profile:
    """The eleven parameters: profile["explore.forceGain"]."""

    def __init__(self, values=(), name="default"):
        self.name = name
        self.values = {**DEFAULTS, **dict(values)}

    def __getitem__(self, parameter):
        return self.values[parameter]

    @property
    def shares(self):
        """The initial shares of a turn by task, in percent."""
        return {task: self.values["defaultAllocation." + task] for task in SHARES}


def load(name):
    """Returns the profile with this name from the folder `profiles` beside this package."""
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "profiles", name + ".profile")
    try:
        text = __loader__.get_data(path).decode()
    except OSError as fault:
        raise ProfileError(f"there is no profile {name}: {fault}; write the file profiles/{name}.profile") from None
    except UnicodeDecodeError as fault:
        raise ProfileError(f"profiles/{name}.profile: the file is not UTF-8 text ({fault}); save it as UTF-8") from None
    return parse(text, f"profiles/{name}.profile", name)


def parse(text, file="profile", name="default"):
    """Parses a profile. Raises ProfileError with file and line."""
    values, lines = {}, {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        where = f"{file}, line {number}"
        parameter, value = _setting(words, where)
        if parameter in values:
            raise ProfileError(f"{where}: {parameter} stands in line {lines[parameter]} already; remove one of them")
        values[parameter], lines[parameter] = value, number
    profile = Profile(values, name)
    _check_sum(profile, file, lines)
    return profile


def _setting(words, where):
    parameter, equals, value = (part.strip() for part in words.partition("="))
    if not equals:
        raise ProfileError(f"{where}: no setting: {words!r}; write it as NAME = NUMBER")
    if parameter not in DEFAULTS:
        near = difflib.get_close_matches(parameter, DEFAULTS, 1, 0)[0]
        raise ProfileError(f"{where}: no parameter is called {parameter!r}; did you mean {near}?")
    usual, most = DEFAULTS[parameter], _HIGHEST.get(parameter, 100)
    kind, kind_name = (float, "number") if isinstance(usual, float) else (int, "whole number")
    try:
        number = kind(value)
    except ValueError:
        raise ProfileError(f"{where}: {value!r} is no {kind_name}; write one from 0 to {most}, such as {usual}") from None
    if not 0 <= number <= most:
        raise ProfileError(f"{where}: {parameter} is {value}; write a {kind_name} from 0 to {most}, such as {usual}")
    return parameter, number


def _check_sum(profile, file, lines):
    total = sum(profile.shares.values())
    if total == 100:
        return
    # The last share that the file sets is the one to change.
    number, last = max((lines.get("defaultAllocation." + task, 0), task) for task in SHARES)
    told = ", ".join(f"{task} {share}" for task, share in profile.shares.items())
    missing = [task for task in SHARES if "defaultAllocation." + task not in lines]
    defaults = f" (not in the file: {', '.join(missing)})" if missing else ""
    change = f"raise one by {100 - total}" if total < 100 else f"lower one by {total - 100}"
    raise ProfileError(f"{file}, line {number}: the shares add up to {total} and not to 100: {told}{defaults}; {change}, such as {last}")
