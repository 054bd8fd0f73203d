"""Light cycles: a game for two to four players, as an example of a game in Python.

wag play light_cycles.py roomy.py Careful
"""

from wag.game import Ask, Game, Option, Over, Tile

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def neighbor(x, y, direction):
    right, down = STEPS[direction]
    return x + right, y + down


def straight(view):
    """Never turns."""
    return view.direction


def careful(view):
    """Goes straight on while the next square is free, and else turns."""
    for direction in [view.direction, *STEPS]:
        x, y = neighbor(view.x, view.y, direction)
        if view.board[y][x] is None:
            return direction
    return view.direction


class LightCycles(Game):
    title = "Light cycles"
    about = "All cycles drive at once and leave walls; the last one left wins."
    seats = range(2, 5)
    simultaneous = True
    figures = ["rounds"]
    options = [
        Option.number("width", 20, 5, 100, "Number of columns"),
        Option.number("height", 20, 5, 100, "Number of rows"),
    ]
    # The key of a cell: None for a free one, "#" for the border, else the seat whose wall it is.
    tiles = {None: Tile("."), "#": Tile("#", tone="wall")}
    tiles.update({seat: Tile("ABCD"[seat], seat=seat, text=f"wall of player {seat + 1}") for seat in range(4)})
    bots = {"Straight": straight, "Careful": careful}

    def start(self, options, seats, random):
        width, height = options.width + 2, options.height + 2
        board = [[None] * width for _ in range(height)]
        for x in range(width):
            board[0][x] = board[-1][x] = "#"
        for row in board:
            row[0] = row[-1] = "#"
        left, top = width // 4 + 1, height // 4 + 1
        corners = [(left, top), (width - 1 - left, height - 1 - top), (width - 1 - left, top), (left, height - 1 - top)]
        cycles = [{"x": x, "y": y, "direction": "EWWE"[seat]} for seat, (x, y) in enumerate(corners[:seats])]
        for seat, cycle in enumerate(cycles):
            board[cycle["y"]][cycle["x"]] = seat
        return {"round": 1, "board": board, "cycles": cycles, "crashed": [0] * seats}

    def phase(self, state):
        left = [seat for seat, crashed in enumerate(state["crashed"]) if not crashed]
        return Ask(state["round"], left) if len(left) > 1 else Over()

    def view(self, state, seat):
        return {**state["cycles"][seat], "seat": seat, "board": state["board"], "cycles": state["cycles"]}

    def moves(self, state, seat):
        return list(STEPS)

    def apply(self, state, orders, random):
        board, events = state["board"], []
        targets = {}
        for seat, direction in orders.items():
            cycle = state["cycles"][seat]
            # A cycle without an order goes straight on.
            cycle["direction"] = direction if direction in STEPS else cycle["direction"]
            targets[seat] = neighbor(cycle["x"], cycle["y"], cycle["direction"])
        crashed = []
        for seat, (x, y) in targets.items():
            if board[y][x] is not None or list(targets.values()).count((x, y)) > 1:
                crashed.append(seat)
        for seat, (x, y) in targets.items():
            if seat in crashed:
                state["crashed"][seat] = state["round"]
                events.append({"type": "crash", "seat": seat, "text": f"player {seat + 1} crashes"})
            else:
                board[y][x] = seat
                state["cycles"][seat].update(x=x, y=y)
        state["round"] += 1
        return events

    def is_out(self, state, seat):
        return state["crashed"][seat] > 0

    def standings(self, state):
        return [crashed or state["round"] for crashed in state["crashed"]]

    def board(self, state):
        return state["board"]
