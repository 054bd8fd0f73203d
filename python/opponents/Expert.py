# Expert: reads the whole board before it moves anything.
#
# Every idea has a switch below. Set one to False and let the two versions play against each other: so you learn what an
# idea is worth, which is the only way to know. Units are moved in order of importance: fights first, then cargo on its
# way home, then warriors, then empty gatherers; whoever comes later plans around those before.

import random
from collections import deque

from classes import *

USE_STRIKES = True       # attack beside us when the odds, weighed with costs and cargo, are in our favour
USE_DANGER_MAP = True    # gatherers keep away from fields that an enemy's warrior can reach next
USE_PATIENCE = True      # a warrior lets enemy warriors come to it: whoever attacks first has the better odds
USE_ESCORTS = True       # some warriors stay with our own gatherers and go for whoever comes close to home
USE_HUNTING = True       # the other warriors go for the enemy's gatherers, not for its warriors
USE_WHOLE_TRIP = True    # a resource is judged by the way there and the way home together
USE_MARKET = True        # as many gatherers as there is work for, instead of a fixed number
USE_TRAFFIC = True       # our own units follow each other in columns and step aside for those with cargo
USE_LAST_ROUNDS = True   # nothing is created, and nobody sets out, that can no longer pay before the game ends

USUAL_GATHERERS = 15     # without the market
MOST_GATHERERS = 28      # beyond that, the four fields around the base are too crowded
MORE_SEARCH = 4 if USE_WHOLE_TRIP else 0  # steps to look beyond the nearest resource for a better one
GATHERERS_PER_WARRIOR = 2
ARMY_LEAD = 6            # so many warriors more than all enemies together have, if the economy can bear them
FAR = 1000000            # the distance to fields that cannot be reached

# The board as one long list: field [x, y] is number (x + 1) * WIDTH + y + 1. A step is then a single addition, and the
# rim of closed fields around the board saves us from asking at every step whether the board ends here.
board = roundState.getMap()
WIDTH = len(board) + 2
STEPS = {-1: Direction.NORTH, -WIDTH: Direction.WEST, 1: Direction.SOUTH, WIDTH: Direction.EAST, 0: Direction.STAY}
AROUND = [-1, -WIDTH, 1, WIDTH]
random.shuffle(AROUND)  # of several equally good steps the first one is taken: this way it is not always the same


def number(position):
    return (position[0] + 1) * WIDTH + position[1] + 1


def isWarrior(unit):
    return str(unit.getUnitType()) == UnitType.WARRIOR


# ---- What is on the board

def readBoard():
    """Closed fields (list of True and False), fields with resources (set), enemies (dict by field), enemy bases."""
    closed = [True] * (WIDTH * WIDTH)
    resources, enemies, bases = set(), {}, []
    me = roundState.getOwnName()
    for x, column in enumerate(board):
        for here, field in enumerate(column, (x + 1) * WIDTH + 1):
            kind = field.getFieldType()
            if kind == FieldType.LAND or kind == FieldType.RESOURCE:
                closed[here] = False
                if field.getResources() > 0:
                    resources.add(here)
                unit = field.getUnitOnField()
                if unit is not None and unit.getOwner() != me:
                    enemies[here] = unit
            elif kind == FieldType.BASE and here != home:
                bases.append(field.getBase())
    closed[home] = False
    return closed, resources, enemies, bases


def distancesTo(goals, limit=FAR):
    """For every field: how many steps it is from there to the nearest of the goals. One search serves all units."""
    distances = [FAR] * (WIDTH * WIDTH)
    for goal in goals:
        distances[goal] = 0
    queue = deque(goals)
    while queue:
        here = queue.popleft()
        further = distances[here] + 1
        if further > limit:
            break
        for step in AROUND:
            there = here + step
            if distances[there] > further and not closed[there]:
                distances[there] = further
                queue.append(there)
    return distances


def dangerMap():
    """How many enemy warriors could attack each field in their next turn (only fields where there are any)."""
    danger = {}
    for here, enemy in enemies.items():
        if isWarrior(enemy):
            for step in AROUND + [0]:
                danger[here + step] = danger.get(here + step, 0) + 1
    return danger


