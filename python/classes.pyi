"""The classes of Warriors & Gatherers. Use them with: from classes import *"""

# For editors and type checkers only: the game provides the module `classes` itself and never reads this file.
# __builtins__.pyi declares the two global variables of an AI, roundState and gameConfiguration.

from typing import Iterable, Literal, NoReturn, Sequence, final

# The names of `from classes import *`. The others are used as classes.board and classes.configuration.
__all__ = [
    "Direction",
    "UnitType",
    "Unit",
    "RoundState",
    "FieldType",
    "Field",
    "Base",
    "GameConfiguration",
    "annotate",
    "annotate_path",
]

@final
class Direction:
    """The directions in which a unit can be moved, as strings: Direction.NORTH is 'NORTH'."""

    NORTH: str
    """Upward, to smaller y."""
    WEST: str
    """To the left, to smaller x."""
    SOUTH: str
    """Downward, to larger y."""
    EAST: str
    """To the right, to larger x."""
    STAY: str
    """No movement."""

    def __init__(self, _: NoReturn) -> None: ...

@final
class UnitType:
    """The type of a unit. UnitType.WARRIOR and UnitType.GATHERER are strings; unit.getUnitType() returns an object with
    the type's numbers. Such an object is not a string: compare str(unit.getUnitType()) == UnitType.WARRIOR."""

    WARRIOR: str
    """Strong and expensive: 'WARRIOR'."""
    GATHERER: str
    """Carries a lot: 'GATHERER'."""
    RESOURCE: str
    """The same as FieldType.RESOURCE."""
    LAND: str
    """The same as FieldType.LAND."""

    def __init__(self, _: NoReturn) -> None: ...
    def getString(self) -> str:
        """The type as a str: 'WARRIOR' or 'GATHERER'."""

    def getMaxResources(self) -> int:
        """The maximum amount of resources that a unit of this type can carry, as an int."""

    def getStrength(self) -> float:
        """The strength of this type, as a float: its probability of winning an attack on a unit of another strength."""

    def getCost(self) -> int:
        """The cost of a unit of this type, as an int."""

@final
class Unit:
    """A unit on the board. Your own units, which take orders, come from roundState.getUnits() and base.getUnits(). The
    units on the fields of roundState.getMap() are images, which take no orders."""

    def __init__(self, _: NoReturn) -> None: ...
    def getUnitId(self) -> int:
        """The unit's id, as an int: 0 for the first unit of a player, and so on in the order of creation."""

    def getUnitID(self) -> int:
        """The same as getUnitId()."""

    def getUnitType(self) -> UnitType:
        """The unit's type, as a UnitType object."""

    def getOwner(self) -> str:
        """The name of the player the unit belongs to, as a str."""

    def getResources(self) -> int:
        """The amount of resources the unit carries, as an int."""

    def getPosition(self) -> list[int]:
        """The position of the unit, as a list [x, y]. It changes only when the unit has actually moved."""

    def moveUnit(self, direction: str) -> Literal[False] | None:
        """Orders the unit to move in a direction, such as Direction.NORTH. Returns None if the order is accepted.

        A second order in one round prints "Unit can't move more than once a round!" and returns False; an invalid
        direction prints "Wrong Direction!" and returns False. An accepted move may still be blocked.
        """

    def getLastMove(self) -> str:
        """The direction in which the unit moved last, as a str; 'STAY' if it did not move in its last turn."""

    def getlastMove(self) -> str:
        """The same as getLastMove()."""

    def getMaxResources(self) -> int:
        """The maximum amount of resources that the unit can carry, as an int."""

    def getStrength(self) -> float:
        """The strength of the unit's type, as a float."""

    def getCost(self) -> int:
        """The cost of a unit of this type, as an int."""

    def getString(self) -> str:
        """The unit's type, as a str: 'WARRIOR' or 'GATHERER'."""

@final
class RoundState:
    """The state of the current round: your base, your units, an image of the board, and the round number."""

    def __init__(self, _: NoReturn) -> None: ...
    def getMap(self) -> list[list[Field]]:
        """The board as a list of columns of Field objects: roundState.getMap()[x][y]. It is a snapshot from the
        start of the turn; to give orders, use getBase() and getUnits()."""

    def getBase(self) -> Base:
        """Your own base, as a Base object."""

    def getOwnBase(self) -> Base:
        """The same as getBase()."""

    def getUnits(self) -> list[Unit]:
        """Your own units, as a list in the order of their ids. The same list as getBase().getUnits()."""

    def getOwnUnits(self) -> list[Unit]:
        """The same as getUnits()."""

    def getUnit(self) -> list[Unit]:
        """The same as getUnits()."""

    def getOwnUnit(self) -> list[Unit]:
        """The same as getUnits()."""

    def getOwnName(self) -> str:
        """Your own name, as a str."""

    def getOwnResources(self) -> int:
        """The resources in your base, as an int."""

    def getRoundNumber(self) -> int:
        """The number of the current round, as an int; the first one is 1."""

