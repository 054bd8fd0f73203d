//! Orders: their return values, output and effects (manual 5.3, 5.7; specification 4).

use super::kit::{Case, passes};

const IMAGE_HINT: &str = "belongs to the image of the board, which takes no orders.";

#[test]
fn a_created_unit_can_be_ordered_at_once() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitGatherer()
    unit = base.getUnits()[-1]
    assert unit.getPosition() == base.getPosition() and unit.getLastMove() == 'STAY'
    assert unit.moveUnit(Direction.EAST) is None
    assert unit.getLastMove() == 'EAST'
    # It is still where it was.
    assert unit.getPosition() == [0, 0] and base.getHiddenUnits() == [unit]
else:
    unit, = roundState.getUnits()
    assert unit.getPosition() == [1, 0] and unit.getLastMove() == 'EAST'
    assert base.getHiddenUnits() == []
    assert roundState.getMap()[1][0].getUnitOnField().getUnitId() == 0
    assert unit.getResources() == roundState.getMap()[1][0].getUnitOnField().getResources()
"#,
    )
    .passes();
    assert_eq!(played.player("ai")["units"], 1);
}

#[test]
fn the_example_of_move_unit() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
base.createUnitWarrior()
unit = base.getUnits()[0]
print(unit.moveUnit('beliebiger String'))
assert unit.getLastMove() == 'STAY'
print(unit.moveUnit(Direction.SOUTH))
print(unit.moveUnit(Direction.SOUTH))
print(unit.moveUnit(Direction.STAY))
print(unit.moveUnit('beliebiger String'))
print(unit.getLastMove())
"#,
    )
    .rounds(1)
    .passes();
    assert_eq!(
        played.round(1),
        "Wrong Direction!\nFalse\nNone\nUnit can't move more than once a round!\nFalse\nUnit can't move more than \
         once a round!\nFalse\nUnit can't move more than once a round!\nFalse\nSOUTH\n"
    );
}

#[test]
fn only_the_five_strings_are_directions() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
base.createUnitWarrior()
unit = base.getUnits()[0]
wrong = ['north', ' NORTH', 'NORTH ', '', 'N', None, 0, 1.5, Direction, unit, ['NORTH'], b'NORTH', '\ud800', 'NORTH\0']
for direction in wrong:
    assert unit.moveUnit(direction) is False, direction
class Word(str): pass
assert unit.moveUnit(Word('NORTH')) is None
print(len(wrong))
"#,
    )
    .rounds(1)
    .passes();
    assert_eq!(played.round(1), format!("{}14\n", "Wrong Direction!\n".repeat(14)));
}

#[test]
fn refused_order_reports_value_suggestion_and_position() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
for k in range(4):
    base.createUnitWarrior()
unit = base.getUnits()[0]
for direction in ['north', 'up', 'w', "Direction.SOUTH", (0, -1), None, 'over there']:
    unit.moveUnit(direction)
unit.moveUnit(Direction.EAST)
unit.moveUnit(Direction.NORTH)
roundState.getMap()[base.getPosition()[0]][base.getPosition()[1]].getBase().createUnitWarrior()
"#,
    )
    .rounds(1)
    .passes();
    let place = |line: u32| format!("(ai.py:{line})");
    let none = "the directions are Direction.NORTH, Direction.WEST, Direction.SOUTH, Direction.EAST and Direction.STAY";
    let meant = |given: &str, meant: &str| {
        format!("unit 0: {given} is not a direction; did you mean Direction.{meant}? {}", place(8))
    };
    assert_eq!(
        played.refused(1),
        [
            format!("a warrior costs 60 resources, but the base has only 20 {}", place(5)),
            meant("\"north\"", "NORTH"),
            meant("\"up\"", "NORTH"),
            meant("\"w\"", "WEST"),
            meant("\"Direction.SOUTH\"", "SOUTH"),
            meant("(0, -1)", "NORTH"),
            format!("unit 0: None is not a direction; {none} {}", place(8)),
            format!("unit 0: \"over there\" is not a direction; {none} {}", place(8)),
            format!(
                "unit 0: \"NORTH\" is a second order, but a unit accepts one order per round; the first was EAST {}",
                place(10)
            ),
            format!(
                "this base is part of the board's image, which accepts no orders; to get one that accepts orders, use roundState.getBase() {}",
                place(11)
            ),
        ]
    );
    assert_eq!(played.player("ai")["refused"], 10);
}

