"""The number of ants of each task: shares in percent, which rules adjust in each turn. Source: chapter 6.6 of the thesis."""

FOOD, EXPLORE, ATTACK, DEFEND = "gatherFood", "explore", "attackHills", "defendHills"


class Situation:
    """The input of the rules."""

    def __init__(self, ants, hills, visible, dominant, turn, turns):
        self.ants = ants
        """Numbers of own ants and of own remaining hills."""
        self.hills = hills
        self.visible = visible
        """Percentage of visible squares."""
        self.dominant = dominant
        """True if the own influence is more than that of all others together."""
        self.turn = turn
        self.turns = turns


class Allocation:
    """The shares of a turn, and the rules that have changed them."""

    def __init__(self, profile):
        self.profile = profile
        self.shares = dict(profile.shares)
        self.log = []

    def increment(self, task, percent, others):
        """Raises a task's share, at the expense of the others in equal parts, as far as they have any left."""
        if len(others) == 2 and percent % 2:
            percent += 1
        part = percent // len(others)
        for other in others:
            given = min(part, self.shares[other])
            self.shares[other] -= given
            percent -= part - given
        self.shares[task] += percent


def allocate(profile, situation):
    """Returns the allocation of a turn: applies all rules in their order."""
    allocation = Allocation(profile)
    for rule in (population_size, relative_influence, percent_explored, half_time):
        before = dict(allocation.shares)
        rule(allocation, situation)
        if allocation.shares != before:
            allocation.log.append(f"{rule.__name__}: " + " ".join(str(share) for share in allocation.shares.values()))
    return allocation


def population_size(allocation, now):
    """A small population gathers more."""
    if now.ants < 10:
        allocation.increment(FOOD, 50, (ATTACK, DEFEND))
    elif now.ants < 25:
        allocation.increment(FOOD, 20, (ATTACK, DEFEND))
    if now.ants < 8 * now.hills:
        allocation.increment(FOOD, 5, (DEFEND,))


def relative_influence(allocation, now):
    """A dominant player explores and attacks more."""
    if now.dominant:
        allocation.increment(EXPLORE, allocation.profile["explore.dominantPositionBoost"], (FOOD,))
        allocation.increment(ATTACK, allocation.profile["attackHills.dominantPositionBoost"], (FOOD,))


def percent_explored(allocation, now):
    """A player that sees little explores more."""
    if now.visible < allocation.profile["explore.forceThresholdPercent"]:
        percent = int((100 - now.visible) * allocation.profile["explore.forceGain"] + 0.5)
        allocation.increment(EXPLORE, percent - percent % 3, (ATTACK, FOOD, DEFEND))


def half_time(allocation, now):
    """In the second half attacks on hills become more important."""
    if now.turn > now.turns // 2:
        allocation.increment(ATTACK, allocation.profile["attackHills.halfTimeBoost"], (EXPLORE, FOOD))
