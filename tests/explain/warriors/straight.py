# A player without a mistake that takes a random step now and then.
from gathering import *

team = Team(roundState)
team.create(5)
for unit in team.units:
    ways = team.free(unit)
    if ways and random.random() < 0.1:
        team.move(unit, random.choice(ways)[0])
    else:
        team.gather(unit)
