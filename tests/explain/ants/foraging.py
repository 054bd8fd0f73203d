"""Foraging: the healthy part of the bots in this folder."""

import random

from ants import *


class Forager:
    FAULT = 10_000  # the turn in which a bot's mistake begins

    def do_setup(self, ants):
        self.random = random.Random(ants.player_seed)
        self.heading = {}  # the direction of each exploring ant, by its square

    def do_turn(self, ants):
        self.taken = set()  # the squares of ants after this turn
        self.next_heading = {}
        if ants.turn < self.FAULT:
            self.forage(ants, ants.my_ants())
        else:
            self.fail(ants)
        self.heading = self.next_heading

    def forage(self, ants, free):
        """Sends the nearest ant to each food and each hill of others; the rest explore."""
        for target in ants.food() + [place for place, owner in ants.enemy_hills()]:
            ant, way = self.nearest(ants, target, free)
            if ant and self.step(ants, ant, [way]):
                free.remove(ant)
        for ant in free:
            ways = [self.heading.get(ant) or self.random.choice("nesw")]
            ways += self.random.sample([RIGHT[ways[0]], LEFT[ways[0]]], 2) + [BEHIND[ways[0]]]
            self.step(ants, ant, ways)

    def nearest(self, ants, target, free):
        """Returns the ant with the shortest path to a square, at most 20 steps, and its first step."""
        came, edge = {target}, [target]
        for steps in range(20):
            following = []
            for place in edge:
                for way in AIM:
                    there = ants.destination(place, way)
                    if there in free:
                        return there, BEHIND[way]
                    if there not in came and ants.passable(there):
                        came.add(there)
                        following.append(there)
            edge = following
        return None, None

    def step(self, ants, ant, ways):
        """Takes the first of these directions that is free; returns whether there was one."""
        for way in ways:
            place = ants.destination(ant, way)
            if ants.unoccupied(place) and place not in self.taken and ants.hill_list.get(place) != MY_ANT:
                ants.issue_order((ant, way))
                self.taken.add(place)
                self.next_heading[place] = way
                return True
        return False
