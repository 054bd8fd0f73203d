"""Boards of the ant war, made from the object that bots are handed and kept up to date. The only module here that knows a game."""

from aitools.influence import InfluenceMap
from aitools.tiles import GLOBE, SearchableUnitMap, Unit

# As in the module ants, which need not be there.
_WATER = -4
_ME = 0


class AntsMap(SearchableUnitMap):
    """The board as your bot knows it: update(ants) once a turn. Own hills are closed for paths."""

    def __init__(self, ants):
        super().__init__(ants.rows, ants.cols, GLOBE, explored=False)
        self.view2 = ants.viewradius2
        self.attack2 = ants.attackradius2
        self.turn = ants.turn
        self.food = []
        self._hills = {}
        self.update(ants)

    def update(self, ants):
        """Takes in water, units, hills, food, and what is visible now."""
        self.turn = ants.turn
        self._read_rows(ants.map, _WATER)
        self.set_units(Unit(self.tile(*place), player) for place, player in ants.ant_list.items())
        self.see_from(self.my_ants, self.view2)
        self.food = [self.tile(*place) for place in ants.food_list]
        # A hill out of sight stands until it is seen to be gone.
        hills = {hill: player for hill, player in self._hills.items() if not self.is_visible(hill)}
        hills.update((self.tile(*place), player) for place, player in ants.hill_list.items())
        self._hills = hills
        self.my_hills = [hill for hill, player in hills.items() if player == _ME]
        self.enemy_hills = {hill: player for hill, player in hills.items() if player != _ME}
        self.close(self.my_hills)

    @property
    def my_ants(self):
        return self.tiles_of(_ME)

    @property
    def enemy_ants(self):
        return self.enemies_of(_ME)


def influence_map(map, **options):
    """With the match's radii of view and attack; options as of InfluenceMap."""
    return InfluenceMap(map, map.view2, map.attack2, **options)


def order(ants, map, unit, to):
    """Sends an ant to a neighbouring tile. False, and no order, if it is none (or the same)."""
    aim = map.aim(unit, to)
    if aim is None:
        return False
    ants.issue_order((tuple(unit), str.__str__(aim)))
    return True


def follow(ants, map, unit, path):
    """Sends an ant one step along a path it is on."""
    places = [tuple(tile) for tile in path or ()]
    if tuple(unit) not in places[:-1]:
        return False
    return order(ants, map, unit, places[places.index(tuple(unit)) + 1])
