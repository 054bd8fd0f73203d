"""Figure 5.4: the positions of defenders and attackers."""

from aitools.combat import AttackingCombatPositioning, CombatPositioning, DefendingCombatPositioning
from aitools.influence import InfluenceMap
from aitools.tiles import PIZZA, SearchableMap

ROWS, COLS = 25, 25
HILL = (12, 12)
SIDES = [[(2, 11), (2, 12), (3, 12), (2, 13), (3, 11)], [(22, 11), (21, 12), (22, 13)]]
CASES = {
    "defence": (
        DefendingCombatPositioning,
        HILL,
        [(9, 11), (9, 12), (9, 13), (10, 12), (15, 12), (15, 13), (15, 11)],
        SIDES[0] + SIDES[1],
    ),
    "defence-alone": (DefendingCombatPositioning, HILL, [(9, 11), (13, 13), (14, 9), (8, 12)], []),
    "attack": (AttackingCombatPositioning, (3, 12), [(16, 9), (16, 10), (16, 12), (17, 11), (17, 13), (16, 14)], [(7, 11), (7, 12), (6, 12)]),
    "open-field": (CombatPositioning, None, [(14, 8), (14, 10), (15, 12), (15, 13)], [(8, 10), (8, 11), (7, 12)]),
    "flight": (CombatPositioning, None, [(13, 11), (13, 13)], [(8, 10), (8, 11), (7, 12), (8, 13)]),
}
VIEW2, ATTACK2 = 77, 5


def run(report):
    """One picture per case: all units, the chosen places, and each unit's next step."""
    report.title = "Positions in a fight"
    rows = []
    for name, (kind, target, mine, enemies) in CASES.items():
        board = SearchableMap(ROWS, COLS, PIZZA)
        units = [(tile, 0) for tile in mine] + [(tile, 1) for tile in enemies]
        influence = InfluenceMap(board, VIEW2, ATTACK2, units)
        positioning = kind(target, board, influence, mine, enemies)
        steps = [(unit, positioning.next_tile(unit)) for unit in mine]
        going = sum(unit != to for unit, to in steps)
        nearest = [min((board.squared(place, enemy) for enemy in enemies), default=None) for place in positioning.places]
        spread = f"{min(nearest)} to {max(nearest)}" if nearest and enemies else None
        rows.append([name, positioning.mode, len(mine), len(enemies), len(positioning.places), going, spread])
        draw(report, name, target, mine, enemies, positioning, steps)
    head = ["case", "mode", "own", "enemies", "places", "take a step", "places to nearest enemy (squared)"]
    report.table("modes", "What is chosen (figure 5.4)", head, rows)


def draw(report, name, target, mine, enemies, positioning, steps):
    objects = [
        {"tiles": positioning.places, "name": "places", "color": "#f8c890", "shape": "square"},
        {"tiles": mine, "name": "own units", "color": "#e07000"},
        {"tiles": enemies, "name": "enemies", "color": "#2060d0"},
    ]
    if target:
        objects.append({"tiles": [target], "name": "target", "color": "#000000", "shape": "ring"})
    paths = [{"tiles": [unit, to], "color": "#c04000"} for unit, to in steps if to and to != unit]
    ground = ["." * COLS] * ROWS
    report.picture(name, f"{name}: {positioning.mode}", ground, "; ".join(positioning.log), objects=objects, paths=paths)