#[test]
fn repeated_refusals_are_counted_and_reported_once() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
base.createUnitWarrior()
for k in range(1000):
    base.getUnits()[0].moveUnit(7)
"#,
    )
    .rounds(1)
    .passes();
    let refused = played.refused(1);
    assert!(refused.len() == 2 && refused[0].ends_with("(ai.py:6), 100 times"), "{refused:?}");
    assert_eq!((refused[1].as_str(), played.player("ai")["refused"].as_u64()), ("900 more", Some(1000)));
}

#[test]
fn value_with_a_failing_repr_is_refused() {
    let played = Case::new(
        r#"
from classes import *
class Shy:
    def __repr__(self): raise ValueError('no')
roundState.getBase().createUnitWarrior()
assert roundState.getUnits()[0].moveUnit(Shy()) is False
"#,
    )
    .rounds(1)
    .passes();
    assert!(
        played.refused(1)[0].contains("a value that cannot be shown is not a direction"),
        "{:?}",
        played.refused(1)
    );
}

#[test]
fn staying_is_an_order_too() {
    let played = Case::new(
        "from classes import *\nroundState.getBase().createUnitWarrior()\nunit = roundState.getUnits()[0]\n\
         print(unit.moveUnit(Direction.STAY), unit.moveUnit(Direction.EAST), unit.getLastMove())\n",
    )
    .rounds(1)
    .passes();
    assert_eq!(played.round(1), "Unit can't move more than once a round!\nNone False STAY\n");
}

#[test]
fn orders_to_images_are_reported_once_per_turn() {
    let played = Case::new(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    base.createUnitGatherer()
else:
    field = roundState.getMap()[0][0]
    image, unit = field.getBase(), field.getUnitOnField()[0]
    for order in [lambda: unit.moveUnit('EAST'), lambda: unit.moveUnit('nonsense'), lambda: unit.moveUnit('EAST'),
                  image.createUnitWarrior, image.createUnitGatherer, roundState.getMap()[6][6].getBase().createUnitWarrior]:
        assert order() is False
    assert unit.getLastMove() == 'STAY' and image.getResources() == 150 and len(image.getUnits()) == 1
    assert base.getResources() == 150 and len(base.getUnits()) == 1
    print('done')
"#,
    )
    .rounds(3)
    .passes();
    let hint = format!("This unit {IMAGE_HINT} Use a unit from roundState.getUnits() instead.\ndone\n");
    assert_eq!(played.round(2), hint);
    assert_eq!(played.round(3), hint);
    assert_eq!(played.player("ai")["units"], 1);
}

#[test]
fn the_hint_of_a_base_names_the_real_one() {
    let played = passes("print(roundState.getMap()[0][0].getBase().createUnitWarrior())\n");
    assert_eq!(played.round(1), format!("This base {IMAGE_HINT} Use roundState.getBase() instead.\nFalse\n"));
}

#[test]
fn ids_go_on_after_deaths() {
    // The gatherers of seat 1 wait beside the base of seat 3, whose warriors kill some of them.
    let foe = r#"
from classes import *
base = roundState.getBase()
while base.getResources() >= 60:
    base.createUnitWarrior()
for unit in roundState.getUnits():
    for direction, x, y in [('NORTH', 0, -1), ('WEST', -1, 0), ('SOUTH', 0, 1), ('EAST', 1, 0)]:
        a, b = unit.getPosition()
        if 0 <= a + x < 7 and 0 <= b + y < 7:
            here = roundState.getMap()[a + x][b + y].getUnitOnField()
            if isinstance(here, Unit) and here.getOwner() == 'ai':
                unit.moveUnit(direction)
                break
    else:
        if unit.getPosition() == [6, 6]:
            unit.moveUnit('NORTH' if unit.getUnitId() % 2 else 'WEST')
"#;
    let ai = r#"
from classes import *
base = roundState.getBase()
round = roundState.getRoundNumber()
if round % 7 == 1 and base.getResources() >= 50:
    before = [unit.getUnitId() for unit in base.getUnits()]
    assert base.createUnitGatherer() is None
    print('new', base.getUnits()[-1].getUnitId(), 'beside', before)
ids = [unit.getUnitId() for unit in roundState.getUnits()]
assert ids == sorted(set(ids))
for unit in roundState.getUnits():
    x, y = unit.getPosition()
    unit.moveUnit('SOUTH' if y < 4 or x == 6 else 'EAST')
"#;
    let played = Case::new(ai).against(foe).rounds(60).passes();
    let log = played.log();
    let news: Vec<usize> =
        log.lines().filter_map(|line| line.strip_prefix("new ")?.split(' ').next()?.parse().ok()).collect();
    assert!(news.len() >= 3, "{log}");
    assert_eq!(news, (0..news.len()).collect::<Vec<_>>(), "each id is used once, in order");
    let losses = played.player("ai")["losses"].as_u64().expect("a number");
    assert!(losses > 0, "somebody died, or this test tells nothing: {log}");
}