@final
class FieldType:
    """The types of fields, as strings: FieldType.LAND is 'LAND'."""

    LAND: str
    """Free land: 'LAND'."""
    WATER: str
    """Nobody can enter it: 'WATER'."""
    WALL: str
    """Nobody can enter it: 'WALL'."""
    RESOURCE: str
    """Land on which resources appear: 'RESOURCE'."""
    BASE: str
    """A player's base, which only its own units can enter: 'BASE'."""
    WARRIOR: str
    """The same as UnitType.WARRIOR."""
    GATHERER: str
    """The same as UnitType.GATHERER."""

    def __init__(self, _: NoReturn) -> None: ...

@final
class Field:
    """A field of the board, as it was at the start of the turn: roundState.getMap()[x][y]."""

    def __init__(self, _: NoReturn) -> None: ...
    def getFieldType(self) -> str:
        """The field's type, as a str: one of the constants of FieldType."""

    def getPosition(self) -> list[int]:
        """The position of the field, as a list [x, y]."""

    def getBase(self) -> Base | None:
        """The base on this field, as a Base object; None if there is none."""

    def getUnitOnField(self) -> Unit | list[Unit] | None:
        """The unit on this field, as a Unit object, or None. On a base: the list of the units inside."""

    def getResources(self) -> int:
        """The amount of resources on this field, as an int; 0 on a base."""

    def getResourcesOnField(self) -> int:
        """The same as getResources()."""

    def isCrossable(self, unit: Unit) -> bool:
        """True if the unit could enter this field if it were next to it: land without another unit of the same player,
        or the unit's own base."""

    def isReachable(self, unit: Unit) -> bool:
        """True if the unit could get to this field in one move, or is already there. Ignores what is on the field; see
        isCrossable()."""

@final
class Base:
    """A player's base. Your own base, where you create units, is roundState.getBase(). The bases on the fields of
    roundState.getMap() are images, which take no orders."""

    def __init__(self, _: NoReturn) -> None: ...
    def getResources(self) -> int:
        """The resources in the base, as an int."""

    def getHiddenUnits(self) -> list[Unit]:
        """The units that are in the base now, as a list."""

    def getUnits(self) -> list[Unit]:
        """All units of the player, as a list in the order of their ids. For your own base, this is the same list as
        roundState.getUnits()."""

    def getOwnUnits(self) -> list[Unit]:
        """The same as getUnits()."""

    def getPosition(self) -> list[int]:
        """The position of the base, as a list [x, y]."""

    def getOwner(self) -> str:
        """The name of the player the base belongs to, as a str."""

    def createUnitWarrior(self) -> Literal[False] | None:
        """Creates a warrior in the base and returns None. Without enough resources it prints "Not enough resources for
        warrior!" and returns False. The new unit is at the end of getUnits() and can take an order at once."""

    def createUnitGatherer(self) -> Literal[False] | None:
        """Creates a gatherer in the base and returns None. Without enough resources it prints "Not enough resources for
        gatherer!" and returns False. The new unit is at the end of getUnits() and can take an order at once."""

@final
class GameConfiguration:
    """The numbers of the game: the number of rounds, and the cost, capacity and strength of the unit types."""

    def __init__(self, _: NoReturn) -> None: ...
    def getRounds(self) -> int:
        """The number of rounds of the game, as an int."""

    def getUnitCostWarrior(self) -> int:
        """The cost of a warrior, as an int."""

    def getUnitCostGatherer(self) -> int:
        """The cost of a gatherer, as an int."""

    def getUnitStrengthWarrior(self) -> float:
        """The strength of a warrior, as a float."""

    def getUnitStrengthGatherer(self) -> float:
        """The strength of a gatherer, as a float."""

    def getUnitMaxResourcesWarrior(self) -> int:
        """The maximum amount of resources that a warrior can carry, as an int."""

    def getUnitMaxResourcesGatherer(self) -> int:
        """The maximum amount of resources that a gatherer can carry, as an int."""

    def getMaxResourcesWarrior(self) -> int:
        """The same as getUnitMaxResourcesWarrior()."""

    def getMaxResourcesGatherer(self) -> int:
        """The same as getUnitMaxResourcesGatherer()."""

def annotate(
    target: Unit | Field | Base | Sequence[int],
    text: object,
    color: str | None = None,
) -> None:
    """Leaves a note for spectators: a text at a unit, a field, a base or a position [x, y]. The color is a name or a code
    such as '#ff8800'. Changes nothing in the game."""

def annotate_path(
    fields: Iterable[Unit | Field | Base | Sequence[int]],
    color: str | None = None,
) -> None:
    """Leaves a path for spectators: a list of fields, units, bases or positions [x, y], in order. Changes nothing in the
    game."""

def board(drawing: str, resources: dict[tuple[int, int], int] | None = None, round: int = 1) -> RoundState:
    """For tests of your functions, without a match: draws a board with everything on it and returns its roundState.

    Characters: . land, R resource field, $ resources, # or Y wall, ~ or X water, 1 your base, 2 to 4 the other bases, G
    and W your gatherer and warrior, g and w those of player 2. Blanks between the characters are ignored.

    resources sets amounts by (x, y): on a field, carried by a unit, or in a base. By default $ is 100, a base has 200, and
    units carry nothing. Units get their ids row by row. After an accepted order unit.getLastMove() returns its direction.
    """

def configuration() -> GameConfiguration:
    """For tests of your functions, without a match: the default numbers of the game, like gameConfiguration."""
