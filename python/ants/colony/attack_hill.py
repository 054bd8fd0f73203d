# Attacks only, on a small map: wag play ants attack_hill.py defend_hill.py --map attack --scenario

from ants import Ants
from colony.trials import AttackHill

Ants.run(AttackHill())
