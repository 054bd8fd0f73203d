//! Live objects, images of the board, and lists: ownership and lifetime (specification 4).

use super::kit::{Case, passes};

#[test]
fn map_units_and_base_are_the_same_objects_all_turn() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
assert roundState.getMap() is roundState.getMap()
assert roundState.getMap()[2] is roundState.getMap()[2]
assert roundState.getUnits() is roundState.getUnits()
assert roundState.getBase() is roundState.getBase()
assert roundState.getUnits()[0] is base.getHiddenUnits()[0]
image = roundState.getMap()[0][0].getBase()
assert image is roundState.getMap()[0][0].getBase() and image is not base
"#,
    );
}

#[test]
fn other_lists_are_fresh_ones() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
unit, field = roundState.getUnits()[0], roundState.getMap()[0][0]
for call in [base.getHiddenUnits, field.getUnitOnField, unit.getPosition, field.getPosition, base.getPosition]:
    first = call()
    first.append('mine')
    assert call() is not first and 'mine' not in call(), call
unit.getPosition()[0] = 5
assert unit.getPosition() == [0, 0]
"#,
    );
}

#[test]
fn changed_lists_change_nothing_in_the_game() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
assert [unit.getUnitId() for unit in base.getUnits()] == list(range(roundState.getRoundNumber() - 1))
assert len(roundState.getMap()) == 7 and len(roundState.getMap()[0]) == 7
roundState.getMap()[0].clear()
roundState.getMap().clear()
roundState.getUnits().clear()
roundState.getUnits().append('guest')
base.createUnitGatherer()
units = roundState.getUnits()
assert units[0] == 'guest' and len(units) == 2, units
assert units[1].getUnitId() == roundState.getRoundNumber() - 1
assert len(base.getHiddenUnits()) == roundState.getRoundNumber()
assert units[1].moveUnit('STAY') is None
"#,
    )
    .rounds(4)
    .passes();
    assert_eq!(played.player("ai")["units"], 4);
    assert_eq!(played.player("ai")["stock"], 0);
}

#[test]
fn images_are_from_before_the_turn_and_live_objects_are_not() {
    passes(
        r#"
from classes import *
base, field = roundState.getBase(), roundState.getMap()[0][0]
image = field.getBase()
known = 0 if roundState.getRoundNumber() == 1 else 1
if roundState.getRoundNumber() == 2:
    live, shown = roundState.getUnits()[0], field.getUnitOnField()[0]
    assert live is not shown and live != shown
    for name in ['getUnitId', 'getOwner', 'getString', 'getResources', 'getPosition', 'getLastMove']:
        assert getattr(live, name)() == getattr(shown, name)(), name
    assert hash(live) == hash(shown)
    live.moveUnit('EAST')
    assert live.getLastMove() == 'EAST' and shown.getLastMove() == 'STAY'
    assert live.getPosition() == shown.getPosition() == [0, 0]
before = image.getResources()
base.createUnitGatherer()
assert image.getResources() == before == base.getResources() + 50
assert len(field.getUnitOnField()) == len(image.getUnits()) == len(image.getHiddenUnits()) == known
assert len(base.getUnits()) == len(base.getHiddenUnits()) == known + 1
"#,
    );
}

#[test]
fn enemies_are_seen_with_type_cargo_stock_and_last_move() {
    let foe = r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
    base.createUnitGatherer()
if roundState.getRoundNumber() == 2:
    roundState.getUnits()[0].moveUnit('NORTH')
"#;
    let ai = r#"
from classes import *
base = roundState.getMap()[6][6].getBase()
assert base.getOwner() == 'foe'
if roundState.getRoundNumber() == 3:
    warrior, gatherer = base.getUnits()
    assert base.getResources() == 90
    assert base.getHiddenUnits() == [gatherer] == roundState.getMap()[6][6].getUnitOnField()
    assert warrior is roundState.getMap()[6][5].getUnitOnField()
    assert warrior.getPosition() == [6, 5] and warrior.getLastMove() == 'NORTH' and warrior.getString() == 'WARRIOR'
    assert warrior.getOwner() == 'foe' and warrior.getUnitId() == 0 and gatherer.getUnitId() == 1
    assert warrior.getResources() in (0, 30)
"#;
    Case::new(ai).against(foe).rounds(3).passes();
}

#[test]
fn crossable_and_reachable_follow_the_manual() {
    let foe = "from classes import *\nbase = roundState.getBase()\nif roundState.getRoundNumber() == 1: \
               base.createUnitWarrior()\nif roundState.getRoundNumber() == 2: \
               roundState.getUnits()[0].moveUnit('NORTH')\n";
    let ai = r#"
from classes import *
base, map = roundState.getBase(), roundState.getMap()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
    base.createUnitGatherer()
    base.createUnitGatherer()
one, two, three = roundState.getUnits()
if roundState.getRoundNumber() == 2:
    one.moveUnit('EAST')
    two.moveUnit('SOUTH')
if roundState.getRoundNumber() == 3:
    assert (one.getPosition(), two.getPosition(), three.getPosition()) == ([1, 0], [0, 1], [0, 0])
    here = map[1][0]
    # Manual 5.6: the unit itself may be there, another one of the same player not.
    assert here.isCrossable(one) and not here.isCrossable(two) and not here.isCrossable(three)
    image = here.getUnitOnField()
    assert image is not one and here.isCrossable(image)
    # An enemy on the field does not count.
    assert map[6][5].getUnitOnField().getOwner() == 'foe' and map[6][5].isCrossable(one)
    assert not map[6][5].isCrossable(map[6][5].getBase() or roundState.getMap()[1][0].getUnitOnField()) or True
    enemy = map[6][5].getUnitOnField()
    assert here.isCrossable(enemy) and map[6][6].isCrossable(enemy) and not map[0][0].isCrossable(enemy)
    for x in range(7):
        for y in range(7):
            field = map[x][y]
            kind = field.getFieldType()
            if kind in ('WALL', 'WATER'):
                assert not field.isCrossable(one)
            elif kind == 'BASE':
                assert field.isCrossable(one) == (field.getBase().getOwner() == 'ai')
            elif [x, y] not in ([1, 0], [0, 1]):
                assert field.isCrossable(one) and field.isCrossable(three)
            for unit in (one, two, three, image, enemy):
                a, b = unit.getPosition()
                assert field.isReachable(unit) == (abs(a - x) + abs(b - y) <= 1), (x, y, unit.getPosition())
"#;
    let ai = ai.replace(
        "    assert not map[6][5].isCrossable(map[6][5].getBase() or roundState.getMap()[1][0].getUnitOnField()) or True\n",
        "",
    );
    Case::new(&ai).against(foe).rounds(3).passes();
}

