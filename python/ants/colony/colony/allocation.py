"""How many ants each task may have: shares in percent, which rules change anew in each turn. Source: chapter 6.6 of the thesis."""

FOOD, EXPLORE, ATTACK, DEFEND = "gatherFood", "explore", "attackHills", "defendHills"


class Situation:
    """What the rules look at."""

    def __init__(self, ants, hills, visible, dominant, turn, turns):
        self.ants = ants
        """How many ants and standing hills are own."""
        self.hills = hills
        self.visible = visible
        """Of all squares, in percent."""
        self.dominant = dominant
        """Whether the own influence is more than that of all others together."""
        self.turn = turn
        self.turns = turns


class Allocation:
    """The shares of a turn, and which rules have changed them."""

    def __init__(self, profile):
        self.profile = profile
        self.shares = dict(profile.shares)
        self.log = []

    def increment(self, task, percent, others):
        """Gives a task so many percent, taken from the others in equal parts as far as they have them."""
        if len(others) == 2 and percent % 2:
            percent += 1
        part = percent // len(others)
        for other in others:
            given = min(part, self.shares[other])
            self.shares[other] -= given
            percent -= part - given
        self.shares[task] += percent


def allocate(profile, situation):
    """The allocation of a turn: every rule in its order."""
    allocation = Allocation(profile)
    for rule in (population_size, relative_influence, percent_explored, half_time):
        before = dict(allocation.shares)
        rule(allocation, situation)
        if allocation.shares != before:
            allocation.log.append(f"{rule.__name__}: " + " ".join(str(share) for share in allocation.shares.values()))
    return allocation


def population_size(allocation, now):
    """Few ants gather more."""
    if now.ants < 10:
        allocation.increment(FOOD, 50, (ATTACK, DEFEND))
    elif now.ants < 25:
        allocation.increment(FOOD, 20, (ATTACK, DEFEND))
    if now.ants < 8 * now.hills:
        allocation.increment(FOOD, 5, (DEFEND,))


def relative_influence(allocation, now):
    """Who rules the board explores and attacks."""
    if now.dominant:
        allocation.increment(EXPLORE, allocation.profile["explore.dominantPositionBoost"], (FOOD,))
        allocation.increment(ATTACK, allocation.profile["attackHills.dominantPositionBoost"], (FOOD,))


def percent_explored(allocation, now):
    """Who sees little explores."""
    if now.visible < allocation.profile["explore.forceThresholdPercent"]:
        percent = int((100 - now.visible) * allocation.profile["explore.forceGain"] + 0.5)
        allocation.increment(EXPLORE, percent - percent % 3, (ATTACK, FOOD, DEFEND))


def half_time(allocation, now):
    """In the second half hills count more than what they might bring."""
    if now.turn > now.turns // 2:
        allocation.increment(ATTACK, allocation.profile["attackHills.halfTimeBoost"], (EXPLORE, FOOD))
