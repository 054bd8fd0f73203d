//! Names, types and values of everything in `classes` (manual 5.1 to 5.8).

use super::kit::{Case, passes};

#[test]
fn the_star_imports_the_classes_and_nothing_else() {
    passes(
        r#"
"""My AI."""
before = set(globals())
from classes import *
assert __doc__ == "My AI."
assert set(globals()) - before == {
    'before', 'Direction', 'UnitType', 'Unit', 'RoundState', 'FieldType', 'Field', 'Base', 'GameConfiguration',
    'annotate', 'annotate_path'}, set(globals()) - before
import classes
assert classes.Unit is Unit
assert classes.__name__ == 'classes'
assert 'Warriors & Gatherers' in classes.__doc__
"#,
    );
}

#[test]
fn constants_are_their_own_names() {
    passes(
        r#"
from classes import *
for cls, names in [(Direction, 'NORTH WEST SOUTH EAST STAY'),
                   (FieldType, 'LAND WATER WALL RESOURCE BASE WARRIOR GATHERER'),
                   (UnitType, 'WARRIOR GATHERER RESOURCE LAND')]:
    for name in names.split():
        value = getattr(cls, name)
        assert type(value) is str and value == name, (cls, name, value)
    constants = {name for name in vars(cls) if name.isupper()}
    assert constants == set(names.split()), constants
assert Direction.NORTH == 'NORTH' and repr(Direction.STAY) == "'STAY'"
"#,
    );
}

#[test]
fn every_class_has_exactly_its_members() {
    passes(
        r#"
from classes import *
members = {
    UnitType: 'getString getMaxResources getStrength getCost',
    Unit: 'getUnitId getUnitID getUnitType getOwner getResources getPosition moveUnit getLastMove getlastMove '
          'getMaxResources getStrength getCost getString',
    RoundState: 'getMap getBase getOwnBase getUnits getOwnUnits getUnit getOwnUnit getOwnName getOwnResources '
                'getRoundNumber',
    Field: 'getFieldType getPosition getBase getUnitOnField getResources getResourcesOnField isCrossable isReachable',
    Base: 'getResources getHiddenUnits getUnits getOwnUnits getPosition getOwner createUnitWarrior createUnitGatherer',
    GameConfiguration: 'getRounds getUnitCostWarrior getUnitCostGatherer getUnitStrengthWarrior '
        'getUnitStrengthGatherer getUnitMaxResourcesWarrior getUnitMaxResourcesGatherer getMaxResourcesWarrior '
        'getMaxResourcesGatherer',
    Direction: '', FieldType: '',
}
for cls, names in members.items():
    found = {name for name in vars(cls) if not name.startswith('_') and not name.isupper()}
    assert found == set(names.split()), (cls, found ^ set(names.split()))
    assert cls.__doc__ and len(cls.__doc__) > 30, cls
    for name in found:
        doc = getattr(cls, name).__doc__
        assert doc and doc.endswith(('.', '()')), (cls, name, doc)
    assert str(cls) == f"<class 'classes.{cls.__name__}'>", cls
    assert cls.__module__ == 'classes'
"#,
    );
}

#[test]
fn help_reads_well() {
    let played = passes(
        r#"
from classes import *
for cls in [Direction, UnitType, Unit, RoundState, FieldType, Field, Base, GameConfiguration, annotate]:
    help(cls)
help(Unit.moveUnit)
help(roundState)
import classes
help(classes)
"#,
    );
    let text = played.round(1);
    for part in [
        "class Unit(builtins.object)",
        "moveUnit(self, /, direction)",
        "The number of the current round, as an int; the first one is 1.",
        "NORTH = 'NORTH'",
        "annotate(target, text, color=None)",
        "The classes of Warriors & Gatherers. Use them with: from classes import *",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}

#[test]
fn unit_types_know_their_numbers_and_are_no_strings() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
    base.createUnitGatherer()
    base.createUnitGatherer()
warrior, gatherer, other = roundState.getUnits()
unit = warrior
assert type(unit.getUnitType()) is UnitType
assert unit.getUnitType().getString() == 'WARRIOR'
assert str(unit.getUnitType()) == 'WARRIOR'
assert str(unit.getUnitType()) == UnitType.WARRIOR
assert unit.getUnitType() != 'WARRIOR' and not unit.getUnitType() == 'WARRIOR'
assert f'{gatherer.getUnitType()}' == 'GATHERER'
for unit, name, cost, strength, carries in [(warrior, 'WARRIOR', 60, 0.75, 30), (gatherer, 'GATHERER', 50, 0.5, 100)]:
    for thing in (unit, unit.getUnitType()):
        for value, expected in [(thing.getString(), name), (thing.getCost(), cost),
                                (thing.getStrength(), strength), (thing.getMaxResources(), carries)]:
            assert value == expected and type(value) is type(expected), (thing, value)
# One object per kind, on images too.
assert gatherer.getUnitType() is other.getUnitType() is not warrior.getUnitType()
assert gatherer.getUnitType() == other.getUnitType() != warrior.getUnitType()
for image in roundState.getMap()[0][0].getUnitOnField():
    assert image.getUnitType() is {'WARRIOR': warrior, 'GATHERER': gatherer}[image.getString()].getUnitType()
assert len({warrior.getUnitType(), gatherer.getUnitType(), other.getUnitType()}) == 2
"#,
    );
}

