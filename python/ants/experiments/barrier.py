"""Figure 4.17: lines of squares that close the only way to a hill."""

from aitools.search import BreadthFirst
from aitools.tiles import PIZZA, SearchableMap

VIEW2 = 16
BOARDS = {
    "corridor-east": """\
#########################
#########################
###.........#############
###........####..........
###........###...........
###......................
###......................
###........##............
###.........####.........
#########################
#########################""",
    "corridor-south": """\
##################
####..........####
####..........####
####..........####
####..........####
####..........####
#####........#####
######.....#######
######....########
######...#########
######...#########
#####.....########
####.......#######
...............###
..................""",
    "open": """\
.........................
.........................
....####.........####....
....####.........####....
.........................
.........................
.........................
....####.........####....
....####.........####....
.........................
.........................""",
}
HILLS = {"corridor-east": (5, 6), "corridor-south": (3, 9), "open": (5, 12)}


def run(report):
    """Three hills: two that can be closed off, and one that cannot."""
    report.title = "Barriers"
    rows = []
    for name, text in BOARDS.items():
        search = BreadthFirst(SearchableMap.from_text(text, PIZZA))
        hill = HILLS[name]
        found = {prefer: search.barrier(hill, VIEW2, prefer=prefer) for prefer in ("width", "numbers")}
        rows.append([name, len(search.flood_fill(hill, VIEW2)), *told(found["width"]), *told(found["numbers"])])
        draw(report, name, text, hill, search.flood_fill(hill, VIEW2), found["width"])
    report.table("found", f"The barriers of three hills, view radius squared {VIEW2} (figure 4.17)", HEAD, rows)
    report.text("The thesis has one such picture and no numbers; it regrets that its barrier takes no account of how many can fight on either side: by numbers ours does.")


HEAD = ["board", "squares in view", "width", "from", "to", "enemies come from", "width by numbers", "from ", "to ", "enemies come from "]


def told(barrier):
    """Returns its width, both ends, and the direction that it faces."""
    if barrier is None:
        return [None] * 4
    return [barrier.width, barrier.tiles[0], barrier.tiles[-1], barrier.aim.name.lower()]


def draw(report, name, text, hill, seen, barrier):
    objects = [{"tiles": [hill], "name": "hill", "color": "#000000", "shape": "ring"}]
    if barrier:
        objects.append({"tiles": barrier.tiles, "name": "barrier", "color": "#e07000", "shape": "square"})
    report.picture(name, f"{name} (figure 4.17)", text.split("\n"), tiles={tile: "#dce8f8" for tile in seen}, objects=objects)
