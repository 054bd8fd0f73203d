# Expert: reads the whole board before it moves anything.
#
# Every idea has a switch below. Set one to False and let the two versions play against each other: so you learn what an
# idea is worth, which is the only way to know. Units are moved in order of importance: fights first, then cargo on its
# way home, then warriors, then empty gatherers; whoever comes later plans around those before.
#
# What makes it quick: a set of fields is one whole number, in which bit x * WIDTH + y stands for field [x, y]. Python
# calculates with such numbers in one go, however long they are: a | b are the fields of both sets, a & b those they
# share, a & ~b those of a only, and a << WIDTH is the whole set moved one field to the east.

import random

from classes import *

USE_STRIKES = True       # attack beside us when the odds, weighed with costs and cargo, are in our favour
USE_DANGER_MAP = True    # gatherers keep away from fields that an enemy's warrior can reach next
USE_PATIENCE = True      # a warrior lets enemy warriors come to it: whoever attacks first has the better odds
USE_ESCORTS = True       # whoever is closest goes to meet an enemy's warrior near our base, where all cargo has to pass
USE_ARMING = True        # the more enemies there are around us, the more warriors: peace is cheap, a lost war is not
USE_HUNTING = True       # the other warriors hunt the enemies, if an enemy's base is near; far from home they would be lost
USE_TRAFFIC = True       # our own units follow each other in columns and step aside for those with cargo
USE_LAST_ROUNDS = True   # towards the end create nothing that can no longer pay; warriors bring home what they carry

MOST_GATHERERS = 28      # beyond that, the four fields around the base are too crowded
GATHERERS_PER_WARRIOR = 4
NEIGHBOURHOOD = 12       # every enemy so few steps around our base calls for one more warrior
GUARDED = 8              # an enemy's warrior so few steps away from our base is met by an escort
HUNTING_GROUND = 12      # so many steps from base to base, a warrior is still worth sending
GATHERER_PAYS = 40       # so many rounds a new gatherer takes to earn more than it costs
WARRIOR_PAYS = 100

board = roundState.getMap()
WIDTH = len(board) + 1   # one more than there are fields: so a step over the southern edge leads to no field at all
DIRECTIONS = {-1: Direction.NORTH, -WIDTH: Direction.WEST, 1: Direction.SOUTH, WIDTH: Direction.EAST, 0: Direction.STAY}


# ---- Sets of fields

def bit(position):
    """The set of just this field."""
    return 1 << position[0] * WIDTH + position[1]


def fieldsWhere(test):
    """All fields for which the test holds."""
    fields = 0
    for column in reversed(board):
        digits = ['1' if test(field) else '0' for field in reversed(column)]
        fields = fields << WIDTH | int(''.join(digits), 2)
    return fields


def size(fields):
    """How many fields there are in the set."""
    return bin(fields).count('1')


def around(fields):
    """These fields and all that are one step away."""
    return fields | fields << 1 | fields >> 1 | fields << WIDTH | fields >> WIDTH


def near(fields, count):
    """All fields so few steps away, whatever lies between."""
    for _ in range(count):
        fields = around(fields) & everywhere
    return fields


def each(fields):
    """The fields of the set one by one, in random order: no direction is better than another."""
    found = []
    while fields:
        found.append(fields & -fields)  # the lowest bit
        fields &= fields - 1
    random.shuffle(found)
    return found


def oneOf(fields):
    """One field of the set, by chance."""
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
    """In which of the waves the field is; if in none, their number."""
    for count, wave in enumerate(distances):
        if wave & place:
            return count
    return len(distances)


# ---- Moving

def isWarrior(unit):
    return str(unit.getUnitType()) == UnitType.WARRIOR


def freeFor(unit):
    """All fields that the unit may count on getting."""
    if not USE_TRAFFIC:
        return ground & ~(claimed | ours) | home
    # Whoever is sent elsewhere will be gone in time, unless it comes here; whoever plans later, and empty, makes way.
    here = place[unit]
    taken = claimed | comesFrom.get(here, 0) | (laden if unit.getResources() > 0 else unplanned)
    return ground & ~(taken & ~here) | home


def send(unit, there):
    """Orders the unit to a field beside it (or the one where it is)."""
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
    """One step towards the start of the waves, over fields that are not to be avoided; else a step aside."""
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
    """Escorts meet the warriors that come close to our base, the others hunt whoever is nearest."""
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
    """The first step to the nearest resource that nobody is going for, and its field; or None, None."""
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
    for wave in reversed(passed):  # and back again to the field beside the unit
        way = oneOf(around(way) & wave)
    return way, goal


def moveGatherers(gatherers):
    """Whoever is nearest to a resource chooses first."""
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
    """As many gatherers as there is work for, and an army in proportion to ours and to the enemies' units."""
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
resources &= sum(wayHome)  # what cannot be reached does not count
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