#[test]
fn units_answer_as_the_manual_shows() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    assert base.getUnits() == []
    assert base.createUnitWarrior() is None
    assert len(base.getUnits()) == 1
    assert base.getUnits()[0].getUnitId() == 0
    assert base.createUnitGatherer() is None
    assert base.getUnits()[1].getUnitId() == 1
for unit, number in zip(roundState.getUnits(), range(2)):
    assert type(unit) is Unit
    for value, expected in [(unit.getUnitId(), number), (unit.getUnitID(), number), (unit.getOwner(), 'ai'),
                            (unit.getResources(), 0), (unit.getPosition(), [0, 0]), (unit.getLastMove(), 'STAY'),
                            (unit.getlastMove(), 'STAY')]:
        assert value == expected and type(value) is type(expected), (value, expected)
    assert [type(part) for part in unit.getPosition()] == [int, int]
"#,
    );
}

#[test]
fn the_round_state_answers_as_the_manual_shows() {
    let rounds = Case::new(
        r#"
from classes import *
assert type(roundState) is RoundState
map = roundState.getMap()
assert type(map) is list and len(map) == 7
for x, column in enumerate(map):
    assert type(column) is list and len(column) == 7
    for y, field in enumerate(column):
        assert type(field) is Field and field.getPosition() == [x, y], (x, y, field.getPosition())
base = roundState.getBase()
assert type(base) is Base and roundState.getOwnBase() is base
assert roundState.getUnits() is roundState.getOwnUnits() is roundState.getUnit() is roundState.getOwnUnit()
assert roundState.getUnits() is base.getUnits() is base.getOwnUnits()
assert type(roundState.getUnits()) is list
assert roundState.getOwnName() == 'ai' and type(roundState.getOwnName()) is str
assert roundState.getOwnResources() == base.getResources() == 200 and type(roundState.getOwnResources()) is int
assert type(roundState.getRoundNumber()) is int
print(roundState.getRoundNumber())
"#,
    )
    .rounds(3)
    .passes();
    for round in 1..=3 {
        assert_eq!(rounds.round(round), format!("{round}\n"));
    }
}

#[test]
fn fields_answer_as_the_manual_shows() {
    passes(
        r#"
from classes import *
rows = ['1R...R2', 'R.....R', '..Y.X..', '...R...', '.......', 'R.....R', '4R...R3']
kinds = {'R': 'RESOURCE', '.': 'LAND', 'Y': 'WALL', 'X': 'WATER'}
map = roundState.getMap()
for y, row in enumerate(rows):
    for x, letter in enumerate(row):
        field = map[x][y]
        kind = field.getFieldType()
        assert kind == kinds.get(letter, 'BASE') and type(kind) is str
        assert kind in (FieldType.LAND, FieldType.WATER, FieldType.WALL, FieldType.RESOURCE, FieldType.BASE)
        for amount in (field.getResources(), field.getResourcesOnField()):
            assert type(amount) is int and amount in ((0, 100) if letter == 'R' else (0,)), amount
        if kind == 'BASE':
            base = field.getBase()
            assert type(base) is Base and base.getPosition() == [x, y]
            assert base.getOwner() == {'1': 'ai', '2': 'Dummy1', '3': 'Dummy2', '4': 'Dummy3'}[letter]
            assert field.getUnitOnField() == [] and type(field.getUnitOnField()) is list
        else:
            assert field.getBase() is None
            assert field.getUnitOnField() is None
assert map[0][0].getBase().getResources() == 200
assert map[6][0].getBase().getResources() == 0
"#,
    );
}