# ---- Moving

def isFree(unit, there):
    """Whether the unit may count on getting this field."""
    if there == home:
        return True
    if closed[there] or there in claimed:
        return False
    friend = ours.get(there)
    if friend is None or friend is unit:
        return True
    if not USE_TRAFFIC:
        return False
    # One of ours is there. If it has been sent elsewhere it will be gone in time, unless we two change places.
    goal = going.get(friend)
    if goal is None:
        return friend.getResources() == 0 and unit.getResources() > 0  # it plans later, and makes way
    return goal != there and goal != place[unit]


def send(unit, there):
    """Orders the unit to a field beside it (or the one where it is)."""
    unit.moveUnit(STEPS[there - place[unit]])
    going[unit] = there
    if there != home:
        claimed.add(there)


def sendDown(unit, distances, avoid=(), aside=True):
    """One step towards the goal of these distances, over fields that are not to be avoided; else a step aside."""
    here = place[unit]
    ways = [here + step for step in AROUND if here + step not in avoid and isFree(unit, here + step)]
    if here not in avoid and here not in claimed:
        ways.append(here)
    if ways:
        best = min(ways, key=distances.__getitem__)
        if distances[best] < distances[here] or here in avoid or here in claimed:
            send(unit, best)
        elif aside and here != home and USE_TRAFFIC and random.random() < 0.5:
            level = [way for way in ways if distances[way] <= distances[here] + 1]
            send(unit, random.choice(level))
        elif here in ways:
            send(unit, here)
    return unit in going


# ---- Fighting

def odds(attacker, defender):
    """The chance that the attacker wins."""
    if attacker.getStrength() == defender.getStrength():
        return 2 / 3
    return attacker.getStrength()


def gain(unit, enemy):
    """What an attack is worth on average, in resources: theirs lost and taken, less ours lost."""
    chance = odds(unit, enemy)
    booty = min(enemy.getResources(), unit.getMaxResources() - unit.getResources())
    return chance * (enemy.getCost() + booty) - (1 - chance) * (unit.getCost() + unit.getResources())


def strike(unit):
    """Attacks the enemy beside the unit that is most worth it. Tells whether there was one."""
    best, target = 0, None
    for step in AROUND:
        enemy = enemies.get(place[unit] + step)
        if enemy is not None and place[unit] + step not in claimed:
            worth = gain(unit, enemy)
            if worth > best:
                best, target = worth, place[unit] + step
    if target is not None:
        send(unit, target)
    return target is not None


def moveWarriors(warriors):
    """Escorts go for whoever is closest to our home, hunters for the enemy's gatherers."""
    intruders = [here for here in enemies if wayHome[here] <= guarded]
    prey = [here for here, enemy in enemies.items() if not (USE_HUNTING and isWarrior(enemy))]
    toIntruder = distancesTo(intruders)
    toPrey = distancesTo(prey or list(enemies))
    warriors.sort(key=lambda unit: wayHome[place[unit]])
    escorts = (len(warriors) + 1) // 2 if USE_ESCORTS else 0
    for rank, unit in enumerate(warriors):
        avoid = danger if USE_PATIENCE and place[unit] not in danger else ()
        if unit.getResources() == unit.getMaxResources():
            sendDown(unit, wayHome, avoid)
        elif rank < escorts and intruders:
            sendDown(unit, toIntruder, avoid)
        elif enemies:
            sendDown(unit, toPrey, avoid)


# ---- Gathering

def pays(there, steps):
    """Whether a resource that is so many steps away can still be brought home before the end."""
    return not USE_LAST_ROUNDS or steps + wayHome[there] <= roundsLeft


def exitTowards(goal):
    """The field beside our base where a shortest path to the goal begins (found by walking the path backwards)."""
    while wayHome[goal] > 1:
        goal = min((goal + step for step in AROUND), key=wayHome.__getitem__)
    return goal


def chooseFromHome(unit, avoid):
    """In the base no search is needed: the map of ways home tells how far everything is."""
    goals = [there for there in resources if there not in avoid and pays(there, wayHome[there])]
    exits = [home + step for step in AROUND if home + step not in avoid and isFree(unit, home + step)]
    if not goals or not exits:
        return None, None
    goal = min(goals, key=wayHome.__getitem__)
    way = exitTowards(goal)
    return (way if way in exits else exits[0]), goal


