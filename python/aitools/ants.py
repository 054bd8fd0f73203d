"""Maps of the ant war, made from the object that bots receive; orders and drawings. The only module that depends on a game."""

from aitools.influence import InfluenceMap
from aitools.live_info import named, send_to
from aitools.tiles import GLOBE, SearchableUnitMap, Unit

# As in the module ants, which may be missing.
_WATER = -4
_ME = 0


class AntsMap(SearchableUnitMap):
    """The map as your bot knows it. Call update(ants) once a turn. Own hills are closed for paths."""

    def __init__(self, ants):
        super().__init__(ants.rows, ants.cols, GLOBE, explored=False)
        self.view2 = ants.viewradius2
        self.attack2 = ants.attackradius2
        self.turn = ants.turn
        self.food = []
        self._hills = {}
        self.update(ants)

    def update(self, ants):
        """Updates water, units, hills, food and visible tiles."""
        self.turn = ants.turn
        self._read_rows(ants.map, _WATER)
        self.set_units(Unit(self.tile(*place), player) for place, player in ants.ant_list.items())
        self.see_from(self.my_ants, self.view2)
        self.food = [self.tile(*place) for place in ants.food_list]
        # A hill out of view is kept until it is seen to be gone.
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
    """An InfluenceMap with the radii of the match."""
    return InfluenceMap(map, map.view2, map.attack2, **options)


def order(ants, map, unit, to):
    """Sends an ant to a neighbouring tile. Returns False without an order if the tile is no neighbour."""
    aim = map.aim(unit, to)
    if aim is None:
        return False
    ants.issue_order((tuple(unit), str.__str__(aim)))
    return True


def follow(ants, map, unit, path):
    """Sends an ant one step along a path. Returns False without an order if it is not on the path."""
    places = [tuple(tile) for tile in path or ()]
    if tuple(unit) not in places[:-1]:
        return False
    return order(ants, map, unit, places[places.index(tuple(unit)) + 1])


def notes_to(ants, layer=""):
    """Shows the notes of aitools.live_info over the board. layer: the layer they belong to, by default that of notes."""
    overlay = ants.overlay

    def note(turn, tile, text):
        if layer:
            overlay.layer(layer)
        overlay.note(tile, text if turn == ants.turn else f"(turn {turn}) {text}")
        if layer:
            overlay.layer()

    send_to(note)


# Red, green, blue of colours that colour-blind people can tell apart.
_COLORS = ((213, 94, 0), (0, 114, 178), (0, 158, 115), (204, 121, 167), (230, 159, 0), (86, 180, 233), (0, 0, 0))


def color_of(name):
    """A colour for a name, always the same."""
    return _COLORS[sum(str(name).encode(errors="replace")) % len(_COLORS)]


def overlay_tiles(ants, tiles, layer="", color=(0, 114, 178), alpha=0.4):
    """Fills tiles."""
    overlay = ants.overlay
    overlay.layer(layer)
    overlay.set_fill_color(*color, alpha)
    for tile in tiles:
        overlay.tile(tuple(tile))
    overlay.layer()


def overlay_path(ants, path, layer="missions", color=(213, 94, 0), width=2):
    """Draws a path, also across the edges of the board."""
    ants.overlay.layer(layer)
    ants.overlay.set_line_color(*color)
    ants.overlay.set_line_width(width)
    _draw_path(ants, path)
    ants.overlay.layer()


def _draw_path(ants, path):
    tiles = [tuple(tile) for tile in path or ()]
    steps = [_step(ants, one, other) for one, other in zip(tiles, tiles[1:])]
    # The length of an overlay command is limited.
    for at in range(0, len(steps), 300):
        ants.overlay.route_plan(tiles[at], "".join(steps[at : at + 300]))


def _step(ants, one, other):
    if one == other:
        return ""
    for way in "nesw":
        if ants.destination(one, way) == other:
            return way
    raise ValueError(f"{one} and {other} of the path are no neighbours")


def overlay_mission(ants, name, units, target=None, path=None, layer="missions"):
    """Draws a mission: a ring around each unit, an arrow to the target or the path, and a note; each name has its colour."""
    color = color_of(name)
    overlay = ants.overlay
    units = [tuple(unit) for unit in units]
    overlay.layer(layer)
    overlay.set_line_color(*color)
    overlay.set_line_width(2)
    for unit in units:
        overlay.circle(unit, 0.6)
        if target is not None and not path:
            overlay.arrow(unit, tuple(target))
    if target is not None:
        overlay.circle(tuple(target), 1)
        overlay.note(tuple(target), f"{name}: {named(units) or 'nobody'}")
    _draw_path(ants, path)
    overlay.layer()


def overlay_clusters(ants, clusters, layer="clusters", color=(90, 90, 90)):
    """Draws the crossings of a ClusteringPathFinder and the connections between them."""
    overlay = ants.overlay
    overlay.layer(layer)
    overlay.set_line_color(*color, 0.6)
    overlay.set_line_width(1)
    overlay.set_fill_color(*color, 0.6)
    for one, other, _ in clusters.edges():
        overlay.line(tuple(one), tuple(other))
    for tile in clusters.vertices():
        overlay.tile_sub_tile(tuple(tile), "MM")
    overlay.layer()
