"""Where to stand in a fight. Source: chapters 5.2 and 5.3 of the thesis; focus() is the contest's rule of battle."""

from typing import Callable, ClassVar, Iterable, Literal, Sequence

from aitools.influence import InfluenceMap
from aitools.tiles import Place, SearchableMap, Tile, Unit

FLEE: Literal["FLEE"]
DEFEND: Literal["DEFEND"]
ATTACK: Literal["ATTACK"]
DEFAULT: Literal["DEFAULT"]

class CombatPositioning:
    """Positions one's own units against enemies in the open: FLEE if enemies are more, else DEFAULT."""

    def __init__(
        self,
        target: Place | None,
        map: SearchableMap,
        influence: InfluenceMap,
        mine: Iterable[Place],
        enemies: Iterable[Place],
        *,
        player: int = 0,
    ) -> None:
        """All is worked out here, once. target: what is attacked or defended, None for neither."""
    @property
    def mode(self) -> str:
        """FLEE, DEFEND, ATTACK or DEFAULT."""
    def next_tile(self, unit: Place) -> Tile | None:
        """The next step's tile of one's own unit, or its own tile if it is to stay; None for a unit that is not one's own here.
        No two units get the same tile."""
    @property
    def places(self) -> list[Tile]:
        """The tiles that were chosen to stand on."""
    @property
    def log(self) -> list[str]:
        """How it was worked out, a line each."""

class DefendingCombatPositioning(CombatPositioning):
    """Always DEFEND: at the target's corners while there are no enemies, else on the sides they come from; never on the target."""

class AttackingCombatPositioning(CombatPositioning):
    """ATTACK if twice the enemies between the own units and the target are at most the own units, else as CombatPositioning."""

    equal_counts: ClassVar[bool]
    """If False, twice the enemies must be fewer."""

def focus(units: Iterable[Unit | tuple[Place, int]], attack2: int, map: SearchableMap) -> list[Unit]:
    """Who dies in a battle, in the order given: a unit dies if some enemy within attack2 is itself in range of no more of its
    enemies than the unit is of its own."""

def losses(
    mine: Iterable[Place], enemies: Iterable[Place], attack2: int, map: SearchableMap
) -> tuple[int, int]:
    """How many of mine and of the enemies (all of one player) die by focus()."""

def min_max(
    mine: Sequence[Place],
    enemies: Sequence[Place],
    map: SearchableMap,
    attack2: int = 5,
    depth: int = 2,
    deadline: Callable[[], bool] | None = None,
) -> tuple[list[Tile], int, bool]:
    """The best next tiles of mine by alpha-beta over all units' steps, kept as an experiment: it is slow beyond a few units.

    depth: in half turns, mine first; after each pair the dead of focus() are gone. deadline: asked now and then; True ends the search.
    Answers the tiles in the order of mine, their value (enemies dead less mine), and whether the search came to its end."""
