# fault: none
from classes import *


class Odd:
    def __eq__(self, other):
        raise KeyError("odd")

    __hash__ = None


units = roundState.getUnits()
for unit in units:
    for direction in (None, 5, "UP", Odd(), object, [], Direction, b"NORTH", "NORTH\0"):
        try:
            unit.moveUnit(direction)
        except (TypeError, KeyError):
            pass
