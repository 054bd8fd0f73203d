# Plays the blocks of the manual: rounds 1 to 3 create the situation that the manual describes, then each round
# runs one block. Lines that begin with @@@ mark the beginning of an example and the way it ended.

import json

from classes import *

FIRST_ROUND = 4

base = roundState.getBase()
units = base.getUnits()
number = roundState.getRoundNumber()


def names():
    """Returns the names that the examples of the manual can use."""
    import classes

    board = roundState.getMap()
    there = {name: thing for name, thing in vars(classes).items() if not name.startswith("_")}
    there.update(roundState=roundState, gameConfiguration=gameConfiguration)
    there.update(base=base, board=board, enemy=board[4][2].getUnitOnField())
    for unit in units:
        there[["warrior", "gatherer"][unit.getUnitId()]] = unit
    return there


def run_snippet(block):
    code = compile("\n" * (block["line"] - 1) + block["text"], block["file"], "exec")
    print(f"@@@ start {block['line']}")
    exec(code, names())
    print("@@@ end")


def run_session(block):
    import doctest

    class Teller(doctest.DocTestRunner):
        def report_start(self, out, test, example):
            self.at = test.lineno + example.lineno
            out(f"@@@ start {self.at}\n")

        def report_success(self, out, test, example, got):
            out("@@@ end\n")

        def report_failure(self, out, test, example, got):
            expected = example.want or "nothing\n"
            out(f"@@@ failed {self.at}\nexpected:\n{expected}but it answers:\n{got or 'nothing'}\n")

        def report_unexpected_exception(self, out, test, example, exc_info):
            out(f"@@@ failed {self.at}\n{exc_info[0].__name__}: {exc_info[1]}\n")

    test = doctest.DocTestParser().get_doctest(block["text"], names(), block["file"], block["file"], block["line"])
    Teller(optionflags=doctest.ELLIPSIS).run(test)


if number == 1:
    base.createUnitWarrior()
    base.createUnitGatherer()
    units[0].moveUnit(Direction.SOUTH)
    units[1].moveUnit(Direction.EAST)
elif number == 2:
    units[0].moveUnit(Direction.EAST)
    units[1].moveUnit(Direction.EAST)
elif number == 3:
    units[0].moveUnit(Direction.EAST)
    units[1].moveUnit(Direction.WEST)
else:
    with open("blocks.json", encoding="utf-8") as file:
        blocks = json.load(file)
    if number - FIRST_ROUND < len(blocks):
        block = blocks[number - FIRST_ROUND]
        if block["session"]:
            run_session(block)
        else:
            run_snippet(block)
