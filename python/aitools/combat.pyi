"""Positions in a fight. Source: chapters 5.2 and 5.3 of the thesis; focus() is the contest's rule of combat."""

from typing import Callable, ClassVar, Iterable, Literal, Sequence

from aitools.influence import InfluenceMap
from aitools.tiles import Place, SearchableMap, Tile, Unit

FLEE: Literal["FLEE"]
DEFEND: Literal["DEFEND"]
ATTACK: Literal["ATTACK"]
DEFAULT: Literal["DEFAULT"]

class CombatPositioning:
    """Positions your units against enemies: FLEE if the enemies are more, else DEFAULT."""

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
        """Computes all positions. target: the tile to attack or defend, or None."""
    @property
    def mode(self) -> str:
        """FLEE, DEFEND, ATTACK or DEFAULT."""
    def next_tile(self, unit: Place) -> Tile | None:
        """The tile to which a unit of yours should step, or its own tile if it should stay; None for other units. No two units get the
        same tile."""
    @property
    def places(self) -> list[Tile]:
        """The chosen positions."""
    @property
    def log(self) -> list[str]:
        """The steps of the computation, one line each."""

class DefendingCombatPositioning(CombatPositioning):
    """Always DEFEND: at the target's corners without enemies, else on the sides they come from; never on the target."""

class AttackingCombatPositioning(CombatPositioning):
    """ATTACK if twice the enemies between your units and the target are at most your units, else like CombatPositioning."""

    equal_counts: ClassVar[bool]
    """If False, twice the enemies must be fewer than your units."""

def focus(units: Iterable[Unit | tuple[Place, int]], attack2: int, map: SearchableMap) -> list[Unit]:
    """The units that die in combat, in the order given: a unit dies if an enemy within attack2 has no more enemies in range than the
    unit itself."""

def losses(
    mine: Iterable[Place], enemies: Iterable[Place], attack2: int, map: SearchableMap
) -> tuple[int, int]:
    """The number of mine and of the enemies (all of one player) that die by focus()."""

def min_max(
    mine: Sequence[Place],
    enemies: Sequence[Place],
    map: SearchableMap,
    attack2: int = 5,
    depth: int = 2,
    deadline: Callable[[], bool] | None = None,
) -> tuple[list[Tile], int, bool]:
    """The best next tiles of mine by alpha-beta over the steps of all units; an experiment, slow with more than a few units.

    depth: in half turns, mine first; the dead of focus() are removed after each pair. deadline: called regularly; True ends the
    search. Returns the tiles in the order of mine, their value (dead enemies minus dead of mine), and whether the search is complete."""
