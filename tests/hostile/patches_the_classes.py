# fault: none
import classes
from classes import *
if hasattr(classes, "kept"):
    print("KEPT in the module")
classes.kept = 1
for kind in (Direction, UnitType, FieldType, type(roundState), type(gameConfiguration), type(roundState.getBase())):
    if hasattr(kind, "kept"):
        print("KEPT in", kind)
    try:
        kind.kept = 1
    except TypeError:
        pass
for name in list(vars(classes)):
    setattr(classes, name, None)
