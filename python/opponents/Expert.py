# Expert: reads the whole board before it moves anything.
#
# Every idea has a switch below. Set one to False and let the two versions play against each other: that is the only way
# to learn how much an idea is worth. Units move in order of importance: fights first, then cargo on its way home, then
# warriors, then empty gatherers; later units plan around the earlier ones.
#
# The trick that makes it fast: a set of fields is one integer, in which bit x * WIDTH + y stands for field [x, y].
# Python processes such numbers in one operation, however long they are: a | b are the fields of both sets, a & b those
# they share, a & ~b those of a only, and a << WIDTH is the whole set moved one field to the east.

import random

from classes import *

USE_STRIKES = True       # attack adjacent enemies when the odds, weighed with costs and cargo, are in our favor
USE_DANGER_MAP = True    # gatherers avoid fields that an enemy warrior can reach in its next move
USE_PATIENCE = True      # a warrior waits for enemy warriors to come: the one that attacks first has the better odds
USE_ESCORTS = True       # the closest warrior meets enemy warriors near our base, where all cargo has to pass
USE_ARMING = True        # more warriors if more enemies are around: peace is cheap, a lost war is not
USE_HUNTING = True       # the other warriors hunt enemies if an enemy base is near; far from home they would be lost
USE_TRAFFIC = True       # our own units follow each other in columns and step aside for those with cargo
USE_LAST_ROUNDS = True   # near the end create nothing that cannot pay off; warriors bring their cargo home

MOST_GATHERERS = 28      # with more, the four fields around the base are too crowded
GATHERERS_PER_WARRIOR = 4
NEIGHBOURHOOD = 12       # number of steps around our base within which each enemy calls for one more warrior
GUARDED = 8              # number of steps from our base within which an escort meets an enemy warrior
HUNTING_GROUND = 12      # number of steps between bases up to which sending a warrior is worthwhile
GATHERER_PAYS = 40       # number of rounds until a new gatherer has earned its cost
WARRIOR_PAYS = 100

board = roundState.getMap()
WIDTH = len(board) + 1   # one more than the side length, so that a step over the southern edge leads to no field
DIRECTIONS = {-1: Direction.NORTH, -WIDTH: Direction.WEST, 1: Direction.SOUTH, WIDTH: Direction.EAST, 0: Direction.STAY}


# ---- Sets of fields

def bit(position):
    """The set with only this field."""
    return 1 << position[0] * WIDTH + position[1]


def fieldsWhere(test):
    """All fields for which the test holds."""
    fields = 0
    for column in reversed(board):
        digits = ['1' if test(field) else '0' for field in reversed(column)]
        fields = fields << WIDTH | int(''.join(digits), 2)
    return fields


def size(fields):
    """The number of fields in the set."""
    return bin(fields).count('1')


def around(fields):
    """These fields and all fields one step away."""
    return fields | fields << 1 | fields >> 1 | fields << WIDTH | fields >> WIDTH


def near(fields, count):
    """All fields at most `count` steps away, ignoring obstacles."""
    for _ in range(count):
        fields = around(fields) & everywhere
    return fields


def each(fields):
    """The fields of the set in random order, so that no direction is preferred."""
    found = []
    while fields:
        found.append(fields & -fields)  # the lowest bit
        fields &= fields - 1
    random.shuffle(found)
    return found


def oneOf(fields):
    """A random field of the set."""
    return random.choice(each(fields)) if fields & fields - 1 else fields


def waves(start, ground):
    """A list of sets: the start, the fields one step away from it over the ground, those two steps away, and so on."""
    found = []
    wave, ground = start, ground & ~start
    while wave:
        found.append(wave)
        wave = around(wave) & ground
        ground ^= wave
    return found


def steps(place, distances):
    """The index of the wave with the field; the number of waves if there is none."""
    for count, wave in enumerate(distances):
        if wave & place:
            return count
    return len(distances)