#[test]
fn a_failed_creation_uses_no_id() {
    passes(
        r#"
from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() == 1:
    for expected in [None, None, None, False, False]:
        assert base.createUnitWarrior() is expected
    assert base.getResources() == 20
    assert [unit.getUnitId() for unit in base.getUnits()] == [0, 1, 2]
else:
    assert [unit.getUnitId() for unit in base.getUnits()] == [0, 1, 2] and base.getResources() == 20
"#,
    );
}

#[test]
fn notes_do_not_affect_the_game() {
    let ai = r#"
from classes import *
base = roundState.getBase()
base.createUnitGatherer()
NOTES
for unit in roundState.getUnits():
    unit.moveUnit(Direction.EAST if unit.getPosition()[0] < 5 else Direction.SOUTH)
"#;
    let notes = r#"
unit, field = roundState.getUnits()[0], roundState.getMap()[2][3]
for target in [unit, field, base, [1, 2], (1, 2), field.getPosition(), roundState.getMap()[0][0].getBase()]:
    assert annotate(target, 'text') is None
    assert annotate(target, 'text', 'red') is None
    assert annotate(target, 'text', color='#ff8800') is None
assert annotate(unit, 5) is None and annotate(target=unit, text='x' * 5000, color=None) is None
assert annotate_path([unit, field, base, [1, 2], (3, 4)]) is None
assert annotate_path([], color='blue') is None and annotate_path(iter([field])) is None
for wrong in [None, 5, 'unit', [1], [1, 2, 3], ['a', 'b'], [-1, 2], [1.5, 2], Unit]:
    for call in [lambda: annotate(wrong, 'text'), lambda: annotate_path([field, wrong])]:
        try:
            call()
        except TypeError as fault:
            assert 'a unit, a field, a base or a position [x, y]' in str(fault), fault
        else:
            assert False, wrong
for call in [lambda: annotate(), lambda: annotate(unit), lambda: annotate(unit, 'a', 'red', 1), lambda: annotate_path(),
             lambda: annotate(unit, 'a', 7), lambda: annotate_path([field], 7), lambda: annotate_path(5)]:
    try:
        call()
    except TypeError:
        pass
    else:
        assert False
for _ in range(5000):
    annotate(unit, 'many')
assert [unit.getLastMove() for unit in roundState.getUnits()][0] is not None
"#;
    let with = Case::new(&ai.replace("NOTES", notes)).rounds(12).passes();
    let without = Case::new(&ai.replace("NOTES", "")).rounds(12).passes();
    for key in ["stock", "units", "kills", "losses"] {
        assert_eq!(with.player("ai")[key], without.player("ai")[key]);
    }
    // The resources suffice for four gatherers. The other rounds only report the lack of resources.
    let message: String = (1..=12).map(|round| with.round(round)).collect();
    assert_eq!(message, "Not enough resources for gatherer!\n".repeat(8));
}

#[test]
fn two_orders_for_one_field_as_in_the_manual() {
    // The example of manual 6.4, moved to squares that units reach: the unit with the lower id is there, the other one
    // has stayed.
    Case::new(
        r#"
from classes import *
base = roundState.getBase()
round = roundState.getRoundNumber()
if round == 1:
    base.createUnitGatherer()
    base.createUnitGatherer()
unit1, unit2 = roundState.getUnits()
if round == 1:
    unit1.moveUnit('SOUTH')
    unit2.moveUnit('EAST')
if round == 2:
    assert unit1.getPosition() == [0, 1] and unit2.getPosition() == [1, 0]
    unit1.moveUnit(Direction.EAST)
    unit2.moveUnit(Direction.SOUTH)
    assert unit1.getLastMove() == 'EAST' and unit2.getLastMove() == 'SOUTH'
if round == 3:
    assert unit1.getPosition() == [1, 1] and unit2.getPosition() == [1, 0]
    assert unit1.getLastMove() == 'EAST'
    assert unit2.getLastMove() == 'STAY'
if round == 4:
    assert unit1.getLastMove() == 'STAY', 'no order is no move'
"#,
    )
    .rounds(4)
    .passes();
}