#[test]
fn bases_answer_as_the_manual_shows() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
assert type(base.getResources()) is int and base.getResources() == 80
assert base.getPosition() == [0, 0] and base.getOwner() == 'ai'
assert base.getUnits() == [] and base.getHiddenUnits() == []
assert base.createUnitWarrior() is None
assert base.getResources() == 20 == roundState.getOwnResources()
assert base.getHiddenUnits() == base.getUnits() and base.getHiddenUnits() is not base.getUnits()
assert base.createUnitWarrior() is False
assert base.createUnitWarrior() == False
assert base.createUnitGatherer() is False
assert base.getResources() == 20 and len(base.getUnits()) == 1
"#,
    )
    .file("rules.json", r#"{"start_stock": 80}"#)
    .option("--rules", "rules.json")
    .rounds(1)
    .passes();
    assert_eq!(
        played.round(1),
        "Not enough resources for warrior!\nNot enough resources for warrior!\nNot enough resources for gatherer!\n"
    );
}

#[test]
fn the_configuration_tells_the_rules() {
    let ai = r#"
from classes import *
assert type(gameConfiguration) is GameConfiguration
for name, value in [('getRounds', ROUNDS), ('getUnitCostWarrior', COST), ('getUnitCostGatherer', 50),
                    ('getUnitStrengthWarrior', 0.75), ('getUnitStrengthGatherer', 0.5),
                    ('getUnitMaxResourcesWarrior', 30), ('getUnitMaxResourcesGatherer', 100),
                    ('getMaxResourcesWarrior', 30), ('getMaxResourcesGatherer', 100)]:
    found = getattr(gameConfiguration, name)()
    assert found == value and type(found) is type(value), (name, found)
"#;
    Case::new(&ai.replace("ROUNDS", "3").replace("COST", "60")).rounds(3).passes();
    Case::new(&ai.replace("ROUNDS", "2").replace("COST", "70"))
        .file("rules.json", r#"{"warrior": {"cost": 70}}"#)
        .option("--rules", "rules.json")
        .passes();
}

#[test]
fn ais_cannot_construct_game_objects() {
    let played = passes(
        r#"
from classes import *
for cls in [Direction, UnitType, Unit, RoundState, FieldType, Field, Base, GameConfiguration]:
    for arguments in [(), (1,), (1, 'two', [3])]:
        try:
            cls(*arguments)
        except TypeError as fault:
            assert cls.__name__ in str(fault) and "cannot be created" in str(fault), fault
        else:
            assert False, cls
    try:
        cls(name=1)
    except TypeError:
        pass
    else:
        assert False, cls
    try:
        class Mine(cls): pass
    except TypeError:
        pass
    else:
        assert False, cls
try:
    Unit()
except TypeError as fault:
    print(fault)
"#,
    );
    assert_eq!(
        played.round(1),
        "Unit objects come from the game and cannot be created: use base.createUnitWarrior() or \
         base.createUnitGatherer()\n"
    );
}

#[test]
fn wrong_arguments_are_type_errors() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitGatherer()
unit, = roundState.getUnits()
field = roundState.getMap()[0][0]
def refuses(call, *arguments, **named):
    try:
        call(*arguments, **named)
    except TypeError as fault:
        assert str(fault), call
    else:
        assert False, (call, arguments)
for thing in [unit, unit.getUnitType(), base, field, roundState, gameConfiguration]:
    for name in dir(type(thing)):
        if not name.startswith(('_', 'moveUnit', 'is')) and not name.isupper():
            refuses(getattr(thing, name), 1)
            refuses(getattr(thing, name), unit=1)
            refuses(getattr(type(thing), name))
            refuses(getattr(type(thing), name), 'self')
refuses(unit.moveUnit)
refuses(unit.moveUnit, 'NORTH', 'NORTH')
for call in [field.isCrossable, field.isReachable]:
    refuses(call)
    for wrong in [None, 1, 'unit', [unit], field, base, unit.getUnitType(), Unit]:
        refuses(call, wrong)
    refuses(call, unit, unit)
    assert type(call(unit)) is bool
    assert type(call(unit=unit)) is bool
assert unit.moveUnit(direction='STAY') is None
"#,
    );
}

#[test]
fn repr_of_objects_matches_the_manual() {
    let played = passes(
        r#"
from classes import *
import re
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
unit = roundState.getUnits()[0]
for thing in [unit, unit.getUnitType(), base, roundState.getMap()[3][4], roundState, gameConfiguration]:
    name = type(thing).__name__
    assert re.fullmatch(rf'<classes\.{name} object at 0x[0-9a-f]+>', repr(thing)), repr(thing)
    assert str(type(thing)) == f"<class 'classes.{name}'>"
    if type(thing) is not UnitType:
        assert str(thing) == repr(thing)
print(unit, [unit], unit.getUnitType().__repr__(), base, roundState.getMap()[3][4], roundState, gameConfiguration)
print(hash(unit), hash(base), hash(roundState.getMap()[3][4]), hash(unit.getUnitType()))
"#,
    );
    assert_eq!(played.round(1), played.round(2), "the numbers stay the same");
}
