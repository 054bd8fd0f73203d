# Defends only, on a small map: wag play ants attack_hill.py defend_hill.py --map defend --scenario

from ants import Ants
from colony.trials import DefendHill

Ants.run(DefendHill())