# ---- Moving

def isWarrior(unit):
    return str(unit.getUnitType()) == UnitType.WARRIOR


def freeFor(unit):
    """All fields that the unit can expect to get."""
    if not USE_TRAFFIC:
        return ground & ~(claimed | ours) | home
    # Units sent elsewhere will be gone in time, unless they come here; empty units, which plan later, make way.
    here = place[unit]
    taken = claimed | comesFrom.get(here, 0) | (laden if unit.getResources() > 0 else unplanned)
    return ground & ~(taken & ~here) | home


def send(unit, there):
    """Orders the unit to an adjacent field (or to its own one)."""
    global claimed, unplanned, laden
    here = place[unit]
    unit.moveUnit(DIRECTIONS[there.bit_length() - here.bit_length()])
    unplanned &= ~here
    laden &= ~here
    if there != home:
        claimed |= there
        if there != here:
            comesFrom[there] = here


def sendDown(unit, distances, avoid):
    """One step toward the start of the waves without entering fields in `avoid`; otherwise a step aside."""
    here = place[unit]
    ways = around(here) & freeFor(unit) & ~avoid
    count = steps(here, distances)
    closer = ways & distances[count - 1] if 0 < count < len(distances) else 0
    if closer:
        send(unit, oneOf(closer))
    elif ways and (not ways & here or USE_TRAFFIC and here != home and random.random() < 0.5):
        send(unit, oneOf(ways))
    elif ways & here:
        send(unit, here)
    return closer or ways


# ---- Fighting

def odds(attacker, defender):
    """The probability that the attacker wins."""
    if attacker.getStrength() == defender.getStrength():
        return 2 / 3
    return attacker.getStrength()


def gain(unit, enemy):
    """The average gain of an attack, in resources: their losses and our booty, minus our losses."""
    chance = odds(unit, enemy)
    booty = min(enemy.getResources(), unit.getMaxResources() - unit.getResources())
    return chance * (enemy.getCost() + booty) - (1 - chance) * (unit.getCost() + unit.getResources())


def strike(unit):
    """Attacks the most rewarding adjacent enemy; returns whether there was one."""
    best, target = 0, None
    for there in each(around(place[unit]) & (enemyWarriors | enemyGatherers) & ~claimed):
        worth = gain(unit, enemies[there])
        if worth > best:
            best, target = worth, there
    if target is not None:
        send(unit, target)
    return target is not None


def nearest(units, there):
    """The unit closest to a field."""
    distances = waves(there, ground)
    return min(units, key=lambda unit: steps(place[unit], distances))


def moveWarriors(warriors):
    """Escorts meet the warriors that come close to our base; the others hunt the nearest enemies."""
    waiting = list(warriors)
    if USE_ESCORTS:
        for threat in each(enemyWarriors & near(home, GUARDED))[:len(waiting)]:
            unit = nearest(waiting, threat)
            waiting.remove(unit)
            moveWarrior(unit, waves(threat, ground))
    hunts = USE_HUNTING and any(bit(other.getPosition()) & near(home, HUNTING_GROUND) for other in bases)
    toPrey = waves(enemyWarriors | enemyGatherers, ground) if hunts else wayHome
    for unit in sorted(waiting, key=lambda unit: steps(place[unit], toPrey)):
        moveWarrior(unit, toPrey)


def moveWarrior(unit, distances):
    full = unit.getResources() == unit.getMaxResources()
    late = USE_LAST_ROUNDS and unit.getResources() > 0 and steps(place[unit], wayHome) + 5 > roundsLeft
    patient = USE_PATIENCE and not place[unit] & danger
    sendDown(unit, wayHome if full or late else distances, danger if patient else 0)


# ---- Gathering

def moveCarriers(carriers):
    for unit in sorted(carriers, key=lambda unit: steps(place[unit], wayHome)):
        if not sendDown(unit, wayHome, danger if USE_DANGER_MAP else 0):
            sendDown(unit, wayHome, 0)