def choose(unit, avoid):
    """The first step to the best resource that is not taken, and its field; or None, None."""
    start = place[unit]
    if start == home:
        return chooseFromHome(unit, avoid)
    cameFrom = {start: start}
    for step in AROUND:
        if not isFree(unit, start + step):
            cameFrom[start + step] = start
    layer, steps, best, shortest, last = [start], 0, None, FAR, FAR
    while layer and steps <= last:
        following = []
        for here in layer:
            if here in resources and here != start and pays(here, steps):
                trip = steps + wayHome[here] if USE_WHOLE_TRIP else steps
                if trip < shortest:
                    best, shortest, last = here, trip, min(last, steps + MORE_SEARCH)
            for step in AROUND:
                there = here + step
                if not (closed[there] or there in cameFrom or there in avoid):
                    cameFrom[there] = here
                    following.append(there)
        layer, steps = following, steps + 1
    if best is None:
        return None, None
    way = best
    while cameFrom[way] != start:
        way = cameFrom[way]
    return way, best


def moveCarriers(carriers):
    carriers.sort(key=lambda unit: wayHome[place[unit]])
    for unit in carriers:
        if not sendDown(unit, wayHome, danger if USE_DANGER_MAP else ()):
            sendDown(unit, wayHome)


def moveGatherers(gatherers):
    """Whoever is nearest to a resource chooses first."""
    toResource = distancesTo(list(resources))
    gatherers.sort(key=lambda unit: toResource[place[unit]])
    avoid = danger if USE_DANGER_MAP else ()
    for unit in gatherers:
        step, goal = choose(unit, avoid) if resources else (None, None)
        if step is not None:
            resources.discard(goal)
            send(unit, step)
        elif place[unit] != home:
            sendDown(unit, wayHome, avoid)


# ---- Creating

def create():
    gatherers = [unit for unit in roundState.getUnits() if not isWarrior(unit)]
    warriors = len(roundState.getUnits()) - len(gatherers)
    enemyWarriors = sum(isWarrior(unit) for enemyBase in bases for unit in enemyBase.getUnits())
    while True:
        work = sum(1 for here in resources if wayHome[here] < FAR)
        wanted = min(MOST_GATHERERS, 4 + work) if USE_MARKET else USUAL_GATHERERS
        army = min(len(gatherers) // GATHERERS_PER_WARRIOR, enemyWarriors + ARMY_LEAD)
        if warriors < army and roundsLeft > WARRIOR_PAYS:
            if base.getResources() < gameConfiguration.getUnitCostWarrior():
                return
            base.createUnitWarrior()
            warriors += 1
        elif len(gatherers) < wanted and roundsLeft > GATHERER_PAYS:
            if base.getResources() < gameConfiguration.getUnitCostGatherer():
                return
            base.createUnitGatherer()
            gatherers.append(None)
        else:
            return


# ---- The turn

base = roundState.getBase()
home = number(base.getPosition())
roundsLeft = gameConfiguration.getRounds() - roundState.getRoundNumber()
closed, resources, enemies, bases = readBoard()
wayHome = distancesTo([home])
danger = dangerMap()
GATHERER_PAYS = 60 if USE_LAST_ROUNDS else 0
WARRIOR_PAYS = 100 if USE_LAST_ROUNDS else 0
guarded = min((wayHome[number(other.getPosition()) + step] for other in bases for step in AROUND), default=0) // 2
create()

units = roundState.getUnits()
place = {unit: number(unit.getPosition()) for unit in units}
ours = {here: unit for unit, here in place.items() if here != home}
going, claimed = {}, set()

waiting = [unit for unit in units if not (USE_STRIKES and strike(unit))]
moveCarriers([unit for unit in waiting if not isWarrior(unit) and unit.getResources() > 0])
moveWarriors([unit for unit in waiting if isWarrior(unit)])
moveGatherers([unit for unit in waiting if not isWarrior(unit) and unit.getResources() == 0])