#[test]
fn objects_take_no_attributes() {
    let played = passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
unit = roundState.getUnits()[0]
things = [unit, unit.getUnitType(), base, roundState.getMap()[0][0], roundState, gameConfiguration,
          roundState.getMap()[0][0].getBase()]
for thing in things:
    for name in ['job', 'getOwner', 'getResources', '__doc__', '__class__']:
        try:
            setattr(thing, name, 1)
        except AttributeError as fault:
            assert 'keep notes in' in str(fault) and type(thing).__name__ in str(fault), fault
        else:
            assert False, thing
        try:
            delattr(thing, name)
        except AttributeError:
            pass
        else:
            assert False, thing
    assert not hasattr(thing, '__dict__')
for cls in map(type, things):
    for name in ['job', '__doc__'] + dir(cls)[-2:]:
        try:
            setattr(cls, name, 1)
        except TypeError:
            pass
        else:
            assert False, (cls, name)
for cls in [Direction, FieldType]:
    try:
        cls.NORTH = 'SOUTH'
    except TypeError:
        pass
    else:
        assert False
try:
    unit.job = 1
except AttributeError as fault:
    print(fault)
"#,
    );
    let text = played.round(1);
    assert!(text.contains("keep notes in a dict by unit id: notes[unit.getUnitId()]"), "{text}");
    assert!(text.contains("job"), "{text}");
}

#[test]
fn module_is_restored_in_each_turn() {
    Case::new(
        r#"
import classes, sys
from classes import *
assert type(classes.Unit) is type and classes.Unit.__name__ == 'Unit'
assert not hasattr(classes, 'mine') and 'mine' not in classes.__all__
assert Direction.NORTH == 'NORTH'
classes.mine = 1
classes.Unit = None
classes.Direction = None
del classes.Base
try:
    classes.__all__.append('mine')
except AttributeError:
    pass
classes.__dict__['annotate'] = print
sys.modules['classes'] = None
"#,
    )
    .rounds(3)
    .passes();
}

#[test]
fn copies_are_images() {
    let played = passes(
        r#"
from classes import *
from copy import copy, deepcopy
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
unit = roundState.getUnits()[-1]
for clone in (copy, deepcopy):
    other = clone(unit)
    assert type(other) is Unit and other is not unit and other != unit
    assert other.getUnitId() == unit.getUnitId() and other.getOwner() == 'ai' and hash(other) == hash(unit)
    assert other.moveUnit('EAST') is False and other.getLastMove() == 'STAY'
    other = clone(base)
    assert type(other) is Base and other != base and other.getResources() == base.getResources()
    assert other.createUnitGatherer() is False and other.getResources() == base.getResources()
    assert len(other.getUnits()) == len(base.getUnits()) and len(other.getHiddenUnits()) == len(base.getUnits())
    assert other.getUnits()[0].moveUnit('EAST') is False
    other = clone(roundState)
    assert type(other) is RoundState and other.getRoundNumber() == roundState.getRoundNumber()
    assert other.getBase().createUnitGatherer() is False and other.getUnits()[0].moveUnit('EAST') is False
    assert other.getOwnName() == 'ai' and len(other.getMap()) == 7
    field = clone(roundState.getMap()[1][2])
    assert field.getPosition() == [1, 2] and field.getFieldType() == 'LAND' and field.getUnitOnField() is None
    assert clone(unit.getUnitType()) is unit.getUnitType()
    assert clone(gameConfiguration).getRounds() == 2
units = deepcopy(roundState.getUnits())
assert units[0].moveUnit('EAST') is False
assert unit.moveUnit('STAY') is None
board = deepcopy(roundState.getMap())
assert board[3][4].getPosition() == [3, 4] and board[3][4] is not roundState.getMap()[3][4]
"#,
    );
    assert_eq!(played.player("ai")["units"], 1);
}

#[test]
fn equality_is_identity() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitWarrior()
    base.createUnitWarrior()
one, two = roundState.getUnits()
assert one == one and one != two and one in [two, one] and {one: 1, two: 2}[one] == 1
assert len({one, two}) == 2 and hash(one) != hash(two)
field, next = roundState.getMap()[1][1], roundState.getMap()[1][2]
assert field == roundState.getMap()[1][1] != next and hash(field) != hash(next)
assert one != 0 and base != None and field != [1, 1]
try:
    one < two
except TypeError:
    pass
else:
    assert False
"#,
    );
}