def choose(unit, avoid):
    """The first step to the nearest resource that no unit is heading for, and its field; or None, None."""
    here = place[unit]
    unseen = ground & ~avoid & ~here
    wave = around(here) & freeFor(unit) & unseen
    passed = []
    while not wave & resources:
        if not wave:
            return None, None
        passed.append(wave)
        unseen &= ~wave
        wave = around(wave) & unseen
    goal = way = oneOf(wave & resources)
    for wave in reversed(passed):  # and back to the field beside the unit
        way = oneOf(around(way) & wave)
    return way, goal


def moveGatherers(gatherers):
    """Sends the gatherers to resources; those nearest to one choose first."""
    global resources
    toResource = waves(resources, ground)
    avoid = danger if USE_DANGER_MAP else 0
    for unit in sorted(gatherers, key=lambda unit: steps(place[unit], toResource)):
        way, goal = choose(unit, avoid) if resources else (None, None)
        if way is not None:
            resources &= ~goal
            send(unit, way)
        elif place[unit] != home:
            sendDown(unit, wayHome, avoid)


# ---- Creating

def create():
    """Creates enough gatherers for the work, and an army in proportion to them and to the enemies nearby."""
    gatherers = sum(not isWarrior(unit) for unit in roundState.getUnits())
    warriors = len(roundState.getUnits()) - gatherers
    neighbours = (enemyWarriors | enemyGatherers) & near(home, NEIGHBOURHOOD) if USE_ARMING else 0
    wanted = min(MOST_GATHERERS, 4 + size(resources))
    late = roundsLeft if USE_LAST_ROUNDS else 1000
    while True:
        army = min(gatherers, gatherers // GATHERERS_PER_WARRIOR + size(neighbours))
        if warriors < army and late > WARRIOR_PAYS:
            if base.getResources() < gameConfiguration.getUnitCostWarrior():
                return
            base.createUnitWarrior()
            warriors += 1
        elif gatherers < wanted and late > GATHERER_PAYS:
            if base.getResources() < gameConfiguration.getUnitCostGatherer():
                return
            base.createUnitGatherer()
            gatherers += 1
        else:
            return


# ---- The turn

OPEN = {FieldType.LAND, FieldType.RESOURCE}
base = roundState.getBase()
home = bit(base.getPosition())
roundsLeft = gameConfiguration.getRounds() - roundState.getRoundNumber()
everywhere = fieldsWhere(lambda field: True)
ground = fieldsWhere(lambda field: field.getFieldType() in OPEN) | home
resources = fieldsWhere(lambda field: field.getResources() > 0)
bases = [field.getBase() for column in board for field in column if field.getFieldType() == FieldType.BASE]
bases = [other for other in bases if other.getOwner() != roundState.getOwnName()]
enemies = {bit(unit.getPosition()): unit for other in bases for unit in other.getUnits()}
enemyWarriors = sum(here for here, unit in enemies.items() if isWarrior(unit)) & ground
enemyGatherers = sum(here for here, unit in enemies.items() if not isWarrior(unit)) & ground
danger = around(enemyWarriors)
wayHome = waves(home, ground)
resources &= sum(wayHome)  # resources that cannot be reached do not count
create()

units = roundState.getUnits()
place = {unit: bit(unit.getPosition()) for unit in units}
ours = unplanned = sum(here for here in place.values() if here != home)
laden = sum(here for unit, here in place.items() if unit.getResources() > 0)
claimed, comesFrom = 0, {}

waiting = [unit for unit in units if not (USE_STRIKES and strike(unit))]
moveCarriers([unit for unit in waiting if not isWarrior(unit) and unit.getResources() > 0])
moveWarriors([unit for unit in waiting if isWarrior(unit)])
moveGatherers([unit for unit in waiting if not isWarrior(unit) and unit.getResources() == 0])
