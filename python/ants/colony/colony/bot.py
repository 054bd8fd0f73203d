"""The bot: the sequence of a turn."""

import sys
import traceback

from colony import battle, tasks
from colony.allocation import Situation, allocate
from colony.effort import Effort
from colony.orders import Orders
from colony.population import Population
from colony.profile import ProfileError, load
from colony.telling import Telling
from colony.world import World


class BaseBot:
    """A bot that performs its tasks. Bots for trials have other tasks than Colony."""

    tasks = ()
    """Task classes, in the order in which they run."""
    control_turns = 25
    """Number of turns for which a conquerable hill is only watched, which kills the ants born there."""

    def __init__(self, profile="default"):
        try:
            self.profile = load(profile)
        except ProfileError as fault:
            sys.exit(str(fault))
        self.missions = []
        self.contacts = {}
        """Own ants that may have to fight in this turn, with their enemies."""

    def do_setup(self, ants):
        self.world = None
        self.telling = Telling(ants, self.profile.name)
        self.population = Population()
        self.to_do = [task(self) for task in self.tasks]

    def do_turn(self, ants):
        """If a task fails, the orders of the other tasks are still given."""
        if self.world is None:
            self.world = World(ants)
        self.world.update(ants)
        self.effort = Effort(ants, len(self.world.ants))
        self.orders = Orders(self.world)
        self.telling.summary(self.world)
        self.telling.statistics(self)
        self.allocate()
        self.contacts, _ = battle.contacts(self.world)
        for task in self.to_do:
            self.safely(task.setup)
        for task in self.to_do:
            self.safely(task.run)
            self.effort.look()
        self.orders.issue(ants)
        self.safely(lambda: self.telling.draw(self))
        self.telling.log("population", f"idle: {self.population.unemployed(self.orders)}")

    def allocate(self):
        world = self.world
        situation = Situation(
            len(world.ants), len(world.my_hills), world.map.percent_visible(), world.is_dominant(), world.turn, world.turns
        )
        allocation = allocate(self.profile, situation)
        self.population.begin(list(world.ants.values()), allocation.shares)
        self.telling.allocation(allocation, self.population)

    def safely(self, work):
        try:
            work()
        except Exception:
            print(f"{work.__qualname__} has failed:", file=sys.stderr)
            traceback.print_exc()

    def begin(self, mission):
        self.missions.append(mission)


class Colony(BaseBot):
    """Performs all tasks."""

    tasks = tasks.ALL
