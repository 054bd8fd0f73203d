"""Gathering along shortest paths: the healthy part of the players in this folder."""

import random

STEPS = [("NORTH", 0, -1), ("WEST", -1, 0), ("SOUTH", 0, 1), ("EAST", 1, 0)]
OPEN = ("LAND", "RESOURCE")


class Team:
    """The own units on the board in one round. Each gatherer has a resource of its own."""

    def __init__(self, roundState):
        self.board = roundState.getMap()
        self.base = roundState.getBase()
        self.home = tuple(self.base.getPosition())
        self.units = roundState.getUnits()
        self.occupied = {tuple(unit.getPosition()) for unit in self.units} - {self.home}
        self.open, self.resources = {self.home}, set()
        for column in self.board:
            for field in column:
                if field.getFieldType() in OPEN:
                    self.open.add(tuple(field.getPosition()))
                    if field.getResources() > 0:
                        self.resources.add(tuple(field.getPosition()))

    def create(self, most):
        """Creates gatherers up to this number of units."""
        if len(self.units) < most and self.base.getResources() >= 50:
            self.base.createUnitGatherer()

    def path(self, start, goals, blocked=()):
        """Returns the first direction and the end of a shortest path to one of the goals, or None, None."""
        cameBy, queue = {start: None}, [start]
        for here in queue:
            if here in goals and here != start:
                return cameBy[here][0], here
            for direction, dx, dy in STEPS:
                there = (here[0] + dx, here[1] + dy)
                if there in self.open and there not in cameBy and not (here == start and there in blocked):
                    cameBy[there] = cameBy[here] or (direction, there)
                    queue.append(there)
        return None, None

    def goals(self, unit):
        """Returns where a gatherer should go: home with a load, else to a resource."""
        return {self.home} if unit.getResources() > 0 else self.resources

    def gather(self, unit):
        """Sends a gatherer one step along a shortest path around its own units."""
        here = tuple(unit.getPosition())
        direction, goal = self.path(here, self.goals(unit), self.occupied)
        if direction:
            self.resources.discard(goal)
            self.move(unit, direction)

    def move(self, unit, direction):
        """Moves a unit and notes where it stands then."""
        x, y = unit.getPosition()
        dx, dy = next((dx, dy) for name, dx, dy in STEPS if name == direction)
        self.occupied.discard((x, y))
        if (x + dx, y + dy) != self.home:
            self.occupied.add((x + dx, y + dy))
        unit.moveUnit(direction)

    def free(self, unit):
        """Returns the directions in which nothing is in the way, with the next position."""
        x, y = unit.getPosition()
        ways = [(name, (x + dx, y + dy)) for name, dx, dy in STEPS]
        return [(name, there) for name, there in ways if there in self.open and there not in self.occupied]

    def straight(self, here, goal):
        """Returns a direction that leads closer to the goal, whatever is in the way."""
        far = lambda step: abs(here[0] + step[1] - goal[0]) + abs(here[1] + step[2] - goal[1])
        best = min(far(step) for step in STEPS)
        return random.choice([step[0] for step in STEPS if far(step) == best])
